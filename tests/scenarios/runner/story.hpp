// A story as it stands in its file: a title, some prose, and paragraphs. A paragraph is a line at
// the margin (something happens) with the indented lines below it (what must then be so).
#pragma once

#include "base/result.hpp"
#include "tests/scenarios/runner/words.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace standby::scenarios {

struct Line {
    std::size_t number = 0;
    std::string text;
    Words words;
};

struct Paragraph {
    Line head;
    std::vector<Line> below;
};

struct Story {
    std::string path;
    std::string title;
    std::vector<std::string> prose;
    std::vector<Paragraph> paragraphs;
};

// Something wrong with a story, at a line of its file.
struct Finding {
    std::size_t line = 0;
    std::string text;
};

// Reads the text of a story. The first comment lines are the title and the prose; both must be
// there. Later comments and empty lines mean nothing.
Result<Story, Finding> read_story(std::string path, std::string_view text);

}  // namespace standby::scenarios
