#include "core/state/views.hpp"

#include "core/state/presence.hpp"
#include "core/state/resource_state.hpp"

namespace standby::core {
namespace {

void fill_referrals(const ResourceState& state, EntryView& view) {
    if (const auto ledger = state.referrers.find(view.ticket); ledger != state.referrers.end()) {
        view.referrals_pending = ledger->second.pending;
        view.referrals_credited = ledger->second.credited;
    }
}

}  // namespace

Counts counts_of(const ResourceState& state) {
    Counts counts{.unverified = state.unverified,
                  .waiting = state.lines.whole.size(),
                  .offered = state.offers.size(),
                  .accepted = state.accepted,
                  .accepted_places = state.places.accepted(),
                  .held_places = state.places.held()};
    if (counts_places(state)) {
        counts.free_places = state.places.free(state.settings);
        counts.limit = state.places.limit(state.settings);
    } else {
        counts.free_places = state.unclaimed.size();
    }
    return counts;
}

std::optional<EntryView> view_entry(const ResourceState& state, Ticket ticket) {
    EntryView view{.ticket = ticket, .state = state.entries.state(ticket)};
    if (view.state == EntryState::None) {
        return std::nullopt;
    }
    view.position = position_of(state, ticket);
    if (is_terminal(view.state)) {
        return view;
    }
    const EntryTable::Row row = state.entries.row(ticket);
    view.party_size = row.party_size;
    view.tier = row.tier;
    view.points = row.points;
    view.joined_at = row.joined_at;
    view.wants = to_wants(state.profiles.at(row.profile), state.names);
    const Mark& mark = mark_of(state, ticket);
    view.offer = mark.offer;
    view.opening = mark.opening;
    view.misses = mark.misses;
    view.declines = mark.declines;
    view.group = mark.group;
    view.standing_yes = state.standing.contains(ticket);
    view.set_aside = is_set_aside(state, ticket);
    view.pings = mark.pings;
    view.link_epoch = link_epoch(state, ticket);
    fill_referrals(state, view);
    if (view.state == EntryState::Waiting && !draw_pending(state)) {
        view.rank = state.lines.whole.ahead_of(place_in_line(state, ticket)) + 1;
    }
    return view;
}

std::optional<OfferView> view_offer(const ResourceState& state, OfferNumber number) {
    if (number == OfferNumber{} || number.value() >= state.offer_states.size()) {
        return std::nullopt;
    }
    OfferView view{.number = number, .state = state.offer_states[number.value()]};
    const auto found = state.offers.find(number);
    if (found == state.offers.end()) {
        return view;
    }
    const Offer& offer = found->second;
    view.entry = offer.entry;
    view.opening = offer.opening;
    view.places = offer.places;
    view.made_at = offer.made_at;
    view.sent_at = offer.sent_at;
    view.send_at = offer.send_at;
    view.expires_at = offer.expires_at;
    view.awaiting = offer.awaiting;
    view.unreached = offer.unreached;
    view.patience_until = offer.patience_until;
    return view;
}

std::optional<OpeningView> view_opening(const ResourceState& state, OpeningNumber number) {
    if (number == OpeningNumber{} || number.value() >= state.opening_states.size()) {
        return std::nullopt;
    }
    OpeningView view{.number = number, .state = state.opening_states[number.value()]};
    if (const auto found = state.openings.find(number); found != state.openings.end()) {
        view.slot = found->second.slot;
        view.offer = found->second.offer;
        view.offers_made = found->second.offers_made;
    }
    return view;
}

std::vector<Ticket> page_of_line(const ResourceState& state, std::uint64_t rank,
                                 std::size_t count) {
    std::vector<Ticket> page;
    if (rank == 0 || count == 0) {
        return page;
    }
    state.lines.whole.for_each_from(rank - 1, [&](const LinePlace& place) {
        page.push_back(entry_at(state, place.ticket()));
        return page.size() < count;
    });
    return page;
}

}  // namespace standby::core
