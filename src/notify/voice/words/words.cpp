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

}  // namespace standby::notify
