// Follows the events.
#include "sim/check/ledger.hpp"

#include <algorithm>
#include <variant>

namespace standby::sim {
namespace {

// Bodies that mean nothing to the ledger fall through to the general case.
struct Follow {
    Ledger& ledger;
    const Event& event;

    void operator()(const core::ResourceCreated& body) const { ledger.settings = body.settings; }
    void operator()(const core::SettingsChanged& body) const { ledger.settings = body.settings; }
    void operator()(const core::PlacesReleased& body) const { ledger.released += body.quantity; }
    void operator()(const core::PlacesRevoked& body) const { ledger.released -= body.quantity; }

    void operator()(const core::EntryJoined& body) const {
        LedgerEntry& entry = ledger.entries[event.entry];
        entry.party_size = body.party_size;
        entry.group = body.group;
        entry.moves_up = body.wants.move_up;
        if (body.moving_up_from != 0) {
            ledger.entries[body.moving_up_from].group = body.group;
        }
        if (body.beside != 0) {
            ledger.entries[body.beside].group = body.group;
        }
    }
    void operator()(const core::EntryUpdated& body) const {
        ledger.entries[event.entry].party_size = body.party_size;
        ledger.entries[event.entry].moves_up = body.wants.move_up;
    }
    void operator()(const core::EntryEnded&) const {
        LedgerEntry& entry = ledger.entries[event.entry];
        const bool frees = entry.state == EntryState::Accepted &&
                           event.to != static_cast<std::uint8_t>(EntryState::Attended);
        if (frees && ledger.settings.inventory == Inventory::External) {
            ledger.gone += entry.party_size;
        }
        entry.was_there |= event.to == static_cast<std::uint8_t>(EntryState::Attended);
        entry.offer = {};
        entry.opening = {};
    }
    void operator()(const core::OfferMade& body) const {
        ledger.offers[event.offer] = {.state = OfferState::Live,
                                      .entry = event.entry,
                                      .opening = event.opening,
                                      .places = body.places,
                                      .expires_at = body.expires_at,
                                      .made_at = event.at,
                                      .late_yes = body.late_yes};
        ledger.standing.erase({event.entry, event.opening});
        ledger.entries[event.entry].offer = event.offer;
        if (event.opening != OpeningNumber{}) {
            ledger.openings[event.opening].state = OpeningState::Offering;
        }
    }
    void operator()(const core::StandingYes& body) const {
        if (body.wanted) {
            ledger.standing.emplace(event.entry, event.opening);
        } else {
            ledger.standing.erase({event.entry, event.opening});
        }
    }
    void operator()(const core::OfferSent& body) const {
        ledger.offers[event.offer].expires_at = body.expires_at;
        ledger.offers[event.offer].is_sent = true;
        ledger.offers[event.offer].is_unreached = false;
    }
    void operator()(const core::OfferUnreached& body) const {
        LedgerOffer& offer = ledger.offers[event.offer];
        if (!offer.is_unreached) {
            offer.deadline_before = offer.expires_at;
        }
        offer.is_unreached = body.cause != core::Undeliverable::None;
        offer.is_sent = false;
        offer.patience_until = body.patience_until;
        offer.expires_at = body.expires_at;
    }
    void operator()(const core::OfferExtended& body) const {
        ledger.offers[event.offer].expires_at = body.expires_at;
    }
    void operator()(const core::OfferClaimed& body) const {
        LedgerOffer& offer = ledger.offers[event.offer];
        offer.state = OfferState::Confirming;
        offer.is_claimed = true;
        offer.awaiting = body.awaiting;
        offer.expires_at = body.expires_at;
    }
    void operator()(const core::OfferAccepted&) const {
        ledger.offers[event.offer].state = OfferState::Accepted;
        ledger.entries[event.entry].opening = event.opening;
        std::erase_if(ledger.standing, [&](const auto& one) { return one.first == event.entry; });
        if (event.opening != OpeningNumber{}) {
            ledger.openings[event.opening].state = OpeningState::Booked;
        }
    }
    void operator()(const core::OfferEnded& body) const {
        LedgerOffer& offer = ledger.offers[event.offer];
        offer.state = body.outcome;
        ledger.entries[event.entry].offer = {};
        if (event.reason == Reason::TermsChanged && offer.late_yes) {
            ledger.standing.emplace(event.entry, event.opening);
        }
        if (event.reason == Reason::BookingConflict) {
            ledger.gone += offer.places;
            if (event.opening != OpeningNumber{}) {
                ledger.openings[event.opening].state = OpeningState::Withdrawn;
            }
        }
    }
    void operator()(const core::OpeningAdded& body) const {
        ledger.openings[event.opening].starts_at = body.slot.starts_at;
    }
    template <class Other>
    void operator()(const Other&) const {}
};

}  // namespace

void Ledger::apply(const Event& event) {
    std::visit(Follow{*this, event}, event.body);
    switch (event.subject) {
    case Subject::Resource:
        status = static_cast<ResourceStatus>(event.to);
        break;
    case Subject::Entry:
        entries[event.entry].state = static_cast<EntryState>(event.to);
        break;
    case Subject::Opening:
        openings[event.opening].state = static_cast<OpeningState>(event.to);
        break;
    }
    last_number = event.number;
    last_at = event.at;
}

std::uint64_t Ledger::limit() const {
    if (settings.inventory == Inventory::External) {
        return released - std::min(gone, released);
    }
    return settings.kind == Kind::Seats ? settings.capacity
                                        : std::min<std::uint64_t>(released, settings.capacity);
}

std::uint64_t Ledger::taken() const {
    std::uint64_t places = 0;
    for (const auto& [ticket, entry] : entries) {
        if (entry.state == EntryState::Accepted || entry.was_there) {
            places += entry.party_size;
        }
    }
    for (const auto& [number, offer] : offers) {
        if (!core::is_terminal(offer.state)) {
            places += offer.places;
        }
    }
    return places;
}

}  // namespace standby::sim
