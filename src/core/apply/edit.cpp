#include "core/apply/edit.hpp"

#include "base/assert.hpp"
#include "core/order/order_key.hpp"
#include "core/state/presence.hpp"
#include "core/state/rows.hpp"

#include <algorithm>
#include <utility>

namespace standby::core {
namespace {

void add_flag(ResourceState& state, Ticket entry, std::uint8_t flag) {
    state.entries.set_flags(entry, static_cast<std::uint8_t>(state.entries.flags(entry) | flag));
}

// A referral that has not counted yet no longer will; of one that has, fraud may be found later.
void forget_referral(ResourceState& state, Ticket entry) {
    state.referrers.erase(entry);
    const auto row = state.referred.find(entry);
    if (row == state.referred.end()) {
        return;
    }
    const auto referrer = state.referrers.find(row->second.referrer);
    if (!row->second.credited && referrer != state.referrers.end()) {
        ASSERT(referrer->second.pending > 0);
        --referrer->second.pending;
        state.changes.note(referrer->first);
    }
    if (row->second.credited && referrer != state.referrers.end()) {
        const Referred& counted = row->second;
        state.ended_referrals[entry] = {.referrer = counted.referrer,
                                        .raw_points = counted.raw_points};
        state.changes.facts.push_back(
            {.kind = FactKind::EndedReferral,
             .key = entry,
             .value = ended_referral(counted.referrer, counted.raw_points)});
    }
    state.referred.erase(row);
}

void leave_group(ResourceState& state, Ticket entry, GroupKey group) {
    if (group == GroupKey{}) {
        return;
    }
    state.recheck.all = true;
    const auto members = state.groups.find(group);
    ASSERT(members != state.groups.end());
    std::erase(members->second, entry);
    if (members->second.empty()) {
        state.groups.erase(members);
    }
}

// Says each service that the entry would take, as its line is known.
void for_each_service(const ResourceState& state, Ticket entry, auto say) {
    const Profile& profile = state.profiles.at(state.entries.profile(entry));
    if (profile.or_names.empty()) {
        say(state.names.key(profile.service));
        return;
    }
    for (const KeyNumber service : service_keys(profile, state.names)) {
        say(service);
    }
}

}  // namespace

void note_candidate(ResourceState& state, Ticket entry) {
    constexpr std::size_t candidates_max = 64;
    if (counts_places(state) || state.recheck.all) {
        return;
    }
    state.recheck.candidates.push_back(entry);
    if (state.recheck.candidates.size() > candidates_max) {
        state.recheck.candidates.clear();
        state.recheck.all = true;
    }
}

Mark& edit_mark(ResourceState& state, Ticket entry) {
    state.changes.note(entry);
    add_flag(state, entry, entry_flags::marked);
    return state.marks[entry];
}

// Most entries whose address is proven need no mark for it.
void set_link_epoch(ResourceState& state, Ticket entry, std::uint32_t epoch) {
    const std::uint8_t flags = state.entries.flags(entry);
    state.entries.set_flags(entry, static_cast<std::uint8_t>(
                                       is_proven(epoch) ? flags | entry_flags::proven
                                                        : flags & ~unsigned{entry_flags::proven}));
    const std::uint32_t links = epoch & ~1U;
    if (mark_of(state, entry).links != links) {
        edit_mark(state, entry).links = links;
    }
    state.changes.note(entry);
}

void enter_line(ResourceState& state, Ticket entry) {
    const LinePlace place = place_in_line(state, entry);
    state.lines.whole.insert(place);
    if (!counts_places(state)) {
        for_each_service(state, entry, [&](KeyNumber service) {
            state.lines.by_service
                .try_emplace(service, layout_for(state.rules.order, state.by_time))
                .first->second.insert(place);
        });
    }
    ++state.waiting_by_party[state.entries.party_size(entry)];
    state.recheck.ended_until = std::min(state.recheck.ended_until, entry - 1);
    note_candidate(state, entry);
    plan_presence(state, entry);
}

void leave_line(ResourceState& state, Ticket entry) {
    forget_presence(state, entry);
    const LinePlace place = place_in_line(state, entry);
    state.lines.whole.erase(place);
    if (!counts_places(state)) {
        for_each_service(state, entry, [&](KeyNumber service) {
            const auto line = state.lines.by_service.find(service);
            ASSERT(line != state.lines.by_service.end());
            line->second.erase(place);
            if (line->second.empty()) {
                state.lines.by_service.erase(line);
            }
        });
    }
    --state.waiting_by_party[state.entries.party_size(entry)];
}

void rebuild_lines(ResourceState& state) {
    const Lines old = std::exchange(
        state.lines,
        Lines{.whole = Line{layout_for(state.rules.order, state.by_time)}, .by_service = {}});
    state.waiting_by_party.fill(0);
    state.recheck.all = true;
    old.whole.for_each_from(0, [&](const LinePlace& place) {
        enter_line(state, entry_at(state, place.ticket()));
        return true;
    });
}

void redraw_place(ResourceState& state, Ticket entry, Ticket new_place, Time at) {
    Mark& mark = edit_mark(state, entry);
    if (mark.place != 0) {
        state.aliases.erase(mark.place);
        state.entries.drop_alias(mark.place);
    }
    EntryTable::Row row = state.entries.row(entry);
    row.state = EntryState::None;
    row.flags = entry_flags::alias;
    const Ticket drawn = state.entries.append(row);
    ASSERT(drawn == new_place);
    state.aliases.emplace(drawn, entry);
    state.redraws.push_back(drawn);
    mark.place = drawn;
    mark.place_since = at;
    add_flag(state, entry, entry_flags::redrawn);
}

void set_participant(ResourceState& state, Ticket entry, std::uint64_t participant) {
    if (participant_of(state, entry) == participant) {
        return;
    }
    if (state.participants.size() <= entry) {
        state.participants.resize(std::size_t{entry} + 1);
    }
    state.participants[entry] = participant;
}

void end_entry(ResourceState& state, Ticket entry, EntryState to, Reason reason) {
    drop_standing(state, entry);
    // The last row says who was in the draw.
    if (!state.drawn || state.entries.state(entry) == EntryState::Unverified) {
        set_participant(state, entry, 0);
    }
    const RowName name{RowName::Of::Entry, entry};
    EntryRow last = row_of_entry(state, entry);
    if (reason == Reason::EventOver || reason == Reason::ListClosed ||
        reason == Reason::EventCancelled) {
        last.end_reason = reason;
    }
    state.changes.last_entries.push_back({.number = entry,
                                          .state = static_cast<std::uint8_t>(to),
                                          .data = encode_row(last, later_of(state, name))});
    forget_later(state, name);
    const Mark mark = mark_of(state, entry);
    leave_group(state, entry, mark.group);
    forget_referral(state, entry);
    state.erased.erase(entry);
    state.accepted_offers.erase(mark.offer);
    if (mark.place != 0) {
        state.aliases.erase(mark.place);
        state.entries.drop_alias(mark.place);
    }
    state.marks.erase(entry);
    set_participant(state, entry, 0);
    state.profiles.release(state.entries.profile(entry), state.names);
    state.entries.set_state(entry, to);
}

void correct_end(ResourceState& state, Ticket entry, EntryState to) {
    std::vector<RowChange>& rows = state.changes.last_entries;
    const auto found = std::ranges::find(rows, entry, &RowChange::number);
    if (found != rows.end()) {
        found->state = static_cast<std::uint8_t>(to);
    } else {
        rows.push_back({.number = entry, .state = static_cast<std::uint8_t>(to), .data = {}});
    }
    state.entries.correct_state(entry, to);
}

void join_group(ResourceState& state, Ticket entry, GroupKey group) {
    Mark& mark = edit_mark(state, entry);
    if (mark.group == group) {
        return;
    }
    ASSERT(mark.group == GroupKey{});
    mark.group = group;
    // In order of tickets, so that what is decided about a group does not depend on its history.
    std::vector<Ticket>& members = state.groups[group];
    members.insert(std::ranges::lower_bound(members, entry), entry);
}

void note_referral(ResourceState& state, Ticket entry) {
    if (is_active(state.entries.state(entry))) {
        state.changes.note(entry);
    }
}

void hold_names(Opening& opening, Names& names) {
    const auto hold = [&](const std::string& first, const std::vector<std::string>& further) {
        std::vector<NameNumber> held;
        if (!first.empty()) {
            held.push_back(names.hold(first));
        }
        for (const std::string& name : further) {
            held.push_back(names.hold(name));
        }
        return held;
    };
    opening.services = hold(opening.slot.service, opening.slot.service_names);
    opening.staff = hold(opening.slot.staff, opening.slot.staff_names);
    opening.places = hold(opening.slot.place, opening.slot.place_names);
}

void drop_opening(ResourceState& state, OpeningNumber number) {
    const auto found = state.openings.find(number);
    if (found == state.openings.end()) {
        return;
    }
    drop_standing(state, number);
    const RowName name{RowName::Of::Opening, number.value()};
    OpeningRow row = row_of_opening(found->second);
    row.in_memory = false;
    state.changes.last_openings.push_back(
        {.number = number.value(),
         .state = static_cast<std::uint8_t>(state.opening_states[number.value()]),
         .data = encode_row(row, later_of(state, name))});
    forget_later(state, name);
    claim_opening(state, number, found->second);
    state.booked_until.erase({end_of(found->second.slot), number});
    for (const auto* names :
         {&found->second.services, &found->second.staff, &found->second.places}) {
        for (const NameNumber used : *names) {
            state.names.release(used);
        }
    }
    state.openings.erase(found);
}

void set_timer(ResourceState& state, std::optional<Time>& known, std::optional<Time> at,
               TimerKind kind, std::uint32_t number) {
    if (known) {
        state.timers.erase({.at = *known, .kind = kind, .number = number});
    }
    if (at) {
        state.timers.insert({.at = *at, .kind = kind, .number = number});
    }
    known = at;
}

void clear_offer_timers(ResourceState& state, OfferNumber number, Offer& offer) {
    state.timers.erase(
        {.at = offer.expires_at, .kind = TimerKind::OfferDeadline, .number = number.value()});
    set_timer(state, offer.remind_at, std::nullopt, TimerKind::Reminder, number.value());
    if (offer.patience_until) {
        state.patience.erase({*offer.patience_until, number});
    }
}

void set_offer_timers(ResourceState& state, OfferNumber number, Offer& offer) {
    state.timers.insert(
        {.at = offer.expires_at, .kind = TimerKind::OfferDeadline, .number = number.value()});
    if (offer.patience_until) {
        state.patience.emplace(*offer.patience_until, number);
        return;  // nobody is reminded of what they were not told
    }
    const Duration after = state.rules.reminder_after;
    if (offer.state == OfferState::Live && offer.sent_at && !offer.reminded &&
        after > Duration{0} && *offer.sent_at + after < offer.expires_at) {
        set_timer(state, offer.remind_at, *offer.sent_at + after, TimerKind::Reminder,
                  number.value());
    }
}

void set_resource_timers(ResourceState& state, Time at) {
    std::optional<Time> cutoff;
    if (counts_places(state)) {
        cutoff = cutoff_of(state);
    }
    if (!cutoff || at < *cutoff) {
        state.cutoff_reached = false;
    }
    set_timer(state, state.cutoff_timer, state.cutoff_reached ? std::nullopt : cutoff,
              TimerKind::Cutoff, 0);
    set_timer(state, state.draw_timer, draw_pending(state) ? state.rules.draw_at : std::nullopt,
              TimerKind::Draw, 0);
}

void plan_presence(ResourceState& state, Ticket entry) {
    if (const auto due = presence_due(state, entry)) {
        state.presence.emplace(*due, entry);
    }
}

void forget_presence(ResourceState& state, Ticket entry) {
    if (const auto due = presence_due(state, entry)) {
        state.presence.erase({*due, entry});
    }
}

void plan_presence(ResourceState& state) {
    state.presence.clear();
    if (state.rules.ping_after == Duration{0}) {
        return;
    }
    state.lines.whole.for_each_from(0, [&](const LinePlace& place) {
        plan_presence(state, entry_at(state, place.ticket()));
        return true;
    });
}

// Nobody becomes unverified again, so the search for the next one goes forwards only.
void forget_proof(ResourceState& state, Ticket entry) {
    if (state.proofs_held.erase({mark_of(state, entry).heard_at, entry}) != 0 ||
        entry != state.first_unverified) {
        return;
    }
    const bool is_last = state.unverified == state.proofs_held.size() + 1;
    Ticket next = is_last ? 0 : entry + 1;
    while (next != 0 && (state.entries.state(next) != EntryState::Unverified ||
                         mark_of(state, next).heard_at != Time{})) {
        ++next;
        ASSERT(next <= state.entries.last());
    }
    state.first_unverified = next;
}

void hear_of(ResourceState& state, Ticket entry, Time at) {
    const bool is_in_line = state.entries.state(entry) == EntryState::Waiting;
    if (is_in_line) {
        forget_presence(state, entry);
    }
    if (state.entries.state(entry) == EntryState::Unverified) {
        forget_proof(state, entry);
        state.proofs_held.emplace(at, entry);
    }
    Mark& mark = edit_mark(state, entry);
    const bool comes_back = mark.set_aside;
    mark.heard_at = at;
    mark.pings = 0;
    mark.set_aside = false;
    if (is_in_line) {
        plan_presence(state, entry);
    }
    if (is_in_line && comes_back) {
        note_candidate(state, entry);
    }
}

void watch_cutoff(ResourceState& state, OpeningNumber number, Opening& opening) {
    const bool is_free = opening.offer == OfferNumber{} && opening.holder == 0;
    const bool is_watched =
        state.unclaimed.contains(number) || (is_free && !opening.standing.empty());
    set_timer(state, opening.hand_back_at,
              is_watched ? std::optional{cutoff_of(state, opening)} : std::nullopt,
              TimerKind::OpeningCutoff, number.value());
}

void keep_standing(ResourceState& state, Ticket entry, OpeningNumber number) {
    state.standing[entry].push_back(number);
    if (number == OpeningNumber{}) {
        edit_mark(state, entry).standing_yes = true;
        return;
    }
    Opening& opening = state.openings.at(number);
    opening.standing.push_back(entry);
    state.awaited.insert(number);
    state.changes.note(number);
    watch_cutoff(state, number, opening);
}

void drop_standing(ResourceState& state, Ticket entry, OpeningNumber number) {
    const auto found = state.standing.find(entry);
    if (found == state.standing.end() || std::erase(found->second, number) == 0) {
        return;
    }
    if (found->second.empty()) {
        state.standing.erase(found);
    }
    if (number == OpeningNumber{}) {
        edit_mark(state, entry).standing_yes = false;
        return;
    }
    Opening& opening = state.openings.at(number);
    std::erase(opening.standing, entry);
    if (opening.standing.empty()) {
        state.awaited.erase(number);
    }
    state.changes.note(number);
    watch_cutoff(state, number, opening);
}

void drop_standing(ResourceState& state, Ticket entry) {
    while (true) {
        const auto found = state.standing.find(entry);
        if (found == state.standing.end()) {
            return;
        }
        drop_standing(state, entry, found->second.front());
    }
}

void drop_standing(ResourceState& state, OpeningNumber number) {
    if (!state.awaited.contains(number)) {
        return;
    }
    const std::vector<Ticket> standing = state.openings.at(number).standing;
    for (const Ticket entry : standing) {
        drop_standing(state, entry, number);
    }
}

void leave_unclaimed(ResourceState& state, OpeningNumber number, Opening& opening) {
    state.unclaimed.insert(number);
    set_timer(state, opening.hand_back_at, cutoff_of(state, opening), TimerKind::OpeningCutoff,
              number.value());
}

void claim_opening(ResourceState& state, OpeningNumber number, Opening& opening) {
    state.unclaimed.erase(number);
    set_timer(state, opening.hand_back_at, std::nullopt, TimerKind::OpeningCutoff, number.value());
}

}  // namespace standby::core
