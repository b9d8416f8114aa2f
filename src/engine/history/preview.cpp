// The copy is copied once more, because ranks are told as they were before.
#include "engine/history/preview.hpp"

#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"

#include <string>
#include <unordered_set>
#include <variant>

namespace standby::engine {
namespace {

// The name of a release that the resource has not seen.
std::string unseen_event_id(const core::ResourceState& state) {
    for (std::uint64_t number = 0;; ++number) {
        std::string id = "preview " + std::to_string(number);
        if (!state.seen_events.contains(core::event_key(id))) {
            return id;
        }
    }
}

core::Command command_of(const core::ResourceState& state, const PreviewedChange& change) {
    if (change.release) {
        return core::ReleasePlaces{
            .event_id = unseen_event_id(state), .quantity = *change.release, .note = {}};
    }
    core::PatchResource patch = change.patch;
    if (patch.draw_seed.empty()) {
        // Nobody is drawn in a preview, so any seed will do.
        patch.draw_seed.assign(core::limits::sealed_seed_length, '0');
    }
    return patch;
}

PreviewedEntry previewed(const core::ResourceState& before, core::Ticket ticket) {
    const core::EntryView view = core::view_entry(before, ticket).value_or(core::EntryView{});
    return {.ticket = ticket,
            .rank_now = view.rank,
            .party_size = view.party_size,
            .tier = view.tier,
            .points = view.points};
}

void add_promoted(Preview& preview, const core::ResourceState& before,
                  const std::vector<core::Event>& events) {
    std::unordered_set<core::Ticket> seen;
    for (const core::Event& event : events) {
        const bool is_asked = std::holds_alternative<core::OfferMade>(event.body) ||
                              std::holds_alternative<core::OfferAccepted>(event.body);
        if (!is_asked || !seen.insert(event.entry).second) {
            continue;
        }
        if (preview.promoted.size() < previewed_promotions_max) {
            preview.promoted.push_back(previewed(before, event.entry));
        }
    }
    preview.promoted_count = seen.size();
}

}  // namespace

Result<Preview, core::Refusal> preview(core::ResourceState& state, const PreviewedChange& change,
                                       const core::Context& context) {
    core::catch_up(state, context);
    if (core::is_terminal(state.status)) {
        return std::unexpected(core::Refusal{
            core::RefusalCode::ResourceClosed, {}, "A closed list cannot be changed."});
    }
    // A change of the draw's time must not tell what its real seed would draw.
    const bool is_sealed = core::draw_pending(state) && !state.draw_seed.empty();
    if (is_sealed) {
        state.draw_seed.assign(core::limits::sealed_seed_length, '0');
    }
    const core::ResourceState before = state;
    const core::Outcome outcome = core::run(state, command_of(state, change), context);
    if (outcome.refusal) {
        return std::unexpected(*outcome.refusal);
    }
    Preview preview;
    const bool is_guessed = is_sealed && state.drawn;
    if (!is_guessed) {
        add_promoted(preview, before, outcome.events);
    }
    if (!core::draw_pending(state) && !is_guessed) {
        for (const core::Ticket ticket : core::page_of_line(state, 1, previewed_next_max)) {
            preview.next.push_back(previewed(before, ticket));
        }
    }
    const core::Counts counts = core::counts_of(state);
    preview.waiting_after = counts.waiting;
    preview.free_after = counts.free_places;
    preview.rules_before = before.rules;
    preview.rules_after = state.rules;
    return preview;
}

}  // namespace standby::engine
