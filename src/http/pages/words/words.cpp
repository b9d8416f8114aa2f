// Filling in values, plural forms, and finding a language's table.
#include "http/pages/words/words.hpp"

#include "base/assert.hpp"
#include "http/pages/wording.hpp"

namespace standby::http {

std::string filled(std::string_view text, const std::string_view* values, std::size_t count) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_place = text[at] == '{' && at + 2 < text.size() && text[at + 2] == '}';
        const auto place = is_place ? static_cast<std::size_t>(text[at + 1] - '0') : count;
        if (place < count) {
            result += values[place];
            at += 2;
        } else {
            result += text[at];
        }
    }
    return result;
}

std::string Counted::with(PageLanguage language, std::uint64_t count) const {
    // French counts nought as one.
    const bool is_one = count == 1 || (count == 0 && language == PageLanguage::French);
    const std::string number = describe_number(count, language);
    const std::string_view value = number;
    return filled(is_one ? one_ : many_, &value, 1);
}

const PageWords& words_in(PageLanguage language) {
    switch (language) {
    case PageLanguage::English:
        return english_page;
    case PageLanguage::German:
        return german_page;
    case PageLanguage::French:
        return french_page;
    case PageLanguage::Spanish:
        return spanish_page;
    }
    UNREACHABLE();
}

}  // namespace standby::http
