#include "intake/mail/imap_lines.hpp"

#include "base/civil.hpp"
#include "base/number.hpp"
#include "base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace standby::intake {
namespace {

using interchange::WebProblem;

constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

// "{123}" or "{123+}" at the end.
std::optional<std::size_t> literal_at_end(std::string_view line) {
    const std::size_t open = line.rfind('{');
    if (!line.ends_with('}') || open == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view digits = line.substr(open + 1, line.size() - open - 2);
    if (digits.ends_with('+')) {
        digits.remove_suffix(1);
    }
    return parse_number<std::size_t>(digits);
}

std::string_view take_word(std::string_view& rest) {
    while (rest.starts_with(' ')) {
        rest.remove_prefix(1);
    }
    const std::size_t end = rest.find(' ');
    const std::string_view word = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return word;
}

// "[CODE and more] text"
std::string_view code_of(std::string_view rest) {
    if (!rest.starts_with('[')) {
        return {};
    }
    return rest.substr(1, rest.find(']') == std::string_view::npos ? 0 : rest.find(']') - 1);
}

// One after the other: words, quoted texts, literals, lists.
class Items {
public:
    explicit Items(std::string_view text) : rest_(text) {}

    // The next one; empty at the end. A list comes whole, and a quoted text without its quotes.
    std::string next() {
        while (rest_.starts_with(' ')) {
            rest_.remove_prefix(1);
        }
        if (rest_.starts_with('"')) {
            return quoted();
        }
        std::size_t end = 0;
        int depth = 0;
        bool is_quoted = false;
        for (; end < rest_.size(); ++end) {
            const char one = rest_[end];
            if (is_quoted && one == '\\') {
                ++end;
            } else if (one == '"') {
                is_quoted = !is_quoted;
            } else if (is_quoted) {
                continue;
            } else if (one == '(' || one == '[') {
                ++depth;
            } else if (one == ')' || one == ']') {
                if (depth == 0) {
                    break;
                }
                --depth;
            } else if (one == ' ' && depth == 0) {
                break;
            }
        }
        end = std::min(end, rest_.size());
        std::string word(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return word;
    }

private:
    std::string quoted() {
        std::string text;
        std::size_t at = 1;
        for (; at < rest_.size() && rest_[at] != '"'; ++at) {
            if (rest_[at] == '\\' && at + 1 < rest_.size()) {
                ++at;
            }
            text += rest_[at];
        }
        rest_.remove_prefix(std::min(at + 1, rest_.size()));
        return text;
    }

    std::string_view rest_;
};

}  // namespace

Result<std::optional<ImapAnswer>, WebProblem> ImapLines::take() {
    for (;;) {
        if (is_in_literal_) {
            std::string& literal = answer_.literals.back();
            const std::size_t taken = std::min(literal_rest_, pending_.size() - at_);
            literal.append(pending_, at_, taken);
            at_ += taken;
            literal_rest_ -= taken;
            if (literal_rest_ > 0) {
                pending_.clear();
                at_ = 0;
                return std::nullopt;
            }
            is_in_literal_ = false;
        }
        const std::size_t end = pending_.find('\n', at_);
        if (end == std::string::npos) {
            if (pending_.size() - at_ + answer_.line.size() > imap_line_bytes_max) {
                return std::unexpected(WebProblem::TooLarge);
            }
            pending_.erase(0, at_);
            at_ = 0;
            return std::nullopt;
        }
        std::string_view line = std::string_view(pending_).substr(at_, end - at_);
        at_ = end + 1;
        while (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (answer_.line.size() + line.size() > imap_line_bytes_max) {
            return std::unexpected(WebProblem::TooLarge);
        }
        const auto literal = literal_at_end(line);
        if (!literal) {
            answer_.line += line;
            return std::exchange(answer_, {});
        }
        if (*literal > literal_bytes_max_ || answer_.literals.size() == imap_literals_max) {
            return std::unexpected(WebProblem::TooLarge);
        }
        answer_.line += line.substr(0, line.rfind('{'));
        answer_.line += fmt::format("{{{}}}", answer_.literals.size());
        answer_.literals.emplace_back();
        literal_rest_ = *literal;
        is_in_literal_ = true;
    }
}

void ImapLines::clear() {
    pending_.clear();
    at_ = 0;
    answer_ = {};
    is_in_literal_ = false;
    literal_rest_ = 0;
}

std::optional<ImapStatus> imap_status(const ImapAnswer& answer, std::string_view tag) {
    std::string_view rest = answer.line;
    if (take_word(rest) != tag) {
        return std::nullopt;
    }
    const std::string word = to_upper(take_word(rest));
    if (word != "OK" && word != "NO" && word != "BAD" && word != "BYE" && word != "PREAUTH") {
        return std::nullopt;
    }
    std::string_view code = code_of(rest);
    return ImapStatus{.is_ok = word == "OK" || word == "PREAUTH",
                      .code = to_upper(take_word(code))};
}

std::optional<std::uint32_t> imap_number(const ImapAnswer& answer, std::string_view name) {
    std::string_view rest = answer.line;
    if (take_word(rest) != "*") {
        return std::nullopt;
    }
    const auto number = parse_number<std::uint32_t>(take_word(rest));
    return equals_ignoring_case(take_word(rest), name) ? number : std::nullopt;
}

std::optional<std::uint32_t> imap_code_number(const ImapAnswer& answer, std::string_view name) {
    std::string_view rest = answer.line;
    if (take_word(rest) != "*" || !equals_ignoring_case(take_word(rest), "OK")) {
        return std::nullopt;
    }
    std::string_view code = code_of(rest);
    return equals_ignoring_case(take_word(code), name)
               ? parse_number<std::uint32_t>(take_word(code))
               : std::nullopt;
}

std::optional<std::vector<std::uint32_t>> imap_search(const ImapAnswer& answer) {
    std::string_view rest = answer.line;
    if (take_word(rest) != "*" || !equals_ignoring_case(take_word(rest), "SEARCH")) {
        return std::nullopt;
    }
    std::vector<std::uint32_t> found;
    while (!rest.empty()) {
        // What else stands there, such as a modification sequence, is no number of ours.
        if (const auto number = parse_number<std::uint32_t>(take_word(rest))) {
            found.push_back(*number);
        }
    }
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
}

std::string imap_capabilities(const ImapAnswer& answer) {
    std::string_view rest = answer.line;
    take_word(rest);
    std::string_view after = rest;
    if (equals_ignoring_case(take_word(after), "CAPABILITY")) {
        return " " + to_upper(after) + " ";
    }
    std::string_view code = code_of(after);
    return equals_ignoring_case(take_word(code), "CAPABILITY") ? " " + to_upper(code) + " " : "";
}

std::optional<ImapFetched> imap_fetched(ImapAnswer answer) {
    std::string_view rest = answer.line;
    if (take_word(rest) != "*" || !parse_number<std::uint32_t>(take_word(rest)) ||
        !equals_ignoring_case(take_word(rest), "FETCH") || !rest.starts_with('(')) {
        return std::nullopt;
    }
    Items items(rest.substr(1));
    ImapFetched fetched;
    for (std::string name = items.next(); !name.empty(); name = items.next()) {
        const std::string value = items.next();
        name = to_upper(name);
        if (name == "UID") {
            fetched.uid = parse_number<std::uint32_t>(value).value_or(0);
        } else if (name == "RFC822.SIZE") {
            fetched.size = parse_number<std::uint64_t>(value);
        } else if (name == "INTERNALDATE") {
            fetched.arrived = imap_time(value);
        } else if (name == "BODY[]" || name == "BODY[HEADER]") {
            const bool is_literal = value.size() > 2 && value.front() == '{';
            const auto which =
                is_literal
                    ? parse_number<std::size_t>(std::string_view(value).substr(1, value.size() - 2))
                    : std::nullopt;
            if (which && *which < answer.literals.size()) {
                fetched.bytes = std::move(answer.literals[*which]);
            } else if (!is_literal && !equals_ignoring_case(value, "NIL")) {
                fetched.bytes = value;
            }
        }
    }
    return fetched.uid == 0 ? std::nullopt : std::optional(std::move(fetched));
}

std::optional<Time> imap_time(std::string_view text) {
    text = trim(text, " ");
    const std::size_t first = text.find('-');
    if (first == std::string_view::npos || text.size() < first + 24) {
        return std::nullopt;
    }
    const auto number = [&](std::size_t at, std::size_t length) {
        return parse_number<int>(text.substr(first + at, length));
    };
    const auto day = parse_number<int>(text.substr(0, first));
    const auto month = std::ranges::find_if(months, [&](std::string_view name) {
        return equals_ignoring_case(name, text.substr(first + 1, 3));
    });
    const auto year = number(5, 4);
    const auto hour = number(10, 2);
    const auto minute = number(13, 2);
    const auto second = number(16, 2);
    const std::string_view zone = text.substr(first + 19);
    const auto zone_hours = zone.size() >= 5 ? parse_number<int>(zone.substr(1, 2)) : std::nullopt;
    const auto zone_minutes =
        zone.size() >= 5 ? parse_number<int>(zone.substr(3, 2)) : std::nullopt;
    if (!day || month == months.end() || !year || !hour || !minute || !second || !zone_hours ||
        !zone_minutes || *day < 1 || *day > 31 || *hour > 23 || *minute > 59 || *second > 60 ||
        *year < 1970 || *year > 9999) {
        return std::nullopt;
    }
    const CivilDate date{.year = *year,
                         .month = static_cast<unsigned>(month - months.begin()) + 1,
                         .day = static_cast<unsigned>(*day)};
    if (date.day > days_in_month(date.year, date.month)) {
        return std::nullopt;
    }
    const std::int64_t days = days_from_civil(date);
    const std::int64_t offset = (*zone_hours * 60 + *zone_minutes) * (zone[0] == '-' ? -1 : 1);
    return Time{
        std::chrono::seconds{days * 86'400 + *hour * 3'600 + *minute * 60 + *second - offset * 60}};
}

std::string imap_day(Time time) {
    constexpr std::int64_t day_ms = 24LL * 60 * 60 * 1000;
    const CivilDate date = civil_from_days(floor_divide(time.time_since_epoch().count(), day_ms));
    return fmt::format("{}-{}-{:04}", date.day, months[static_cast<std::size_t>(date.month) - 1],
                       date.year);
}

std::optional<std::string> imap_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char one : text) {
        if (static_cast<unsigned char>(one) < ' ' || one == '\x7f') {
            return std::nullopt;
        }
        if (one == '"' || one == '\\') {
            quoted += '\\';
        }
        quoted += one;
    }
    return quoted + '"';
}

}  // namespace standby::intake
