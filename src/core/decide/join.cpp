// Joining the line, and being recognised as somebody who is in it already.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/decide/referral.hpp"
#include "core/decide/validate.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace standby::core {
namespace {

std::optional<Refusal> check_join(const ResourceState& state, const Join& command,
                                  const Context& context) {
    if (command.contacts.empty() || command.contacts.size() > limits::contacts_max ||
        command.friend_keys.size() > limits::contacts_max ||
        command.referrer_keys.size() > limits::contacts_max) {
        return Refusal{RefusalCode::InvalidField, "contacts",
                       "must be one to three: an e-mail address, a phone number, a user id"};
    }
    if (auto refusal = check_party_size(command.party_size)) {
        return refusal;
    }
    if (auto refusal = check_tier_and_points(command.tier, command.points)) {
        return refusal;
    }
    if (auto refusal = check_wants(command.wants, *context.zones)) {
        return refusal;
    }
    // Asked of everybody alike, so that it tells nothing about whose address it is.
    if (auto refusal = check_new_names(command.wants, state.names, context.actor)) {
        return refusal;
    }
    if (command.beside != 0 && !is_active(state.entries.state(command.beside))) {
        return Refusal{RefusalCode::InvalidField, "group",
                       "is of an entry that is no longer on the list"};
    }
    if (command.beside != 0 && link_epoch(state, command.beside) != command.beside_epoch) {
        return Refusal{RefusalCode::InvalidField, "group", "is a code that has been replaced"};
    }
    if (command.waits_since && (*command.waits_since > context.now ||
                                *command.waits_since < context.now - limits::waits_since_max)) {
        return Refusal{RefusalCode::InvalidField, "joined_at",
                       "must be in the past, and at most 20 years ago"};
    }
    const Settings& settings = state.settings;
    if (counts_places(state) && settings.inventory == Inventory::Internal &&
        settings.capacity != 0 && command.party_size > settings.capacity &&
        command.admission != Admission::OverCapacity) {
        return Refusal{RefusalCode::InvalidField, "party_size", "is larger than the capacity"};
    }
    if (command.admission != Admission::InTurn &&
        (!counts_places(state) || settings.inventory == Inventory::External ||
         state.rules.payment)) {
        return Refusal{RefusalCode::InvalidField, "give_now",
                       "is for seats and access that cost nothing and are counted here"};
    }
    return std::nullopt;
}

struct Recognised {
    Ticket same = 0;    // the entry this person has already
    Ticket holder = 0;  // the accepted entry this person wants to move up from
    // Slots: other wishes that this person waits for. Of a user whom the business vouches for, only
    // their own: what strangers typed takes no room from them.
    std::vector<Ticket> other_wishes;
    bool is_on_list = false;  // has an entry already that counts, whatever it is for
    // Where the business vouches for who it is: their own entries that wait for a proof of another
    // address. They gave that one up.
    std::vector<Ticket> given_up;
};

void take_lower(Ticket& found, Ticket ticket) {
    found = found == 0 ? ticket : std::min(found, ticket);
}

// An unverified entry says nothing about the person whose address it has: it stands in nobody's way
// unless it is the same wish, or one of many.
struct Unproven {
    std::vector<Ticket> all;
    Ticket same_wish = 0;

