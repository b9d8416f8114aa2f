// Everything the engine knows of one resource while it is in memory. Only `apply` changes it;
// whoever decides reads it. It is a value: a copy is a second, independent resource.
#pragma once

#include "core/model/event.hpp"
#include "core/model/ids.hpp"
#include "core/model/limits.hpp"
#include "core/order/line.hpp"
#include "core/rules/rules.hpp"
#include "core/state/changes.hpp"
#include "core/state/contact_index.hpp"
#include "core/state/entry_table.hpp"
#include "core/state/friends.hpp"
#include "core/state/names.hpp"
#include "core/state/places.hpp"
#include "core/state/profiles.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace standby::core {

// What only some entries have: an offer, a place, a miss, a group.
struct Mark {
    Ticket place = 0;    // its place in line, if it drew a new one; 0: its own ticket
    Time place_since{};  // when it drew that place
    std::uint32_t misses = 0;
    std::uint32_t declines = 0;
    std::uint32_t passes = 0;       // times smaller parties went ahead of it
    std::uint32_t sits_out = 0;     // not asked again until the release count passes this - 1
    std::uint32_t steps_aside = 0;  // asked last until then: it could not be told of its offer
    GroupKey group;
    OfferNumber offer;          // live, confirming or accepted
    OpeningNumber opening;      // slots: the one offered or held
    std::uint32_t links = 0;    // the epoch of its links, but for the last bit: that is a flag
    Paid paid = Paid::Unknown;  // accepted: whether its offer was paid for
    bool standing_yes = false;  // seats and access: would take a place at once if one came free
    std::uint32_t pings = 0;    // questions whether they still want it, without an answer so far
    Time heard_at{};            // the last sign of life; zero: on joining
    Time pinged_at{};           // of the last of those questions
    bool set_aside = false;     // keeps its place and is not asked: without `pings`, at its wish
    friend bool operator==(const Mark&, const Mark&) = default;
};

// An offer that is live or confirming.
struct Offer {
    Ticket entry = 0;
    OpeningNumber opening;
    std::uint32_t places = 0;
    std::uint32_t tries = 1;
    OfferState state = OfferState::Live;
    Awaiting awaiting = Awaiting::Nothing;
    bool plain_clock = false;
    bool by_hand = false;  // by staff: cut at the start, not at the cutoff
    bool reminded = false;
    bool paid = false;             // the payment is in, the booking is still out
    std::optional<Money> price{};  // claimed: what is to be paid, whatever the rules say by now
    Time made_at{};
    Time send_at{};
    std::optional<Time> sent_at;
    Time expires_at{};
    std::optional<Time> remind_at;
    Undeliverable unreached = Undeliverable::None;  // why its guest cannot be told
    std::optional<Time> patience_until;             // then somebody else may be asked instead
    std::optional<Time> deadline_before;            // what `expires_at` was until then
    Duration window{0};                             // to claim it in; 0: the rule's
    bool late_yes = false;        // the answer to a standing yes: its place has one try less
    YesBy yes_by = YesBy::Asked;  // how its guest said yes, or will
    friend bool operator==(const Offer&, const Offer&) = default;
};

struct Opening {
    OpeningState state = OpeningState::Offering;
    Slot slot;
    std::vector<NameNumber> services;  // all names that it answers to; so below
    std::vector<NameNumber> staff;
    std::vector<NameNumber> places;
    OfferNumber offer;  // live or confirming
    Ticket holder = 0;  // booked by this entry
    std::uint32_t offers_made = 0;
    OfferState last_outcome = OfferState::None;
    std::optional<Time> hand_back_at;  // its cutoff, while nobody holds it
    std::vector<Ticket> tried;
    std::vector<Ticket> aside;  // were offered it and could not be told: asked last
    bool untold = false;        // so ended the last offer
    // Handed back because nobody was left to ask: until its cutoff, whoever comes is still asked.
    bool asks_newcomers = false;
    // Would take it at once if it came free: they answered too late, and said so since.
    std::vector<Ticket> standing{};
    friend bool operator==(const Opening&, const Opening&) = default;
};

struct Referrer {
    std::uint32_t pending = 0;
    std::uint32_t credited = 0;
    std::int64_t raw_points = 0;  // the ledger's sum
    std::int32_t points = 0;      // what of it counts under the cap
    friend bool operator==(const Referrer&, const Referrer&) = default;
};
struct Referred {
    Ticket referrer = 0;
    std::int32_t raw_points = 0;
    bool credited = false;
    // By what the two are known; empty for those who joined before such keys were kept.
    std::vector<ContactKey> friend_keys{};
    std::vector<ContactKey> referrer_keys{};
    friend bool operator==(const Referred&, const Referred&) = default;
};
// A referral that counted, of an entry that has ended: fraud may still take it back.
struct EndedReferral {
    Ticket referrer = 0;
    std::int32_t raw_points = 0;
    friend bool operator==(const EndedReferral&, const EndedReferral&) = default;
};

