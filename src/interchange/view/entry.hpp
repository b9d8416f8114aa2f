// An entry as JSON, made from what is in memory or from its stored row. Personal data and tokens
// are marks, which are filled in when the answer leaves.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"
#include "core/model/states.hpp"
#include "core/rules/rules.hpp"
#include "core/state/rows.hpp"
#include "interchange/view/offer.hpp"
#include "interchange/view/viewer.hpp"

#include <cstdint>
#include <optional>

namespace standby::interchange {

struct EntryFacts {
    core::EntryId id;
    core::EntryState state = core::EntryState::None;
    bool complete = true;  // false: only the id, the state and the position are known
    std::uint32_t party_size = 1;
    std::uint8_t tier = 0;
    std::int32_t points = 0;
    std::uint32_t position = 0;
    std::optional<std::uint64_t> rank;
    Time joined_at{};
    core::Wants wants;
    core::OpeningNumber opening;  // offered or held
    std::uint32_t misses = 0;
    std::uint32_t declines = 0;
    std::uint32_t referrals_pending = 0;
    std::uint32_t referrals_credited = 0;
    std::uint32_t link_epoch = 0;
    bool standing_yes = false;  // known from memory only
    bool set_aside = false;
    bool is_asked = false;         // whether they still want it, and has not answered
    std::optional<Time> ended_at;  // known from the stored row
    core::Reason end_reason = core::Reason::None;  // where the guest's page tells why; so is this
    std::optional<OfferFacts> offer;               // the live or confirming one
    std::optional<OpeningFacts> offer_opening;
};
// With its offer. Nothing for a ticket that no join drew. An ended entry is complete only as long
// as its last row has not been taken for writing: in the answer to the very command that ended it.
// Later the memory knows only its state and position, and the stored row has the rest.
std::optional<EntryFacts> entry_facts(const core::ResourceState& state, core::Ticket ticket);
// Without rank and offer, which only a live entry has. `state` is the row's own column.
EntryFacts entry_facts(core::EntryId id, core::EntryState state, const core::EntryRow& row);
// Of an archived one only the id and the state are left.
EntryFacts entry_facts(core::EntryId id, const engine::StoredRow& row);

enum class TokenInAnswer : std::uint8_t { No, Yes };
struct EntryStyle {
    Viewer viewer = Viewer::Anybody;
    core::Visibility visibility = core::Visibility::Rank;
    TokenInAnswer token = TokenInAnswer::No;  // the token, the link and the code of its group
};
// Of an ended entry its guest's link shows what became of it, and nothing about the guest.
void write_entry(JsonWriter& writer, const EntryFacts& facts, const EntryStyle& style);

// Straight from memory, with the visibility that the rules set. Null for an unknown ticket.
void write_entry(JsonWriter& writer, const core::ResourceState& state, core::Ticket ticket,
                 Viewer viewer, TokenInAnswer token = TokenInAnswer::No);

// How many seconds a page should wait before it asks again: 5 with an offer, 10 among the first ten
// in line, 30 among the first hundred, 60 further back, 300 once the entry has a place or has
// ended. Where the rules hide ranks, it is 30 for everybody who waits, so that it tells nothing.
std::uint32_t refresh_seconds(core::EntryState state, std::optional<std::uint64_t> rank,
                              core::Visibility visibility);

}  // namespace standby::interchange
