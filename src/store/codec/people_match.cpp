// Lower case by ranges of code points, and substrings.
#include "store/codec/people_match.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace standby::store {
namespace {

// How the capitals of a range of code points become small letters.
enum class Step : std::uint8_t {
    All,   // each by the same distance
    Even,  // those with even code points, to the next
    Odd,   // those with odd code points, to the next
};
struct CapitalRange {
    char32_t first;
    char32_t last;
    Step step;
    std::int32_t distance;
};

// Ascending. Single letters are ranges of one.
constexpr std::array capitals{
    CapitalRange{0x00C0, 0x00D6, Step::All, 32}, CapitalRange{0x00D8, 0x00DE, Step::All, 32},
    CapitalRange{0x0100, 0x012F, Step::Even, 1}, CapitalRange{0x0130, 0x0130, Step::All, -199},
    CapitalRange{0x0132, 0x0137, Step::Even, 1}, CapitalRange{0x0139, 0x0148, Step::Odd, 1},
    CapitalRange{0x014A, 0x0177, Step::Even, 1}, CapitalRange{0x0178, 0x0178, Step::All, -121},
    CapitalRange{0x0179, 0x017E, Step::Odd, 1},  CapitalRange{0x017F, 0x017F, Step::All, -268},
    CapitalRange{0x01CD, 0x01DC, Step::Odd, 1},  CapitalRange{0x01DE, 0x01EF, Step::Even, 1},
    CapitalRange{0x01F8, 0x021F, Step::Even, 1}, CapitalRange{0x0222, 0x0233, Step::Even, 1},
    CapitalRange{0x0386, 0x0386, Step::All, 38}, CapitalRange{0x0388, 0x038A, Step::All, 37},
    CapitalRange{0x038C, 0x038C, Step::All, 64}, CapitalRange{0x038E, 0x038F, Step::All, 63},
    CapitalRange{0x0391, 0x03A1, Step::All, 32}, CapitalRange{0x03A3, 0x03AB, Step::All, 32},
    CapitalRange{0x03C2, 0x03C2, Step::All, 1},  CapitalRange{0x0400, 0x040F, Step::All, 80},
    CapitalRange{0x0410, 0x042F, Step::All, 32}, CapitalRange{0x0460, 0x0481, Step::Even, 1},
    CapitalRange{0x048A, 0x04BF, Step::Even, 1}, CapitalRange{0x04C1, 0x04CE, Step::Odd, 1},
    CapitalRange{0x04D0, 0x052F, Step::Even, 1}, CapitalRange{0x0531, 0x0556, Step::All, 48},
    CapitalRange{0x1E00, 0x1E95, Step::Even, 1}, CapitalRange{0x1E9E, 0x1E9E, Step::All, -7615},
    CapitalRange{0x1EA0, 0x1EFF, Step::Even, 1},
};

char32_t lower(char32_t letter) {
    const auto* range = std::ranges::lower_bound(capitals, letter, {}, &CapitalRange::last);
    if (range == capitals.end() || letter < range->first) {
        return letter;
    }
    const bool is_even = letter % 2 == 0;
    if ((range->step == Step::Even && !is_even) || (range->step == Step::Odd && is_even)) {
        return letter;
    }
    return static_cast<char32_t>(static_cast<std::int32_t>(letter) + range->distance);
}

// Writes a letter and returns where it ends. Those whose case this file knows take one to three
// bytes.
char* put(char* end, char32_t letter) {
    const auto bits = [letter](unsigned shift) {
        return static_cast<char>(0x80 | ((letter >> shift) & 0x3F));
    };
    if (letter < 0x80) {
        *end++ = static_cast<char>(letter);
    } else if (letter < 0x800) {
        *end++ = static_cast<char>(0xC0 | (letter >> 6));
        *end++ = bits(0);
    } else {
        *end++ = static_cast<char>(0xE0 | (letter >> 12));
        *end++ = bits(6);
        *end++ = bits(0);
    }
    return end;
}

// Puts the folded text into `output`, replacing what was there. No letter gets longer, so the room
// for the text as it is will do.
void fold(std::string_view text, std::string& output) {
    output.resize(text.size());
    char* end = output.data();
    while (!text.empty()) {
        if (static_cast<unsigned char>(text.front()) < 0x80) {
            *end++ = to_lower(text.front());
            text.remove_prefix(1);
            continue;
        }
        std::string_view rest = text;
        const auto letter = take_code_point(rest);
        const std::size_t size = letter ? text.size() - rest.size() : 1;
        const char32_t small = letter ? lower(*letter) : 0;
        if (letter && small != *letter) {
            end = put(end, small);
        } else {
            end = std::copy_n(text.data(), size, end);
        }
        text.remove_prefix(size);
    }
    output.resize(static_cast<std::size_t>(end - output.data()));
}

// The digits of what is written like a phone number, without the zeros in front; empty for
// anything else.
std::string number_in(std::string_view text) {
    std::string digits;
    for (const char letter : text) {
        if (is_digit(letter)) {
            digits.push_back(letter);
        } else if (std::string_view{" +-/.()"}.find(letter) == std::string_view::npos) {
            return {};
        }
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

}  // namespace

std::string folded(std::string_view text) {
    std::string output;
    fold(text, output);
    return output;
}

PeopleMatcher::PeopleMatcher(std::string_view text)
    : text_(folded(trim(text))), digits_(number_in(trim(text))) {}

bool PeopleMatcher::matches(std::string_view name, std::string_view email, std::string_view phone,
                            std::string_view user_id) {
    if (text_.empty()) {
        return false;
    }
    return is_in(name) || is_in(email) || is_in(user_id) || is_in(phone) || is_in_number(phone);
}

bool PeopleMatcher::is_in(std::string_view field) {
    // Folding makes no text longer.
    if (field.size() < text_.size()) {
        return false;
    }
    fold(field, buffer_);
    return buffer_.find(text_) != std::string::npos;
}

bool PeopleMatcher::is_in_number(std::string_view phone) {
    if (digits_.empty()) {
        return false;
    }
    buffer_.clear();
    std::ranges::copy_if(phone, std::back_inserter(buffer_), is_digit);
    return buffer_.find(digits_) != std::string::npos;
}

bool PeopleLook::look_at(core::Ticket ticket, std::string_view name, std::string_view email,
                         std::string_view phone, std::string_view user_id) {
    if (found_.looked_at == search_.looked_at_max || found_.tickets.size() == search_.limit) {
        found_.next = last_;
        return false;
    }
    ++found_.looked_at;
    last_ = ticket;
    if (matcher_.matches(name, email, phone, user_id)) {
        found_.tickets.push_back(ticket);
    }
    return true;
}

}  // namespace standby::store
