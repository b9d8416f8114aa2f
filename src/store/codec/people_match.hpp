// Finding people by a part of what they are called or reached by. Letters of the Latin, Greek,
// Cyrillic and Armenian scripts are compared whatever their case; other text as it is.
#pragma once

#include <string>
#include <string_view>

namespace standby::store {

// The text with every letter in lower case, so that texts that differ in case alone become equal.
// Bytes that are not UTF-8 stay as they are.
std::string folded(std::string_view text);

class PeopleMatcher {
public:
    // The text's outer spaces do not count. What has only digits and the signs that phone numbers
    // are written with is also looked for in phone numbers, without signs and leading zeros.
    explicit PeopleMatcher(std::string_view text);

    // An empty text is in nobody.
    bool matches(std::string_view name, std::string_view email, std::string_view phone,
                 std::string_view user_id);

private:
    bool is_in(std::string_view field);
    bool is_in_number(std::string_view phone);

    std::string text_;    // folded
    std::string digits_;  // of a phone number, or empty
    std::string buffer_;  // kept, so that a look through many people allocates nothing
};

}  // namespace standby::store
