// Tags are compared by their first part; regions do not matter to our words.
#include "http/pages/language.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace standby::http {
namespace {

// The weight of "fr;q=0.8" in thousandths; one that cannot be read counts as none.
int weight_of(std::string_view parameters) {
    const std::size_t at = parameters.find("q=");
    if (at == std::string_view::npos) {
        return 1000;
    }
    double weight = 0;
    const std::string_view number = parameters.substr(at + 2);
    const auto [stop, error] =
        std::from_chars(number.data(), number.data() + number.size(), weight);
    return error == std::errc{} ? static_cast<int>(std::clamp(weight, 0.0, 1.0) * 1000) : 0;
}

}  // namespace

std::string_view tag_of(PageLanguage language) {
    switch (language) {
    case PageLanguage::English:
        return "en";
    case PageLanguage::German:
        return "de";
    case PageLanguage::French:
        return "fr";
    case PageLanguage::Spanish:
        return "es";
    }
    UNREACHABLE();
}

std::string_view own_name_of(PageLanguage language) {
    switch (language) {
    case PageLanguage::English:
        return "English";
    case PageLanguage::German:
        return "Deutsch";
    case PageLanguage::French:
        return "Fran\u00e7ais";
    case PageLanguage::Spanish:
        return "Espa\u00f1ol";
    }
    UNREACHABLE();
}

std::optional<PageLanguage> parse_language(std::string_view tag) {
    const std::string first = to_lower(tag.substr(0, tag.find_first_of("-_")));
    for (const PageLanguage language : page_languages) {
        if (first == tag_of(language)) {
            return language;
        }
    }
    return std::nullopt;
}

std::optional<PageLanguage> accepted_language(std::string_view header) {
    std::optional<PageLanguage> best;
    int best_weight = 0;
    while (!header.empty()) {
        const std::string_view range = header.substr(0, header.find(','));
        header.remove_prefix(std::min(header.size(), range.size() + 1));
        const std::size_t semicolon = std::min(range.find(';'), range.size());
        const auto language = parse_language(trim(range.substr(0, semicolon)));
        const int weight = weight_of(range.substr(semicolon));
        if (language && weight > best_weight) {
            best = language;
            best_weight = weight;
        }
    }
    return best;
}

PageLanguage choose_language(const LanguageHints& hints) {
    if (const auto asked = parse_language(hints.asked)) {
        return *asked;
    }
    if (const auto person = parse_language(hints.person)) {
        return *person;
    }
    if (const auto accepted = accepted_language(hints.accepted)) {
        return *accepted;
    }
    return parse_language(hints.house).value_or(PageLanguage::English);
}

}  // namespace standby::http
