// Who is who: the names a story gives to people, openings and resources, and the ids the engine
// gave them. Everyone belongs to the list they joined.
#pragma once

#include "base/result.hpp"
#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/words.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace standby::scenarios {

// One list and the people the story put on it.
struct Company {
    std::string resource;
    std::string kind;
    std::vector<std::string> names;                            // in the order of joining
    std::map<std::string, std::string, std::less<>> entries;   // by name
    std::map<std::string, Fields, std::less<>> wishes;         // by name: what was last asked for
    std::map<std::string, std::string, std::less<>> openings;  // by label
    std::string latest_opening;
    std::size_t crowd = 0;  // how many people without a name joined
};

class Cast {
public:
    // A new list becomes the one the story is about.
    void add_company(std::string name, std::string resource, std::string kind);
    // Turns to a list that is there already.
    Result<void, std::string> turn_to(std::string_view name);
    // The list the story is about now; refused before there is one.
    Result<Company*, std::string> company();

    // Notes what an event says about the ids of offers and openings.
    void observe(const EventRecord& event);

    void add_person(const std::string& name, const std::string& entry);

    Result<std::string, std::string> entry_of(std::string_view name);
    // The last offer this person got, be it live or long gone.
    Result<std::string, std::string> offer_of(std::string_view name);
    // Whether the offer was ever made to this person.
    bool was_offered(std::string_view name, std::string_view offer);
    // By its label; without one the opening that came last.
    Result<std::string, std::string> opening_called(std::string_view label);

    // The name of whoever holds the entry, or the id when the story does not know it.
    std::string name_of(std::string_view entry) const;

private:
    std::map<std::string, Company, std::less<>> companies_;
    std::string current_;
    std::map<std::string, std::string, std::less<>> offers_;   // the last one, by entry
    std::map<std::string, std::string, std::less<>> offered_;  // the entry, by offer
    std::map<std::string, std::string, std::less<>> people_;   // by entry
};

// What a {who}, {whose} or {names} blank was filled with, as plain names: "Ada", "person 17".
std::string read_name(WordSpan words);
std::vector<std::string> read_names(WordSpan words);

}  // namespace standby::scenarios
