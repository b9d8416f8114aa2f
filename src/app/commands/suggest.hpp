// What somebody may have meant by a word that does not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace standby::app {

// The known word that takes the fewest changes to get to, if that is not far away; else empty.
std::string_view nearest(std::string_view word, std::span<const std::string> known);

// "; did you mean 'serve'?", or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace standby::app
