// Live facts first, stored ones for what has ended.
#include "http/routes/facts.hpp"

#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

Problem nothing_here() {
    return problem(ProblemType::NotFound, "There is nothing under this id.");
}

// The engine knows that it is there, so a row that cannot be had is not a row that is missing.
Problem unreadable() {
    return problem(ProblemType::Unavailable, "The database did not answer. Try again in a moment.");
}

template <class Id>
auto stored_facts(engine::Store& store, engine::RowTable table, Id id) {
    const auto row =
        store.row(table, core::resource_of(id), core::number_of(id)).value_or(std::nullopt);
    return row ? std::optional{facts_of(id, *row)} : std::nullopt;
}

}  // namespace

Viewer viewer_of(const Call& call) {
    if (call.caller) {
        return call.caller->role == engine::Role::ReadOnly ? Viewer::ReadOnly : Viewer::Staff;
    }
    return call.token ? Viewer::Guest : Viewer::Anybody;
}

EntryFacts facts_of(core::EntryId id, const engine::StoredRow& row) {
    const auto state = static_cast<core::EntryState>(row.state);
    const auto decoded = core::decode_entry_row(row.data);
    return decoded ? entry_facts(id, state, *decoded)
                   : EntryFacts{.id = id, .state = state, .complete = false};
}

OfferFacts facts_of(core::OfferId id, const engine::StoredRow& row) {
    const auto state = static_cast<core::OfferState>(row.state);
    const auto decoded = core::decode_offer_row(row.data);
    return decoded ? offer_facts(id, state, *decoded)
                   : OfferFacts{.id = id, .state = state, .complete = false};
}

OpeningFacts facts_of(core::OpeningId id, const engine::StoredRow& row) {
    const auto state = static_cast<core::OpeningState>(row.state);
    const auto decoded = core::decode_opening_row(row.data);
    return decoded ? opening_facts(id, state, *decoded)
                   : OpeningFacts{.id = id, .state = state, .complete = false};
}

std::optional<EntryFacts> stored_entry(engine::Store& store, core::EntryId id) {
    return stored_facts(store, engine::RowTable::Entries, id);
}

std::optional<OfferFacts> stored_offer(engine::Store& store, core::OfferId id) {
    return stored_facts(store, engine::RowTable::Offers, id);
}

std::optional<OpeningFacts> stored_opening(engine::Store& store, core::OpeningId id) {
    return stored_facts(store, engine::RowTable::Openings, id);
}

void ApiRoutes::with_entry(const CallPtr& call,
                           std::function<void(const EntryFacts&, core::Visibility)> next) {
    query(call, [this, call, next = std::move(next)](const core::ResourceState& state,
                                                     const std::string&) {
        const core::Visibility visibility = state.rules.visibility;
        const auto facts = entry_facts(state, core::number_of(call->entry));
        if (!facts) {
            call->send_problem(nothing_here());
        } else if (facts->complete) {
            next(*facts, visibility);
        } else {
            read(call, [call, next, visibility](engine::Store& store, engine::Registry&) {
                const auto stored = stored_entry(store, call->entry);
                if (!stored) {
                    call->send_problem(unreadable());
                    return;
                }
                next(*stored, visibility);
            });
        }
        return engine::Answer{};
    });
}

void ApiRoutes::with_offer(
    const CallPtr& call,
    std::function<void(const OfferFacts&, const std::optional<OpeningFacts>&)> next) {
    query(call, [this, call, next = std::move(next)](const core::ResourceState& state,
                                                     const std::string&) {
        const auto facts = offer_facts(state, core::OfferNumber{core::number_of(call->offer)});
        if (!facts) {
            call->send_problem(nothing_here());
            return engine::Answer{};
        }
        if (facts->complete) {
            next(*facts,
                 facts->opening.value() == 0 ? std::nullopt : opening_facts(state, facts->opening));
            return engine::Answer{};
        }
        read(call, [call, next](engine::Store& store, engine::Registry&) {
            const auto stored = stored_offer(store, call->offer);
            if (!stored) {
                call->send_problem(unreadable());
                return;
            }
            std::optional<OpeningFacts> opening;
            if (stored->opening.value() != 0) {
                opening = stored_opening(store, core::opening_id(call->resource, stored->opening));
            }
            next(*stored, opening);
        });
        return engine::Answer{};
    });
}

}  // namespace standby::http
