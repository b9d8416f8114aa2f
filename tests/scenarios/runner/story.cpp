// Cutting a file into paragraphs, strictly: tabs, trailing blanks and stray indents are errors.
#include "tests/scenarios/runner/story.hpp"

#include <algorithm>
#include <utility>

namespace standby::scenarios {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string comment_text(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    return std::string(line);
}

// Adds a sentence to the story: at the margin it begins a paragraph, below it continues one.
Result<void, Finding> add_sentence(Story& story, std::size_t number, std::string_view line) {
    const std::size_t indent = line.find_first_not_of(' ');
    const std::string text(line.substr(indent));
    if (std::count(text.begin(), text.end(), '"') % 2 != 0) {
        return std::unexpected(Finding{number, "a quotation mark is missing"});
    }
    Line sentence{number, text, split_words(text)};
    if (indent == 0) {
        story.paragraphs.push_back({std::move(sentence), {}});
        return {};
    }
    if (story.paragraphs.empty()) {
        return std::unexpected(Finding{number, "an indented line needs a line above it"});
    }
    story.paragraphs.back().below.push_back(std::move(sentence));
    return {};
}

}  // namespace

Result<Story, Finding> read_story(std::string path, std::string_view text) {
    Story story;
    story.path = std::move(path);
    std::size_t number = 0;
    for (const std::string_view line : lines_of(text)) {
        ++number;
        if (line.find('\t') != std::string_view::npos) {
            return std::unexpected(Finding{number, "a tab; indent with four spaces"});
        }
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent == std::string_view::npos) {
            continue;
        }
        if (line[indent] != '#') {
            TRY(add_sentence(story, number, line));
        } else if (story.paragraphs.empty()) {
            const std::string comment = comment_text(line);
            if (story.title.empty()) {
                story.title = comment;
            } else {
                story.prose.push_back(comment);
            }
        }
    }
    if (story.title.empty() || story.prose.empty()) {
        return std::unexpected(
            Finding{1, "a story begins with '# its title' and '# what it is about'"});
    }
    if (story.paragraphs.empty()) {
        return std::unexpected(Finding{number, "nothing happens in this story"});
    }
    return story;
}

}  // namespace standby::scenarios
