#include "notify/voice/words/words.hpp"

namespace standby::notify {

const Words& words_of(Language language) {
    switch (language) {
    case Language::German:
        return german_words;
    case Language::French:
        return french_words;
    case Language::Spanish:
        return spanish_words;
    default:
        return english_words;
    }
}

std::string several_offers_text(Language language) {
    const Words& words = words_of(language);
    return "{{house}}" + std::string(words.mail.colon) + std::string(words.several_offers);
}

}  // namespace standby::notify
