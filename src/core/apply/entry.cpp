// Events of one entry.
#include "base/assert.hpp"
#include "core/apply/apply.hpp"
#include "core/apply/edit.hpp"
#include "core/order/draw.hpp"

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

}  // namespace

void apply_body(ResourceState& state, const Event& event, const EntryJoined& body) {
    const Ticket entry =
        state.entries.append({.state = EntryState::Unverified,
                              .flags = 0,
                              .tier = body.tier,
                              .party_size = static_cast<std::uint8_t>(body.party_size),
                              .points = body.points,
                              .profile = state.profiles.acquire(body.wants, state.names),
                              .joined_at = event.at});
    ASSERT(entry == event.entry);
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
        state.referred[entry] = {.referrer = body.referrer};
        ++state.referrers[body.referrer].pending;
        note_referral(state, body.referrer);
    }
    settle_in(state, entry, static_cast<EntryState>(event.to));
}

void apply_body(ResourceState& state, const Event& event, const EntryVerified& body) {
    ASSERT(state.unverified > 0);
    --state.unverified;
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
        ASSERT(state.unverified > 0);
        --state.unverified;
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
    end_entry(state, event.entry, static_cast<EntryState>(event.to));
}

void apply_body(ResourceState& state, const Event& event, const PointsChanged& body) {
    const Ticket entry = event.entry;
    Referrer& ledger = state.referrers[entry];
    ledger.raw_points += body.raw;
    ledger.points += body.delta;
    note_referral(state, entry);
    note_referral(state, body.referred);
    const auto row = state.referred.find(body.referred);
    ASSERT(row != state.referred.end());
    if (event.reason == Reason::Fraud) {
        --ledger.credited;
        state.referred.erase(row);
    } else {
        ++ledger.credited;
        --ledger.pending;
        row->second.credited = true;
        row->second.raw_points = body.raw;
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

}  // namespace standby::core
