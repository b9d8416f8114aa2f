// From the name of a locale that we have words in to its language.
#pragma once

#include "notify/voice/words/words.hpp"

#include <optional>
#include <string_view>

namespace standby::notify {

// Of exactly "en", "de", "fr" or "es".
std::optional<Language> language_of(std::string_view locale);

}  // namespace standby::notify
