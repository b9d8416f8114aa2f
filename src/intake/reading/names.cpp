// Both look at runs of words: behind a phrase for a name, anywhere for what is on offer.
#include "intake/reading/names.hpp"

#include "base/name_key.hpp"
#include "base/text.hpp"
#include "intake/reading/letter.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace standby::intake {
namespace {

using interchange::CatalogueItem;
using interchange::CatalogueKind;

struct Phrase {
    std::string_view words;
    std::size_t words_min;  // of the name behind it
};

// Without case and accents. What is also said of others asks for two words.
constexpr auto phrases = std::to_array<Phrase>({
    {"my name is", 1},
    {"name is", 2},
    {"my name s", 1},
    {"under the name", 1},
    {"under the name of", 1},
    {"in the name of", 1},
    {"under", 2},
    {"this is", 2},
    {"name", 1},
    {"my full name is", 1},
    {"the name is", 1},
    {"for the name", 1},
    {"mein name ist", 1},
    {"ich heisse", 1},
    {"ich heise", 1},
    {"auf den namen", 1},
    {"unter dem namen", 1},
    {"hier ist", 2},
    {"hier schreibt", 2},
    {"auf name", 1},
    {"vor und nachname", 1},
    {"je m appelle", 1},
    {"mon nom est", 1},
    {"au nom de", 1},
    {"au nom d", 1},
    {"sous le nom de", 1},
    {"nom", 1},
    {"prenom et nom", 1},
    {"me llamo", 1},
    {"mi nombre es", 1},
    {"a nombre de", 1},
    {"soy", 2},
    {"nombre", 1},
});

constexpr auto particles =
    std::to_array<std::string_view>({"van", "von", "de", "der", "den", "del", "la", "le", "da",
                                     "di", "dos", "y", "zu", "du", "ter"});

// How many words from here are this phrase; 0: they aren't.
std::size_t phrase_at(const Line& line, std::size_t at, std::string_view phrase) {
    std::size_t taken = 0;
    while (!phrase.empty()) {
        const auto blank = phrase.find(' ');
        const std::string_view word = phrase.substr(0, blank);
        if (at + taken >= line.size() || !line.at(at + taken).is(word)) {
            return 0;
        }
        ++taken;
        phrase.remove_prefix(blank == std::string_view::npos ? phrase.size() : blank + 1);
    }
    return taken;
}

struct Run {
    std::size_t end = 0;
    std::size_t words = 0;
};

// Words with large letters, with particles and dots of initials between them; in one line.
Run name_run(const Line& line, std::size_t at, std::string_view text) {
    constexpr std::size_t words_max = 4;
    Run run{at, 0};
    for (std::size_t next = at; next < line.size() && run.words < words_max; ++next) {
        const Word& word = line.at(next);
        const bool is_initial_dot = word.is(".") && word.is_glued && next > at &&
                                    line.at(next - 1).key.size() <= 2 && next + 1 < line.size() &&
                                    line.at(next + 1).is_capital;
        const bool is_particle = word.is_letters() && !word.is_capital && next > at &&
                                 std::ranges::find(particles, word.key) != particles.end();
        if (is_initial_dot || is_particle) {
            continue;
        }
        const bool means_other = line.find(next, {Meaning::Weekday, Meaning::Month}) != nullptr;
        const bool is_next_line = words_at(text, line.span(at, next + 1)).contains('\n');
        if (!word.is_letters() || !word.is_capital || means_other || is_next_line) {
            break;
        }
        ++run.words;
        run.end = next + 1;
    }
    return run;
}

struct Named {
    const CatalogueItem* item = nullptr;
    std::size_t first = 0;
    std::size_t end = 0;
    bool is_exact = false;
};

}  // namespace

std::optional<FoundText> read_stated_name(std::string_view text, const Line& line) {
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (!line.at(at).is_letters()) {
            continue;
        }
        for (const Phrase& phrase : phrases) {
            const std::size_t taken = phrase_at(line, at, phrase.words);
            if (taken == 0) {
                continue;
            }
            std::size_t next = at + taken;
            const bool is_label = phrase.words == "name" || phrase.words == "nom" ||
                                  phrase.words == "nombre" || phrase.words == "vor und nachname" ||
                                  phrase.words == "prenom et nom";
            if (is_label && !line.is(next, ":")) {
                continue;
            }
            next += line.is(next, ":") ? 1 : 0;
            const Run run = name_run(line, next, text);
            const Span span = line.span(next, run.end);
            if (run.words >= phrase.words_min && is_name(words_at(text, span))) {
                return FoundText{std::string(words_at(text, span)), span};
            }
        }
    }
    return std::nullopt;
}

