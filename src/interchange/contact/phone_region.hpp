// Which country a number without its country code is of.
#pragma once

#include "engine/ports/correspondence.hpp"

#include <string_view>

namespace standby::interchange {

// The country that the business chose, else that of its time zone, else that of the list's. Empty:
// nobody can know.
std::string_view phone_region(const engine::House& house, std::string_view list_zone = {});

}  // namespace standby::interchange
