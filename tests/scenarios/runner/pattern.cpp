// Matching with backtracking: each blank offers the numbers of words it could take, the longest
// first, and the rest of the pattern decides. Lines are short, so this is fast enough.
#include "tests/scenarios/runner/pattern.hpp"

#include "base/time.hpp"
#include "tests/scenarios/runner/shapes.hpp"

#include <algorithm>
#include <functional>

namespace standby::scenarios {
namespace {

// "is/are" is either of the two.
bool is_one_of(const Word& word, std::string_view alternatives) {
    while (!alternatives.empty()) {
        const std::size_t end = std::min(alternatives.find('/'), alternatives.size());
        if (word.is(alternatives.substr(0, end))) {
            return true;
        }
        alternatives.remove_prefix(std::min(end + 1, alternatives.size()));
    }
    return false;
}

std::size_t separators_before(WordSpan words, std::size_t at) {
    std::size_t count = 0;
    while (at + count < words.size() && words[at + count].is_separator()) {
        ++count;
    }
    return count;
}

// Matches parts from `part` on against words from `at` on; `accept` is asked at the end.
struct Matcher {
    const std::vector<std::string>& parts;
    WordSpan words;
    std::function<bool(std::size_t)> accept;
    Captures captures;

    bool from(std::size_t part, std::size_t at) {
        if (part == parts.size()) {
            return accept(at);
        }
        const std::string& expected = parts[part];
        if (expected == "{rest}") {
            return rest(part, at);
        }
        at += separators_before(words, at);
        if (expected.front() != '{') {
            return at < words.size() && is_one_of(words[at], expected) && from(part + 1, at + 1);
        }
        for (const std::size_t length : lengths_of(expected, words.subspan(at))) {
            captures.push_back(words.subspan(at, length));
            if (from(part + 1, at + length)) {
                return true;
            }
            captures.pop_back();
        }
        return false;
    }

    bool rest(std::size_t part, std::size_t at) {
        for (std::size_t end = words.size() + 1; end-- > at;) {
            captures.push_back(trimmed(words.subspan(at, end - at)));
            if (from(part + 1, end)) {
                return true;
            }
            captures.pop_back();
        }
        return false;
    }
};

std::vector<std::string> parts_of(std::string_view text) {
    std::vector<std::string> parts;
    for (const Word& word : split_words(text)) {
        if (!word.is_separator()) {
            parts.push_back(word.text);
        }
    }
    return parts;
}

}  // namespace

Pattern::Pattern(std::string_view text) : text_(text), parts_(parts_of(text)) {}

std::optional<Captures> Pattern::match(WordSpan words) const {
    Matcher matcher{parts_, trimmed(words), {}, {}};
    matcher.accept = [&matcher](std::size_t at) { return at == matcher.words.size(); };
    if (!matcher.from(0, 0)) {
        return std::nullopt;
    }
    return std::move(matcher.captures);
}

std::optional<Pattern::Beginning> Pattern::match_beginning(WordSpan words) const {
    Beginning best;
    Matcher matcher{parts_, words, {}, {}};
    matcher.accept = [&](std::size_t at) {
        if (at > best.length) {
            best = {matcher.captures, at};
        }
        return false;  // look for a longer one
    };
    matcher.from(0, 0);
    if (best.length == 0) {
        return std::nullopt;
    }
    return best;
}

double Pattern::likeness(WordSpan words) const {
    double shared = 0;
    double missing = 0;
    for (const std::string& part : parts_) {
        if (part.front() == '{') {
            continue;
        }
        const bool has = std::any_of(words.begin(), words.end(),
                                     [&](const Word& word) { return is_one_of(word, part); });
        (has ? shared : missing) += 1;
    }
    return shared - missing / 4;
}

std::string closest(const std::vector<const Pattern*>& patterns, WordSpan words) {
    constexpr std::size_t shown_max = 6;
    std::vector<const Pattern*> sorted = patterns;
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Pattern* left, const Pattern* right) {
        return left->likeness(words) > right->likeness(words);
    });
    std::string text;
    for (const Pattern* pattern : std::span(sorted).first(std::min(sorted.size(), shown_max))) {
        text += "\n        " + pattern->text();
    }
    return text;
}

}  // namespace standby::scenarios
