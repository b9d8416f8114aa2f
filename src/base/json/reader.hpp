// Reads JSON strictly: RFC 8259 to the letter, valid UTF-8, no name twice in an object, and
// limits on depth and on the number of values. What is lenient elsewhere is a way to make two
// programs see two different requests.
#pragma once

#include "base/json/value.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace standby {

// Arrays and objects inside each other.
inline constexpr std::size_t json_depth_max = 16;
// Values of all kinds in one text; far more than any body of ours has.
inline constexpr std::size_t json_values_max = 20'000;

struct JsonError {
    std::string message;     // what is wrong, as a part of a sentence
    std::size_t offset = 0;  // of the byte at which it was noticed, from 0
    std::string path;        // of the value being read, such as `wants.weekly[2]`; empty: the whole

    // "unexpected end of the text at byte 17, in wants.weekly[2]".
    std::string text() const;
};

// Owns what the root's texts point to, together with the text that was read.
class JsonDocument {
public:
    const JsonValue& root() const { return root_; }

private:
    friend class JsonReader;
    JsonValue root_;
    std::deque<std::string> unescaped_;  // texts that could not stay views
};

// The text must outlive the document.
Result<JsonDocument, JsonError> read_json(std::string_view text);

}  // namespace standby
