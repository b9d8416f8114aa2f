// What people call the columns of their own lists.
#pragma once

#include "intake/headings/field.hpp"

#include <optional>
#include <string_view>

namespace standby::intake {

struct HouseWord {
    Field field = Field::Name;
    // Of several columns that would do, the one with the lowest is meant: "Mobile" before "Phone".
    int order = 0;
};

// By the heading_key() of a heading.
std::optional<HouseWord> house_word(std::string_view key);

}  // namespace standby::intake
