// Of several hints the strongest that names a language of ours decides.
#include "http/pages/language.hpp"

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

std::optional<Language> accepted_language(std::string_view header) {
    std::optional<Language> best;
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

Language choose_language(const LanguageHints& hints) {
    if (const auto asked = parse_language(hints.asked)) {
        return *asked;
    }
    if (const auto person = parse_language(hints.person)) {
        return *person;
    }
    if (const auto accepted = accepted_language(hints.accepted)) {
        return *accepted;
    }
    return parse_language(hints.house).value_or(Language::English);
}

}  // namespace standby::http
