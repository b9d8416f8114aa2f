// Small conversions; the shapes of the words were checked when the sentence was matched.
#include "tests/scenarios/runner/values.hpp"

#include "tests/scenarios/runner/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace standby::scenarios {

std::uint64_t read_count(WordSpan words) {
    std::uint64_t number = 0;
    for (const char digit : words.front().text) {
        number = number * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return number;
}

std::string money_text(WordSpan words) {
    std::string amount = words[0].text;
    const std::size_t point = amount.find('.');
    if (point == std::string::npos) {
        amount += "00";
    } else {
        amount.erase(point, 1);
    }
    return amount + ' ' + words[1].text;
}

std::string weekly_text(std::string_view days, std::string_view hours) {
    static constexpr auto names =
        std::to_array<std::string_view>({"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"});
    const std::size_t dash = days.find('-');
    int day = weekday_number(days.substr(0, dash));
    const int last = dash == std::string_view::npos ? day : weekday_number(days.substr(dash + 1));
    std::string text;
    while (true) {
        append(text, fmt::format("{} {}", names[static_cast<std::size_t>(day)], hours));
        if (day == last) {
            return text;
        }
        day = (day + 1) % 7;
    }
}

void append(std::string& list, std::string_view more) {
    if (!list.empty()) {
        list += ';';
    }
    list += more;
}

std::string spelled(WordSpan words) {
    std::string text = joined(words);
    // A dash in front is a minus.
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '-' || text[at] == ' ') {
            text[at] = '_';
        }
    }
    return text;
}

Result<std::string, std::string> yes_or_no(WordSpan words) {
    if (words.front().is("yes")) {
        return "true";
    }
    if (words.front().is("no")) {
        return "false";
    }
    return std::unexpected(fmt::format("'{}' is neither yes nor no", words.front().text));
}

}  // namespace standby::scenarios
