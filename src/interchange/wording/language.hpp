// The languages in which Standby speaks to guests.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::interchange {

enum class Language : std::uint8_t { English, German, French, Spanish };

inline constexpr std::array languages = {Language::English, Language::German, Language::French,
                                         Language::Spanish};

// The tag of a language: "en".
std::string_view tag_of(Language language);
// What its speakers call it: "Deutsch".
std::string_view own_name_of(Language language);

// From a tag such as "de", "de-AT" or "FR_ca"; nothing for a language we have no words in.
std::optional<Language> parse_language(std::string_view tag);

}  // namespace standby::interchange
