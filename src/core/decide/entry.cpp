// Commands on one entry: verify, change, leave, remove, and what happened on the day.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/decide/referral.hpp"
#include "core/decide/validate.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace standby::core {
namespace {

// A ticket that names an entry: drawn by a join, not by a move to the back.
bool is_entry(const ResourceState& state, Ticket ticket) {
    return state.entries.state(ticket) != EntryState::None;
}

Result<EntryState, Refusal> find_entry(const ResourceState& state, Ticket ticket) {
    if (!is_entry(state, ticket)) {
        return refuse(RefusalCode::UnknownEntry, "There is no such entry.");
    }
    return state.entries.state(ticket);
}

bool is_asked(EntryState state) {
    return state == EntryState::Offered || state == EntryState::Confirming;
}

// From accepted to how it ended; the same end twice is one. Of whoever counts as attended, because
// the time has passed or by mistake, staff may say afterwards that they were not there.
Decided end_place(const ResourceState& state, Ticket entry, EntryState to, Reason reason,
                  const Context& context) {
    const EntryState from = TRY(find_entry(state, entry));
    EventBuilder builder{state, context};
    if (from == to) {
        return done(builder, {.entry = entry, .repeated = true});
    }
    if (from == EntryState::Attended && to == EntryState::NoShow) {
        PROBE("somebody was not there after all");
        builder.entry(entry, from, to, reason, EntryEnded{});
        return done(builder, {.entry = entry});
    }
    if (from != EntryState::Accepted) {
        return refuse(RefusalCode::EntryNotAccepted, "The entry holds no place.");
    }
    if (to == EntryState::Attended) {
        end_attended(builder, entry, reason);
    } else {
        end_accepted(builder, entry, to, reason);
    }
    return done(builder, {.entry = entry});
}

std::optional<Refusal> check_update(const ResourceState& state, const UpdateEntry& command,
                                    EntryState at, const Context& context) {
    if (command.party_size) {
        if (auto refusal = check_party_size(*command.party_size)) {
            return refusal;
        }
        if (at != EntryState::Waiting && at != EntryState::Unverified) {
            return Refusal{RefusalCode::EntryNotWaiting, "party_size",
                           "The party can change only while the entry waits."};
        }
        if (counts_places(state) && state.settings.inventory == Inventory::Internal &&
            state.settings.capacity != 0 && *command.party_size > state.settings.capacity) {
            return Refusal{RefusalCode::InvalidField, "party_size", "is larger than the capacity"};
        }
    }
    if (auto refusal =
            check_tier_and_points(command.tier.value_or(0), command.points.value_or(0))) {
        return refusal;
    }
    if (command.wants) {
        if (auto refusal = check_wants(*command.wants, *context.zones)) {
            return refusal;
        }
        if (auto refusal = check_new_names(*command.wants, state.names, context.actor)) {
            return refusal;
        }
    }
    if (command.contacts_added.size() > limits::contacts_max ||
        command.contacts_removed.size() > limits::contacts_max) {
        return Refusal{RefusalCode::InvalidField, "contacts", "must be at most three"};
    }
    if (link_epoch(state, command.entry) + 2 > limits::link_epoch_max) {
        return Refusal{RefusalCode::TooMany, "contacts", "The entry was changed too often."};
    }
    return std::nullopt;
}

EntryUpdated updated(const ResourceState& state, const UpdateEntry& command) {
    const EntryTable::Row row = state.entries.row(command.entry);
    const auto ledger = state.referrers.find(command.entry);
    const std::int32_t earned = ledger == state.referrers.end() ? 0 : ledger->second.points;
    const Profile& profile = state.profiles.at(row.profile);
    EntryUpdated body{.wants = command.wants.value_or(to_wants(profile, state.names)),
                      .party_size = command.party_size.value_or(row.party_size),
                      .tier = command.tier.value_or(row.tier),
                      .points = command.points ? *command.points + earned : row.points,
                      .contacts_added = command.contacts_added,
                      .contacts_removed = command.contacts_removed};
    body.wants = canonical(std::move(body.wants));
    body.wants.later = profile.later;
    return body;
}

// The other entries on the list with a contact that turns out to be read by whoever verifies.
struct OthersOfReader {
    Ticket standing = 0;               // has been in line before
    std::vector<Ticket> unverified;    // merely typed
    std::vector<Ticket> other_wishes;  // slots: in line for something else
    bool is_on_list = false;           // has an entry already that counts, whatever it is for
};

OthersOfReader others_of_reader(const ResourceState& state, const Verify& command) {
    OthersOfReader others;
    const GroupKey group = mark_of(state, command.entry).group;
    const auto wants_of = [&](Ticket ticket) {
        return to_wants(state.profiles.at(state.entries.profile(ticket)), state.names);
    };
    const Wants wants = wants_of(command.entry);
    for (const ContactKey contact : command.contacts) {
        state.contacts.for_each(contact, [&](Ticket ticket) {
            const EntryState other = state.entries.state(ticket);
            if (ticket == command.entry || !is_active(other)) {
                return true;
            }
            others.is_on_list |= other != EntryState::Unverified;
            if (group != GroupKey{} && mark_of(state, ticket).group == group) {
                return true;  // an alternative
            }
            const bool is_slots = !counts_places(state);
            if (other == EntryState::Unverified) {
                others.unverified.push_back(ticket);
            } else if (is_slots && other == EntryState::Accepted) {
                return true;  // keeps nobody from wanting more
            } else if (is_slots && is_another_wish(wants, wants_of(ticket))) {
                others.other_wishes.push_back(ticket);
            } else {
                others.standing = others.standing == 0 ? ticket : std::min(others.standing, ticket);
            }
            return true;
        });
    }
    std::ranges::sort(others.unverified);
    const auto repeated = std::ranges::unique(others.unverified);
    others.unverified.erase(repeated.begin(), repeated.end());
    return others;
}

void supersede(EventBuilder& builder, Ticket entry) {
    builder.entry(entry, EntryState::Unverified, EntryState::Left, Reason::Superseded,
                  EntryEnded{});
}

bool has_contact(const ResourceState& state, Ticket entry, ContactKey contact) {
    bool found = false;
    state.contacts.for_each(contact, [&](Ticket ticket) {
        found = ticket == entry;
        return !found;
    });
    return found;
}

// Contacts are removed before others are added.
bool changes_contacts(const ResourceState& state, Ticket entry, const EntryUpdated& body) {
    const auto is_added = [&](ContactKey contact) {
        return std::ranges::find(body.contacts_added, contact) != body.contacts_added.end();
    };
    return std::ranges::any_of(body.contacts_removed,
                               [&](ContactKey contact) {
                                   return has_contact(state, entry, contact) && !is_added(contact);
                               }) ||
           std::ranges::any_of(body.contacts_added, [&](ContactKey contact) {
               return !has_contact(state, entry, contact);
           });
}

// Whoever reads a contact that the entry gives up has links to it.
bool gives_up_contact(const ResourceState& state, Ticket entry, const EntryUpdated& body) {
    return std::ranges::any_of(body.contacts_removed, [&](ContactKey contact) {
        return has_contact(state, entry, contact) &&
               std::ranges::find(body.contacts_added, contact) == body.contacts_added.end();
    });
}

bool changes_something(const ResourceState& state, Ticket entry, const EntryUpdated& body) {
    const EntryTable::Row row = state.entries.row(entry);
    return body.party_size != row.party_size || body.tier != row.tier ||
           body.points != row.points ||
           body.wants != to_wants(state.profiles.at(row.profile), state.names) ||
           changes_contacts(state, entry, body);
}

// Whether a contact that the entry is to have is in line already, with an entry of its own: two
// entries would ask one person the same. What is in its group, and on slots another wish or a
// booking, is no reason; and of an unverified one it is found out when it is verified.
bool is_in_line_already(const ResourceState& state, Ticket entry, const EntryUpdated& body) {
    if (state.entries.state(entry) == EntryState::Unverified) {
        return false;
    }
    const GroupKey group = mark_of(state, entry).group;
    const auto stands_in_the_way = [&](Ticket other) {
        const EntryState at = state.entries.state(other);
        const bool is_alternative = group != GroupKey{} && mark_of(state, other).group == group;
        if (other == entry || !is_active(at) || at == EntryState::Unverified || is_alternative) {
            return false;
        }
        return counts_places(state) ||
               (at != EntryState::Accepted &&
                !is_another_wish(
                    body.wants,
                    to_wants(state.profiles.at(state.entries.profile(other)), state.names)));
    };
    return std::ranges::any_of(body.contacts_added, [&](ContactKey contact) {
        bool found = false;
        if (!has_contact(state, entry, contact)) {
            state.contacts.for_each(contact, [&](Ticket other) {
                found = stands_in_the_way(other);
                return !found;
            });
        }
        return found;
    });
}

std::unexpected<Refusal> address_in_line() {
    PROBE("an address is in line already");
    return refuse(RefusalCode::AddressInLine, "This address is on the list already.");
}

// A number that has no room left stays: nobody can have asked for that many proofs.
std::uint32_t proven_epoch(const ResourceState& state, Ticket entry) {
    const std::uint32_t epoch = epoch_after_proof(link_epoch(state, entry));
    return epoch <= limits::link_epoch_max ? epoch : 0;
}

// Whoever reads an address of an entry that is in line, or the one that it is to have from now on.
Decided prove_another(EventBuilder& builder, const ResourceState& state, const Verify& command,
                      const std::vector<Ticket>& typed) {
    EntryUpdated body = updated(state, UpdateEntry{.entry = command.entry,
                                                   .contacts_added = command.contacts_added,
                                                   .contacts_removed = command.contacts_removed});
    const std::uint32_t epoch = link_epoch(state, command.entry);
    const bool is_first_proof = command.epoch == epoch && !is_proven(epoch);
    if (!is_first_proof && !changes_contacts(state, command.entry, body)) {
        return done(builder, {.entry = command.entry, .repeated = true});
    }
    if (is_in_line_already(state, command.entry, body)) {
        return address_in_line();
    }
    PROBE("the reader of an address takes an entry over");
    body.link_epoch = proven_epoch(state, command.entry);
    const EntryState at = state.entries.state(command.entry);
    // Another address than the one that was proven before may be another person's.
    const bool is_passed_on = at == EntryState::Accepted && !is_first_proof &&
                              gives_up_contact(state, command.entry, body);
    builder.entry(command.entry, at, at, is_passed_on ? Reason::Transferred : Reason::Requested,
                  std::move(body));
    for (const Ticket entry : typed) {
        supersede(builder, entry);
    }
    return done(builder, {.entry = command.entry});
}

}  // namespace

