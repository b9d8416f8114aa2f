// Live facts first, stored ones for what has ended.
#include "http/routes/live_or_stored.hpp"

#include "core/state/resource_state.hpp"
#include "interchange/view/late_yes.hpp"

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
    const core::UsedLink link = *call.link();
    const core::ResourceNumber resource = call.about.resource;
    std::optional<bool> is_open;
    core::EntryState live = core::EntryState::None;
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        is_open = core::is_good(link, state);
        live = state.entries.state(core::entry_of(link, state));
        return link.entry == 0 || live != core::EntryState::None;
    });
    if (!CO_TRY(std::move(seen))) {
        co_return std::unexpected(nothing_here());
    }
    if (is_open) {
        co_return *is_open ? Result<core::EntryState, Problem>(live)
                           : std::unexpected(dead_link_problem());
    }
    auto read = co_await call.read(
        [&](engine::Store& store) -> Result<std::optional<interchange::EntryFacts>, Problem> {
            core::Ticket entry = link.entry;
            if (entry == 0) {
                const auto offer =
                    TRY(or_unavailable(stored_offer(store, core::offer_id(resource, link.offer))));
                entry = offer.entry;
            }
            if (entry == 0) {
                return std::nullopt;  // the offer was archived
            }
            return TRY(or_unavailable(stored_entry(store, core::entry_id(resource, entry))));
        });
    const std::optional<interchange::EntryFacts> stored = CO_TRY(std::move(read));
    if (!stored) {
        co_return std::unexpected(ended_link());
    }
    CO_TRY(check_link(call, *stored));
    co_return stored->state;
}

// What can be said to an expired offer, and was.
Task<Result<void, Problem>> add_late_yes(Call& call, interchange::OfferFacts& offer) {
    if (offer.state != core::OfferState::Expired || offer.entry == 0) {
        offer.late_yes = false;
        co_return Result<void, Problem>{};
    }
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        const core::LateYes about{.entry = offer.entry,
                                  .offer = core::OfferNumber{core::number_of(offer.id)},
                                  .opening = offer.opening};
        return interchange::late_yes_facts(state, about, call.shared.now());
    });
    const interchange::LateYesFacts facts = CO_TRY(std::move(seen));
    offer.late_yes = facts.is_open();
    offer.standing_yes = facts.stands;
    co_return Result<void, Problem>{};
}

Task<Result<FoundOffer, Problem>> find_ended_offer(Call& call) {
    auto entry_state = core::EntryState::None;
    if (call.link()) {
        auto opened = co_await state_by_link(call);
        entry_state = CO_TRY(std::move(opened));
    }
    auto read = co_await call.read([&](engine::Store& store) {
        return or_unavailable(stored_offer_in_full(store, call.about.offer));
    });
    FoundOffer found = CO_TRY(std::move(read));
    if (core::is_terminal(entry_state)) {
        // Links to what has ended tell what became of it, and not what it was.
        found.opening.reset();
    }
    auto said = co_await add_late_yes(call, found.offer);
    CO_TRY(said);
    co_return found;
}

Task<Result<FoundOffer, Problem>> find_offer(Call& call) {
    std::optional<bool> is_open = true;
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        std::optional<FoundOffer> found;
        if (const auto link = call.link()) {
            is_open = core::is_good(*link, state);
        }
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
    if (is_open == false) {
        co_return std::unexpected(dead_link_problem());
    }
    if (live->offer.complete && is_open) {
        co_return *std::move(live);
    }
    co_return co_await find_ended_offer(call);
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
