// What follows when an offer ends, is accepted, or an accepted entry gives up its place: the pieces
// that several commands and timers share.
#pragma once

#include "core/decide/event_builder.hpp"

namespace standby::core {

// Whether the end of an offer is held against the entry.
enum class Fate : std::uint8_t {
    Keeps,     // not its doing: waits on at its place
    Untold,    // likewise, and has not heard of the offer: others are asked first for the place
    Missed,    // rules.after_miss and max_misses
    Declined,  // rules.after_decline
};

// What the place costs: once it was claimed, what it cost then.
std::optional<Money> price_of(const ResourceState& state, const Offer& offer);

// When the thing that is offered begins; nothing when that is not known.
std::optional<Time> start_for(const ResourceState& state, const Offer& offer);

// How long an offer's own window is.
Duration window_of(const Rules& rules, const Offer& offer);

// Where the window of an offer is cut, whenever it is counted; nothing when it is not.
std::optional<Time> end_for(const ResourceState& state, const Offer& offer);

// Where the window of an offer ends when it is counted from `from` on.
Time window_end_from(const ResourceState& state, const Offer& offer, Time from,
                     const ZoneBook& zones);

// Why an opening is handed back at its cutoff.
Reason cutoff_reason(const Opening& opening);

// The deadline of a live offer if its guest hears of it at `from`: never earlier than it was when
// that was thought impossible.
Time deadline_if_told(const ResourceState& state, const Offer& offer, Time from,
                      const Context& context);

// Ends a live or confirming offer; the entry goes where the rules send it.
void end_offer(EventBuilder& builder, OfferNumber number, OfferState outcome, Reason reason,
               Fate fate);

// Ends a live or confirming offer because its entry leaves the list.
void end_offer_with_entry(EventBuilder& builder, OfferNumber number, OfferState outcome,
                          Reason reason, EntryState to);

// The guest said yes: accepted, or confirming where a payment or a booking comes first.
void claim(EventBuilder& builder, OfferNumber number, Reason reason);

// After a successful payment: on to the booking, or accepted.
void continue_after_payment(EventBuilder& builder, OfferNumber number);

// The place is theirs; what this means for the other entries of the group follows.
void accept_offer(EventBuilder& builder, OfferNumber number, Reason reason);

// The others of a group whose entry `winner` got its place: those who only waited leave, unless
// they wait for something earlier; what was held before is released.
void settle_group(EventBuilder& builder, GroupKey group, Ticket winner);
void settle_member(EventBuilder& builder, Ticket member);

// An accepted entry ends in `to`; its place comes free where that is still useful.
void end_accepted(EventBuilder& builder, Ticket entry, EntryState to, Reason reason);

// An accepted entry ends as attended, which frees nothing. Those of its group who waited for
// something earlier have nothing left to move up from, and leave.
void end_attended(EventBuilder& builder, Ticket entry, Reason reason);

// The line has done with an opening, and it is for staff from now on. They are told unless they
// have it already.
void hand_back_opening(EventBuilder& builder, OpeningNumber number, const Opening& opening,
                       Reason reason);

// Something that succeeded outside must be undone there.
void compensate(EventBuilder& builder, OfferNumber number, Compensation compensation,
                Reason reason);

// Whether a newcomer gets a place at once: one is free and nobody waits.
bool accepted_at_once(const ResourceState& state, std::uint32_t party_size, GroupKey group,
                      Ticket self);

}  // namespace standby::core
