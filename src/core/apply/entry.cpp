// Events of one entry.
#include "base/assert.hpp"
#include "core/apply/apply.hpp"
#include "core/apply/edit.hpp"
#include "core/order/draw.hpp"

#include <utility>

namespace standby::core {
namespace {

void add_contacts(ResourceState& state, Ticket entry, const std::vector<ContactKey>& contacts) {
    const auto is_on_list = [&](Ticket ticket) { return is_active(state.entries.state(ticket)); };
    for (const ContactKey contact : contacts) {
        bool known = false;
        state.contacts.for_each(contact, [&](Ticket ticket) {
            known = ticket == entry;
            return !known;
        });
        if (!known) {
            state.contacts.insert(contact, entry, is_on_list);
            state.changes.contacts.push_back({.entry = entry, .contact = contact, .added = true});
        }
    }
}

// Takes up the state that an entry begins its waiting with.
void settle_in(ResourceState& state, Ticket entry, EntryState to) {
    state.entries.set_state(entry, to);
    state.changes.note(entry);
    switch (to) {
    case EntryState::Unverified:
        ++state.unverified;
        if (state.first_unverified == 0) {
            state.first_unverified = entry;
        }
        return;
    case EntryState::Waiting:
        enter_line(state, entry);
        return;
    case EntryState::Accepted:
        ++state.accepted;
        state.places.accept_free(state.entries.party_size(entry));
        return;
    default:
        UNREACHABLE();
    }
}

void stop_being_unverified(ResourceState& state, Ticket entry) {
    ASSERT(state.unverified > 0);
    forget_proof(state, entry);
    --state.unverified;
}

void vacate_place(ResourceState& state, Ticket entry) {
    ASSERT(state.accepted > 0);
    --state.accepted;
    if (!counts_places(state)) {
        drop_opening(state, mark_of(state, entry).opening);
        return;
    }
    const std::uint32_t party = state.entries.party_size(entry);
    state.places.vacate(party);
    if (state.settings.inventory == Inventory::External) {
        state.places.lose(party);
    } else {
        state.places.note_release();
    }
}

// Also of an entry that has ended.
void take_back(ResourceState& state, Ticket referred) {
    if (state.referred.erase(referred) != 0) {
        return;
    }
    const auto erased = state.ended_referrals.erase(referred);
    ASSERT(erased != 0);
    state.changes.facts.push_back({.kind = FactKind::EndedReferral, .key = referred, .value = 0});
}

void remember_friend(ResourceState& state, const PointsChanged& body) {
    for (const ContactKey one : body.friend_keys) {
        for (const ContactKey referrer : body.referrer_keys) {
            if (state.friends.count(one, referrer)) {
                state.changes.facts.push_back({.kind = FactKind::FriendCounted,
                                               .key = pair_key(one, referrer.value()),
                                               .value = one.value()});
            }
        }
    }
}

}  // namespace

void apply_body(ResourceState& state, const Event& event, const EntryJoined& body) {
    const Ticket entry =
        state.entries.append({.state = EntryState::Unverified,
                              .flags = 0,
                              .tier = body.tier,
                              .party_size = static_cast<std::uint8_t>(body.party_size),
                              .points = body.points,
                              .profile = state.profiles.acquire(body.wants, state.names),
                              .joined_at = body.waits_since.value_or(event.at)});
    ASSERT(entry == event.entry);
    if (body.waits_since) {
        // They were heard of just now, however long they have waited.
        edit_mark(state, entry).heard_at = event.at;
        if (!std::exchange(state.by_time, true)) {
            rebuild_lines(state);
        }
    }
    add_contacts(state, entry, body.contacts);
    // The first contact is who it is, whatever becomes of the entry's contacts later. An event that
    // was erased tells of nobody.
    if (draw_pending(state) && !state.draw_seed.empty() && !body.contacts.empty()) {
        set_participant(state, entry, participant_of(state.number, body.contacts.front()));
    }
    if (body.moving_up_from != 0) {
        join_group(state, body.moving_up_from, body.group);
    }
    if (body.beside != 0) {
        join_group(state, body.beside, body.group);
    }
    if (body.group != GroupKey{}) {
        join_group(state, entry, body.group);
    }
    if (body.referrer != 0) {
        state.referred[entry] = {.referrer = body.referrer,
                                 .friend_keys = body.friend_keys,
                                 .referrer_keys = body.referrer_keys};
        ++state.referrers[body.referrer].pending;
        note_referral(state, body.referrer);
    }
    settle_in(state, entry, static_cast<EntryState>(event.to));
}

void apply_body(ResourceState& state, const Event& event, const EntryVerified& body) {
    stop_being_unverified(state, event.entry);
    if (!draw_pending(state)) {
        set_participant(state, event.entry, 0);
    }
    if (body.link_epoch != 0) {
        set_link_epoch(state, event.entry, body.link_epoch);
    }
    settle_in(state, event.entry, static_cast<EntryState>(event.to));
}

void apply_body(ResourceState& state, const Event& event, const EntryUpdated& body) {
    const Ticket entry = event.entry;
    state.changes.note(entry);
    const bool waits = state.entries.state(entry) == EntryState::Waiting;
    if (waits) {
        leave_line(state, entry);
    }
    const ProfileNumber old = state.entries.profile(entry);
    const ProfileNumber profile = state.profiles.acquire(body.wants, state.names);
    state.profiles.release(old, state.names);
    state.entries.set_profile(entry, profile);
    state.entries.set_party_size(entry, body.party_size);
    state.entries.set_tier(entry, body.tier);
    state.entries.set_points(entry, body.points);
    if (const Ticket place = mark_of(state, entry).place; place != 0) {
        state.entries.set_profile(place, profile);
    }
    // They may be reached by now, or want something else.
    if (mark_of(state, entry).steps_aside != 0) {
        edit_mark(state, entry).steps_aside = 0;
    }
    for (const ContactKey contact : body.contacts_removed) {
        state.contacts.erase(contact, entry);
        state.changes.contacts.push_back({.entry = entry, .contact = contact, .added = false});
    }
    add_contacts(state, entry, body.contacts_added);
    if (body.link_epoch != 0) {
        set_link_epoch(state, entry, body.link_epoch);
    }
    if (waits) {
        enter_line(state, entry);
    }
}

void apply_body(ResourceState& state, const Event& event, const EntryEnded&) {
    switch (static_cast<EntryState>(event.from)) {
    case EntryState::Waiting:
        leave_line(state, event.entry);
        break;
    case EntryState::Unverified:
        stop_being_unverified(state, event.entry);
        break;
    case EntryState::Accepted:
        if (static_cast<EntryState>(event.to) == EntryState::Attended && counts_places(state)) {
            // The seat was used: it stays taken.
            --state.accepted;
        } else {
            vacate_place(state, event.entry);
        }
        break;
    case EntryState::Attended:
        correct_end(state, event.entry, static_cast<EntryState>(event.to));
        return;
    default:
        UNREACHABLE();
    }
    end_entry(state, event.entry, static_cast<EntryState>(event.to), event.reason);
}

void apply_body(ResourceState& state, const Event& event, const PointsChanged& body) {
    const Ticket entry = event.entry;
    Referrer& ledger = state.referrers[entry];
    ledger.raw_points += body.raw;
    ledger.points += body.delta;
    note_referral(state, entry);
    note_referral(state, body.referred);
    if (event.reason == Reason::Fraud) {
        --ledger.credited;
        take_back(state, body.referred);
    } else {
        const auto row = state.referred.find(body.referred);
        ASSERT(row != state.referred.end());
        ++ledger.credited;
        --ledger.pending;
        row->second.credited = true;
        row->second.raw_points = body.raw;
        remember_friend(state, body);
    }
    if (body.delta == 0) {
        return;
    }
    const bool waits = state.entries.state(entry) == EntryState::Waiting;
    if (waits) {
        leave_line(state, entry);
    }
    state.entries.set_points(entry, state.entries.points(entry) + body.delta);
    if (waits) {
        enter_line(state, entry);
    }
}

void apply_body(ResourceState& state, const Event& event, const StandingYes& body) {
    if (body.wanted) {
        keep_standing(state, event.entry, event.opening);
    } else {
        drop_standing(state, event.entry, event.opening);
    }
}

void apply_body(ResourceState& state, const Event& event, const EntryPinged& body) {
    forget_presence(state, event.entry);
    Mark& mark = edit_mark(state, event.entry);
    mark.pings = body.count;
    mark.pinged_at = event.at;
    plan_presence(state, event.entry);
}

void apply_body(ResourceState& state, const Event& event, const EntryPresence& body) {
    if (body.here) {
        hear_of(state, event.entry, event.at);
        return;
    }
    forget_presence(state, event.entry);
    Mark& mark = edit_mark(state, event.entry);
    mark.set_aside = true;
    if (event.reason == Reason::Requested) {
        mark.pings = 0;  // nothing is asked of them any more
    }
}

// Only told.
void apply_body(ResourceState&, const Event&, const OutsideStep&) {}

void apply_body(ResourceState& state, const Event& event, const EntryBarred& body) {
    for (const ContactKey key : body.friend_keys) {
        if (state.friends.bar(key)) {
            state.changes.facts.push_back(
                {.kind = FactKind::Barred, .key = key.value(), .value = event.entry});
        }
    }
}

}  // namespace standby::core
