// How people of a country write the phone numbers of their own country.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace standby::interchange {

// Lengths count digits, without the country's calling code and without the trunk prefix.
struct NumberingPlan {
    std::string_view country;       // ISO 3166
    std::string_view calling_code;  // "49"
    // What stands in front of a number when it is called from within the country: "0". Several have
    // blanks between them, the longest first. Empty: nothing does.
    std::string_view trunk_prefixes;
    std::string_view exit_code;  // to call abroad, where it isn't 00
    std::uint8_t length_min;
    std::uint8_t length_max;
    // Of mobile numbers. A number is taken for a whole one without its trunk prefix only when it is
    // this long: programs that keep tables drop zeros in front, and people drop area codes.
    std::uint8_t mobile_min;
    std::uint8_t mobile_max;

    [[nodiscard]] bool has_length(std::size_t digits) const {
        return digits >= length_min && digits <= length_max;
    }
    [[nodiscard]] bool has_mobile_length(std::size_t digits) const {
        return digits >= mobile_min && digits <= mobile_max;
    }
};

// Null for what is no country's code.
const NumberingPlan* numbering_plan(std::string_view country);

}  // namespace standby::interchange
