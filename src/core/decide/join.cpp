// Joining the line, and being recognised as somebody who is in it already.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/decide/validate.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>

namespace standby::core {
namespace {

std::optional<Refusal> check_join(const ResourceState& state, const Join& command,
                                  const ZoneBook& zones) {
    if (command.contacts.empty() || command.contacts.size() > limits::contacts_max) {
        return Refusal{RefusalCode::InvalidField, "contacts",
                       "must be one to three: an e-mail address, a phone number, a user id"};
    }
    if (auto refusal = check_party_size(command.party_size)) {
        return refusal;
    }
    if (auto refusal = check_tier_and_points(command.tier, command.points)) {
        return refusal;
    }
    if (auto refusal = check_wants(command.wants, zones)) {
        return refusal;
    }
    const Settings& settings = state.settings;
    if (counts_places(state) && settings.inventory == Inventory::Internal &&
        settings.capacity != 0 && command.party_size > settings.capacity) {
        return Refusal{RefusalCode::InvalidField, "party_size", "is larger than the capacity"};
    }
    return std::nullopt;
}

struct Recognised {
    Ticket same = 0;    // the entry this person has already
    Ticket holder = 0;  // the accepted entry this person wants to move up from
};

Recognised recognise(const ResourceState& state, const Join& command, const Wants& wants) {
    Recognised found;
    const auto look_at = [&](Ticket ticket) {
        const EntryState entry_state = state.entries.state(ticket);
        if (!is_active(entry_state)) {
            return true;
        }
        const Mark& mark = mark_of(state, ticket);
        if (wants.move_up && entry_state == EntryState::Accepted &&
            mark.opening != OpeningNumber{}) {
            found.holder = found.holder == 0 ? ticket : std::min(found.holder, ticket);
            return true;
        }
        const bool alternative =
            command.group != GroupKey{} && mark.group == command.group &&
            to_wants(state.profiles.at(state.entries.profile(ticket)), state.names) != wants;
        if (!alternative) {
            found.same = found.same == 0 ? ticket : std::min(found.same, ticket);
        }
        return true;
    };
    for (const ContactKey contact : command.contacts) {
        state.contacts.for_each(contact, look_at);
    }
    return found;
}

// What the list as a whole says to one more.
std::optional<Refusal> check_room(const ResourceState& state, GroupKey group) {
    if (state.status == ResourceStatus::Closed) {
        return Refusal{RefusalCode::ResourceClosed, {}, "The list is closed."};
    }
    const Rules& rules = state.rules;
    if (rules.max_waiting != 0 &&
        state.lines.whole.size() + state.unverified >= rules.max_waiting) {
        return Refusal{RefusalCode::ListFull, {}, "The list is full."};
    }
    if (auto refusal = check_room_for_names(state.names, "wants")) {
        return refusal;
    }
    const auto members = state.groups.find(group);
    if (members != state.groups.end() && members->second.size() >= limits::group_members_max) {
        return Refusal{RefusalCode::TooMany, "group", "The group has too many entries."};
    }
    if (state.entries.last() >= limits::tickets_max) {
        return Refusal{RefusalCode::ListFull, {}, "The list has no numbers left."};
    }
    return std::nullopt;
}

// The group an entry joins; one that moves up shares the group of what it holds.
GroupKey group_for(const ResourceState& state, const Join& command, Ticket holder) {
    if (holder == 0) {
        return command.group;
    }
    const GroupKey held = mark_of(state, holder).group;
    if (held != GroupKey{}) {
        return held;
    }
    // A group that others are in stays theirs: it must not come to hold two places.
    return command.group != GroupKey{} && !state.groups.contains(command.group)
               ? command.group
               : GroupKey{entry_id(state.number, holder).value()};
}

}  // namespace

Decided decide_on(const ResourceState& state, const Join& command, const Context& context) {
    if (const auto refusal = check_join(state, command, *context.zones)) {
        return std::unexpected(*refusal);
    }
    EventBuilder builder{state, context};
    const Wants wants = canonical(command.wants);
    const Recognised known = recognise(state, command, wants);
    if (known.same != 0) {
        PROBE("the same person joins again");
        return done(builder, {.entry = known.same, .repeated = true});
    }
    const GroupKey group = group_for(state, command, known.holder);
    if (const auto refusal = check_room(state, group)) {
        return std::unexpected(*refusal);
    }
    const Ticket ticket = state.entries.last() + 1;
    EntryJoined joined{.contacts = command.contacts,
                       .wants = wants,
                       .party_size = command.party_size,
                       .tier = command.tier,
                       .points = command.points,
                       .referrer = command.referrer,
                       .group = group,
                       .moving_up_from = known.holder};
    if (!is_active(state.entries.state(joined.referrer))) {
        joined.referrer = 0;
    }
    EntryState to = EntryState::Waiting;
    Reason reason = Reason::Requested;
    if (state.rules.verify_email) {
        to = EntryState::Unverified;
    } else if (accepted_at_once(state, command.party_size, group, ticket)) {
        PROBE("a newcomer is accepted at once");
        to = EntryState::Accepted;
        reason = Reason::PlaceFree;
    }
    const Ticket referrer = joined.referrer;
    builder.entry(ticket, EntryState::None, to, reason, std::move(joined));
    if (to != EntryState::Unverified) {
        credit_referral(builder, referrer, ticket);
    }
    if (to == EntryState::Accepted) {
        settle_group(builder, group, ticket);
    }
    return done(builder, {.entry = ticket});
}

}  // namespace standby::core
