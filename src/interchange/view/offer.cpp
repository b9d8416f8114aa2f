#include "interchange/view/offer.hpp"

#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/payment.hpp"
#include "interchange/view/placeholders.hpp"
#include "interchange/view/wants.hpp"

#include <algorithm>

namespace standby::interchange {
namespace {

void write_claim_links(JsonWriter& writer, const OfferFacts& facts, Viewer viewer) {
    // Of an ended one there is nothing left to claim.
    if (gets_links(viewer) && !core::is_terminal(facts.state)) {
        write_claim_url(writer, "claim_url", facts.id, facts.link_epoch);
    } else {
        writer.null("claim_url");
    }
    const bool is_to_be_paid =
        facts.state == core::OfferState::Confirming && facts.awaiting == core::Awaiting::Payment;
    if (gets_links(viewer) && is_to_be_paid) {
        write_payment_url(writer, "payment_url", facts.id);
    } else {
        writer.null("payment_url");
    }
}

// Without the opening.
void write_offer_members(JsonWriter& writer, const OfferFacts& facts, Viewer viewer) {
    const core::ResourceNumber resource = core::resource_of(facts.id);
    writer.text("id", core::format_id(facts.id));
    write_id(writer, "entry_id", resource, facts.entry);
    writer.text("resource_id", core::format_id(resource));
    writer.text("state", core::name_of(facts.state));
    if (facts.complete) {
        writer.natural("places", facts.places);
        writer.time("made_at", facts.made_at);
        writer.time("sent_at", facts.sent_at);
        writer.time("expires_at", facts.expires_at);
    } else {
        for (const std::string_view name : {"places", "made_at", "sent_at", "expires_at"}) {
            writer.null(name);
        }
    }
    write_name(writer, "awaiting", facts.awaiting, core::Awaiting::Nothing);
    write_name(writer, "unreached", facts.unreached, core::Undeliverable::None);
    writer.time("patience_until", facts.patience_until);
    writer.boolean("late_yes", facts.late_yes);
    writer.boolean("standing_yes", facts.standing_yes);
    write_claim_links(writer, facts, viewer);
}

// The last row of what ended since the rows were last written, if it did.
const core::RowChange* last_row(const std::vector<core::RowChange>& rows, std::uint32_t number) {
    const auto found = std::find_if(rows.rbegin(), rows.rend(),
                                    [number](const auto& row) { return row.number == number; });
    return found == rows.rend() ? nullptr : &*found;
}

std::uint32_t count_of(const std::vector<core::Ticket>& tickets) {
    return static_cast<std::uint32_t>(tickets.size());
}

// A slot is one place; the core counts places only where there is nothing else to tell them by.
std::uint32_t places_of(std::uint32_t counted) {
    return std::max<std::uint32_t>(counted, 1);
}

// Without the offer.
void write_opening_members(JsonWriter& writer, const OpeningFacts& facts) {
    writer.text("id", core::format_id(facts.id));
    writer.text("resource_id", core::format_id(core::resource_of(facts.id)));
    writer.text("state", core::name_of(facts.state));
    write_name(writer, "move", move_of(facts), core::Move::None);
    if (facts.complete) {
        write_slot_members(writer, facts.slot);
        writer.natural("offers_made", facts.offers_made);
        return;
    }
    for (const std::string_view name :
         {"starts_at", "duration", "service", "staff", "place", "size", "price", "offers_made"}) {
        writer.null(name);
    }
}

// The end of a sentence.
std::string_view what_became_of(core::OpeningState state) {
    switch (state) {
    case core::OpeningState::Booked:
        return ": the slot is booked. If it is free again, report it with a new event_id.";
    case core::OpeningState::Withdrawn:
        return " and the opening was withdrawn, so nothing was opened. If the slot is free, report "
               "it with a new event_id.";
    case core::OpeningState::HandedBack:
    case core::OpeningState::WalkIn:
        return ": the line is done with the slot, and it is for staff to fill.";
    default:
        return ": the slot is on offer already.";
    }
}

void write_offer_in_opening(JsonWriter& writer, const OfferFacts* offer, Viewer viewer) {
    if (offer == nullptr) {
        writer.null("offer");
        return;
    }
    writer.begin_object("offer");
    write_offer_members(writer, *offer, viewer);
    writer.end_object();
}

void write_moves(JsonWriter& writer, core::ResourceNumber resource,
                 std::span<const OpeningMove> moves) {
    writer.array("moves", moves, [&](const OpeningMove& move) {
        writer.begin_object();
        writer.natural("seq", move.seq);
        writer.time("at", move.at);
        write_name(writer, "move", move.move, core::Move::None);
        write_id(writer, "offer_id", resource, move.offer);
        write_id(writer, "entry_id", resource, move.entry);
        write_name(writer, "reason", move.reason, core::Reason::None);
        writer.end_object();
    });
}

}  // namespace

std::optional<OfferFacts> offer_facts(const core::ResourceState& state, core::OfferNumber number) {
    const auto view = core::view_offer(state, number);
    if (!view) {
        return std::nullopt;
    }
    const core::OfferId id = core::offer_id(state.number, number);
    if (const auto* row = last_row(state.changes.last_offers, number.value())) {
        if (const auto offer = core::decode_offer_row(row->data)) {
            return offer_facts(id, view->state, *offer);
        }
    }
    const bool is_live = view->entry != 0;
    return OfferFacts{.id = id,
                      .state = view->state,
                      .complete = is_live,
                      .entry = view->entry,
                      .opening = view->opening,
                      .places = places_of(view->places),
                      .made_at = view->made_at,
                      .send_at = view->send_at,
                      .sent_at = view->sent_at,
                      .expires_at = view->expires_at,
                      .awaiting = view->awaiting,
                      .unreached = view->unreached,
                      .patience_until = view->patience_until,
                      .link_epoch = is_live ? core::link_epoch(state, view->entry) : 0};
}

OfferFacts offer_facts(core::OfferId id, core::OfferState state, const core::OfferRow& row) {
    return {.id = id,
            .state = state,
            .entry = row.entry,
            .opening = row.opening,
            .places = places_of(row.places),
            .made_at = row.made_at,
            .send_at = row.send_at,
            .sent_at = row.sent_at,
            .expires_at = row.expires_at,
            .awaiting =
                state == core::OfferState::Confirming ? row.awaiting : core::Awaiting::Nothing,
            .unreached = row.unreached,
            .patience_until = row.patience_until};
}

OfferFacts offer_facts(core::OfferId id, const engine::StoredRow& row) {
    const auto state = static_cast<core::OfferState>(row.state);
    const auto decoded = core::decode_offer_row(row.data);
    return decoded ? offer_facts(id, state, *decoded)
                   : OfferFacts{.id = id, .state = state, .complete = false};
}

std::optional<OpeningFacts> opening_facts(const core::ResourceState& state,
                                          core::OpeningNumber number) {
    const auto view = core::view_opening(state, number);
    if (!view) {
        return std::nullopt;
    }
    const core::OpeningId id = core::opening_id(state.number, number);
    const auto held = state.openings.find(number);
    if (const auto* row = last_row(state.changes.last_openings, number.value());
        row != nullptr && held == state.openings.end()) {
        if (const auto opening = core::decode_opening_row(row->data)) {
            return opening_facts(id, view->state, *opening);
        }
    }
    const bool in_memory = held != state.openings.end();
    return OpeningFacts{.id = id,
                        .state = view->state,
                        .complete = in_memory,
                        .slot = view->slot,
                        .offer = view->offer,
                        .offers_made = view->offers_made,
                        .holder = in_memory ? held->second.holder : core::Ticket{0},
                        .asks_newcomers = in_memory && held->second.asks_newcomers,
                        .standing_yes = in_memory ? count_of(held->second.standing) : 0};
}

OpeningFacts opening_facts(core::OpeningId id, core::OpeningState state,
                           const core::OpeningRow& row) {
    return {.id = id,
            .state = state,
            .slot = row.slot,
            .offer = row.offer,
            .offers_made = row.offers_made,
            .holder = row.holder,
            .asks_newcomers = row.asks_newcomers,
            .standing_yes = count_of(row.standing)};
}

OpeningFacts opening_facts(core::OpeningId id, const engine::StoredRow& row) {
    const auto state = static_cast<core::OpeningState>(row.state);
    const auto decoded = core::decode_opening_row(row.data);
    return decoded ? opening_facts(id, state, *decoded)
                   : OpeningFacts{.id = id, .state = state, .complete = false};
}

core::Move move_of(const OpeningFacts& facts) {
    const core::Move offered = facts.offers_made > 1 ? core::Move::RollOn : core::Move::Offer;
    switch (facts.state) {
    case core::OpeningState::Offering:
        return facts.offer == core::OfferNumber{} ? core::Move::None : offered;
    case core::OpeningState::Booked:
        return facts.holder == 0 ? core::Move::None : offered;
    case core::OpeningState::Open:
        return core::Move::NoFit;
    case core::OpeningState::HandedBack:
    case core::OpeningState::WalkIn:
        return core::Move::HandBack;
    case core::OpeningState::None:
    case core::OpeningState::Withdrawn:
        return core::Move::None;
    }
    return core::Move::None;
}

void write_offer(JsonWriter& writer, const OfferFacts& facts, const OpeningFacts* opening,
                 Viewer viewer, const engine::Payment* payment) {
    writer.begin_object();
    write_offer_members(writer, facts, viewer);
    if (payment != nullptr) {
        writer.name("payment");
        write_payment(writer, *payment, viewer);
    } else {
        writer.null("payment");
    }
    if (opening == nullptr) {
        writer.null("opening");
    } else {
        writer.begin_object("opening");
        write_opening_members(writer, *opening);
        writer.end_object();
    }
    writer.end_object();
}

void write_opening(JsonWriter& writer, const OpeningFacts& facts, const OfferFacts* offer,
                   Viewer viewer) {
    writer.begin_object();
    write_opening_members(writer, facts);
    write_offer_in_opening(writer, offer, viewer);
    writer.end_object();
}

void write_opening(JsonWriter& writer, const OpeningFacts& facts, const OfferFacts* offer,
                   std::span<const OpeningMove> moves, Viewer viewer) {
    writer.begin_object();
    write_opening_members(writer, facts);
    write_offer_in_opening(writer, offer, viewer);
    write_moves(writer, core::resource_of(facts.id), moves);
    writer.end_object();
}

void write_offer(JsonWriter& writer, const core::ResourceState& state, core::OfferNumber number,
                 Viewer viewer) {
    const auto offer = offer_facts(state, number);
    if (!offer) {
        writer.null();
        return;
    }
    const auto opening = opening_facts(state, offer->opening);
    write_offer(writer, *offer, opening ? &*opening : nullptr, viewer);
}

void write_opening(JsonWriter& writer, const core::ResourceState& state, core::OpeningNumber number,
                   Viewer viewer) {
    const auto opening = opening_facts(state, number);
    if (!opening) {
        writer.null();
        return;
    }
    const auto offer = offer_facts(state, opening->offer);
    write_opening(writer, *opening, offer ? &*offer : nullptr, viewer);
}

void write_known_opening(JsonWriter& writer, const OpeningFacts& facts, const OfferFacts* offer,
                         Viewer viewer) {
    writer.begin_object();
    write_opening_members(writer, facts);
    write_offer_in_opening(writer, offer, viewer);
    writer.text("detail",
                "This event_id was reported before" + std::string(what_became_of(facts.state)));
    writer.end_object();
}

}  // namespace standby::interchange