Decided decide_on(const ResourceState& state, const Verify& command, const Context& context) {
    const EntryState from = TRY(find_entry(state, command.entry));
    EventBuilder builder{state, context};
    if (is_terminal(from)) {
        return refuse(RefusalCode::EntryEnded, "The entry is no longer on the list.");
    }
    const OthersOfReader others = others_of_reader(state, command);
    if (from != EntryState::Unverified) {
        return prove_another(builder, state, command, others.unverified);
    }
    if (others.standing != 0) {
        PROBE("whoever verifies is in line already");
        supersede(builder, command.entry);
        return done(builder, {.entry = others.standing});
    }
    if (is_terminal(state.status)) {
        return refuse(RefusalCode::ResourceClosed, "The list is closed.");
    }
    if (has_begun(state, context.now)) {
        return refuse(RefusalCode::EventOver, "The event has begun.");
    }
    if (const auto refusal =
            check_wishes(state, others.other_wishes, mark_of(state, command.entry).group)) {
        return std::unexpected(*refusal);
    }
    const bool at_once = accepted_at_once(state, state.entries.party_size(command.entry),
                                          mark_of(state, command.entry).group, command.entry);
    // Others may have come first.
    if (const auto refusal = at_once ? std::nullopt : check_open(state, context)) {
        PROBE("a list is full by the time an address is confirmed");
        return std::unexpected(*refusal);
    }
    builder.entry(command.entry, from, at_once ? EntryState::Accepted : EntryState::Waiting,
                  at_once ? Reason::PlaceFree : Reason::Requested,
                  EntryVerified{.link_epoch = proven_epoch(state, command.entry)});
    const auto row = state.referred.find(command.entry);
    if (row != state.referred.end() && !others.is_on_list) {
        credit_referral(builder, row->second, command.entry);
    }
    if (at_once) {
        settle_group(builder, mark_of(state, command.entry).group, command.entry);
    }
    for (const Ticket typed : others.unverified) {
        supersede(builder, typed);
    }
    return done(builder, {.entry = command.entry});
}

