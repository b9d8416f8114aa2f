// The small changes that several events share: in and out of the line, marks, timers, the end of an
// entry. Only `apply` uses these, and who builds a state from its rows. What they change in a row
// is noted (core/state/changes.hpp).
#pragma once

#include "core/state/resource_state.hpp"

namespace standby::core {

// The mark of an entry, made when it has none yet.
Mark& edit_mark(ResourceState& state, Ticket entry);

// The epoch of an entry's links; 0 in an event means that it stays.
void set_link_epoch(ResourceState& state, Ticket entry, std::uint32_t epoch);

// Somebody whom an open slot has not been compared with: only those who came into the line since it
// was last looked at. Past a few of them, looking at the whole line is simpler.
void note_candidate(ResourceState& state, Ticket entry);

// A waiting entry takes its place in line, or gives it up.
void enter_line(ResourceState& state, Ticket entry);
void leave_line(ResourceState& state, Ticket entry);
// After a change of the order: every waiting entry takes its place anew.
void rebuild_lines(ResourceState& state);

// The entry draws a new place at the back, which is the next ticket.
void redraw_place(ResourceState& state, Ticket entry, Ticket new_place, Time at);

// What the entry takes part in the draw as; 0: no longer.
void set_participant(ResourceState& state, Ticket entry, std::uint64_t participant);

// The entry reaches a terminal state; all that was known of it goes, but the state.
void end_entry(ResourceState& state, Ticket entry, EntryState to, Reason reason);

// An entry that had ended so far ended otherwise: of its row only the state changes.
void correct_end(ResourceState& state, Ticket entry, EntryState to);

void join_group(ResourceState& state, Ticket entry, GroupKey group);

// What a referrer earned, or whom it referred, has changed: that is part of its row, if it has one.
void note_referral(ResourceState& state, Ticket entry);
// The opening leaves memory; its last row is kept for the store.
// The names that its slot answers to are in use until it is dropped.
void hold_names(Opening& opening, Names& names);
void drop_opening(ResourceState& state, OpeningNumber number);

// Sets or clears a single timer that is remembered in `known`.
void set_timer(ResourceState& state, std::optional<Time>& known, std::optional<Time> at,
               TimerKind kind, std::uint32_t number);
// Deadline and reminder of an offer as it stands; `clear` before it changes, `set` after.
void clear_offer_timers(ResourceState& state, OfferNumber number, Offer& offer);
void set_offer_timers(ResourceState& state, OfferNumber number, Offer& offer);
// The cutoff and the draw of the resource, as settings and rules have them at `at`.
void set_resource_timers(ResourceState& state, Time at);

// The entry would take the place at once if it came free; counted places have no opening. `drop`
// ends that for one opening, for all that the entry waits for, or for all who wait for an opening.
void keep_standing(ResourceState& state, Ticket entry, OpeningNumber opening);
void drop_standing(ResourceState& state, Ticket entry, OpeningNumber opening);
void drop_standing(ResourceState& state, Ticket entry);
void drop_standing(ResourceState& state, OpeningNumber opening);

// A sign of life of an entry: it is not asked again for a while, and if it was set aside, it is
// offered what fits again.
void hear_of(ResourceState& state, Ticket entry, Time at);
// Whose time to confirm an address doesn't run any more, or from another time on.
void forget_proof(ResourceState& state, Ticket entry);
// To be called around a change of what `presence_due` goes by, for an entry in line.
void forget_presence(ResourceState& state, Ticket entry);
void plan_presence(ResourceState& state, Ticket entry);
// The same for the whole line, when the rules have changed.
void plan_presence(ResourceState& state);

// An opening that nobody holds is handed back at its cutoff, unless staff have it and nobody waits
// for it any more. To be called when something of that has changed.
void watch_cutoff(ResourceState& state, OpeningNumber number, Opening& opening);

// Nobody holds the opening: it is looked at by the next move, and handed back at its cutoff.
void leave_unclaimed(ResourceState& state, OpeningNumber number, Opening& opening);
void claim_opening(ResourceState& state, OpeningNumber number, Opening& opening);

}  // namespace standby::core
