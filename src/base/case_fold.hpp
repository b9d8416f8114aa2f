// Letters of all scripts without their case, for telling whether two texts are the same but for it:
// "Straße", "STRASSE" and "strasse" are one. Not for showing.
#pragma once

#include <string>
#include <string_view>

namespace standby {

std::string case_folded(std::string_view text);

}  // namespace standby
