// Live facts first, stored ones for what has ended.
#include "http/routes/live_or_stored.hpp"

#include "core/state/resource_state.hpp"

#include <utility>

namespace standby::http {
namespace {

template <class Id>
std::optional<engine::StoredRow> stored_row(engine::Store& store, engine::RowTable table, Id id) {
    return store.row(table, core::resource_of(id), core::number_of(id)).value_or(std::nullopt);
}

// The engine knows that it is there, so a row that cannot be had is not a row that is missing.
template <class Found>
Result<Found, Problem> or_unavailable(std::optional<Found> found) {
    if (!found) {
        return std::unexpected(unavailable());
    }
    return *std::move(found);
}

Problem ended_link() {
    return problem(ProblemType::Gone, "Links end 30 days after the entry they are for.");
}

}  // namespace

Result<void, Problem> check_link(const Call& call, const interchange::EntryFacts& entry) {
    const auto link = call.link();
    if (!link) {
        return {};
    }
    const bool is_archived = entry.ended_at && !entry.complete;
    if (is_archived || (entry.ended_at && call.now >= *entry.ended_at + links_outlive_entry)) {
        return std::unexpected(ended_link());
    }
    if (!core::is_good(*link, entry.state, entry.link_epoch)) {
        return std::unexpected(dead_link_problem());
    }
    return {};
}

Task<Result<void, Problem>> check_link_of_ended(Call& call, interchange::OfferFacts offer) {
    if (!call.link()) {
        co_return Result<void, Problem>{};
    }
    if (call.now >= offer.expires_at + links_outlive_entry) {
        co_return std::unexpected(ended_link());
    }
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        core::UsedLink link = *call.link();
        link.entry = offer.entry;
        return core::is_good(link, state).value_or(true);
    });
    if (!CO_TRY(std::move(seen))) {
        co_return std::unexpected(dead_link_problem());
    }
    co_return Result<void, Problem>{};
}

std::optional<interchange::EntryFacts> stored_entry(engine::Store& store, core::EntryId id) {
    const auto row = stored_row(store, engine::RowTable::Entries, id);
    return row ? std::optional(interchange::entry_facts(id, *row)) : std::nullopt;
}

std::optional<interchange::OfferFacts> stored_offer(engine::Store& store, core::OfferId id) {
    const auto row = stored_row(store, engine::RowTable::Offers, id);
    return row ? std::optional(interchange::offer_facts(id, *row)) : std::nullopt;
}

std::optional<interchange::OpeningFacts> stored_opening(engine::Store& store, core::OpeningId id) {
    const auto row = stored_row(store, engine::RowTable::Openings, id);
    return row ? std::optional(interchange::opening_facts(id, *row)) : std::nullopt;
}

std::optional<FoundOffer> stored_offer_in_full(engine::Store& store, core::OfferId id) {
    const auto offer = stored_offer(store, id);
    if (!offer) {
        return std::nullopt;
    }
    FoundOffer found{.offer = *offer, .opening = {}};
    if (offer->opening.value() != 0) {
        found.opening =
            stored_opening(store, core::opening_id(core::resource_of(id), offer->opening));
    }
    return found;
}

Task<Result<core::EntryState, Problem>> state_by_link(Call& call) {
    std::optional<bool> is_open;
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        is_open = core::is_good(*call.link(), state);
        return state.entries.state(core::number_of(call.about.entry));
    });
    const core::EntryState state = CO_TRY(std::move(seen));
    if (state == core::EntryState::None) {
        co_return std::unexpected(nothing_here());
    }
    if (is_open) {
        co_return *is_open ? Result<core::EntryState, Problem>(state)
                           : std::unexpected(dead_link_problem());
    }
    auto read = co_await call.read([&](engine::Store& store) {
        return or_unavailable(stored_entry(store, call.about.entry));
    });
    const interchange::EntryFacts stored = CO_TRY(std::move(read));
    CO_TRY(check_link(call, stored));
    co_return state;
}

Task<Result<FoundOffer, Problem>> find_offer(Call& call) {
    bool is_open = true;
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        std::optional<FoundOffer> found;
        const auto link = call.link();
        is_open = !link || core::is_good(*link, state).value_or(true);
        if (auto facts = interchange::offer_facts(
                state, core::OfferNumber{core::number_of(call.about.offer)})) {
            const bool has_opening = facts->complete && facts->opening.value() != 0;
            auto opening =
                has_opening ? interchange::opening_facts(state, facts->opening) : std::nullopt;
            found = FoundOffer{.offer = *std::move(facts), .opening = std::move(opening)};
        }
        return found;
    });
    std::optional<FoundOffer> live = CO_TRY(std::move(seen));
    if (!live) {
        co_return std::unexpected(nothing_here());
    }
    if (!is_open) {
        co_return std::unexpected(dead_link_problem());
    }
    if (live->offer.complete) {
        co_return *std::move(live);
    }
    auto read = co_await call.read([&](engine::Store& store) {
        return or_unavailable(stored_offer_in_full(store, call.about.offer));
    });
    FoundOffer found = CO_TRY(std::move(read));
    auto checked = co_await check_link_of_ended(call, found.offer);
    CO_TRY(checked);
    co_return found;
}

Task<Result<FoundOpening, Problem>> find_opening(Call& call) {
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        std::optional<FoundOpening> found;
        if (auto facts = interchange::opening_facts(
                state, core::OpeningNumber{core::number_of(call.about.opening)})) {
            const bool has_offer = facts->complete && facts->offer.value() != 0;
            auto offer = has_offer ? interchange::offer_facts(state, facts->offer) : std::nullopt;
            found = FoundOpening{.opening = *std::move(facts), .offer = std::move(offer)};
        }
        return found;
    });
    std::optional<FoundOpening> live = CO_TRY(std::move(seen));
    if (!live) {
        co_return std::unexpected(nothing_here());
    }
    if (live->opening.complete) {
        co_return *std::move(live);
    }
    auto read = co_await call.read([&](engine::Store& store) {
        return or_unavailable(stored_opening(store, call.about.opening));
    });
    co_return FoundOpening{.opening = CO_TRY(std::move(read)), .offer = {}};
}

}  // namespace standby::http