// In the order in which those due at the same time are handled.
enum class TimerKind : std::uint8_t { Draw, OfferDeadline, Reminder, OpeningCutoff, Cutoff };
struct Timer {
    Time at{};
    TimerKind kind = TimerKind::Draw;
    std::uint32_t number = 0;
    friend auto operator<=>(const Timer&, const Timer&) = default;
};

// The waiting entries: all of them in order, and for slots also one line per service, so that a
// freed slot looks only at those who want it. Whoever would take several services is in the line of
// each.
struct Lines {
    Line whole{Line::Layout::Sequence};
    std::map<KeyNumber, Line> by_service;
};

// What the next settling has to look at; derived, not part of the value. An open slot found nobody
// the last time; unless `all` is set, only the candidates can have become eligible for it since.
struct Recheck {
    bool all = true;
    bool unsettled = true;      // not looked at since the state was built: anything may be due
    bool wave_blocked = false;  // a move may be waiting for the next wave
    std::optional<Time> party_blocked_until;  // the party that blocks the line may lose its turn
    std::vector<Ticket> candidates;
    std::vector<Ticket> renewed;  // whose offers this command has withdrawn: the terms changed
    // More was over than ended in one portion.
    std::optional<Time> passing_goes_on_at;
    Ticket passed_until = 0;  // seats: up to here nobody was left
    // More addresses were not confirmed in time than are forgotten in one portion.
    std::optional<Time> forgetting_goes_on_at;
    // More were to be asked, or set aside, than in one portion.
    std::optional<Time> asking_goes_on_at;
    Ticket ended_until = 0;        // up to here nobody waits whose waiting is over
    Time looked_at = Time::min();  // when moves were last looked for
};

// Which row: of the resource itself (number 0), or of an entry, an offer or an opening.
struct RowName {
    enum class Of : std::uint8_t { Resource, Entry, Offer, Opening };
    Of of = Of::Resource;
    std::uint32_t number = 0;
    friend auto operator<=>(const RowName&, const RowName&) = default;
};

struct ResourceState {
    explicit ResourceState(ResourceNumber resource = ResourceNumber{}) : number(resource) {}

    ResourceNumber number;
    ResourceStatus status = ResourceStatus::None;
    Settings settings;
    Rules rules;
    std::uint32_t rules_version = 0;
    Time last_at{};
    std::uint64_t last_event = 0;

    Names names;
    Profiles profiles;
    EntryTable entries;
    Lines lines;
    ContactIndex contacts;
    std::unordered_map<Ticket, Mark> marks;
    std::unordered_map<Ticket, Ticket> aliases;  // from a drawn place to its entry
    std::vector<Ticket> redraws;                 // tickets drawn by moves to the back, ascending
    std::unordered_map<GroupKey, std::vector<Ticket>> groups;  // active members
    std::unordered_map<Ticket, Referrer> referrers;
    std::unordered_map<Ticket, Referred> referred;
    std::unordered_map<Ticket, EndedReferral> ended_referrals;
    std::set<Ticket> erased;  // on the list still, although the person was erased; they end first
    Friends friends;

    std::uint64_t unverified = 0;
    // The oldest of those whose time to confirm runs from joining; 0: there is none. And the
    // others, whose confirmation couldn't be sent at first, by the time from which theirs runs.
    Ticket first_unverified = 0;
    std::set<std::pair<Time, Ticket>> proofs_held;
    std::uint64_t accepted = 0;
    std::array<std::uint64_t, limits::party_size_max + 1> waiting_by_party{};

    std::unordered_map<OfferNumber, Offer> offers;
    std::vector<OfferState> offer_states{OfferState::None};   // of every offer ever, by number
    std::unordered_map<OfferNumber, Ticket> accepted_offers;  // whose entry holds the place still
    std::set<std::pair<OfferNumber, Compensation>> compensated;
    // Live offers whose guest cannot be told, by the end of the patience with them.
    std::set<std::pair<Time, OfferNumber>> patience;
    OfferNumber instant_pending;  // made for an instant yes; its acceptance is the next step

    Places places;
    OfferState last_outcome = OfferState::None;  // of the last offer for a counted place

