// The invariants that must hold at every single event, a file each. `before` is the ledger without
// the event, `after` is the ledger with it.
#pragma once

#include "sim/check/ledger.hpp"
#include "sim/check/report.hpp"
#include "sim/model/naive_resource.hpp"

namespace standby::sim {

// numbering.cpp: numbers without gaps, time never backwards.
void check_numbering(const Ledger& before, const Event& event, Report& report);

// transitions.cpp: `from` and `to` are true, and nothing leads out of a terminal state.
void check_transitions(const Ledger& before, const Event& event, Report& report);

// deadlines.cpp: nothing is claimed at or after the deadline, nothing ends unanswered before it.
void check_deadlines(const Ledger& before, const Event& event, Report& report);

// told.cpp: nobody misses an offer, or goes out, without having been told or having said no;
// whoever cannot be told has the list's patience first.
void check_told(const Ledger& before, const Event& event, Report& report);

// order_kept.cpp: what was never told, for whatever reason, costs nobody their place in line.
void check_order_kept(const Ledger& before, const Event& event, Report& report);

// standing.cpp: whoever said yes too late comes before anybody new, first in line first; nobody is
// given what they did not say yes to. `model` is as it was before the event.
void check_standing(const Ledger& before, const NaiveResource& model, const Event& event,
                    Report& report);

// deadlines.cpp: the first claim wins, and every later one is told what became of the offer.
void check_claim(const Ledger& after, OfferNumber number, const Outcome& outcome, Report& report);

// deadlines.cpp: once everything due by `now` is done, no offer has outlived its deadline.
void check_no_overdue(const Ledger& after, Time now, Report& report);

// capacity.cpp: no more places given than there are; one live offer per entry, opening and group.
void check_capacity(std::uint64_t taken_before, const Ledger& after, const Event& event,
                    Report& report);

// capacity.cpp: at most one entry of a group holds a place, once a command is done.
void check_groups(const Ledger& after, Report& report);

}  // namespace standby::sim
