// Which language a guest is shown.
#pragma once

#include "interchange/wording/language.hpp"

#include <optional>
#include <string_view>

namespace standby::http {

using interchange::Language;
using interchange::parse_language;
using interchange::tag_of;

// The one of our languages that an Accept-Language header likes best (RFC 9110, 12.5.4); of those
// it likes equally, the first. Nothing when it names none of them.
std::optional<Language> accepted_language(std::string_view header);

// What is known about the reader, the strongest first: the link that was followed, what the person
// said when joining, the browser, the house. The first that names one of our languages decides.
struct LanguageHints {
    std::string_view asked;     // ?lang=
    std::string_view person;    // a locale
    std::string_view accepted;  // Accept-Language
    std::string_view house;     // a locale
};
Language choose_language(const LanguageHints& hints);

}  // namespace standby::http
