#include "intake/headings/mapping.hpp"

#include "base/csv.hpp"
#include "base/name_key.hpp"
#include "base/text.hpp"
#include "intake/headings/exports.hpp"
#include "intake/headings/house_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace standby::intake {
namespace {

constexpr std::size_t heading_rows_max = 10;  // that are looked at

Mapping recognised_house(const std::vector<std::string>& keys) {
    Mapping mapping{.source = Source::House,
                    .columns = std::vector<std::optional<Field>>(keys.size())};
    std::map<Field, std::pair<int, std::size_t>> best;  // how good, and which column
    for (std::size_t column = 0; column < keys.size(); ++column) {
        const auto word = house_word(keys[column]);
        if (!word) {
            continue;
        }
        const auto [known, is_new] = best.try_emplace(word->field, std::pair(word->order, column));
        if (!is_new && word->order < known->second.first) {
            known->second = {word->order, column};
        }
    }
    for (const auto& [field, found] : best) {
        mapping.columns[found.second] = field;
    }
    // "Name, Vorname" and "Nombre, Apellidos": what is called the name is only half of it.
    const auto name = mapping.column_of(Field::Name);
    if (name && mapping.has(Field::FirstName) && !mapping.has(Field::LastName)) {
        mapping.columns[*name] = Field::LastName;
    } else if (name && mapping.has(Field::LastName) && !mapping.has(Field::FirstName)) {
        mapping.columns[*name] = Field::FirstName;
    }
    return mapping;
}

std::size_t known_columns(const Mapping& mapping) {
    return static_cast<std::size_t>(std::ranges::count_if(
        mapping.columns, [](const auto& field) { return field.has_value(); }));
}

}  // namespace

std::string_view name_of(Source source) {
    constexpr std::string_view names[] = {"own",        "waitwhile", "pretix", "luma",
                                          "eventbrite", "mailchimp", "square", "getwaitlist"};
    return names[static_cast<std::size_t>(source)];
}

std::string_view shown_name_of(Source source) {
    constexpr std::string_view names[] = {
        "a table of your own", "Waitwhile", "pretix", "Luma",
        "Eventbrite",          "Mailchimp", "Square", "getwaitlist"};
    return names[static_cast<std::size_t>(source)];
}

std::optional<std::size_t> Mapping::column_of(Field field) const {
    const auto found = std::ranges::find(columns, std::optional(field));
    return found == columns.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - columns.begin()));
}

bool Mapping::names_people() const {
    return has(Field::Phone) || has(Field::Email) || has(Field::UserId);
}

std::string heading_key(std::string_view heading) {
    std::string key = name_key(without_guard(trim(heading)));
    // What is left of signs: "Order #", "phone_number", "E-Mail:", "Name*".
    std::erase_if(key, [](char letter) {
        constexpr std::string_view signs = "_#*:.,;/()[]?!'\"`-+&";
        return signs.contains(letter);
    });
    constexpr std::string_view quote = "\xE2\x80\x99";  // ’
    for (std::size_t at = key.find(quote); at != std::string::npos; at = key.find(quote)) {
        key.erase(at, quote.size());
    }
    return key;
}

Mapping recognise(const std::vector<std::string>& headings) {
    std::vector<std::string> keys;
    keys.reserve(headings.size());
    for (const std::string& heading : headings) {
        keys.push_back(heading_key(heading));
    }
    auto known = recognised_export(keys);
    return known ? *std::move(known) : recognised_house(keys);
}

Result<Mapping, std::string>
mapped_by_hand(Mapping mapping, const std::vector<std::string>& headings, const ByHand& by_hand) {
    for (const auto& [heading, field] : by_hand) {
        auto found = std::ranges::find(headings, heading);
        if (found == headings.end()) {
            found = std::ranges::find_if(headings, [&](const std::string& other) {
                return heading_key(other) == heading_key(heading);
            });
        }
        if (found == headings.end()) {
            return std::unexpected(
                fmt::format("there is no column \"{}\"{}", heading, suggestion(heading, headings)));
        }
        if (const auto before = field ? mapping.column_of(*field) : std::nullopt) {
            mapping.columns[*before].reset();
        }
        mapping.columns[static_cast<std::size_t>(found - headings.begin())] = field;
    }
    return mapping;
}

std::vector<std::string> texts_of(const Row& row) {
    std::vector<std::string> texts;
    texts.reserve(row.cells.size());
    for (const Cell& cell : row.cells) {
        texts.push_back(cell.text);
    }
    return texts;
}

std::optional<std::size_t> find_heading_row(const Table& table) {
    std::optional<std::size_t> best;
    std::size_t most = 0;
    const std::size_t end = std::min(table.rows.size(), heading_rows_max);
    for (std::size_t index = 0; index < end; ++index) {
        const Mapping mapping = recognise(texts_of(table.rows[index]));
        const std::size_t known = known_columns(mapping);
        // One word alone may stand anywhere; alone in its row it may be all there is.
        const bool is_enough = known >= 2 || (known == 1 && table.rows[index].cells.size() == 1 &&
                                              mapping.names_people());
        if (is_enough && known > most) {
            best = index;
            most = known;
        }
    }
    return best;
}

}  // namespace standby::intake
