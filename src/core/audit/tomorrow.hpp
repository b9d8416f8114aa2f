// What a version after this one might store: one rule, one field of an event and of each row, one
// kind of event and one enumerator more. In the test program `standby_tomorrow` these functions add
// them, so that it can run beside today's program (e2e.tomorrow); elsewhere they do nothing.
#pragma once

#include "core/model/event.hpp"
#include "core/rules/rules.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace standby::core::tomorrow {

#ifdef STANDBY_TOMORROW
inline constexpr bool is_here = true;
#else
inline constexpr bool is_here = false;
#endif

// Fields as numbered.hpp has them: tag (number * 4, a varint) and value.
inline constexpr std::string_view rule{"\x80\x01\x07", 3};         // rule 32 is 7
inline constexpr std::string_view event_field{"\x84\x01\x07", 3};  // field 33 is 7
inline constexpr std::string_view row_field{"\x88\x02\x09", 3};    // field 66 is 9

// `hidden` is written as if it were an enumerator that today does not have.
inline constexpr std::uint8_t visibility = 3;
// And a reminder as a kind of event that today does not have.
inline constexpr std::uint8_t kind = 31;
inline constexpr std::size_t kind_here = 16;
static_assert(std::is_same_v<std::variant_alternative_t<kind_here, EventBody>, OfferReminded>);

template <class Enum>
constexpr std::uint8_t written(Enum one) {
    if constexpr (is_here && std::is_same_v<Enum, Visibility>) {
        return one == Visibility::Hidden ? visibility : static_cast<std::uint8_t>(one);
    }
    return static_cast<std::uint8_t>(one);
}
template <class Enum>
constexpr std::uint8_t read(std::uint8_t raw) {
    if constexpr (is_here && std::is_same_v<Enum, Visibility>) {
        return raw == visibility ? static_cast<std::uint8_t>(Visibility::Hidden) : raw;
    }
    return raw;
}

}  // namespace standby::core::tomorrow
