// Finding people by a part of what they are called or reached by. Letters of the Latin, Greek,
// Cyrillic and Armenian scripts are compared whatever their case; other text as it is.
#pragma once

#include "engine/ports/store.hpp"

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

// A search while people pass by in the order of their tickets.
class PeopleLook {
public:
    explicit PeopleLook(const engine::PeopleSearch& search)
        : search_(search), matcher_(search.text), last_(search.after) {}

    // False when the search has come to its end and this one is not looked at.
    bool look_at(core::Ticket ticket, std::string_view name, std::string_view email,
                 std::string_view phone, std::string_view user_id);

    // Who was looked at last.
    core::Ticket last() const { return last_; }
    const engine::PeopleFound& found() const { return found_; }

private:
    const engine::PeopleSearch& search_;
    PeopleMatcher matcher_;
    core::Ticket last_;
    engine::PeopleFound found_;
};

}  // namespace standby::store
