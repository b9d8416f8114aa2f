// Read-only answers about a resource: an entry with its rank, the counts, a page of the line. What
// the API shows is made of these.
#pragma once

#include "core/model/ids.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace standby::core {

struct ResourceState;

struct Counts {
    std::uint64_t unverified = 0;
    std::uint64_t waiting = 0;
    std::uint64_t offered = 0;   // entries offered or confirming
    std::uint64_t accepted = 0;  // entries
    std::uint64_t accepted_places = 0;
    std::uint64_t held_places = 0;
    std::uint64_t free_places = 0;  // slots: openings that can still be offered
    std::uint64_t limit = 0;        // seats and access: how many places there are
    friend bool operator==(const Counts&, const Counts&) = default;
};
Counts counts_of(const ResourceState& state);

struct EntryView {
    Ticket ticket = 0;
    EntryState state = EntryState::None;
    std::uint32_t party_size = 0;
    std::uint8_t tier = 0;
    std::int32_t points = 0;
    std::uint32_t position = 0;
    std::optional<std::uint64_t> rank;  // from 1; only while waiting, and after any draw
    Time joined_at{};
    Wants wants;
    OfferNumber offer;      // live, confirming or accepted; none otherwise
    OpeningNumber opening;  // slots: the one offered or held
    std::uint32_t misses = 0;
    std::uint32_t declines = 0;
    std::uint32_t referrals_pending = 0;
    std::uint32_t referrals_credited = 0;
    GroupKey group;
    std::uint32_t link_epoch = 0;
    bool standing_yes = false;  // would take a place that is offered to somebody else
    bool set_aside = false;     // has not answered whether they still want it
    std::uint32_t pings = 0;    // how often they were asked that, without an answer
};
// Nothing for a ticket that was never drawn by a join. Of an ended entry only the ticket, state and
// position are told: the rest lives in its row.
std::optional<EntryView> view_entry(const ResourceState& state, Ticket ticket);

struct OfferView {
    OfferNumber number;
    OfferState state = OfferState::None;
    Ticket entry = 0;
    OpeningNumber opening;
    std::uint32_t places = 0;
    Time made_at{};
    std::optional<Time> sent_at;
    Time send_at{};
    Time expires_at{};
    Awaiting awaiting = Awaiting::Nothing;
    Undeliverable unreached = Undeliverable::None;
    std::optional<Time> patience_until;
};
// Of an ended offer only the number and the state are told.
std::optional<OfferView> view_offer(const ResourceState& state, OfferNumber number);

struct OpeningView {
    OpeningNumber number;
    OpeningState state = OpeningState::None;
    Slot slot;
    OfferNumber offer;  // the live one
    std::uint32_t offers_made = 0;
};
// Openings that ended otherwise than by booking tell only the number and the state.
std::optional<OpeningView> view_opening(const ResourceState& state, OpeningNumber number);

// Up to `count` waiting entries from `rank` (from 1) on, in order.
std::vector<Ticket> page_of_line(const ResourceState& state, std::uint64_t rank, std::size_t count);

}  // namespace standby::core