    std::map<OpeningNumber, Opening> openings;
    std::vector<OpeningState> opening_states{OpeningState::None};  // of every opening, by number
    // Offering without an offer, open, or handed back for newcomers to be asked.
    std::set<OpeningNumber> unclaimed;
    std::set<std::pair<Time, OpeningNumber>> booked_until;  // those somebody holds, by their end

    // Whoever would take a place at once that is offered to somebody else: their openings, or none
    // for counted places. Derived from openings and marks.
    std::unordered_map<Ticket, std::vector<OpeningNumber>> standing;
    std::set<OpeningNumber> awaited;  // the openings that have standing yeses

    // Those in line whom something is due for, by when: a question, or being set aside. Derived.
    std::set<std::pair<Time, Ticket>> presence;

    std::unordered_map<EventKey, OpeningNumber> seen_events;
    bool cutoff_reached = false;
    // Somebody came who had waited before, so the line goes by when people joined, not by ticket.
    bool by_time = false;
    std::string cancel_note;  // what the business told its guests when it cancelled
    bool drawn = false;
    // Of a lottery: 256 bits that the server drew, in hexadecimal digits; known to nobody before
    // the draw. Empty: no lottery, or one whose seed staff chose (a rule, in earlier versions).
    std::string draw_seed;
    // Who takes part in the draw, by ticket: fixed by joining, and gone with whoever leaves before
    // it. May be shorter than there are tickets; 0: takes no part.
    std::vector<std::uint64_t> participants;
    Time wave_started{};
    std::uint32_t wave_offers = 0;
    std::set<Timer> timers;
    std::optional<Time> cutoff_timer;
    std::optional<Time> draw_timer;

    Recheck recheck;
    // Fields of rows that only a newer version knows; they go back into the row when it is written.
    // Nearly always empty, and not part of the value.
    std::map<RowName, std::string> later;
    Changes changes;  // noted by `apply`, taken by `take_changes`; not part of the value
};

// The unknown fields of a row, or none. Those of a row that is written for the last time are
// forgotten.
std::string_view later_of(const ResourceState& state, RowName row);
void forget_later(ResourceState& state, RowName row);
// The mark of an entry, or an empty one.
const Mark& mark_of(const ResourceState& state, Ticket entry);
// A guest's links carry the epoch that the entry had when they were made, and open nothing in
// another one. It is odd from the moment an address is proven: that is what the links that proved
// it are known by. Of an ended entry its row knows the epoch.
std::uint32_t link_epoch(const ResourceState& state, Ticket entry);
constexpr bool is_proven(std::uint32_t epoch) {
    return (epoch & 1U) != 0;
}
constexpr std::uint32_t epoch_after_proof(std::uint32_t epoch) {
    return (epoch + 1) | 1U;
}
constexpr std::uint32_t epoch_after_end(std::uint32_t epoch) {
    return (epoch | 1U) + 1;
}
// The entry that stands at a place in line.
Ticket entry_at(const ResourceState& state, Ticket place);
// Where a waiting entry stands, or would stand if it waited.
LinePlace place_in_line(const ResourceState& state, Ticket entry);
// The number of joins up to and including this one.
std::uint32_t position_of(const ResourceState& state, Ticket entry);

// The instant after which this is no longer offered; nothing when there is no start.
std::optional<Time> cutoff_of(const ResourceState& state);
Time cutoff_of(const ResourceState& state, const Opening& opening);
Time end_of(const Slot& slot);
// The event has begun: nobody can be offered a place any more.
bool has_begun(const ResourceState& state, Time now);
// Since when those who wait have nothing left to wait for (and those with a place, if the event was
// cancelled); nothing when they have, or when there are none.
std::optional<Time> next_waiting_over(const ResourceState& state);
// The first of these and of the bookings that are over.
std::optional<Time> next_over(const ResourceState& state);
// When the first booking is over, so that its entry ends by itself. An access list has no such
// time.
std::optional<Time> next_booking_over(const ResourceState& state);
// When the first entry ends because nobody has confirmed its address.
std::optional<Time> next_proof_over(const ResourceState& state);
// An opening that is left to staff ends with its slot.
bool is_over(const Opening& opening, Time now);
// A lottery whose draw is still to come: nobody is ahead of anybody yet.
bool draw_pending(const ResourceState& state);
// What the entry takes part in a sealed lottery as; 0: not at all.
std::uint64_t participant_of(const ResourceState& state, Ticket entry);
bool counts_places(const ResourceState& state);

}  // namespace standby::core
