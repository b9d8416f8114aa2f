#include "core/state/restorer_checks.hpp"

#include "core/decide/validate.hpp"
#include "core/model/limits.hpp"

#include <algorithm>
#include <unordered_map>

namespace standby::core {
namespace {

// Points are small numbers that are added up; nothing real comes near this.
constexpr std::int64_t points_reach = std::int64_t{1} << 30;
constexpr std::int64_t ledger_reach = std::int64_t{1} << 60;

bool within(std::int64_t value, std::int64_t reach) {
    return value >= -reach && value <= reach;
}

std::optional<Refusal> check_stored_wants(const Wants& wants) {
    static const ZoneBook no_zones;
    if (wants.time_zone.empty()) {
        return check_wants(wants, no_zones);
    }
    // A zone that is no longer known counts as the resource's; that is no damage.
    Wants without_zone = wants;
    without_zone.time_zone.clear();
    return check_wants(without_zone, no_zones);
}

Checked check_mark(Ticket ticket, EntryState state, const Mark& mark, const ResourceRow& resource) {
    const bool is_slots = resource.settings.kind == Kind::Slots;
    const bool waits = state == EntryState::Waiting || state == EntryState::Unverified;
    if (mark.place != 0 && (mark.place <= ticket || mark.place > resource.last_ticket)) {
        return wrong("entry", ticket, "its place in line is out of range");
    }
    if (waits && (mark.offer != OfferNumber{} || mark.opening != OpeningNumber{})) {
        return wrong("entry", ticket, "it waits and has an offer");
    }
    const bool is_asked = state == EntryState::Offered || state == EntryState::Confirming;
    if (is_asked && mark.offer == OfferNumber{}) {
        return wrong("entry", ticket, "it is asked and has no offer");
    }
    if (!waits && is_slots != (mark.opening != OpeningNumber{})) {
        return wrong("entry", ticket, "its opening does not go with the kind of the resource");
    }
    if (mark.standing_yes && (is_slots || state != EntryState::Waiting)) {
        return wrong("entry", ticket, "it can't have said yes to the next place");
    }
    return {};
}

// Whoever would take an opening was asked about it before, and has no place by now.
Checked check_standing(const ResourceState& state, OpeningNumber number, const Opening& opening) {
    for (const Ticket entry : opening.standing) {
        const EntryState at = state.entries.state(entry);
        const bool is_open =
            at == EntryState::Waiting || at == EntryState::Offered || at == EntryState::Confirming;
        const auto is_in = [entry](const std::vector<Ticket>& tickets) {
            return std::ranges::find(tickets, entry) != tickets.end();
        };
        if (!is_open || opening.holder != 0 || mark_of(state, entry).opening == number ||
            (!is_in(opening.tried) && !is_in(opening.aside)) ||
            std::ranges::count(opening.standing, entry) != 1) {
            return wrong("opening", number.value(), "somebody can't have said yes to it");
        }
    }
    return {};
}

}  // namespace

std::unexpected<std::string> wrong(std::string_view what, std::uint32_t number,
                                   std::string_view why) {
    std::string error{what};
    error += ' ';
    error += std::to_string(number);
    error += ": ";
    error += why;
    return std::unexpected(std::move(error));
}

Checked check_resource_row(const ResourceRow& row) {
    if (row.status == ResourceStatus::None) {
        return std::unexpected("the resource has no status");
    }
    if (const auto refusal = check_rules(row.rules)) {
        std::string error{"the resource: "};
        error += refusal->field;
        error += ' ';
        error += refusal->detail;
        return std::unexpected(std::move(error));
    }
    if (!row.draw_seed.empty() &&
        (row.draw_seed.size() != limits::sealed_seed_length || row.rules.order != Order::Lottery)) {
        return std::unexpected("the resource: its seed is none");
    }
    if (row.settings.capacity > limits::capacity_max) {
        return std::unexpected("the resource: its capacity is out of range");
    }
    return {};
}

Checked check_entry_row(Ticket ticket, EntryState state, const EntryRow& row,
                        const ResourceRow& resource) {
    if (check_party_size(row.party_size) || row.tier > limits::tier_max) {
        return wrong("entry", ticket, "its party or tier is out of range");
    }
    if (!within(row.points, points_reach) || !within(row.referrals.points, points_reach) ||
        !within(row.referrals.raw_points, ledger_reach) ||
        !within(row.referred.raw_points, points_reach)) {
        return wrong("entry", ticket, "its points are out of range");
    }
    if (check_stored_wants(row.wants)) {
        return wrong("entry", ticket, "its wants make no sense");
    }
    if (row.referred.referrer >= ticket ||
        (row.referred.referrer == 0 && row.referred != Referred{})) {
        return wrong("entry", ticket, "its referrer makes no sense");
    }
    if (row.link_epoch > limits::link_epoch_max) {
        return wrong("entry", ticket, "it has no such links");
    }
    return check_mark(ticket, state, row.mark, resource);
}

Checked check_opening_row(OpeningNumber number, OpeningState state, const OpeningRow& row) {
    if (check_slot(row.slot, Time::min())) {
        return wrong("opening", number.value(), "its slot makes no sense");
    }
    const bool offered = row.offer != OfferNumber{};
    const bool held = row.holder != 0;
    const bool makes_sense = state == OpeningState::Offering ? !held
                             : state == OpeningState::Booked ? held && !offered
                                                             : !held && !offered;
    if (state == OpeningState::Withdrawn || !makes_sense) {
        return wrong("opening", number.value(), "its state and its holder do not go together");
    }
    if (row.asks_newcomers && state != OpeningState::HandedBack) {
        return wrong("opening", number.value(), "only one that was handed back waits for others");
    }
    return {};
}

Checked check_offer_row(OfferNumber number, OfferState state, const OfferRow& row) {
    if (row.state != state) {
        return wrong("offer", number.value(), "its state is not the one in its row");
    }
    if ((state == OfferState::Live) != (row.awaiting == Awaiting::Nothing)) {
        return wrong("offer", number.value(), "its state does not go with what it waits for");
    }
    if (row.tries == 0) {
        return wrong("offer", number.value(), "it has no tries");
    }
    const bool is_unreached = row.unreached != Undeliverable::None;
    if (is_unreached != row.patience_until.has_value() ||
        is_unreached != row.deadline_before.has_value() ||
        (is_unreached && state != OfferState::Live)) {
        return wrong("offer", number.value(), "that its guest cannot be told does not fit");
    }
    return {};
}

Checked check_booking(const ResourceState& state, OpeningNumber number, const OpeningRow& row) {
    if (row.holder != 0 && (state.entries.state(row.holder) != EntryState::Accepted ||
                            mark_of(state, row.holder).opening != number)) {
        return wrong("opening", number.value(), "its holder does not hold it");
    }
    return {};
}

Checked check_offer_links(const ResourceState& state, OfferNumber number, const Offer& offer) {
    const EntryState asked =
        offer.state == OfferState::Live ? EntryState::Offered : EntryState::Confirming;
    if (state.entries.state(offer.entry) != asked || mark_of(state, offer.entry).offer != number ||
        mark_of(state, offer.entry).opening != offer.opening) {
        return wrong("offer", number.value(), "its entry does not have it");
    }
    if (offer.awaiting == Awaiting::Booking && state.settings.inventory != Inventory::External) {
        return wrong("offer", number.value(), "it waits for a booking that nobody makes");
    }
    if (counts_places(state)) {
        if (offer.places != state.entries.party_size(offer.entry)) {
            return wrong("offer", number.value(), "it holds other places than its party needs");
        }
        return {};
    }
    const auto opening = state.openings.find(offer.opening);
    if (opening == state.openings.end() || opening->second.offer != number) {
        return wrong("offer", number.value(), "its opening does not have it");
    }
    return {};
}

// Every offer was found to belong to its entry and its opening; here the other way round.
Checked check_links(const ResourceState& state) {
    std::uint64_t bookings = 0;
    for (const auto& [number, opening] : state.openings) {
        bookings += opening.holder != 0 ? 1U : 0U;
        const auto offer = state.offers.find(opening.offer);
        if (opening.offer != OfferNumber{} &&
            (offer == state.offers.end() || offer->second.opening != number)) {
            return wrong("opening", number.value(), "its offer is not under way");
        }
        TRY(check_standing(state, number, opening));
    }
    if (!counts_places(state) && bookings != state.accepted) {
        return std::unexpected("an accepted entry has no booked opening");
    }
    for (const auto& [offer, entry] : state.accepted_offers) {
        if (offer.value() >= state.offer_states.size() ||
            state.offer_states[offer.value()] != OfferState::Accepted) {
            return wrong("entry", entry, "the offer it accepted was not accepted");
        }
    }
    return {};
}

Checked check_referrals(const ResourceState& state) {
    std::unordered_map<Ticket, Referrer> counted;
    for (const auto& [entry, row] : state.referred) {
        if (is_active(state.entries.state(row.referrer))) {
            Referrer& referrer = counted[row.referrer];
            (row.credited ? referrer.credited : referrer.pending) += 1;
        }
    }
    for (const auto& [entry, ledger] : state.referrers) {
        if (!counted.contains(entry) && ledger.pending != 0) {
            return wrong("entry", entry, "it referred others than those on the list");
        }
    }
    for (const auto& [entry, referrer] : counted) {
        const auto ledger = state.referrers.find(entry);
        if (ledger == state.referrers.end() || ledger->second.pending != referrer.pending ||
            ledger->second.credited < referrer.credited) {
            return wrong("entry", entry, "it referred others than those on the list");
        }
    }
    return {};
}

Checked check_places(const ResourceState& state) {
    if (!counts_places(state)) {
        return {};
    }
    constexpr std::uint64_t places_max = std::uint64_t{1} << 60;
    const Places& places = state.places;
    if (places.accepted() > places_max || places.released() > places_max ||
        places.held() > places_max) {
        return std::unexpected("the resource: its places are out of range");
    }
    if (state.settings.inventory == Inventory::External &&
        places.released() < places.accepted() + places.held()) {
        return std::unexpected("the resource: more places are taken than were released");
    }
    std::uint64_t room = places.free(state.settings);
    if (places.idle() > room) {
        return std::unexpected("the resource: more places are idle than free");
    }
    for (const auto& [tries, count] : places.tried()) {
        if (tries == 0 || count == 0 || count > room) {
            return std::unexpected("the resource: its tried places make no sense");
        }
        room -= count;
    }
    return {};
}

}  // namespace standby::core
