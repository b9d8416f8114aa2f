#include "core/state/rows.hpp"

#include "base/assert.hpp"
#include "core/audit/tomorrow.hpp"

#include <algorithm>
#include <utility>

namespace standby::core {
namespace {

template <class Number>
void sort_and_dedupe(std::vector<Number>& numbers) {
    std::ranges::sort(numbers);
    const auto rest = std::ranges::unique(numbers);
    numbers.erase(rest.begin(), rest.end());
}

LastNumbers last_numbers(const ResourceState& state) {
    return {.entry = state.entries.last(),
            .offer = OfferNumber{static_cast<std::uint32_t>(state.offer_states.size() - 1)},
            .opening = OpeningNumber{static_cast<std::uint32_t>(state.opening_states.size() - 1)}};
}

// The last rows of what has ended are at hand already, those of the others are added.
std::vector<RowChange> in_order(std::vector<RowChange> rows, std::uint32_t last_before) {
    std::ranges::sort(rows, {}, &RowChange::number);
    for (RowChange& row : rows) {
        row.is_new = row.number > last_before;
    }
    return rows;
}

std::vector<RowChange> changed_entries(const ResourceState& state, Changes& changes) {
    std::vector<RowChange> rows = std::move(changes.last_entries);
    sort_and_dedupe(changes.entries);
    for (const Ticket entry : changes.entries) {
        const EntryState entry_state = state.entries.state(entry);
        if (is_active(entry_state)) {
            rows.push_back({.number = entry,
                            .state = static_cast<std::uint8_t>(entry_state),
                            .data = encode_row(row_of_entry(state, entry),
                                               later_of(state, {RowName::Of::Entry, entry}))});
        }
    }
    return in_order(std::move(rows), changes.before.entry);
}

std::vector<RowChange> changed_offers(const ResourceState& state, Changes& changes) {
    std::vector<RowChange> rows = std::move(changes.last_offers);
    sort_and_dedupe(changes.offers);
    for (const OfferNumber number : changes.offers) {
        const auto found = state.offers.find(number);
        if (found != state.offers.end()) {
            rows.push_back({.number = number.value(),
                            .state = static_cast<std::uint8_t>(found->second.state),
                            .data = encode_row(found->second, later_of(state, {RowName::Of::Offer,
                                                                               number.value()}))});
        }
    }
    return in_order(std::move(rows), changes.before.offer.value());
}

std::vector<RowChange> changed_openings(const ResourceState& state, Changes& changes) {
    std::vector<RowChange> rows = std::move(changes.last_openings);
    sort_and_dedupe(changes.openings);
    for (const OpeningNumber number : changes.openings) {
        const auto found = state.openings.find(number);
        if (found != state.openings.end()) {
            rows.push_back(
                {.number = number.value(),
                 .state = static_cast<std::uint8_t>(found->second.state),
                 .data = encode_row(row_of_opening(found->second),
                                    later_of(state, {RowName::Of::Opening, number.value()}))});
        }
    }
    return in_order(std::move(rows), changes.before.opening.value());
}

}  // namespace

ResourceRow row_of(const ResourceState& state) {
    const LastNumbers last = last_numbers(state);
    return {.status = state.status,
            .settings = state.settings,
            .rules = state.rules,
            .rules_version = state.rules_version,
            .last_at = state.last_at,
            .last_event = state.last_event,
            .last_ticket = last.entry,
            .last_offer = last.offer,
            .last_opening = last.opening,
            .places_released = state.places.released(),
            .places_accepted = state.places.accepted(),
            .places_idle = state.places.idle(),
            .place_releases = state.places.releases(),
            .places_tried = state.places.tried(),
            .last_outcome = state.last_outcome,
            .cutoff_reached = state.cutoff_reached,
            .drawn = state.drawn,
            .wave_started = state.wave_started,
            .wave_offers = state.wave_offers,
            .counts = counts_of(state),
            .draw_seed = state.draw_seed,
            .cancel_note = state.cancel_note,
            .by_time = state.by_time};
}

EntryRow row_of_entry(const ResourceState& state, Ticket entry) {
    ASSERT(is_active(state.entries.state(entry)));
    const EntryTable::Row row = state.entries.row(entry);
    EntryRow result{.tier = row.tier,
                    .party_size = row.party_size,
                    .points = row.points,
                    .position = position_of(state, entry),
                    .joined_at = row.joined_at,
                    .wants = to_wants(state.profiles.at(row.profile), state.names),
                    .mark = mark_of(state, entry),
                    .referrals = {},
                    .referred = {},
                    .link_epoch = link_epoch(state, entry),
                    .participant = participant_of(state, entry)};
    result.mark.links = 0;
    if (const auto ledger = state.referrers.find(entry); ledger != state.referrers.end()) {
        result.referrals = ledger->second;
    }
    if (const auto referred = state.referred.find(entry); referred != state.referred.end()) {
        result.referred = referred->second;
    }
    return result;
}

OpeningRow row_of_opening(const Opening& opening) {
    return {.slot = opening.slot,
            .offer = opening.offer,
            .holder = opening.holder,
            .offers_made = opening.offers_made,
            .last_outcome = opening.last_outcome,
            .tried = opening.tried,
            .aside = opening.aside,
            .untold = opening.untold,
            .asks_newcomers = opening.asks_newcomers,
            .standing = opening.standing};
}

StateChanges take_changes(ResourceState& state) {
    Changes changes = std::exchange(state.changes, Changes{.before = last_numbers(state)});
    if (!changes.any) {
        return {};
    }
    return {.resource = encode_row(row_of(state), later_of(state, {})),
            .entries = changed_entries(state, changes),
            .offers = changed_offers(state, changes),
            .openings = changed_openings(state, changes),
            .contacts = std::move(changes.contacts),
            .facts = tomorrow::written(std::move(changes.facts))};
}

void forget_changes(ResourceState& state) {
    state.changes = Changes{.before = last_numbers(state)};
}

}  // namespace standby::core
