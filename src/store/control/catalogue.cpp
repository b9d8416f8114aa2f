// What businesses offer. Lists of names, services and hours stand in one text each: nobody looks
// for a part of one.
#include "base/number.hpp"
#include "store/control/control_plane.hpp"

#include <algorithm>
#include <string_view>

namespace standby::store {

using engine::AccountNumber;
using engine::CatalogueItem;
using engine::StoreError;

namespace {

// The parts of a text; none of an empty one.
std::vector<std::string_view> parts_of(std::string_view text, char between) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = text.find(between);
        parts.push_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return parts;
}

std::string in_lines(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : "\n") + name;
    }
    return text;
}

std::string numbers_text(const std::vector<std::uint64_t>& numbers) {
    std::string text;
    for (const std::uint64_t number : numbers) {
        text += (text.empty() ? "" : " ") + std::to_string(number);
    }
    return text;
}

std::string hours_text(const std::vector<core::WeeklyWindow>& hours) {
    std::string text;
    for (const core::WeeklyWindow& window : hours) {
        text += (text.empty() ? "" : " ") + std::to_string(window.from_minute) + "+" +
                std::to_string(window.length_minutes);
    }
    return text;
}

std::vector<core::WeeklyWindow> hours_from(std::string_view text) {
    std::vector<core::WeeklyWindow> hours;
    for (const std::string_view window : parts_of(text, ' ')) {
        const std::size_t plus = window.find('+');
        const auto from = parse_number<std::uint16_t>(window.substr(0, plus));
        const auto length = plus == std::string_view::npos
                                ? std::nullopt
                                : parse_number<std::uint16_t>(window.substr(plus + 1));
        if (from && length) {
            hours.push_back({.from_minute = *from, .length_minutes = *length});
        }
    }
    return core::canonical_weekly(std::move(hours));
}

std::optional<core::Money> price_from(SqlRow& row, std::size_t amount, std::size_t currency) {
    core::Money price;
    const std::string_view letters = row.view(currency);
    if (row.is_null(amount) || letters.size() != price.currency.size()) {
        return std::nullopt;
    }
    price.amount = row.integer(amount);
    std::ranges::copy(letters, price.currency.begin());
    return price;
}

CatalogueItem item_from(SqlRow& row) {
    CatalogueItem item{.number = row.number<std::uint64_t>(0),
                       .account = row.id<AccountNumber>(1),
                       .kind = row.choice(2, engine::CatalogueKind::Place),
                       .name = row.text(3)};
    for (const std::string_view name : parts_of(row.view(4), '\n')) {
        item.other_names.emplace_back(name);
    }
    item.duration = row.is_null(5) ? std::nullopt : std::optional(row.duration(5));
    item.price = price_from(row, 6, 7);
    item.buffer = row.duration(8);
    for (const std::string_view number : parts_of(row.view(9), ' ')) {
        item.services.push_back(parse_number<std::uint64_t>(number).value_or(0));
    }
    item.hours = hours_from(row.view(10));
    item.size_min = row.number<std::uint32_t>(11);
    item.size_max = row.number<std::uint32_t>(12);
    item.created_at = row.time(13);
    return item;
}

// What a statement has of an item, as it is stored.
struct StoredTexts {
    explicit StoredTexts(const CatalogueItem& item)
        : other_names(in_lines(item.other_names)),
          amount(item.price ? std::optional(item.price->amount) : std::nullopt),
          currency(item.price
                       ? std::string(item.price->currency.begin(), item.price->currency.end())
                       : std::string()),
          services(numbers_text(item.services)),
          hours(hours_text(item.hours)) {}
    std::string other_names;
    std::optional<std::int64_t> amount;
    std::string currency;
    std::string services;
    std::string hours;
};

}  // namespace

Result<std::vector<CatalogueItem>, StoreError> ControlPlane::catalogue(AccountNumber account) {
    return sql_.all(sql("SELECT number, account, kind, name, other_names, duration, price_amount,"
                        " price_currency, buffer, services, hours, size_min, size_max, created_at"
                        " FROM catalogue_items WHERE account = $1 AND removed_at IS NULL"
                        " ORDER BY number",
                        account),
                    item_from);
}

Result<CatalogueItem, StoreError> ControlPlane::add_catalogue_item(const CatalogueItem& item) {
    const StoredTexts stored{item};
    const Done done = TRY(change(
        sql("INSERT INTO catalogue_items (number, account, kind, name, other_names, duration,"
            " price_amount, price_currency, buffer, services, hours, size_min, size_max,"
            " created_at) VALUES ((SELECT coalesce(max(number), 0) + 1 FROM catalogue_items), $1,"
            " $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING number",
            item.account, item.kind, item.name, stored.other_names, item.duration, stored.amount,
            stored.currency, item.buffer, stored.services, stored.hours, item.size_min,
            item.size_max, item.created_at)));
    CatalogueItem added = item;
    added.number = done.number;
    return added;
}

Result<bool, StoreError> ControlPlane::change_catalogue_item(const CatalogueItem& item) {
    const StoredTexts stored{item};
    const Done done = TRY(change(sql(
        "UPDATE catalogue_items SET name = $1, other_names = $2, duration = $3,"
        " price_amount = $4, price_currency = $5, buffer = $6, services = $7, hours = $8,"
        " size_min = $9, size_max = $10"
        " WHERE number = $11 AND account = $12 AND removed_at IS NULL",
        item.name, stored.other_names, item.duration, stored.amount, stored.currency, item.buffer,
        stored.services, stored.hours, item.size_min, item.size_max, item.number, item.account)));
    return done.changed == 1;
}

Result<bool, StoreError> ControlPlane::remove_catalogue_item(AccountNumber account,
                                                             std::uint64_t number, Time now) {
    const Done done = TRY(change(sql("UPDATE catalogue_items SET removed_at = $1"
                                     " WHERE number = $2 AND account = $3 AND removed_at IS NULL",
                                     now, number, account)));
    return done.changed == 1;
}

}  // namespace standby::store
