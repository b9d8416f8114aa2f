// The little that the invariants need to know, kept from the events alone: who is in which state,
// which offers hold how many places, how many there are. Neither the core nor the model is asked,
// so an error that both of them share still shows.
#pragma once

#include "sim/model/vocabulary.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace standby::sim {

struct LedgerEntry {
    EntryState state = EntryState::None;
    std::uint32_t party_size = 1;
    GroupKey group{};
    bool moves_up = false;
    OfferNumber offer{};      // live, confirming or accepted
    OpeningNumber opening{};  // held
    bool was_there = false;   // its place is used, whatever staff say afterwards
};

struct LedgerOffer {
    OfferState state = OfferState::None;
    Ticket entry = 0;
    OpeningNumber opening{};
    std::uint32_t places = 0;
    Time expires_at{};
    Awaiting awaiting = Awaiting::Nothing;
    bool is_sent = false;       // its guest has heard of it, as far as is known
    bool is_unreached = false;  // or cannot
    bool is_claimed = false;
    std::optional<Time> patience_until{};
    Time deadline_before{};  // it was unreached
    Time made_at{};
    bool late_yes = false;  // the answer to a standing yes
};

struct LedgerOpening {
    OpeningState state = OpeningState::None;
    Time starts_at{};
};

struct Ledger {
    std::uint64_t last_number = 0;
    Time last_at{};
    ResourceStatus status = ResourceStatus::None;
    Settings settings;
    std::uint64_t released = 0;
    std::uint64_t gone = 0;
    std::map<Ticket, LedgerEntry> entries;
    std::map<OfferNumber, LedgerOffer> offers;
    std::map<OpeningNumber, LedgerOpening> openings;
    // Who would take what at once; counted places have no opening.
    std::set<std::pair<Ticket, OpeningNumber>> standing;

    void apply(const Event& event);

    std::uint64_t limit() const;
    std::uint64_t taken() const;  // places accepted and held
};

}  // namespace standby::sim