Decided decide_on(const ResourceState& state, const UpdateEntry& command, const Context& context) {
    const EntryState at = TRY(find_entry(state, command.entry));
    if (is_terminal(at)) {
        return refuse(RefusalCode::EntryEnded, "The entry is no longer on the list.");
    }
    if (const auto refusal = check_update(state, command, at, context)) {
        return std::unexpected(*refusal);
    }
    EventBuilder builder{state, context};
    EntryUpdated body = updated(state, command);
    // Whose place it is shows in the contact: whoever replaces it could pass the place on, in one
    // step or in two. A further contact, or another name, leaves it where it is.
    const bool replaces = command.asks_proof || gives_up_contact(state, command.entry, body);
    if (replaces && at == EntryState::Accepted && !state.rules.transfer &&
        context.actor.kind == ActorKind::Guest) {
        PROBE("a place is not passed on");
        return refuse(RefusalCode::TransferRefused,
                      "A place here can't be passed on to someone else.");
    }
    if (!command.person_changes && !command.ends_links && !command.asks_proof &&
        !changes_something(state, command.entry, body)) {
        PROBE("a change changes nothing");
        return done(builder, {.entry = command.entry, .repeated = true});
    }
    if (is_in_line_already(state, command.entry, body)) {
        return address_in_line();
    }
    if (command.ends_links || gives_up_contact(state, command.entry, body)) {
        body.link_epoch = epoch_after_end(link_epoch(state, command.entry));
    }
    body.asks_proof = command.asks_proof;
    if (command.transfers && at == EntryState::Accepted) {
        PROBE("a place is passed on");
        body.link_epoch = epoch_after_end(link_epoch(state, command.entry));
        builder.entry(command.entry, at, at, Reason::Transferred, std::move(body));
        return done(builder, {.entry = command.entry});
    }
    builder.entry(command.entry, at, at, Reason::Requested, std::move(body));
    return done(builder, {.entry = command.entry});
}

