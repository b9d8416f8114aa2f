// The tables of a language become one map from words to what they mean, once.
#include "intake/reading/line.hpp"

#include "intake/reading/language_words.hpp"
#include "intake/reading/spelled_numbers.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <unordered_map>

namespace standby::intake {
namespace {

using interchange::Language;

struct Entry {
    Meaning meaning;
    int value;
};

struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};

struct Known {
    std::vector<Entry> entries;  // of exactly these words
    bool goes_on = false;        // there are longer ones that begin with them
};

class Vocabulary {
public:
    Vocabulary(Language language, const LanguageWords& words) {
        for (const auto table : words.tables) {
            for (const WordsRule& rule : table) {
                add_list(rule.meaning, rule.value, rule.words);
            }
        }
        add_list(Meaning::One, 1, words.articles);
        for (const SpelledNumber& number : spelled_numbers(language, words)) {
            add(number.meaning, number.value, number.words);
        }
        if (language == Language::German) {
            add_compounds();
        }
    }

    [[nodiscard]] const Known* find(std::string_view words) const {
        const auto at = known_.find(words);
        return at == known_.end() ? nullptr : &at->second;
    }

private:
    void add_list(Meaning meaning, int value, std::string_view list) {
        while (!list.empty()) {
            const auto bar = list.find('|');
            add(meaning, value, list.substr(0, bar));
            list.remove_prefix(bar == std::string_view::npos ? list.size() : bar + 1);
        }
    }

    void add(Meaning meaning, int value, std::string_view words) {
        for (auto blank = words.find(' '); blank != std::string_view::npos;
             blank = words.find(' ', blank + 1)) {
            known_[std::string(words.substr(0, blank))].goes_on = true;
        }
        known_[std::string(words)].entries.push_back({meaning, value});
    }

    // "Dienstagabend" is a weekday and a part of it.
    void add_compounds() {
        constexpr std::array<std::string_view, 8> weekdays = {"montag",     "dienstag", "mittwoch",
                                                              "donnerstag", "freitag",  "samstag",
                                                              "sonntag",    "sonnabend"};
        constexpr std::array<std::pair<std::string_view, PartOfDay>, 8> parts = {{
            {"morgen", PartOfDay::Morning},
            {"fruh", PartOfDay::Morning},
            {"fruhmorgens", PartOfDay::Morning},
            {"vormittag", PartOfDay::Morning},
            {"mittag", PartOfDay::Midday},
            {"nachmittag", PartOfDay::Afternoon},
            {"abend", PartOfDay::Evening},
            {"nacht", PartOfDay::Night},
        }};
        for (std::size_t i = 0; i < weekdays.size(); ++i) {
            for (const auto& [word, part] : parts) {
                const std::string both = std::string(weekdays[i]) + std::string(word);
                for (const std::string& form : {both, both + "s"}) {
                    add(Meaning::Weekday, static_cast<int>(i < 7 ? i : 5), form);
                    add(Meaning::BarePart, static_cast<int>(part), form);
                }
            }
        }
    }

    std::unordered_map<std::string, Known, Hash, std::equal_to<>> known_;
};

const Vocabulary& vocabulary_of(Language language) {
    static const Vocabulary english(Language::English, english_words());
    static const Vocabulary german(Language::German, german_words());
    static const Vocabulary french(Language::French, french_words());
    static const Vocabulary spanish(Language::Spanish, spanish_words());
    switch (language) {
    case Language::German:
        return german;
    case Language::French:
        return french;
    case Language::Spanish:
        return spanish;
    default:
        return english;
    }
}

// "a.m." has dots between its letters; so have few other things that mean something.
bool is_dot_within(const std::vector<Word>& words, std::size_t index) {
    return words[index].is(".") && words[index].is_glued && index > 0 &&
           words[index - 1].key.size() == 1 && words[index - 1].is_letters() &&
           index + 1 < words.size() && words[index + 1].key.size() == 1;
}

}  // namespace

Line::Line(std::string_view text, Language language, std::span<const Span> opaque)
    : language_(language), words_(split_words(text, opaque)) {
    const Vocabulary& vocabulary = vocabulary_of(language);
    constexpr std::size_t words_max = 7;  // of one phrase
    begins_.reserve(words_.size() + 1);
    std::string phrase;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        begins_.push_back(static_cast<std::uint32_t>(terms_.size()));
        phrase.clear();
        std::size_t taken = 0;
        for (std::size_t end = i; end < words_.size() && taken < words_max; ++end) {
            if (taken > 0 && is_dot_within(words_, end)) {
                continue;
            }
            const Word& word = words_[end];
            const bool is_word =
                word.is_letters() || word.is_digits() || word.is("&") || word.is("@");
            if (!is_word) {
                break;
            }
            if (taken++ > 0) {
                phrase += ' ';
            }
            phrase += word.key;
            const Known* known = vocabulary.find(phrase);
            if (known == nullptr) {
                break;
            }
            std::size_t behind = end + 1;
            // The dot of "p.m." belongs to it.
            if (taken > 1 && word.key.size() == 1 && behind < words_.size() &&
                words_[behind].is(".") && words_[behind].is_glued) {
                const bool is_abbreviation = words_[end - 1].is(".");
                behind += is_abbreviation ? 1 : 0;
            }
            for (const Entry& entry : known->entries) {
                terms_.push_back({entry.meaning, entry.value, static_cast<std::uint32_t>(behind)});
            }
            if (!known->goes_on) {
                break;
            }
        }
    }
    begins_.push_back(static_cast<std::uint32_t>(terms_.size()));
}

const Term* Line::find(std::size_t index, Meaning meaning) const {
    return find(index, {meaning});
}

const Term* Line::find(std::size_t index, std::initializer_list<Meaning> any) const {
    if (index >= words_.size()) {
        return nullptr;
    }
    // Longer ones come later.
    for (std::size_t i = begins_[index + 1]; i > begins_[index]; --i) {
        const Term& term = terms_[i - 1];
        if (std::ranges::find(any, term.meaning) != any.end()) {
            return &term;
        }
    }
    return nullptr;
}

std::size_t Line::skip(std::size_t index, std::initializer_list<Meaning> any) const {
    const Term* term = find(index, any);
    return term == nullptr ? index : term->end;
}

std::optional<Line::Ended> Line::before(std::size_t index,
                                        std::initializer_list<Meaning> any) const {
    constexpr std::size_t words_max = 6;
    std::optional<Ended> found;
    for (std::size_t back = 1; back <= std::min(index, words_max); ++back) {
        for (std::size_t i = begins_[index - back]; i < begins_[index - back + 1]; ++i) {
            if (terms_[i].end == index && std::ranges::find(any, terms_[i].meaning) != any.end()) {
                found = Ended{terms_[i], index - back};
            }
        }
    }
    return found;
}

Span Line::span(std::size_t first, std::size_t end) const {
    if (first >= end || end > words_.size()) {
        return {};
    }
    const std::size_t begin = words_[first].span.offset;
    return {begin, words_[end - 1].span.end() - begin};
}

}  // namespace standby::intake
