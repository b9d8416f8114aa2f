#include "interchange/view/entry.hpp"

#include "core/order/band.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/placeholders.hpp"
#include "interchange/view/referral_code.hpp"
#include "interchange/view/wants.hpp"

#include <algorithm>

namespace standby::interchange {
namespace {

bool has_offer(core::EntryState state) {
    return state == core::EntryState::Offered || state == core::EntryState::Confirming;
}

// An ended entry: its last row if that is still at hand, else what little the memory keeps.
EntryFacts ended_facts(const core::ResourceState& state, core::EntryId id,
                       const core::EntryView& view) {
    const auto& rows = state.changes.last_entries;
    const auto found = std::ranges::find(rows, view.ticket, &core::RowChange::number);
    if (found != rows.end()) {
        if (const auto row = core::decode_entry_row(found->data)) {
            return entry_facts(id, view.state, *row);
        }
    }
    return {.id = id, .state = view.state, .complete = false, .position = view.position};
}

void write_standing(JsonWriter& writer, const EntryFacts& facts, const EntryStyle& style) {
    const core::ShownRank shown = core::shown_rank(
        sees_exact_rank(style.viewer) ? core::Visibility::Rank : style.visibility, facts.rank);
    // Together with how many wait, the number tells the rank.
    const bool is_hidden =
        !sees_exact_rank(style.viewer) && style.visibility == core::Visibility::Hidden;
    writer.natural("position",
                   is_hidden ? std::optional<std::uint64_t>{} : std::uint64_t{facts.position});
    writer.natural("rank", shown.rank);
    writer.text_or_null("band", shown.band ? core::format_band(*shown.band) : std::string{});
}

// To the guest of an entry that has ended.
bool is_past(const EntryFacts& facts, const EntryStyle& style) {
    return style.viewer == Viewer::Guest && core::is_terminal(facts.state);
}

const core::Wants nothing_wanted;

void write_wishes(JsonWriter& writer, const EntryFacts& facts, const EntryStyle& style) {
    if (!facts.complete) {
        for (const std::string_view name :
             {"party_size", "wants", "instant_yes", "tier", "points"}) {
            writer.null(name);
        }
        return;
    }
    writer.natural("party_size", facts.party_size);
    const core::Wants& wants = is_past(facts, style) ? nothing_wanted : facts.wants;
    write_wants(writer, "wants", wants);
    write_instant_yes(writer, "instant_yes", wants.instant_yes);
    writer.natural("tier", facts.tier);
    writer.integer("points", facts.points);
}

void write_history(JsonWriter& writer, const EntryFacts& facts) {
    if (!facts.complete) {
        for (const std::string_view name : {"referrals", "joined_at", "misses", "declines"}) {
            writer.null(name);
        }
        return;
    }
    writer.begin_object("referrals");
    writer.natural("pending", facts.referrals_pending);
    writer.natural("credited", facts.referrals_credited);
    writer.end_object();
    writer.time("joined_at", facts.joined_at);
    writer.natural("misses", facts.misses);
    writer.natural("declines", facts.declines);
}

void write_person(JsonWriter& writer, const EntryFacts& facts, const EntryStyle& style) {
    if (is_past(facts, style)) {
        for (const std::string_view name : {"name", "email", "phone", "consent"}) {
            writer.null(name);
        }
    } else if (sees_person(style.viewer)) {
        write_mark(writer, "name", EntryMark::Name, facts.id);
        write_mark(writer, "email", EntryMark::Email, facts.id);
        write_mark(writer, "phone", EntryMark::Phone, facts.id);
        write_mark(writer, "consent", EntryMark::Consent, facts.id);
    }
    if (style.token == TokenInAnswer::Yes) {
        write_mark(writer, "token", EntryMark::Token, facts.id, facts.link_epoch);
        write_mark(writer, "status_url", EntryMark::StatusUrl, facts.id, facts.link_epoch);
        write_mark(writer, "group_code", EntryMark::GroupCode, facts.id, facts.link_epoch);
    }
}

}  // namespace

std::optional<EntryFacts> entry_facts(const core::ResourceState& state, core::Ticket ticket) {
    auto view = core::view_entry(state, ticket);
    if (!view) {
        return std::nullopt;
    }
    const core::EntryId id = core::entry_id(state.number, ticket);
    if (core::is_terminal(view->state)) {
        return ended_facts(state, id, *view);
    }
    EntryFacts facts{.id = id,
                     .state = view->state,
                     .party_size = view->party_size,
                     .tier = view->tier,
                     .points = view->points,
                     .position = view->position,
                     .rank = view->rank,
                     .joined_at = view->joined_at,
                     .wants = std::move(view->wants),
                     .opening = view->opening,
                     .misses = view->misses,
                     .declines = view->declines,
                     .referrals_pending = view->referrals_pending,
                     .referrals_credited = view->referrals_credited,
                     .link_epoch = view->link_epoch,
                     .standing_yes = view->standing_yes,
                     .set_aside = view->set_aside,
                     .is_asked = view->pings > 0};
    if (has_offer(facts.state)) {
        facts.offer = offer_facts(state, view->offer);
        facts.offer_opening = opening_facts(state, view->opening);
    }
    return facts;
}

EntryFacts entry_facts(core::EntryId id, core::EntryState state, const core::EntryRow& row) {
    return {.id = id,
            .state = state,
            .party_size = row.party_size,
            .tier = row.tier,
            .points = row.points,
            .position = row.position,
            .joined_at = row.joined_at,
            .wants = row.wants,
            .opening = core::is_terminal(state) ? core::OpeningNumber{} : row.mark.opening,
            .misses = row.mark.misses,
            .declines = row.mark.declines,
            .referrals_pending = row.referrals.pending,
            .referrals_credited = row.referrals.credited,
            .link_epoch = row.link_epoch,
            .end_reason = row.end_reason};
}

EntryFacts entry_facts(core::EntryId id, const engine::StoredRow& row) {
    const auto state = static_cast<core::EntryState>(row.state);
    const auto decoded = core::decode_entry_row(row.data);
    EntryFacts facts = decoded ? entry_facts(id, state, *decoded)
                               : EntryFacts{.id = id, .state = state, .complete = false};
    if (core::is_terminal(state)) {
        facts.ended_at = row.changed_at;
    }
    return facts;
}

void write_entry(JsonWriter& writer, const EntryFacts& facts, const EntryStyle& style) {
    const core::ResourceNumber resource = core::resource_of(facts.id);
    writer.begin_object();
    writer.text("id", core::format_id(facts.id));
    writer.text("resource_id", core::format_id(resource));
    writer.text("state", core::name_of(facts.state));
    write_wishes(writer, facts, style);
    write_standing(writer, facts, style);
    writer.text("referral_code", referral_code(facts.id));
    write_history(writer, facts);
    writer.boolean("standing_yes", facts.standing_yes);
    writer.boolean("set_aside", facts.set_aside);
    write_id(writer, "opening_id", resource, facts.opening);
    if (facts.offer) {
        writer.name("offer");
        write_offer(writer, *facts.offer, facts.offer_opening ? &*facts.offer_opening : nullptr,
                    style.viewer);
    } else {
        writer.null("offer");
    }
    const core::Visibility visibility =
        sees_exact_rank(style.viewer) ? core::Visibility::Rank : style.visibility;
    writer.natural("refresh_seconds",
                   std::uint64_t{refresh_seconds(facts.state, facts.rank, visibility)});
    write_person(writer, facts, style);
    writer.end_object();
}

void write_entry(JsonWriter& writer, const core::ResourceState& state, core::Ticket ticket,
                 Viewer viewer, TokenInAnswer token) {
    const auto facts = entry_facts(state, ticket);
    if (!facts) {
        writer.null();
        return;
    }
    write_entry(writer, *facts,
                {.viewer = viewer, .visibility = state.rules.visibility, .token = token});
}

std::uint32_t refresh_seconds(core::EntryState state, std::optional<std::uint64_t> rank,
                              core::Visibility visibility) {
    if (has_offer(state)) {
        return 5;
    }
    if (state != core::EntryState::Waiting) {
        return state == core::EntryState::Unverified ? 30 : 300;
    }
    if (visibility == core::Visibility::Hidden) {
        return 30;
    }
    // Without a rank a draw is still to come.
    if (!rank || *rank > 100) {
        return 60;
    }
    return *rank <= 10 ? 10 : 30;
}

}  // namespace standby::interchange
