// How many enumerators an enum has, and its name, as the compiler itself knows them: nobody has to
// keep a last value up to date. For enums whose values are 0, 1, 2 … without a gap.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace standby {
namespace enumerators {

// The compiler writes a value that has no name as a cast: "(Colour)7".
template <auto Value>
constexpr std::string_view written() {
    constexpr std::string_view function = __PRETTY_FUNCTION__;
    constexpr std::string_view mark = "Value = ";
    const std::size_t begin = function.find(mark) + mark.size();
    return function.substr(begin, function.find_first_of(";]", begin) - begin);
}

template <class Enum, std::size_t Index = 0>
constexpr std::size_t count() {
    if constexpr (written<static_cast<Enum>(Index)>().front() == '(') {
        return Index;
    } else {
        return count<Enum, Index + 1>();
    }
}

template <class Enum>
constexpr std::string_view name() {
    std::string_view text = written<static_cast<Enum>(0)>();
    text = text.substr(0, text.rfind("::"));
    const std::size_t scope = text.rfind("::");
    return scope == std::string_view::npos ? text : text.substr(scope + 2);
}

}  // namespace enumerators

template <class Enum>
    requires std::is_enum_v<Enum>
inline constexpr std::size_t enumerator_count = enumerators::count<Enum>();

// Without its namespaces, such as "Visibility".
template <class Enum>
    requires std::is_enum_v<Enum>
inline constexpr std::string_view enum_name = enumerators::name<Enum>();

}  // namespace standby
