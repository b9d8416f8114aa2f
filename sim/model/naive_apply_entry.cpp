// How the events about joining, changing, leaving and points change the naive memory.
#include "sim/model/naive_order.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <limits>

namespace standby::sim {
namespace {

// A seat taken at once is taken from the most tried ones, like any other.
constexpr auto any_tries = std::numeric_limits<std::uint32_t>::max();

}  // namespace

void NaiveResource::apply_body(const Event& event, const core::EntryJoined& body) {
    state_.tickets_drawn = event.entry;
    NaiveEntry entry;
    entry.ticket = event.entry;
    entry.state = static_cast<EntryState>(event.to);
    entry.contacts = body.contacts;
    entry.wants = body.wants;
    entry.party_size = body.party_size;
    entry.tier = body.tier;
    entry.points = body.points;
    entry.referrer = body.referrer;
    entry.friend_keys = body.friend_keys;
    entry.referrer_keys = body.referrer_keys;
    entry.group = body.group;
    entry.place = event.entry;
    entry.joined_at = body.waits_since.value_or(event.at);
    entry.in_line_at = entry.joined_at;
    if (body.waits_since) {
        entry.heard_at = event.at;
    }
    if (!state_.draw_seed.empty()) {
        entry.participant = naive_participant(number_, body.contacts.front());
    }
    if (body.moving_up_from != 0) {
        entry_ref(body.moving_up_from).group = body.group;
    }
    if (body.beside != 0) {
        entry_ref(body.beside).group = body.group;
    }
    if (entry.state == EntryState::Accepted) {
        take_tries(body.party_size, any_tries);
    }
    state_.entries.push_back(std::move(entry));
}

void NaiveResource::apply_body(const Event& event, const core::EntryVerified& body) {
    NaiveEntry& entry = entry_ref(event.entry);
    entry.link_epoch = body.link_epoch;
    entry.state = static_cast<EntryState>(event.to);
    if (entry.state == EntryState::Accepted) {
        take_tries(entry.party_size, any_tries);
    }
}

void NaiveResource::apply_body(const Event& event, const core::EntryUpdated& body) {
    NaiveEntry& entry = entry_ref(event.entry);
    entry.aside_at.reset();
    entry.wants = body.wants;
    entry.party_size = body.party_size;
    entry.tier = body.tier;
    entry.points = body.points;
    for (const ContactKey contact : body.contacts_removed) {
        std::erase(entry.contacts, contact);
    }
    entry.contacts.insert(entry.contacts.end(), body.contacts_added.begin(),
                          body.contacts_added.end());
    entry.link_epoch = body.link_epoch != 0 ? body.link_epoch : entry.link_epoch;
}

void NaiveResource::apply_body(const Event& event, const core::EntryEnded&) {
    NaiveEntry& entry = entry_ref(event.entry);
    const bool held_a_place = entry.state == EntryState::Accepted;
    entry.state = static_cast<EntryState>(event.to);
    entry.was_there = entry.was_there || entry.state == EntryState::Attended;
    entry.standing.clear();
    if (held_a_place && entry.state != EntryState::Attended &&
        state_.settings.kind != Kind::Slots) {
        if (state_.settings.inventory == Inventory::External) {
            state_.gone_places += entry.party_size;
        } else {
            ++state_.releases;
        }
    }
    entry.offer = {};
    entry.opening = {};
}

void NaiveResource::apply_body(const Event& event, const core::PointsChanged& body) {
    NaiveEntry& entry = entry_ref(event.entry);
    entry.points += body.delta;
    entry.referral_points += body.delta;
    if (event.reason != Reason::Fraud) {
        entry.credits.push_back({.referred = body.referred, .raw = body.raw});
        state_.friendships.push_back(
            {.friend_keys = body.friend_keys, .referrer_keys = body.referrer_keys});
    } else {
        std::erase_if(entry.credits,
                      [&](const NaiveCredit& credit) { return credit.referred == body.referred; });
    }
}

void NaiveResource::apply_body(const Event&, const core::EntryBarred& body) {
    state_.barred.insert(state_.barred.end(), body.friend_keys.begin(), body.friend_keys.end());
}

}  // namespace standby::sim
