// Reading texts into values. The texts come from the runner itself, so messages are short.
#include "tests/scenarios/runner/core_values.hpp"

#include "tests/scenarios/runner/shapes.hpp"

#include <fmt/format.h>

#include <charconv>

namespace standby::scenarios {
namespace {

std::unexpected<std::string> unreadable(std::string_view text, std::string_view what) {
    return std::unexpected(fmt::format("'{}' is no {}", text, what));
}

template <class Enum>
Done read_name(std::string_view text, Enum last, Enum& value) {
    for (int candidate = 0; candidate <= static_cast<int>(last); ++candidate) {
        if (core::name_of(static_cast<Enum>(candidate)) == text) {
            value = static_cast<Enum>(candidate);
            return {};
        }
    }
    return unreadable(text, "name that is known here");
}

// "Tue 09:00-12:00"
Result<core::WeeklyWindow, std::string> read_window(std::string_view text) {
    constexpr int day_minutes = 24 * 60;
    const auto from = text.size() == 15 ? parse_time_of_day(text.substr(4, 5))
                                        : Result<std::chrono::minutes, std::string>(
                                              std::unexpected("not like Tue 09:00-12:00"));
    if (!from) {
        return unreadable(text, "weekly window");
    }
    const auto to = TRY(parse_time_of_day(text.substr(10)));
    const auto begin = static_cast<int>(from->count());
    int length = static_cast<int>(to.count()) - begin;
    if (length <= 0) {
        length += day_minutes;
    }
    const int start = weekday_number(text.substr(0, 3)) * day_minutes + begin;
    return core::WeeklyWindow{static_cast<std::uint16_t>(start),
                              static_cast<std::uint16_t>(length)};
}

}  // namespace

Done read_number(std::string_view text, std::int64_t low, std::int64_t high, std::int64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) {
        return unreadable(text, "number that fits");
    }
    return {};
}

Done read(std::string_view text, bool& value) {
    value = text == "true";
    return value || text == "false" ? Done{} : Done(unreadable(text, "truth value"));
}

Done read(std::string_view text, std::string& value) {
    value = text;
    return {};
}

Done read(std::string_view text, Duration& value) {
    value = TRY(parse_duration(text));
    return {};
}

Done read(std::string_view text, Time& value) {
    value = TRY(parse_time(text));
    return {};
}

Done read(std::string_view text, core::Money& value) {
    if (text.size() < 5 || text[text.size() - 4] != ' ') {
        return unreadable(text, "amount like 4500 EUR");
    }
    const std::string_view currency = text.substr(text.size() - 3);
    std::copy(currency.begin(), currency.end(), value.currency.begin());
    return read(text.substr(0, text.size() - 4), value.amount);
}

Done read(std::string_view text, std::vector<core::WeeklyWindow>& value) {
    value.clear();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        value.push_back(TRY(read_window(text.substr(0, end))));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

Done read(std::string_view text, core::Kind& value) {
    return read_name(text, core::Kind::Access, value);
}
Done read(std::string_view text, core::Inventory& value) {
    return read_name(text, core::Inventory::External, value);
}
Done read(std::string_view text, core::Order& value) {
    return read_name(text, core::Order::Lottery, value);
}
Done read(std::string_view text, core::AfterOffer& value) {
    return read_name(text, core::AfterOffer::Remove, value);
}
Done read(std::string_view text, core::Visibility& value) {
    return read_name(text, core::Visibility::Hidden, value);
}
Done read(std::string_view text, core::PartyPolicy& value) {
    return read_name(text, core::PartyPolicy::Fit, value);
}

}  // namespace standby::scenarios
