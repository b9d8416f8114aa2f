// What the naive reference remembers of one resource: plain vectors that only events change.
// Nothing is indexed or kept sorted; every question walks the vectors again, so that there is
// little to get wrong.
#pragma once

#include "sim/model/vocabulary.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::sim {

// A row of a referrer's points ledger that counts.
struct NaiveCredit {
    Ticket referred = 0;
    std::int32_t raw = 0;
};

struct NaiveEntry {
    Ticket ticket = 0;
    EntryState state = EntryState::None;
    std::vector<ContactKey> contacts{};
    Wants wants{};
    std::uint32_t party_size = 1;
    std::uint8_t tier = 0;
    std::int32_t points = 0;           // referral points included
    std::int32_t referral_points = 0;  // of these, what the ledger holds under the cap
    std::vector<NaiveCredit> credits{};
    Ticket referrer = 0;
    std::vector<ContactKey> friend_keys{};    // of a referral that may count
    std::vector<ContactKey> referrer_keys{};  // likewise
    GroupKey group{};

    Ticket place = 0;   // the ticket by which it stands in line
    Time joined_at{};   // when it joined
    Time in_line_at{};  // when it joined or went to the back
    bool went_back = false;
    std::string
        participant{};     // sealed lottery: what the first contact gives, in hexadecimal digits
    bool in_draw = false;  // it was on the list, proven, when the lottery was drawn

    std::uint32_t misses = 0;
    std::uint32_t declines = 0;
    std::uint32_t passes = 0;
    std::optional<std::uint64_t> sits_out_at{};  // the count of releases when it began to sit out
    std::vector<OpeningNumber> offered{};        // openings it was offered
    // Could not be told of an offer: counted places, by the count of releases, or these openings.
    std::optional<std::uint64_t> aside_at{};
    std::vector<OpeningNumber> aside{};
    OfferNumber offer{};      // live, confirming or accepted
    OpeningNumber opening{};  // slots: the one offered or held
    // Would take these at once if they came free; none (0) is the next of the counted places.
    std::vector<OpeningNumber> standing{};
    std::uint32_t pings = 0;  // questions whether they still want it, without an answer
    std::optional<Time> heard_at{};
    std::optional<Time> pinged_at{};
    bool set_aside = false;
    bool at_own_wish = false;  // set aside by staff for it, whatever the rules say
    std::uint32_t link_epoch = 0;
    bool has_paid = false;
    bool was_there = false;  // as far as its place is concerned, whatever staff say afterwards
};

struct NaiveOffer {
    OfferNumber number{};
    OfferState state = OfferState::None;
    Ticket entry = 0;
    OpeningNumber opening{};
    std::uint32_t places = 1;
    std::uint32_t tries = 1;
    bool plain_clock = false;
    bool by_hand = false;
    bool reminded = false;
    std::optional<Time> remind_at{};
    Time made_at{};
    Time send_at{};
    std::optional<Time> sent_at{};
    Time expires_at{};
    Awaiting awaiting = Awaiting::Nothing;
    bool paid = false;
    bool refund_due = false;  // a compensation was asked for
    bool release_due = false;
    core::Undeliverable unreached = core::Undeliverable::None;
    std::optional<Time> patience_until{};
    Duration window{0};     // its own, where windows come from the time left
    bool late_yes = false;  // for a standing yes: no try
    core::YesBy yes_by = core::YesBy::Asked;
    Time deadline_before{};  // when it was not known yet that its guest cannot be told
};

struct NaiveOpening {
    OpeningNumber number{};
    OpeningState state = OpeningState::None;
    Slot slot{};
    OfferNumber offer{};  // the live or confirming one
    std::uint32_t offers_made = 0;
    OfferState last_outcome = OfferState::None;
    bool untold = false;          // whoever was offered it last never heard of it
    bool asks_newcomers = false;  // it is with staff, but the line is still asked
};

// A friend who counted, and for whom.
struct NaiveFriendship {
    std::vector<ContactKey> friend_keys{};
    std::vector<ContactKey> referrer_keys{};
};

struct NaiveState {
    ResourceStatus status = ResourceStatus::None;
    Settings settings{};
    Rules rules{};
    std::uint32_t rules_version = 0;
    std::uint64_t last_number = 0;
    Time last_at{};

    Ticket tickets_drawn = 0;
    std::vector<Ticket> back_tickets{};  // drawn by moves to the back
    std::vector<NaiveEntry> entries{};   // in the order of joining
    std::vector<NaiveOffer> offers{};
    std::vector<NaiveOpening> openings{};
    std::vector<NaiveFriendship> friendships{};
    std::vector<ContactKey> barred{};  // found to be fraud
    std::vector<EventKey> events_seen{};
    std::vector<OpeningNumber> event_openings{};  // beside events_seen: what the event opened

    std::uint64_t releases = 0;         // how often places were freed
    std::uint64_t released_places = 0;  // access and external inventory
    std::uint64_t gone_places = 0;      // external inventory
    std::vector<std::uint32_t>
        tries{};                      // carried by free places, most first; fresh ones not listed
    std::uint64_t idle_reported = 0;  // free places already reported
    OfferState last_outcome = OfferState::None;  // of the last offer for a counted place
    bool drawn = false;
    std::string draw_seed{};  // of a sealed lottery
    bool cutoff_recorded = false;

    std::optional<Time> wave_started{};
    std::uint32_t wave_offers = 0;
};

}  // namespace standby::sim
