// Everything a story can say, by family. Each family is a table of patterns in a file of its own;
// the README has the same list for people.
#pragma once

#include "tests/scenarios/runner/stage.hpp"

#include <vector>

namespace standby::scenarios {

using Sentences = std::vector<Sentence>;
using Clauses = std::vector<Clause>;

// At the margin: something happens.
const Sentences& list_sentences();     // creating and changing a list, its status, restart
const Sentences& guest_sentences();    // joining, leaving, being marked by staff
const Sentences& crowd_sentences();    // many people at once
const Sentences& offer_sentences();    // answers to offers, messages, payments, bookings
const Sentences& opening_sentences();  // slots that open, places that are released

// Indented: what must be so.
const Sentences& person_expectations();
const Sentences& list_expectations();
const Sentences& event_expectations();

// Indented below the creation of a list, or below "the rules change".
const Clauses& rule_lines();

// Parts of sentences: what may follow "joins", "now wants" and "has slots", stand inside "a cut …
// opens", and follow "an event …".
const Clauses& join_clauses();
const Clauses& wish_clauses();
const Clauses& setting_clauses();
const Clauses& slot_clauses();
const Clauses& event_clauses();

// Joins under this name; the fields are those of join_clauses.
Done join(Stage& stage, const std::string& person, const std::string& name, Fields fields);

}  // namespace standby::scenarios
