// Changing and ending entries: update, leave, remove, cancel, no-show, attended.
#include "core/model/limits.hpp"
#include "sim/model/naive_fields.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace standby::sim {

namespace limits = core::limits;

namespace {

std::set<ContactKey> contacts_after(const NaiveEntry& entry, const core::EntryUpdated& body) {
    std::set<ContactKey> contacts{entry.contacts.begin(), entry.contacts.end()};
    for (const ContactKey contact : body.contacts_removed) {
        contacts.erase(contact);
    }
    contacts.insert(body.contacts_added.begin(), body.contacts_added.end());
    return contacts;
}

bool is_unchanged(const NaiveEntry& entry, const core::EntryUpdated& body) {
    return body.wants == entry.wants && body.party_size == entry.party_size &&
           body.tier == entry.tier && body.points == entry.points &&
           contacts_after(entry, body) == contacts_after(entry, {});
}

}  // namespace

// The texts that wishes and openings name right now, and those that this wish would add.
bool NaiveResource::names_too_much(const Wants& wants) const {
    const std::size_t room =
        actor_.kind == ActorKind::Guest ? limits::guest_names_max : limits::names_max;
    constexpr std::size_t per_wish = 4 + 3 * limits::or_names_max;
    constexpr std::size_t per_slot = 3 + 3 * limits::slot_names_max;
    if (per_wish * (state_.entries.size() + 1) + per_slot * state_.openings.size() <= room) {
        return false;  // even if all of them were different
    }
    std::set<std::string> known;
    const auto add = [](std::set<std::string>& to, const std::vector<std::string>& names) {
        to.insert(names.begin(), names.end());
    };
    for (const NaiveEntry& entry : state_.entries) {
        if (core::is_active(entry.state)) {
            known.insert(
                {entry.wants.service, entry.wants.staff, entry.wants.place, entry.wants.time_zone});
            add(known, entry.wants.or_services);
            add(known, entry.wants.or_staff);
            add(known, entry.wants.or_places);
        }
    }
    for (const NaiveOpening& opening : state_.openings) {
        const bool is_over = opening.state == OpeningState::Withdrawn ||
                             (opening.state == OpeningState::Booked && !is_held(opening));
        if (!is_over) {
            known.insert({opening.slot.service, opening.slot.staff, opening.slot.place});
            add(known, opening.slot.service_names);
            add(known, opening.slot.staff_names);
            add(known, opening.slot.place_names);
        }
    }
    known.erase("");
    std::set<std::string> added{wants.service, wants.staff, wants.place};
    add(added, wants.or_services);
    add(added, wants.or_staff);
    add(added, wants.or_places);
    std::erase_if(added,
                  [&](const std::string& text) { return text.empty() || known.contains(text); });
    return !added.empty() && known.size() + added.size() > room;
}

NaiveResource::Refused NaiveResource::decide(const core::UpdateEntry& command) {
    const NaiveEntry* entry = find_entry(command.entry);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    if (core::is_terminal(entry->state)) {
        return RefusalCode::EntryEnded;
    }
    core::EntryUpdated body;
    body.party_size = command.party_size.value_or(entry->party_size);
    body.tier = command.tier.value_or(entry->tier);
    body.points = command.points ? *command.points + entry->referral_points : entry->points;
    body.contacts_added = command.contacts_added;
    body.contacts_removed = command.contacts_removed;
    if ((command.wants && naive_wants_are_bad(*command.wants, *zones_)) || body.party_size == 0 ||
        body.party_size > limits::party_size_max || body.tier > limits::tier_max ||
        (command.points && (*command.points < 0 || *command.points > limits::points_max))) {
        return RefusalCode::InvalidField;
    }
    body.wants = naive_canonical(command.wants.value_or(entry->wants));
    if (command.party_size && entry->state != EntryState::Waiting &&
        entry->state != EntryState::Unverified) {
        return RefusalCode::EntryNotWaiting;
    }
    const Settings& settings = state_.settings;
    if (command.party_size && settings.kind != Kind::Slots &&
        settings.inventory == Inventory::Internal && settings.capacity > 0 &&
        body.party_size > settings.capacity) {
        return RefusalCode::InvalidField;
    }
    if (command.wants && names_too_much(*command.wants)) {
        return RefusalCode::InvalidField;
    }
    const std::set<ContactKey> after = contacts_after(*entry, body);
    const bool gives_up = std::ranges::any_of(
        entry->contacts, [&](ContactKey contact) { return !after.contains(contact); });
    if ((gives_up || command.asks_proof) && entry->state == EntryState::Accepted &&
        !state_.rules.transfer && actor_.kind == ActorKind::Guest) {
        return RefusalCode::TransferRefused;
    }
    answer_.entry = command.entry;
    if (!command.person_changes && !command.ends_links && !command.asks_proof &&
        is_unchanged(*entry, body)) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (is_in_line(*entry, body.wants, body.contacts_added)) {
        return RefusalCode::AddressInLine;
    }
    if (command.ends_links || gives_up) {
        // The next even number.
        body.link_epoch = entry->link_epoch + (entry->link_epoch % 2 == 0 ? 2 : 1);
    }
    body.asks_proof = command.asks_proof;
    const bool passes_on = command.transfers && entry->state == EntryState::Accepted;
    if (passes_on) {
        body.link_epoch = entry->link_epoch + (entry->link_epoch % 2 == 0 ? 2 : 1);
    }
    emit_entry(std::move(body), passes_on ? Reason::Transferred : Reason::Requested,
               {.entry = command.entry}, entry->state);
    return std::nullopt;
}

