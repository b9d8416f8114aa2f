// The text form of durations (declared in time.hpp): numbers with units, the units strictly
// descending, so that every accepted text has one meaning.
#include "base/text.hpp"
#include "base/time.hpp"

#include <cstdint>
#include <optional>

namespace standby {
namespace {

struct Unit {
    std::string_view name;
    std::uint64_t size_ms;
};

constexpr Unit units[] = {
    {"w", 7 * 24 * 60 * 60 * 1000},
    {"d", 24 * 60 * 60 * 1000},
    {"h", 60 * 60 * 1000},
    {"m", 60 * 1000},
    {"s", 1000},
    {"ms", 1},
};
constexpr std::size_t unit_count = std::size(units);
constexpr auto duration_max_ms = static_cast<std::uint64_t>(duration_max.count());
// How much of an unknown unit a message repeats; the text may be long and hostile.
constexpr std::size_t quoted_size_max = 8;

// Writes a duration with the units whose bits are set in the mask, each as often as it fits.
// Nothing when a remainder is left over.
std::optional<std::string> spell(std::uint64_t remaining_ms, unsigned unit_mask) {
    std::string text;
    for (std::size_t index = 0; index < unit_count; ++index) {
        const Unit& unit = units[index];
        const std::uint64_t count = remaining_ms / unit.size_ms;
        if ((unit_mask & (1U << index)) == 0 || count == 0) {
            continue;
        }
        text += std::to_string(count);
        text += unit.name;
        remaining_ms %= unit.size_ms;
    }
    return remaining_ms == 0 ? std::optional(std::move(text)) : std::nullopt;
}

// Removes and returns the longest start of the text whose characters all satisfy the predicate.
template <class Predicate>
std::string_view take_while(std::string_view& text, Predicate predicate) {
    std::size_t size = 0;
    while (size < text.size() && predicate(text[size])) {
        ++size;
    }
    const std::string_view taken = text.substr(0, size);
    text.remove_prefix(size);
    return taken;
}

std::unexpected<std::string> refuse(std::string message) {
    return std::unexpected(std::move(message));
}

// The number, or nothing when it exceeds the longest duration even in milliseconds.
std::optional<std::uint64_t> number_from(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char digit : digits) {
        value = value * 10 + static_cast<std::uint64_t>(digit - '0');
        if (value > duration_max_ms) {
            return std::nullopt;
        }
    }
    return value;
}

// The place of a unit in the table, or a refusal that names what was found instead.
Result<std::size_t, std::string> find_unit(std::string_view name) {
    if (name.empty()) {
        return refuse("expected a unit (ms, s, m, h, d or w) after the number");
    }
    for (std::size_t index = 0; index < unit_count; ++index) {
        if (units[index].name == name) {
            return index;
        }
    }
    return refuse("unknown unit '" + std::string(name.substr(0, quoted_size_max)) +
                  "', expected ms, s, m, h, d or w");
}

// Quotes printable characters only, so that a message is always valid UTF-8.
std::string describe(char character) {
    if (' ' < character && character <= '~') {
        return std::string("'") + character + "'";
    }
    return character == ' ' ? "a space" : "an unprintable character";
}

}  // namespace

std::string format_duration(Duration duration) {
    const bool is_negative = duration.count() < 0;
    const auto count = static_cast<std::uint64_t>(duration.count());
    const std::uint64_t magnitude_ms = is_negative ? 0 - count : count;
    if (magnitude_ms == 0) {
        return "0s";
    }
    // The masks count up from the largest unit alone, so at equal length larger units win.
    std::string shortest;
    for (unsigned unit_mask = 1; unit_mask < (1U << unit_count); ++unit_mask) {
        std::optional<std::string> text = spell(magnitude_ms, unit_mask);
        if (text && (shortest.empty() || text->size() < shortest.size())) {
            shortest = *std::move(text);
        }
    }
    return is_negative ? "-" + shortest : shortest;
}

Result<Duration, std::string> parse_duration(std::string_view text) {
    if (text.empty()) {
        return refuse("a duration must not be empty");
    }
    std::string_view rest = text;
    std::uint64_t total_ms = 0;
    std::optional<std::size_t> previous_index;
    while (!rest.empty()) {
        const std::string_view digits = take_while(rest, is_digit);
        if (digits.empty()) {
            return refuse("expected a digit but found " + describe(rest.front()) +
                          " in a duration such as 1h30m");
        }
        const std::string_view name = take_while(rest, is_letter);
        const std::size_t index = TRY(find_unit(name));
        if (previous_index && index <= *previous_index) {
            return refuse("unit '" + std::string(name) + "' must not follow '" +
                          std::string(units[*previous_index].name) +
                          "'; units go from large to small");
        }
        previous_index = index;
        const std::uint64_t unit_ms = units[index].size_ms;
        const std::optional<std::uint64_t> number = number_from(digits);
        if (!number || *number > (duration_max_ms - total_ms) / unit_ms) {
            return refuse("a duration may be at most " + format_duration(duration_max));
        }
        total_ms += *number * unit_ms;
    }
    return Duration(static_cast<Duration::rep>(total_ms));
}

}  // namespace standby
