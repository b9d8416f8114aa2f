#include "intake/calendar/appointment.hpp"

#include "base/currency.hpp"
#include "base/name_key.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "core/model/limits.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace standby::intake {
namespace {

using engine::CatalogueKind;

enum class Part { Words, Service, Staff, Place, Size, Price, Anything };
struct PartName {
    std::string_view name;
    Part part;
};
constexpr std::array part_names = {
    PartName{"service", Part::Service}, PartName{"staff", Part::Staff},
    PartName{"place", Part::Place},     PartName{"size", Part::Size},
    PartName{"price", Part::Price},     PartName{"name", Part::Anything},
};

struct Token {
    Part part = Part::Words;
    std::string_view words;
};

std::optional<std::vector<Token>> tokens_of(std::string_view pattern) {
    std::vector<Token> tokens;
    while (!pattern.empty()) {
        if (pattern.front() == '*') {
            tokens.push_back({.part = Part::Anything, .words = {}});
            pattern.remove_prefix(1);
        } else if (pattern.front() == '{') {
            const std::size_t end = pattern.find('}');
            const std::string_view name = pattern.substr(1, std::min(end, pattern.size()) - 1);
            const auto* known = std::ranges::find(part_names, name, &PartName::name);
            if (end == std::string_view::npos || known == part_names.end()) {
                return std::nullopt;
            }
            tokens.push_back({.part = known->part, .words = {}});
            pattern.remove_prefix(end + 1);
        } else {
            const std::size_t end = std::min(pattern.find_first_of("{*"), pattern.size());
            tokens.push_back({.part = Part::Words, .words = pattern.substr(0, end)});
            pattern.remove_prefix(end);
        }
    }
    return tokens;
}

std::string* place_for(Part part, TitleParts& parts) {
    switch (part) {
    case Part::Service:
        return &parts.service;
    case Part::Staff:
        return &parts.staff;
    case Part::Place:
        return &parts.place;
    case Part::Size:
        return &parts.size;
    case Part::Price:
        return &parts.price;
    case Part::Words:
    case Part::Anything:
        break;
    }
    return nullptr;
}

// Each part takes as little as it can: up to the first place where the next words stand, so the
// time it takes is bounded by the lengths.
bool fit(std::string_view title, std::string_view lower, const std::vector<Token>& tokens,
         TitleParts& parts) {
    std::size_t at = 0;
    for (std::size_t index = 0; index < tokens.size(); ++index) {
        const Token& token = tokens[index];
        if (token.part == Part::Words) {
            const std::string words = to_lower(token.words);
            if (!lower.substr(at).starts_with(words)) {
                return false;
            }
            at += words.size();
            continue;
        }
        std::size_t end = title.size();
        if (index + 1 < tokens.size()) {
            const std::string next = to_lower(tokens[index + 1].words);
            const bool is_last = index + 2 == tokens.size();
            end = is_last && lower.ends_with(next) && lower.size() >= at + next.size()
                      ? lower.size() - next.size()
                      : lower.find(next, at);
        }
        if (end == std::string_view::npos || end < at) {
            return false;
        }
        const std::string_view taken = trim(title.substr(at, end - at));
        if (std::string* place = place_for(token.part, parts)) {
            if (taken.empty()) {
                return false;
            }
            *place = taken;
        }
        at = end;
    }
    return at == title.size();
}

// "45", "45.50 EUR", "CHF 45,–" in the currency that is named, or that of the house's other slots.
std::optional<core::Money> price_of(std::string_view text,
                                    const std::optional<core::Money>& usual) {
    core::Money price = usual.value_or(core::Money{});
    const std::size_t begin = text.find_first_of("0123456789");
    if (begin == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    std::string fraction;
    if (end + 1 < text.size() && (text[end] == '.' || text[end] == ',')) {
        for (std::size_t at = end + 1; at < text.size() && is_digit(text[at]); ++at) {
            fraction += text[at];
        }
    }
    for (const std::string_view around :
         {trim(text.substr(0, begin)),
          trim(text.substr(end + (fraction.empty() ? 0 : fraction.size() + 1)), " \t.,-")}) {
        if (around.size() == 3 && std::ranges::all_of(around, is_letter)) {
            std::ranges::transform(around, price.currency.begin(),
                                   [](char one) { return to_upper(one); });
        }
    }
    const unsigned decimals = currency_decimals(std::string_view(price.currency.data(), 3));
    if (fraction.size() > decimals) {
        return std::nullopt;
    }
    fraction.resize(decimals, '0');
    const auto amount =
        parse_number<std::int64_t>(std::string(text.substr(begin, end - begin)) + fraction);
    if (!amount || *amount > core::limits::money_amount_max) {
        return std::nullopt;
    }
    price.amount = *amount;
    return price;
}

// "Service: Colour" in a description, in the languages of the pages.
struct Label {
    std::string_view word;
    Part part;
};
constexpr std::array labels = {
    Label{"service", Part::Service},     Label{"leistung", Part::Service},
    Label{"prestation", Part::Service},  Label{"servicio", Part::Service},
    Label{"staff", Part::Staff},         Label{"mitarbeiter", Part::Staff},
    Label{"mitarbeiterin", Part::Staff}, Label{"avec", Part::Staff},
    Label{"con", Part::Staff},           Label{"with", Part::Staff},
    Label{"bei", Part::Staff},           Label{"place", Part::Place},
    Label{"ort", Part::Place},           Label{"lieu", Part::Place},
    Label{"lugar", Part::Place},         Label{"party", Part::Size},
    Label{"people", Part::Size},         Label{"personen", Part::Size},
    Label{"personnes", Part::Size},      Label{"personas", Part::Size},
    Label{"price", Part::Price},         Label{"preis", Part::Price},
    Label{"prix", Part::Price},          Label{"precio", Part::Price},
};

void read_description(std::string_view description, TitleParts& parts) {
    while (!description.empty()) {
        const std::size_t end = std::min(description.find('\n'), description.size());
        const std::string_view line = description.substr(0, end);
        description.remove_prefix(std::min(end + 1, description.size()));
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) {
            continue;
        }
        const std::string word = to_lower(trim(line.substr(0, colon)));
        const auto* label = std::ranges::find(labels, word, &Label::word);
        const std::string_view value = trim(line.substr(colon + 1));
        if (label == labels.end() || value.empty()) {
            continue;
        }
        if (std::string* place = place_for(label->part, parts); place->empty()) {
            *place = value.substr(0, core::limits::name_length_max);
        }
    }
}

// The offered name that stands in the title as words of its own; the longest, if there are several.
std::string named_in(std::string_view title, const interchange::OfferedNames& offered,
                     CatalogueKind kind) {
    const std::string text = " " + to_lower(title) + " ";
    std::string found;
    for (const engine::CatalogueItem& item : offered.items()) {
        if (item.kind != kind) {
            continue;
        }
        std::vector<std::string> names = item.other_names;
        names.push_back(item.name);
        for (const std::string& name : names) {
            const std::size_t at = name.empty() ? std::string::npos : text.find(to_lower(name));
            if (at == std::string::npos || name.size() <= found.size()) {
                continue;
            }
            const auto is_edge = [&](std::size_t place) {
                return !is_letter_or_digit(text[place]) &&
                       static_cast<unsigned char>(text[place]) < 0x80;
            };
            if (is_edge(at - 1) && is_edge(at + name.size())) {
                found = name;
            }
        }
    }
    return found;
}

bool has_category(const Occurrence& occurrence, const std::vector<std::string>& wanted) {
    return std::ranges::any_of(occurrence.categories, [&](const std::string& has) {
        return std::ranges::any_of(
            wanted, [&](const std::string& want) { return name_key(has) == name_key(want); });
    });
}

std::optional<TitleParts> parts_of(const Occurrence& occurrence, const CalendarSettings& settings) {
    if (settings.titles.empty()) {
        return TitleParts{};
    }
    for (const std::string& pattern : settings.titles) {
        if (auto parts = fit_title(occurrence.title, pattern)) {
            return parts;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> complaint_about_pattern(std::string_view pattern) {
    const auto tokens = tokens_of(pattern);
    if (!tokens) {
        return "may have {service}, {staff}, {place}, {size}, {price} and {name} in it, and no "
               "other braces";
    }
    for (std::size_t index = 1; index < tokens->size(); ++index) {
        if ((*tokens)[index].part != Part::Words && (*tokens)[index - 1].part != Part::Words) {
            return "needs something between two parts, as in \"{service} - {name}\"";
        }
    }
    return std::nullopt;
}

std::optional<TitleParts> fit_title(std::string_view title, std::string_view pattern) {
    const auto tokens = tokens_of(trim(pattern));
    TitleParts parts;
    title = trim(title);
    if (!tokens || !fit(title, to_lower(title), *tokens, parts)) {
        return std::nullopt;
    }
    return parts;
}

std::optional<core::Slot> slot_of(const Occurrence& occurrence, const CalendarSettings& settings,
                                  const interchange::OfferedNames& offered) {
    if ((occurrence.is_all_day && !settings.all_day) ||
        (!settings.categories.empty() && !has_category(occurrence, settings.categories))) {
        return std::nullopt;
    }
    auto parts = parts_of(occurrence, settings);
    if (!parts) {
        return std::nullopt;
    }
    read_description(occurrence.description, *parts);
    const bool is_named = !parts->service.empty();
    if (offered.has(CatalogueKind::Service)) {
        if (is_named && offered.find(CatalogueKind::Service, parts->service) == nullptr) {
            return std::nullopt;  // "Lunch - Anna" is none of our services
        }
        if (!is_named) {
            parts->service = named_in(occurrence.title, offered, CatalogueKind::Service);
        }
    }
    if (offered.has(CatalogueKind::Person) &&
        (parts->staff.empty() || offered.find(CatalogueKind::Person, parts->staff) == nullptr)) {
        parts->staff.clear();  // who knows whose name it is
    }
    core::Slot slot;
    slot.starts_at = occurrence.starts_at;
    slot.duration = occurrence.length > Duration{0} ? occurrence.length : settings.length;
    slot.duration = std::min<Duration>(slot.duration, core::limits::slot_duration_max);
    slot.service = parts->service.empty() ? settings.service : parts->service;
    slot.staff = parts->staff.empty() ? settings.staff : parts->staff;
    slot.place = parts->place.empty() ? settings.place : parts->place;
    slot.size_min = settings.size_min;
    slot.size_max = settings.size_max;
    if (const auto size = parse_number<std::uint32_t>(parts->size);
        size && *size >= 1 && *size <= core::limits::party_size_max) {
        slot.size_max = *size;
        slot.size_min = std::min(slot.size_min, *size);
    }
    slot.price = parts->price.empty() ? settings.price : price_of(parts->price, settings.price);
    for (std::string* name : {&slot.service, &slot.staff, &slot.place}) {
        if (name->size() > core::limits::name_length_max) {
            name->clear();
        }
    }
    return slot;
}

}  // namespace standby::intake