Decided decide_on(const ResourceState& state, const Leave& command, const Context& context) {
    const EntryState from = TRY(find_entry(state, command.entry));
    EventBuilder builder{state, context};
    if (is_terminal(from)) {
        return done(builder, {.entry = command.entry, .repeated = true});
    }
    if (is_asked(from)) {
        PROBE("a guest leaves while offered");
        end_offer_with_entry(builder, mark_of(state, command.entry).offer, OfferState::Declined,
                             Reason::Requested, EntryState::Left);
    } else if (from == EntryState::Accepted) {
        end_accepted(builder, command.entry, EntryState::Cancelled, Reason::Requested);
    } else {
        builder.entry(command.entry, from, EntryState::Left, Reason::Requested, EntryEnded{});
    }
    return done(builder, {.entry = command.entry});
}

Decided decide_on(const ResourceState& state, const RemoveEntry& command, const Context& context) {
    const EntryState from = TRY(find_entry(state, command.entry));
    EventBuilder builder{state, context};
    const bool fraud = command.cause == RemoveCause::Fraud;
    if (from == EntryState::Removed && !fraud) {
        return done(builder, {.entry = command.entry, .repeated = true});
    }
    if (is_terminal(from) && !fraud) {
        return refuse(RefusalCode::EntryEnded, "The entry is no longer on the list.");
    }
    if (command.friend_keys.size() > limits::contacts_max) {
        return bad_field("contacts", "must be at most three");
    }
    const Reason reason = fraud                                  ? Reason::Fraud
                          : command.cause == RemoveCause::Erased ? Reason::Erased
                                                                 : Reason::Requested;
    if (fraud) {
        reverse_referral(builder, command.entry);
        bar_friend(builder, command.entry, command.friend_keys);
    }
    if (is_terminal(from)) {
        // How it ended stays as it was.
        PROBE("fraud is found after an entry has ended");
        const bool is_news = !builder.empty();
        return done(builder, {.entry = command.entry, .repeated = !is_news});
    }
    if (is_asked(from)) {
        end_offer_with_entry(builder, mark_of(state, command.entry).offer, OfferState::Withdrawn,
                             reason, EntryState::Removed);
    } else if (from == EntryState::Accepted) {
        end_accepted(builder, command.entry, EntryState::Removed, reason);
    } else {
        builder.entry(command.entry, from, EntryState::Removed, reason, EntryEnded{});
    }
    return done(builder, {.entry = command.entry});
}

Decided decide_on(const ResourceState& state, const CancelEntry& command, const Context& context) {
    return end_place(state, command.entry, EntryState::Cancelled, Reason::Requested, context);
}

Decided decide_on(const ResourceState& state, const MarkNoShow& command, const Context& context) {
    return end_place(state, command.entry, EntryState::NoShow, Reason::NoShow, context);
}

Decided decide_on(const ResourceState& state, const MarkAttended& command, const Context& context) {
    return end_place(state, command.entry, EntryState::Attended, Reason::Requested, context);
}

}  // namespace standby::core