// Ends an entry that has no offer under way; an accepted one gives its place back.
void NaiveResource::end_entry(Ticket ticket, EntryState to, Reason reason) {
    const NaiveEntry& entry = *find_entry(ticket);
    const OpeningNumber held =
        entry.state == EntryState::Accepted ? entry.opening : OpeningNumber{};
    emit_entry(core::EntryEnded{}, reason, {.entry = ticket}, to);
    if (held != OpeningNumber{} && to != EntryState::Attended) {
        reopen(held, reason == Reason::NoShow || reason == Reason::MovedUp ? reason
                                                                           : Reason::Cancellation);
    }
}

// Whoever wanted something earlier than what is over by now has nothing left to wait for.
void NaiveResource::end_attended(Ticket ticket, Reason reason) {
    const GroupKey group = find_entry(ticket)->group;
    end_entry(ticket, EntryState::Attended, reason);
    std::vector<Ticket> without_aim;
    for (const NaiveEntry& other : state_.entries) {
        const bool only_waits =
            other.state == EntryState::Waiting || other.state == EntryState::Unverified;
        if (group != GroupKey{} && other.group == group && only_waits && other.wants.move_up) {
            without_aim.push_back(other.ticket);
        }
    }
    for (const Ticket other : without_aim) {
        end_entry(other, EntryState::Left, Reason::GroupSettled);
    }
}

NaiveResource::Refused NaiveResource::decide(const core::Leave& command) {
    const NaiveEntry* entry = find_entry(command.entry);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    answer_.entry = command.entry;
    if (core::is_terminal(entry->state)) {
        answer_.repeated = true;
    } else if (entry->state == EntryState::Offered || entry->state == EntryState::Confirming) {
        end_offer_and_entry(entry->offer, OfferState::Declined, EntryState::Left,
                            Reason::Requested);
    } else if (entry->state == EntryState::Accepted) {
        end_entry(command.entry, EntryState::Cancelled, Reason::Requested);
    } else {
        end_entry(command.entry, EntryState::Left, Reason::Requested);
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::RemoveEntry& command) {
    const NaiveEntry* entry = find_entry(command.entry);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    const bool is_fraud = command.cause == core::RemoveCause::Fraud;
    const bool is_erased = command.cause == core::RemoveCause::Erased;
    const Reason reason = is_fraud ? Reason::Fraud : is_erased ? Reason::Erased : Reason::Requested;
    answer_.entry = command.entry;
    if (entry->state == EntryState::Removed && !is_fraud) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (core::is_terminal(entry->state) && !is_fraud) {
        return RefusalCode::EntryEnded;
    }
    if (is_fraud) {
        const std::size_t before = events_.size();
        reverse_referral(*entry);
        bar_friend(command);
        if (core::is_terminal(entry->state)) {
            answer_.repeated = events_.size() == before;
            return std::nullopt;
        }
    }
    if (entry->state == EntryState::Offered || entry->state == EntryState::Confirming) {
        end_offer_and_entry(entry->offer, OfferState::Withdrawn, EntryState::Removed, reason);
    } else {
        end_entry(command.entry, EntryState::Removed, reason);
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::end_accepted(Ticket ticket, EntryState to, Reason reason) {
    const NaiveEntry* entry = find_entry(ticket);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    answer_.entry = ticket;
    if (entry->state == to) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (entry->state == EntryState::Attended && to == EntryState::NoShow) {
        emit_entry(core::EntryEnded{}, reason, {.entry = ticket}, to);
        return std::nullopt;
    }
    if (entry->state != EntryState::Accepted) {
        return RefusalCode::EntryNotAccepted;
    }
    if (to == EntryState::Attended) {
        end_attended(ticket, reason);
        return std::nullopt;
    }
    end_entry(ticket, to, reason);
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::CancelEntry& command) {
    return end_accepted(command.entry, EntryState::Cancelled, Reason::Requested);
}

NaiveResource::Refused NaiveResource::decide(const core::MarkNoShow& command) {
    return end_accepted(command.entry, EntryState::NoShow, Reason::NoShow);
}

NaiveResource::Refused NaiveResource::decide(const core::MarkAttended& command) {
    return end_accepted(command.entry, EntryState::Attended, Reason::Requested);
}

}  // namespace standby::sim
