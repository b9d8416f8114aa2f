// What people are shown agrees with the naive reference.
#include "core/state/views.hpp"

#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {
namespace {

std::uint64_t count_entries(const NaiveState& state, std::initializer_list<EntryState> states) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(state.entries, [&](const NaiveEntry& entry) {
            return std::ranges::find(states, entry.state) != states.end();
        }));
}

std::uint64_t unclaimed_openings(const NaiveState& state) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(state.openings, NaiveResource::is_to_be_offered));
}

void compare(const Scene& scene, std::string_view what, std::uint64_t actual,
             std::uint64_t expected, Ticket entry = 0) {
    if (actual != expected) {
        const std::string whose = entry == 0 ? "" : fmt::format("entry {}: ", entry);
        scene.report->fail("views",
                           fmt::format("{}{} is {}, should be {}", whose, what, actual, expected));
    }
}

void check_entry(const Scene& scene, const NaiveEntry& entry,
                 const std::vector<const NaiveEntry*>& line) {
    const auto view = core::view_entry(scene.target->state(scene.resource), entry.ticket);
    if (!view) {
        scene.report->fail("views", fmt::format("entry {} is not shown", entry.ticket));
        return;
    }
    const auto is = [&](std::string_view what, std::uint64_t actual, std::uint64_t expected) {
        compare(scene, what, actual, expected, entry.ticket);
    };
    if (view->state != entry.state) {
        scene.report->fail("views",
                           fmt::format("entry {}: state is {}, should be {}", entry.ticket,
                                       core::name_of(view->state), core::name_of(entry.state)));
    }
    is("position", view->position, scene.model->position_of(entry));
    const auto at = std::ranges::find(line, &entry);
    const bool has_rank = at != line.end() && !scene.model->draw_pending();
    is("rank", view->rank.value_or(0),
       has_rank ? static_cast<std::uint64_t>(at - line.begin()) + 1 : 0);
    if (core::is_terminal(entry.state)) {
        return;
    }
    is("party size", view->party_size, entry.party_size);
    is("tier", view->tier, entry.tier);
    is("points", static_cast<std::uint64_t>(view->points),
       static_cast<std::uint64_t>(entry.points));
    is("misses", view->misses, entry.misses);
    is("links", view->link_epoch, entry.link_epoch);
    is("declines", view->declines, entry.declines);
    is("offer", view->offer.value(), entry.offer.value());
    is("opening", view->opening.value(), entry.opening.value());
    is("group", view->group.value(), entry.group.value());
    is("credits", view->referrals_credited, entry.credits.size());
    if (view->joined_at != entry.joined_at) {
        scene.report->fail("views", fmt::format("entry {}: joined at another time", entry.ticket));
    }
    if (view->wants != entry.wants) {
        scene.report->fail("views", fmt::format("entry {}: wants something else", entry.ticket));
    }
}

void check_offer(const Scene& scene, const NaiveOffer& offer) {
    const auto view = core::view_offer(scene.target->state(scene.resource), offer.number);
    if (!view || view->state != offer.state) {
        scene.report->fail("views", fmt::format("offer {} is not shown as {}", offer.number.value(),
                                                core::name_of(offer.state)));
        return;
    }
    if (!core::is_terminal(offer.state) &&
        (view->entry != offer.entry || view->opening != offer.opening ||
         view->places != offer.places || view->expires_at != offer.expires_at ||
         view->made_at != offer.made_at || view->send_at != offer.send_at ||
         view->sent_at != offer.sent_at || view->awaiting != offer.awaiting)) {
        scene.report->fail("views", fmt::format("offer {} is shown wrongly", offer.number.value()));
    }
}

void check_opening(const Scene& scene, const NaiveOpening& opening) {
    const auto view = core::view_opening(scene.target->state(scene.resource), opening.number);
    if (!view || view->state != opening.state) {
        scene.report->fail("views",
                           fmt::format("opening {} is {}, should be {}", opening.number.value(),
                                       view ? core::name_of(view->state) : "not shown",
                                       core::name_of(opening.state)));
        return;
    }
    const bool is_current =
        opening.state == OpeningState::Offering || opening.state == OpeningState::Open;
    if (is_current && (view->slot != opening.slot || view->offer != opening.offer ||
                       view->offers_made != opening.offers_made)) {
        scene.report->fail("views",
                           fmt::format("opening {} is shown wrongly", opening.number.value()));
    }
}

}  // namespace

void check_counts(const Scene& scene) {
    const NaiveState& state = scene.model->state();
    const core::Counts counts = core::counts_of(scene.target->state(scene.resource));
    compare(scene, "unverified", counts.unverified, count_entries(state, {EntryState::Unverified}));
    compare(scene, "waiting", counts.waiting, count_entries(state, {EntryState::Waiting}));
    compare(scene, "offered", counts.offered,
            count_entries(state, {EntryState::Offered, EntryState::Confirming}));
    compare(scene, "accepted", counts.accepted, count_entries(state, {EntryState::Accepted}));
    if (state.settings.kind == Kind::Slots) {
        compare(scene, "free openings", counts.free_places, unclaimed_openings(state));
        return;
    }
    compare(scene, "accepted places", counts.accepted_places, scene.model->accepted_places());
    compare(scene, "held places", counts.held_places, scene.model->held_places());
    compare(scene, "free places", counts.free_places, scene.model->free_places());
    compare(scene, "limit", counts.limit, scene.model->limit());
}

void check_some_views(const Scene& scene, Prng& prng) {
    const NaiveState& state = scene.model->state();
    const auto line = scene.model->line();
    if (!state.entries.empty()) {
        check_entry(scene, state.entries[prng.below(state.entries.size())], line);
    }
    if (!line.empty()) {
        check_entry(scene, *line[prng.below(line.size())], line);
    }
    if (!state.offers.empty()) {
        check_offer(scene, state.offers[prng.below(state.offers.size())]);
    }
    if (!state.openings.empty()) {
        check_opening(scene, state.openings[prng.below(state.openings.size())]);
    }
    const std::uint64_t from = prng.below(line.size() + 2) + 1;
    const std::size_t count = prng.below(6);
    const std::vector<Ticket> page =
        core::page_of_line(scene.target->state(scene.resource), from, count);
    std::vector<Ticket> expected;
    for (std::uint64_t rank = from; rank <= line.size() && expected.size() < count; ++rank) {
        expected.push_back(line[rank - 1]->ticket);
    }
    if (page != expected) {
        scene.report->fail("views",
                           fmt::format("the page of {} from rank {} is another one", count, from));
    }
}

}  // namespace standby::sim
