// Cutting a line into words, and putting words back together for messages.
#include "tests/scenarios/runner/words.hpp"

#include <algorithm>

namespace standby::scenarios {
namespace {

// Cuts trailing commas and colons off a plain word and adds both.
void add_plain(Words& words, std::string text) {
    std::string tail;
    while (!text.empty() && (text.back() == ',' || text.back() == ':')) {
        tail.insert(tail.begin(), text.back());
        text.pop_back();
    }
    if (!text.empty()) {
        words.push_back({std::move(text), false});
    }
    for (const char separator : tail) {
        words.push_back({std::string(1, separator), false});
    }
}

}  // namespace

Words split_words(std::string_view line) {
    Words words;
    std::size_t at = 0;
    while (at < line.size()) {
        if (line[at] == ' ') {
            ++at;
        } else if (line[at] == '"') {
            const std::size_t end = std::min(line.find('"', at + 1), line.size());
            words.push_back({std::string(line.substr(at + 1, end - at - 1)), true});
            at = end + 1;
        } else {
            const std::size_t end = std::min(line.find_first_of(" \"", at), line.size());
            add_plain(words, std::string(line.substr(at, end - at)));
            at = end;
        }
    }
    return words;
}

std::string joined(WordSpan words) {
    std::string text;
    for (const Word& word : words) {
        if (!text.empty() && !word.is_separator()) {
            text += ' ';
        }
        text += word.quoted ? '"' + word.text + '"' : word.text;
    }
    return text;
}

WordSpan trimmed(WordSpan words) {
    while (!words.empty() && words.front().is_separator()) {
        words = words.subspan(1);
    }
    while (!words.empty() && words.back().is_separator()) {
        words = words.first(words.size() - 1);
    }
    return words;
}

}  // namespace standby::scenarios
