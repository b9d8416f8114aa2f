// Which passwords are common: those of public lists of what was leaked, and the most frequent long
// words, as a filter that knows tens of thousands without naming one.
#pragma once

#include <cstddef>
#include <string_view>

namespace standby::http {

// Whether the text, in lower case, is in the lists: whole, or as what is left of an entry without
// the digits and signs at its ends. One in 32,768 other texts is taken for one of them.
[[nodiscard]] bool is_common_password(std::string_view lower);

// How many texts the filter knows.
std::size_t common_password_count();

}  // namespace standby::http