namespace {

// Short words are too near to too much.
bool may_be_misspelt(std::string_view key) {
    constexpr std::size_t length_min = 5;
    return key.size() >= length_min;
}

bool is_about_as_long(std::string_view one, std::string_view other, std::size_t mistakes) {
    return one.size() <= other.size() + mistakes && other.size() <= one.size() + mistakes;
}

class OfferedFinder {
public:
    OfferedFinder(const interchange::OfferedNames& offered, CatalogueKind kind) : kind_(kind) {
        for (const CatalogueItem& item : offered.items()) {
            if (item.kind != kind) {
                continue;
            }
            add(item, item.name);
            for (const std::string& name : item.other_names) {
                add(item, name);
            }
        }
    }

    std::optional<FoundItem> find(std::string_view text, const Line& line) const {
        constexpr std::size_t words_read_max = 1500;
        std::vector<Named> found;
        for (std::size_t at = 0; at < std::min(line.size(), words_read_max);) {
            const auto named = at_word(text, line, at);
            if (named.item != nullptr) {
                found.push_back(named);
                at = named.end;
            } else {
                ++at;
            }
        }
        const bool has_exact = std::ranges::any_of(found, &Named::is_exact);
        const Named* chosen = nullptr;
        for (const Named& each : found) {
            if (has_exact && !each.is_exact) {
                continue;
            }
            if (chosen != nullptr && chosen->item != each.item) {
                return std::nullopt;
            }
            chosen = chosen == nullptr ? &each : chosen;
        }
        if (chosen == nullptr) {
            return std::nullopt;
        }
        return FoundItem{chosen->item, line.span(chosen->first, chosen->end)};
    }

private:
    struct Known {
        const CatalogueItem* item;
        std::string key;
    };

    void add(const CatalogueItem& item, const std::string& name) {
        std::string key = name_key(name);
        if (!key.empty()) {
            // "Dr. Weber" is called "Weber", too, and Anna Schmidt "Anna".
            if (kind_ == CatalogueKind::Person) {
                for (const Word& word : split_words(name)) {
                    if (word.is_letters() && word.key.size() >= 3) {
                        first_names_.push_back({&item, word.key});
                    }
                }
            }
            known_.push_back({&item, std::move(key)});
        }
    }

    // The longest run of words from here that names something.
    [[nodiscard]] Named at_word(std::string_view text, const Line& line, std::size_t at) const {
        Named best;
        constexpr std::size_t run_max = 6;
        for (std::size_t end = at + 1; end <= std::min(line.size(), at + run_max); ++end) {
            const Word& last = line.at(end - 1);
            if (last.kind == Word::Kind::Break || last.kind == Word::Kind::Opaque) {
                break;
            }
            if (!last.is_letters() && !last.is_digits()) {
                continue;
            }
            const std::string key = name_key(words_at(text, line.span(at, end)));
            for (const Known& known : known_) {
                const bool is_same = known.key == key;
                const std::size_t mistakes = known.key.size() >= 9 ? 2 : 1;
                const bool is_near = !is_same && may_be_misspelt(known.key) &&
                                     may_be_misspelt(key) && key[0] == known.key[0] &&
                                     is_about_as_long(key, known.key, mistakes) &&
                                     key_distance(key, known.key, mistakes) <= mistakes;
                if (is_same || (is_near && !best.is_exact)) {
                    best = {known.item, at, end, is_same};
                }
            }
        }
        if (best.item == nullptr && line.at(at).is_capital) {
            best = by_first_name(line, at);
        }
        return best;
    }

    [[nodiscard]] Named by_first_name(const Line& line, std::size_t at) const {
        Named found;
        for (const Known& known : first_names_) {
            if (known.key == line.at(at).key) {
                if (found.item != nullptr && found.item != known.item) {
                    return {};
                }
                found = {known.item, at, at + 1, true};
            }
        }
        return found;
    }

    CatalogueKind kind_;
    std::vector<Known> known_;
    std::vector<Known> first_names_;
};

}  // namespace

std::optional<FoundItem> read_offered(const interchange::OfferedNames& offered, CatalogueKind kind,
                                      std::string_view text, const Line& line) {
    return OfferedFinder(offered, kind).find(text, line);
}

}  // namespace standby::intake
