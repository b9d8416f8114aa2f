// The written names of an enum: one table in the enum's order, looked up by value.
#pragma once

#include "base/assert.hpp"
#include "base/enumerators.hpp"

#include <array>
#include <cstddef>
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

}  // namespace standby::core
