// What every sentence of a story acts on: the driver, the clock, the cast, and what has been seen
// since the paragraph began.
#pragma once

#include "base/result.hpp"
#include "tests/scenarios/runner/calendar.hpp"
#include "tests/scenarios/runner/cast.hpp"
#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/pattern.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace standby::scenarios {

// A sentence was carried out, or holds; otherwise why not.
using Done = Result<void, std::string>;

struct Stage {
    Stage(Driver& driver_to_use, const core::ZoneBook& zones)
        : driver(driver_to_use), calendar(zones) {}

    Driver& driver;
    Calendar calendar;
    Cast cast;
    Fields rules;  // from the rule lines below the sentence under way
    Reply reply;   // to the last command
    bool refusal_expected = false;
    std::size_t paragraph_begin = 0;  // index into driver.events()
    std::size_t command_begin = 0;

    // Lets time pass and notes what happened.
    Done advance(Time to);
    // The same while the engine is switched off.
    Done be_down_until(Time to);
    // Submits about something of the current list. A refusal is kept in `reply`: the lines below
    // may expect it.
    void submit(std::string command, std::string about, Fields fields = {});

    // What happened in this paragraph; also on the way to its moment.
    std::span<const EventRecord> seen() const {
        return std::span(driver.events()).subspan(paragraph_begin);
    }
    // What the command itself brought about.
    std::span<const EventRecord> caused() const {
        return std::span(driver.events()).subspan(command_begin);
    }

private:
    Done check_not_over(Time to) const;
    void observe();

    std::size_t observed_ = 0;
};

// One thing a story can say, and what it means.
struct Sentence {
    Pattern pattern;
    Done (*act)(Stage& stage, const Captures& blanks);
    bool takes_rules = false;  // rule lines may stand below it
};

// A part of a sentence that may or may not be there, in any order: "with Kim", "party of 3".
struct Clause {
    Pattern pattern;
    Done (*read)(Stage& stage, const Captures& blanks, Fields& fields);
};

// Reads clauses until the words are used up. Refused with the clauses that come closest.
Result<Fields, std::string> read_clauses(Stage& stage, const std::vector<Clause>& clauses,
                                         WordSpan words);

}  // namespace standby::scenarios
