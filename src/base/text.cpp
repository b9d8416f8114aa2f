// The functions of text.hpp that are more than a comparison.
#include "base/text.hpp"

#include <algorithm>
#include <vector>

namespace standby {
namespace {

constexpr std::size_t word_length_max = 64;

std::size_t distance(std::string_view left, std::string_view right) {
    std::vector<std::vector<std::size_t>> cost(left.size() + 1,
                                               std::vector<std::size_t>(right.size() + 1));
    for (std::size_t row = 0; row <= left.size(); ++row) {
        for (std::size_t column = 0; column <= right.size(); ++column) {
            if (row == 0 || column == 0) {
                cost[row][column] = row + column;
                continue;
            }
            const bool same = left[row - 1] == right[column - 1];
            std::size_t least = std::min({cost[row - 1][column] + 1, cost[row][column - 1] + 1,
                                          cost[row - 1][column - 1] + (same ? 0 : 1)});
            if (row > 1 && column > 1 && left[row - 1] == right[column - 2] &&
                left[row - 2] == right[column - 1]) {
                least = std::min(least, cost[row - 2][column - 2] + 1);
            }
            cost[row][column] = least;
        }
    }
    return cost[left.size()][right.size()];
}

template <class Word>
std::string_view nearest_of(std::string_view word, std::span<const Word> known) {
    if (word.size() > word_length_max) {
        return {};
    }
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        const std::size_t found = distance(to_lower(word), to_lower(candidate));
        // A word of which nothing is left was not meant.
        if (found < best_distance && found < candidate.size()) {
            best = candidate;
            best_distance = found;
        }
    }
    return best;
}

}  // namespace

std::string to_lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char one) { return to_lower(one); });
    return result;
}

std::string to_upper(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char one) { return to_upper(one); });
    return result;
}

bool equals_ignoring_case(std::string_view left, std::string_view right) {
    return std::ranges::equal(
        left, right, [](char one, char other) { return to_lower(one) == to_lower(other); });
}

std::string_view trim(std::string_view text, std::string_view blanks) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

void append_escaped(std::string& output, std::string_view text) {
    for (const char one : text) {
        switch (one) {
        case '&':
            output += "&amp;";
            break;
        case '<':
            output += "&lt;";
            break;
        case '>':
            output += "&gt;";
            break;
        case '"':
            output += "&quot;";
            break;
        case '\'':
            output += "&#39;";
            break;
        default:
            output.push_back(one);
        }
    }
}

std::string escape_html(std::string_view text) {
    std::string output;
    output.reserve(text.size() + text.size() / 8);
    append_escaped(output, text);
    return output;
}

std::string percent_encode(std::string_view text, std::string_view plain) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size());
    for (const char one : text) {
        if (is_letter_or_digit(one) || plain.contains(one)) {
            encoded += one;
        } else {
            const auto byte = static_cast<unsigned char>(one);
            encoded += {'%', digits[byte >> 4U], digits[byte & 15U]};
        }
    }
    return encoded;
}

std::optional<char> escaped_byte(std::string_view text) {
    if (text.size() < 3 || text[0] != '%') {
        return std::nullopt;
    }
    const auto high = hex_digit(text[1]);
    const auto low = hex_digit(text[2]);
    return high && low ? std::optional(static_cast<char>(*high << 4U | *low)) : std::nullopt;
}

std::optional<std::string> percent_decode(std::string_view text) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t index = 0; index < text.size(); ++index) {
        if (text[index] != '%') {
            decoded += text[index];
            continue;
        }
        const auto byte = escaped_byte(text.substr(index));
        if (!byte) {
            return std::nullopt;
        }
        decoded += *byte;
        index += 2;
    }
    return decoded;
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
    return nearest_of(word, known);
}

std::string_view nearest(std::string_view word, std::span<const std::string> known) {
    return nearest_of(word, known);
}

std::string suggestion(std::string_view word, std::span<const std::string> known) {
    const std::string_view found = nearest(word, known);
    return found.empty() ? "" : "; did you mean '" + std::string(found) + "'?";
}

}  // namespace standby
