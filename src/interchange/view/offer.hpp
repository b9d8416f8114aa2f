// Offers and openings as JSON. Both are made from what is in memory or from a stored row, and look
// the same; what is not known any more is null.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"
#include "core/state/rows.hpp"
#include "engine/ports/payments.hpp"
#include "engine/ports/store.hpp"
#include "interchange/view/viewer.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace standby::interchange {

struct OfferFacts {
    core::OfferId id;
    core::OfferState state = core::OfferState::None;
    bool complete = true;  // false: only the id and the state are known
    core::Ticket entry = 0;
    core::OpeningNumber opening;
    std::uint32_t places = 0;
    Time made_at{};
    Time send_at{};  // when its message is to leave
    std::optional<Time> sent_at;
    Time expires_at{};
    core::Awaiting awaiting = core::Awaiting::Nothing;
    core::Undeliverable unreached = core::Undeliverable::None;
    std::optional<Time> patience_until;
    std::uint32_t link_epoch = 0;  // of its entry; of an ended offer not known
    bool late_yes = false;         // a late yes can be given or taken back for it now
    bool standing_yes = false;     // one was given
};
// Nothing for a number that was never given out. An ended offer is complete only as long as its
// last row has not been taken for writing: in the answer to the very command that ended it. Later
// the memory knows only its state, and the stored row has the rest.
std::optional<OfferFacts> offer_facts(const core::ResourceState& state, core::OfferNumber number);
// `state` is the row's own column, which outlives the encoded data.
OfferFacts offer_facts(core::OfferId id, core::OfferState state, const core::OfferRow& row);
// Of an archived one only the id and the state are left.
OfferFacts offer_facts(core::OfferId id, const engine::StoredRow& row);

struct OpeningFacts {
    core::OpeningId id;
    core::OpeningState state = core::OpeningState::None;
    bool complete = true;  // false: only the id and the state are known
    core::Slot slot;
    core::OfferNumber offer;  // the live one
    std::uint32_t offers_made = 0;
    core::Ticket holder = 0;  // booked by this entry
    bool asks_newcomers = false;
    std::uint32_t standing_yes = 0;  // how many would take it, having answered too late
};
// Counted places that are free while people wait whom nobody can ask.
struct IdlePlaces {
    std::uint64_t free = 0;
    bool is_left_to_staff = false;  // after the cutoff, or asked about often enough
};
std::optional<OpeningFacts> opening_facts(const core::ResourceState& state,
                                          core::OpeningNumber number);
OpeningFacts opening_facts(core::OpeningId id, core::OpeningState state,
                           const core::OpeningRow& row);
OpeningFacts opening_facts(core::OpeningId id, const engine::StoredRow& row);

// What the engine last did with the opening, as far as its state tells.
core::Move move_of(const OpeningFacts& facts);

// The opening is written inside, without its offer; null: there is none, or it is not known. The
// payment, too, if it is at hand.
void write_offer(JsonWriter& writer, const OfferFacts& facts, const OpeningFacts* opening,
                 Viewer viewer, const engine::Payment* payment = nullptr);

// One line of an opening's history.
struct OpeningMove {
    std::uint64_t seq = 0;
    Time at{};
    core::Move move = core::Move::None;
    core::OfferNumber offer;
    core::Ticket entry = 0;
    core::Reason reason = core::Reason::None;
};

// The offer is written inside, without its opening; null: there is none.
void write_opening(JsonWriter& writer, const OpeningFacts& facts, const OfferFacts* offer,
                   Viewer viewer);
// The same with `moves`, for the opening on its own.
void write_opening(JsonWriter& writer, const OpeningFacts& facts, const OfferFacts* offer,
                   std::span<const OpeningMove> moves, Viewer viewer);

// The same for whoever reports it once more under the same event: with what became of it, in words.
void write_known_opening(JsonWriter& writer, const OpeningFacts& facts, const OfferFacts* offer,
                         Viewer viewer);

// Straight from memory, with the opening or the live offer that belongs to it. Null when the number
// was never given out.
void write_offer(JsonWriter& writer, const core::ResourceState& state, core::OfferNumber number,
                 Viewer viewer);
void write_opening(JsonWriter& writer, const core::ResourceState& state, core::OpeningNumber number,
                   Viewer viewer);

}  // namespace standby::interchange
