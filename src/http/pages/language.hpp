// The languages of the pages that guests see, and which one a guest is shown.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::http {

enum class PageLanguage : std::uint8_t { English, German, French, Spanish };

inline constexpr std::array page_languages = {PageLanguage::English, PageLanguage::German,
                                              PageLanguage::French, PageLanguage::Spanish};

// The tag of a language: "en".
std::string_view tag_of(PageLanguage language);
// What its speakers call it: "Deutsch".
std::string_view own_name_of(PageLanguage language);

// From a tag such as "de", "de-AT" or "FR_ca"; nothing for a language we have no words in.
std::optional<PageLanguage> parse_language(std::string_view tag);

// The one of our languages that an Accept-Language header likes best (RFC 9110, 12.5.4); of those
// it likes equally, the first. Nothing when it names none of them.
std::optional<PageLanguage> accepted_language(std::string_view header);

// What is known about the reader, the strongest first: the link that was followed, what the person
// said when joining, the browser, the house. The first that names one of our languages decides.
struct LanguageHints {
    std::string_view asked;     // ?lang=
    std::string_view person;    // a locale
    std::string_view accepted;  // Accept-Language
    std::string_view house;     // a locale
};
PageLanguage choose_language(const LanguageHints& hints);

}  // namespace standby::http
