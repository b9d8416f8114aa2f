// The looks of numbers, times, names and lists of names.
#include "tests/scenarios/runner/shapes.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"
#include "base/time.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace standby::scenarios {
namespace {

// Digits where the shape has a 0, the same character elsewhere.
bool has_shape(std::string_view text, std::string_view shape) {
    return text.size() == shape.size() &&
           std::equal(text.begin(), text.end(), shape.begin(), [](char left, char right) {
               return right == '0' ? is_digit(left) : left == right;
           });
}

// "14:00" takes one word; "Sunday 08:00", "tomorrow at 08:00", "2026-11-14 at 08:00" two or three;
// each may be followed by "in" and a zone.
std::vector<std::size_t> moment_lengths(WordSpan words) {
    std::size_t at = 0;
    if (at < words.size() && (looks_like_weekday(words[at].text) ||
                              looks_like_date(words[at].text) || words[at].is("tomorrow"))) {
        ++at;
        if (at < words.size() && words[at].is("at")) {
            ++at;
        }
    }
    if (at >= words.size() || words[at].quoted || !looks_like_time_of_day(words[at].text)) {
        return {};
    }
    ++at;
    if (at + 1 < words.size() && words[at].is("in") && looks_like_zone(words[at + 1].text)) {
        return {at + 2, at};
    }
    return {at};
}

// "Ada" or "person 17", and with the ending 's.
std::size_t who_length(WordSpan words, std::string_view ending) {
    const auto ends = [&](const Word& word) {
        const bool has = word.text.ends_with("'s");
        return !word.quoted && has == !ending.empty();
    };
    if (words.size() >= 2 && words[0].is("person") && ends(words[1])) {
        const std::string_view number = words[1].text;
        if (looks_like_number(number.substr(0, number.size() - ending.size()))) {
            return 2;
        }
    }
    if (!words.empty() && !words[0].quoted && is_upper(words[0].text[0]) && ends(words[0]) &&
        !looks_like_weekday(words[0].text)) {
        return 1;
    }
    return 0;
}

// Names with commas and "and" between them: every length that ends with a name.
std::vector<std::size_t> names_lengths(WordSpan words) {
    std::vector<std::size_t> lengths;
    std::size_t at = 0;
    while (const std::size_t length = who_length(words.subspan(at), "")) {
        at += length;
        lengths.insert(lengths.begin(), at);
        while (at < words.size() && (words[at].is_separator() || words[at].is("and"))) {
            ++at;
        }
    }
    return lengths;
}

std::vector<std::size_t> money_lengths(WordSpan words) {
    if (words.size() < 2 || words[0].quoted || words[1].text.size() != 3 ||
        !std::all_of(words[1].text.begin(), words[1].text.end(), is_upper)) {
        return {};
    }
    const std::string_view amount = words[0].text;
    const std::size_t point = amount.find('.');
    const bool whole = point == std::string_view::npos && looks_like_number(amount);
    const bool cents = point != std::string_view::npos &&
                       looks_like_number(amount.substr(0, point)) &&
                       has_shape(amount.substr(point), ".00");
    return whole || cents ? std::vector<std::size_t>{2} : std::vector<std::size_t>{};
}

bool looks_like_days(std::string_view text) {
    const std::size_t dash = text.find('-');
    return looks_like_weekday(text.substr(0, dash)) &&
           (dash == std::string_view::npos || looks_like_weekday(text.substr(dash + 1)));
}

bool looks_like_hours(std::string_view text) {
    return has_shape(text, "00:00-00:00");
}

std::vector<std::size_t> one_if(bool yes) {
    return yes ? std::vector<std::size_t>{1} : std::vector<std::size_t>{};
}

// "waiting", "walk-in", "handed back".
std::vector<std::size_t> state_lengths(WordSpan words) {
    if (words.size() >= 2 && words[0].is("handed") && words[1].is("back")) {
        return {2};
    }
    return one_if(!words.empty() && !words[0].quoted);
}

std::vector<std::size_t> one_word_lengths(std::string_view blank, const Word& word) {
    const std::string_view text = word.text;
    if (blank == "{word}") {
        return one_if(true);
    }
    if (blank == "{quoted}") {
        return one_if(word.quoted);
    }
    if (word.quoted) {
        return {};
    }
    if (blank == "{count}") {
        return one_if(looks_like_number(text));
    }
    if (blank == "{duration}") {
        return one_if(parse_duration(text).has_value());
    }
    if (blank == "{date}") {
        return one_if(looks_like_date(text));
    }
    if (blank == "{time}") {
        return one_if(looks_like_time_of_day(text));
    }
    if (blank == "{zone}") {
        return one_if(looks_like_zone(text));
    }
    if (blank == "{days}") {
        return one_if(looks_like_days(text));
    }
    if (blank == "{hours}") {
        return one_if(looks_like_hours(text));
    }
    if (blank == "{weekday}") {
        return one_if(looks_like_weekday(text));
    }
    UNREACHABLE();
}

}  // namespace

std::vector<std::size_t> lengths_of(std::string_view blank, WordSpan words) {
    if (words.empty()) {
        return {};
    }
    if (blank == "{who}" || blank == "{whose}") {
        const std::size_t length = who_length(words, blank == "{whose}" ? "'s" : "");
        return length > 0 ? std::vector<std::size_t>{length} : std::vector<std::size_t>{};
    }
    if (blank == "{names}") {
        return names_lengths(words);
    }
    if (blank == "{moment}") {
        return moment_lengths(words);
    }
    if (blank == "{money}") {
        return money_lengths(words);
    }
    if (blank == "{state}") {
        return state_lengths(words);
    }
    return one_word_lengths(blank, words.front());
}

bool looks_like_number(std::string_view text) {
    return !text.empty() && text.size() <= 9 && std::all_of(text.begin(), text.end(), is_digit);
}

bool looks_like_date(std::string_view text) {
    return has_shape(text, "0000-00-00");
}

bool looks_like_time_of_day(std::string_view text) {
    return has_shape(text, "00:00") || has_shape(text, "00:00:00");
}

bool looks_like_weekday(std::string_view text) {
    return weekday_number(text) >= 0;
}

bool looks_like_zone(std::string_view text) {
    return text == "UTC" || (text.find('/') != std::string_view::npos && is_upper(text[0]));
}

int weekday_number(std::string_view text) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"});
    for (std::size_t day = 0; day < names.size(); ++day) {
        if (text == names[day] || text == names[day].substr(0, 3)) {
            return static_cast<int>(day);
        }
    }
    return -1;
}

}  // namespace standby::scenarios
