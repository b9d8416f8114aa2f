// Tells a story to a driver, paragraph by paragraph, and notes where it does not come true.
#pragma once

#include "core/rules/zone_book.hpp"
#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/story.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace standby::scenarios {

// Where no sentence is understood; asked before a story is told, so that slips are found at once.
std::vector<Finding> unknown_sentences(const Story& story);

enum class Restarts : std::uint8_t {
    AsTold,              // only where the story says so
    AfterEverySentence,  // the same story must come true
};

struct Telling {
    std::vector<Finding> findings;  // empty: the story came true
    std::string transcript;         // the story with what happened, for people
};

Telling tell(const Story& story, Driver& driver, const core::ZoneBook& zones, Restarts restarts);

}  // namespace standby::scenarios