    Ticket in_the_way() const {
        if (same_wish != 0 || all.size() < limits::unverified_per_contact_max) {
            return same_wish;
        }
        return *std::ranges::max_element(all);
    }
};

// Where addresses are verified, an entry has the contact that its confirmation goes to, and the one
// that the business vouches for: what was typed beside it would stand in the way of whoever it
// really is.
std::vector<ContactKey> contacts_of(const ResourceState& state, const Join& command) {
    if (!state.rules.verify_email || !command.typed) {
        return command.contacts;
    }
    std::vector<ContactKey> contacts{command.contacts.front()};
    if (command.vouched != ContactKey{} && command.vouched != contacts.front()) {
        contacts.push_back(command.vouched);
    }
    return contacts;
}

std::vector<Ticket> entries_with(const ResourceState& state, ContactKey contact) {
    std::vector<Ticket> entries;
    if (contact != ContactKey{}) {
        state.contacts.for_each(contact, [&](Ticket ticket) {
            entries.push_back(ticket);
            return true;
        });
    }
    return entries;
}

bool contains(const std::vector<Ticket>& entries, Ticket entry) {
    return std::ranges::find(entries, entry) != entries.end();
}

// Several of one person's own that wait for their proof: enough is enough here, too.
Ticket newest_of_enough(const std::vector<Ticket>& own) {
    return own.size() < limits::unverified_per_contact_max ? 0 : *std::ranges::max_element(own);
}

Recognised recognise(const ResourceState& state, const Join& command,
                     std::span<const ContactKey> contacts, const Wants& wants, GroupKey group) {
    Recognised found;
    Unproven unproven;
    Ticket own = 0;
    std::vector<Ticket> own_unproven;  // slots: for other wishes
    // Whoever waits for seats or access has one entry; for slots, one for each wish.
    const bool one_per_wish = !counts_places(state);
    const std::vector<Ticket> vouched_for = entries_with(state, command.vouched);
    const std::vector<Ticket> with_address =
        vouched_for.empty() ? std::vector<Ticket>{} : entries_with(state, contacts.front());
    const auto wants_of = [&](Ticket ticket) {
        return to_wants(state.profiles.at(state.entries.profile(ticket)), state.names);
    };
    const auto look_at = [&](Ticket ticket) {
        const EntryState entry_state = state.entries.state(ticket);
        if (!is_active(entry_state)) {
            return true;
        }
        const bool is_own = contains(vouched_for, ticket);
        if (entry_state == EntryState::Unverified && is_own) {
            const bool is_in_group =
                group != GroupKey{} &&
                (mark_of(state, ticket).group == group || ticket == command.beside);
            if (is_in_group && wants_of(ticket) != wants) {
                return true;  // an alternative
            }
            if (contains(with_address, ticket)) {
                if (!one_per_wish || !is_another_wish(wants, wants_of(ticket))) {
                    take_lower(own, ticket);
                } else if (!contains(own_unproven, ticket)) {
                    own_unproven.push_back(ticket);
                }
            } else if (!is_in_group && !contains(found.given_up, ticket)) {
                found.given_up.push_back(ticket);
            }
            return true;
        }
        if (entry_state == EntryState::Unverified) {
            if (!contains(unproven.all, ticket)) {
                unproven.all.push_back(ticket);
            }
            // Where the business says who it is, somebody else's wish is no reason to share.
            if (command.vouched == ContactKey{} &&
                state.entries.party_size(ticket) == command.party_size &&
                wants_of(ticket) == wants) {
                take_lower(unproven.same_wish, ticket);
            }
            return true;
        }
        found.is_on_list = true;
        const Mark& mark = mark_of(state, ticket);
        const bool is_theirs = !command.typed || ticket == command.held || is_own;
        if (is_theirs && wants.move_up && entry_state == EntryState::Accepted &&
            mark.opening != OpeningNumber{}) {
            take_lower(found.holder, ticket);
            return true;
        }
        const bool alternative = group != GroupKey{} &&
                                 (mark.group == group || ticket == command.beside) &&
                                 wants_of(ticket) != wants;
        // What they have keeps nobody from wanting more; but to move up from it, they need its
        // link.
        const bool is_accepted = entry_state == EntryState::Accepted;
        if (alternative || (one_per_wish && is_accepted && !wants.move_up)) {
            return true;
        }
        if (!one_per_wish || is_accepted || !is_another_wish(wants, wants_of(ticket))) {
            take_lower(is_own ? own : found.same, ticket);
        } else if (command.vouched == ContactKey{} || is_own) {
            found.other_wishes.push_back(ticket);
        }
        return true;
    };
    for (const ContactKey contact : contacts) {
        state.contacts.for_each(contact, look_at);
    }
    if (own == 0 && found.same == 0 && !command.proven) {
        own = newest_of_enough(own_unproven);
    }
    if (own != 0) {
        found.same = own;
    } else if (found.same == 0 && !command.proven) {
        found.same = unproven.in_the_way();
    }
    // The index knows them in the order in which they got the contact, which no row remembers.
    std::ranges::sort(found.given_up);
    return found;
}

// Whether this is news of their own entry that waits for a proof of the same address. One that has
// an address cannot be proven without it.
bool proves_own(const ResourceState& state, const Join& command, Ticket same) {
    return command.proven && command.vouched != command.contacts.front() &&
           state.entries.state(same) == EntryState::Unverified;
}

// What the list as a whole says to one more.
std::optional<Refusal> check_room(const ResourceState& state, GroupKey group, Admission admission,
                                  const Context& context) {
    auto refusal = check_open(state, context);
    // Whoever is given a place takes no room in the line.
    const bool is_about_the_line = refusal && refusal->code == RefusalCode::ListFull;
    if (refusal && !(is_about_the_line && admission != Admission::InTurn)) {
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

// Whether staff may give a place to whoever joins now, ahead of those who wait.
std::optional<Refusal> check_admission(const ResourceState& state, const Join& command,
                                       GroupKey group, Ticket beside) {
    const auto members = state.groups.find(group);
    const bool is_served = state.entries.state(beside) >= EntryState::Offered ||
                           (group != GroupKey{} && members != state.groups.end() &&
                            std::ranges::any_of(members->second, [&](Ticket member) {
                                return state.entries.state(member) >= EntryState::Offered;
                            }));
    if (is_served) {
        return Refusal{RefusalCode::GroupHoldsPlace,
                       {},
                       "Another entry of the group has an offer or a place."};
    }
    const bool is_free =
        !draw_pending(state) && state.places.free(state.settings) >= command.party_size;
    if (command.admission == Admission::IfFree && !is_free) {
        return Refusal{RefusalCode::NoFreePlace, {}, "No place is free."};
    }
    return std::nullopt;
}

// Where an address is to be proven, the friend is whoever reads that one.
std::vector<ContactKey> friend_keys_of(const ResourceState& state, const Join& command) {
    if (!state.rules.verify_email || !command.typed || command.friend_keys.empty()) {
        return command.friend_keys;
    }
    return {command.friend_keys.front()};
}

// Nobody refers themselves, whoever is on the list already is no news, and a friend counts once.
bool earns_referral(const ResourceState& state, const Recognised& known,
                    std::span<const ContactKey> contacts, const Referred& referral) {
    return is_active(state.entries.state(referral.referrer)) && !known.is_on_list &&
           !contains(known.given_up, referral.referrer) &&
           std::ranges::none_of(contacts,
                                [&](ContactKey contact) {
                                    return contains(entries_with(state, contact),
                                                    referral.referrer);
                                }) &&
           state.friends.may_count(referral.friend_keys, referral.referrer_keys);
}

// The referral that this join makes; of nobody when it can't count.
Referred referral_of(const ResourceState& state, const Join& command, const Recognised& known,
                     std::span<const ContactKey> contacts) {
    if (command.referrer == 0) {
        return {};
    }
    Referred referral{.referrer = command.referrer,
                      .friend_keys = friend_keys_of(state, command),
                      .referrer_keys =
                          referrer_keys(state, command.referrer, command.referrer_keys)};
    return earns_referral(state, known, contacts, referral) ? referral : Referred{};
}

// The group that a join asks for: by name, or that of the entry whose code it came with.
GroupKey group_named(const ResourceState& state, const Join& command) {
    if (command.beside == 0) {
        return command.group;
    }
    const GroupKey group = mark_of(state, command.beside).group;
    return group != GroupKey{} ? group : GroupKey{entry_id(state.number, command.beside).value()};
}

// The group an entry joins; one that moves up shares the group of what it holds.
GroupKey group_for(const ResourceState& state, const Join& command, GroupKey named, Ticket holder) {
    if (holder == 0) {
        return named;
    }
    const GroupKey held = mark_of(state, holder).group;
    if (held != GroupKey{}) {
        return held;
    }
    // A group that others are in stays theirs: it must not come to hold two places.
    const bool is_of_another = command.beside != 0 && command.beside != holder;
    return named != GroupKey{} && !is_of_another && !state.groups.contains(named)
               ? named
               : GroupKey{entry_id(state.number, holder).value()};
}

}  // namespace

std::optional<Refusal> check_open(const ResourceState& state, const Context& context) {
    if (is_terminal(state.status)) {
        return Refusal{RefusalCode::ResourceClosed, {}, "The list is closed."};
    }
    // Whoever comes after the start walks in: somebody at the door lets them.
    const Duration grace =
        context.actor.kind == ActorKind::Guest ? Duration{0} : limits::event_length;
    if (has_begun(state, context.now) && context.now >= *state.settings.starts_at + grace) {
        return Refusal{RefusalCode::EventOver, {}, "The event has begun."};
    }
    const Rules& rules = state.rules;
    // Whoever has not confirmed their address takes nobody's room.
    if (rules.max_waiting != 0 && state.lines.whole.size() >= rules.max_waiting) {
        return Refusal{RefusalCode::ListFull, {}, "The list is full."};
    }
    return std::nullopt;
}

std::optional<Refusal> check_wishes(const ResourceState& state, const std::vector<Ticket>& others,
                                    GroupKey group) {
    std::vector<std::uint64_t> wishes;
    for (const Ticket entry : others) {
        const GroupKey theirs = mark_of(state, entry).group;
        if (theirs != GroupKey{} && theirs == group) {
            continue;
        }
        // The members of a group are one wish in several ways.
        const std::uint64_t wish =
            theirs != GroupKey{} ? theirs.value() : entry_id(state.number, entry).value();
        if (std::ranges::find(wishes, wish) == wishes.end()) {
            wishes.push_back(wish);
        }
    }
    if (wishes.size() < limits::wishes_per_person_max) {
        return std::nullopt;
    }
    PROBE("somebody has a wish too many");
    return Refusal{RefusalCode::TooManyWishes, {}, "Nobody waits for more than five wishes."};
}

Decided decide_on(const ResourceState& state, const Join& command, const Context& context) {
    if (const auto refusal = check_join(state, command, context)) {
        return std::unexpected(*refusal);
    }
    const std::vector<ContactKey> contacts = contacts_of(state, command);
    EventBuilder builder{state, context};
    const Wants wants = canonical(command.wants);
    const GroupKey named = group_named(state, command);
    const Recognised known = recognise(state, command, contacts, wants, named);
    if (proves_own(state, command, known.same)) {
        PROBE("the business proves an address that was typed before");
        Decision proven = TRY(
            decide_on(state, Verify{.entry = known.same, .contacts = {contacts.front()}}, context));
        proven.answer.repeated = true;
        return proven;
    }
    if (known.same != 0) {
        PROBE("the same person joins again");
        return done(builder, {.entry = known.same, .repeated = true});
    }
    const GroupKey group = group_for(state, command, named, known.holder);
    if (const auto refusal = check_room(state, group, command.admission, context)) {
        return std::unexpected(*refusal);
    }
    const Ticket ticket = state.entries.last() + 1;
    const Referred referral = referral_of(state, command, known, contacts);
    EntryJoined joined{.contacts = contacts,
                       .wants = wants,
                       .party_size = command.party_size,
                       .tier = command.tier,
                       .points = command.points,
                       .referrer = referral.referrer,
                       .group = group,
                       .moving_up_from = known.holder,
                       .beside = group == named ? command.beside : 0,
                       .friend_keys = referral.friend_keys,
                       .referrer_keys = referral.referrer_keys};
    if (state.rules.order != Order::Lottery) {
        joined.waits_since = command.waits_since;
    }
    EntryState to = EntryState::Waiting;
    Reason reason = Reason::Requested;
    if (command.admission != Admission::InTurn) {
        if (const auto refusal = check_admission(state, command, group, joined.beside)) {
            return std::unexpected(*refusal);
        }
        PROBE("staff let somebody in");
        to = EntryState::Accepted;
        reason = state.places.free(state.settings) < command.party_size ? Reason::OverCapacity
                                                                        : Reason::WalkIn;
    } else if (state.rules.verify_email && !command.proven) {
        to = EntryState::Unverified;
    } else if (const auto refusal = check_wishes(state, known.other_wishes, group)) {
        return std::unexpected(*refusal);
    } else if (state.entries.state(joined.beside) < EntryState::Offered &&
               accepted_at_once(state, command.party_size, group, ticket)) {
        PROBE("a newcomer is accepted at once");
        to = EntryState::Accepted;
        reason = Reason::PlaceFree;
    }
    if (to != EntryState::Accepted && has_begun(state, context.now)) {
        return refuse(RefusalCode::EventOver, "The event has begun, and nobody waits for it.");
    }
    if (to == EntryState::Unverified && joined.waits_since) {
        return bad_field("joined_at", "can't be given where the address is still to be confirmed");
    }
    const Ticket beside = joined.beside;
    for (const Ticket given_up : known.given_up) {
        builder.entry(given_up, EntryState::Unverified, EntryState::Left, Reason::Superseded,
                      EntryEnded{});
    }
    builder.entry(ticket, EntryState::None, to, reason, std::move(joined));
    if (to != EntryState::Unverified) {
        credit_referral(builder, referral, ticket);
    }
    if (to == EntryState::Accepted) {
        settle_group(builder, group, ticket);
        if (beside != 0 && mark_of(state, beside).group == GroupKey{}) {
            settle_member(builder, beside);
        }
    }
    return done(builder, {.entry = ticket});
}

}  // namespace standby::core
