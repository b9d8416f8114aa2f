#include "http/pages/instant_terms.hpp"

#include "base/currency.hpp"
#include "base/json/made_value.hpp"
#include "base/text.hpp"
#include "http/pages/week_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace standby::http {
namespace {

constexpr std::array<NoticeChoice, 5> notices = {{
    {"1h", std::chrono::hours{1}},
    {"2h", std::chrono::hours{2}},
    {"4h", std::chrono::hours{4}},
    {"12h", std::chrono::hours{12}},
    {"24h", std::chrono::hours{24}},
}};

constexpr std::uint32_t minutes_per_day = 24 * 60;

std::int64_t units_of(unsigned decimals) {
    std::int64_t units = 1;
    for (unsigned digit = 0; digit < decimals; ++digit) {
        units *= 10;
    }
    return units;
}

std::bitset<7> ticked_days(const Form& form) {
    std::bitset<7> days;
    for (std::size_t day = 0; day < days.size(); ++day) {
        days.set(day, form.has(instant_day_name(day_tags[day])));
    }
    return days;
}

void add(JsonValue& object, std::string_view name, JsonValue value) {
    object.members.push_back({name, std::move(value)});
}

// From midnight to midnight.
JsonValue windows_of(const std::bitset<7>& days) {
    JsonValue names{.type = JsonType::Array};
    for (std::size_t day = 0; day < days.size(); ++day) {
        if (days.test(day)) {
            names.items.push_back(text_value(day_tags[day]));
        }
    }
    JsonValue window{.type = JsonType::Object};
    add(window, "days", std::move(names));
    add(window, "from", text_value("00:00"));
    add(window, "to", text_value("00:00"));
    return {.type = JsonType::Array, .items = {std::move(window)}};
}

// What is no amount goes on as it was typed, so that whoever reads it says what is wrong.
JsonValue price_of(std::string_view text, std::string_view currency) {
    JsonValue amount = text_value(text);
    if (const auto typed = typed_amount(text, currency)) {
        amount = {.type = JsonType::Integer, .integer = *typed};
    }
    JsonValue price{.type = JsonType::Object};
    add(price, "amount", std::move(amount));
    add(price, "currency", text_value(currency));
    return price;
}

}  // namespace

std::span<const NoticeChoice> notice_choices() {
    return notices;
}

std::string_view notice_value(Duration notice) {
    std::string_view value;
    for (const NoticeChoice& choice : notices) {
        if (notice >= choice.length) {
            value = choice.value;
        }
    }
    return value;
}

std::string instant_day_name(std::string_view day) {
    return "instant_" + std::string(day);
}

std::bitset<7> whole_days(const std::vector<core::WeeklyWindow>& weekly) {
    std::bitset<7> days;
    for (std::uint32_t day = 0; day < days.size() && !weekly.empty(); ++day) {
        days.set(day, core::weekly_covers(weekly, day * minutes_per_day, minutes_per_day));
    }
    return days;
}

std::optional<std::int64_t> typed_amount(std::string_view text, std::string_view currency) {
    constexpr std::size_t digits_max = 9;
    const unsigned decimals = currency_decimals(currency);
    const std::size_t point = text.find_first_of(".,");
    const std::string_view whole = text.substr(0, point);
    const std::string_view part =
        point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
    const bool is_cut = point != std::string_view::npos && part.empty();
    if (whole.empty() || whole.size() > digits_max || part.size() > decimals || is_cut ||
        !std::ranges::all_of(whole, is_digit) || !std::ranges::all_of(part, is_digit)) {
        return std::nullopt;
    }
    std::int64_t amount = 0;
    for (const char digit : whole) {
        amount = amount * 10 + (digit - '0');
    }
    for (unsigned place = 0; place < decimals; ++place) {
        amount = amount * 10 + (place < part.size() ? part[place] - '0' : 0);
    }
    return amount;
}

std::string amount_text(const core::Money& money) {
    const unsigned decimals = currency_decimals({money.currency.data(), money.currency.size()});
    const std::int64_t units = units_of(decimals);
    if (decimals == 0 || money.amount % units == 0) {
        return std::to_string(money.amount / units);
    }
    return fmt::format("{}.{:0{}}", money.amount / units, money.amount % units, decimals);
}

JsonValue instant_terms_of(const Form& form) {
    JsonValue terms{.type = JsonType::Object};
    if (!form.value("instant_notice").empty()) {
        add(terms, "min_notice", text_value(form.value("instant_notice")));
    }
    if (!form.value("instant_price").empty()) {
        add(terms, "max_price",
            price_of(form.value("instant_price"), form.value("instant_currency")));
    }
    if (const auto days = ticked_days(form); days.any()) {
        add(terms, "weekly", windows_of(days));
    }
    return terms;
}

void add_instant_values(std::vector<std::pair<std::string, std::string>>& values,
                        const core::InstantYes& terms) {
    values.emplace_back("instant_yes", "yes");
    values.emplace_back("instant_notice", notice_value(terms.min_notice));
    if (terms.max_price) {
        values.emplace_back("instant_price", amount_text(*terms.max_price));
    }
    const auto days = whole_days(terms.weekly);
    for (std::size_t day = 0; day < days.size(); ++day) {
        if (days.test(day)) {
            values.emplace_back(instant_day_name(day_tags[day]), "yes");
        }
    }
}

core::InstantYes changed_terms(const core::InstantYes& present, const core::InstantYes& said,
                               const Form& form) {
    core::InstantYes terms = present;
    if (notice_value(present.min_notice) != form.value("instant_notice")) {
        terms.min_notice = said.min_notice;
    }
    const std::string shown = present.max_price ? amount_text(*present.max_price) : std::string();
    if (form.has("instant_price") && form.value("instant_price") != shown) {
        terms.max_price = said.max_price;
    }
    if (ticked_days(form) != whole_days(present.weekly)) {
        terms.weekly = said.weekly;
    }
    return terms;
}

}  // namespace standby::http
