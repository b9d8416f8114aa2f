// The written names of an enum: one table in the enum's order, looked up by value; or of pairs, for
// enums that do not count from 0.
#pragma once

#include "base/assert.hpp"
#include "base/enumerators.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace standby::core {

// The value must be one of the enumerators that the table names.
template <class Enum, std::size_t Size>
std::string_view look_up(const std::array<std::string_view, Size>& names, Enum value) {
    static_assert(Size == enumerator_count<Enum>,
                  "an enumerator has no name, or a name no enumerator");
    const auto index = static_cast<std::size_t>(value);
    ASSERT(index < Size);
    return names[index];
}

template <class Enum>
struct Named {
    Enum value;
    std::string_view name;
};

template <class Enum, std::size_t Size>
std::string_view look_up(const std::array<Named<Enum>, Size>& names, Enum value) {
    for (const Named<Enum>& row : names) {
        if (row.value == value) {
            return row.name;
        }
    }
    return "unknown";
}

// The other way round.
template <class Enum, std::size_t Size>
std::optional<Enum> find_named(const std::array<Named<Enum>, Size>& names, std::string_view name) {
    for (const Named<Enum>& row : names) {
        if (row.name == name) {
            return row.value;
        }
    }
    return std::nullopt;
}

}  // namespace standby::core
