// What a version after this one might store: one rule, one field of an event and of each row, one
// kind of event, one enumerator and two kinds of facts more. In the test program `standby_tomorrow`
// these functions add them, so that it can run beside today's program (e2e.tomorrow); elsewhere
// they do nothing.
#pragma once

#include "core/model/event.hpp"
#include "core/rules/rules.hpp"
#include "core/state/changes.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace standby::core::tomorrow {

#ifdef STANDBY_TOMORROW
inline constexpr bool is_here = true;
#else
inline constexpr bool is_here = false;
#endif

// Fields as numbered.hpp has them: tag (number * 4, a varint) and value.
inline constexpr std::string_view rule{"\x80\x02\x07", 3};         // rule 64 is 7
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

// An outside event that was seen is written as a kind of fact that today does not have, and needs;
// and beside it one that today can leave aside.
inline constexpr FactKind fact{7};
inline constexpr FactKind fact_left_aside{200};
inline std::vector<Fact> written(std::vector<Fact> facts) {
    if constexpr (is_here) {
        for (std::size_t index = facts.size(); index > 0; --index) {
            Fact& one = facts[index - 1];
            one.kind = one.kind == FactKind::SeenEvent ? fact : one.kind;
            facts.push_back({.kind = fact_left_aside, .key = one.key, .value = one.value});
        }
    }
    return facts;
}
inline Fact read(Fact one) {
    if (is_here && one.kind == fact) {
        one.kind = FactKind::SeenEvent;
    }
    return one;
}

}  // namespace standby::core::tomorrow
