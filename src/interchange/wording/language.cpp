// Tags are compared by their first part; regions do not matter to our words.
#include "interchange/wording/language.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace standby::interchange {

std::string_view tag_of(Language language) {
    switch (language) {
    case Language::English:
        return "en";
    case Language::German:
        return "de";
    case Language::French:
        return "fr";
    case Language::Spanish:
        return "es";
    }
    UNREACHABLE();
}

std::string_view own_name_of(Language language) {
    switch (language) {
    case Language::English:
        return "English";
    case Language::German:
        return "Deutsch";
    case Language::French:
        return "Fran\u00e7ais";
    case Language::Spanish:
        return "Espa\u00f1ol";
    }
    UNREACHABLE();
}

std::optional<Language> parse_language(std::string_view tag) {
    const std::string_view first = tag.substr(0, tag.find_first_of("-_"));
    const auto* const found = std::ranges::find_if(languages, [first](Language language) {
        return equals_ignoring_case(first, tag_of(language));
    });
    return found == languages.end() ? std::nullopt : std::optional(*found);
}

}  // namespace standby::interchange
