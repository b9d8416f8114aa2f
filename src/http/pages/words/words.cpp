// Filling in values, plural forms, and finding a language's table.
#include "http/pages/words/words.hpp"

#include "base/assert.hpp"
#include "interchange/wording/formats.hpp"

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

std::string Counted::with(Language language, std::uint64_t count) const {
    // French counts nought as one.
    const bool is_one = count == 1 || (count == 0 && language == Language::French);
    const std::string number = format_number(language, count);
    const std::string_view value = number;
    return filled(is_one ? one_ : many_, &value, 1);
}

const PageWords& words_in(Language language) {
    switch (language) {
    case Language::English:
        return english_page;
    case Language::German:
        return german_page;
    case Language::French:
        return french_page;
    case Language::Spanish:
        return spanish_page;
    }
    UNREACHABLE();
}

}  // namespace standby::http
