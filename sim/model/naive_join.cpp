// Joining, verifying, and the referral points that both may earn someone else.
#include "core/model/limits.hpp"
#include "sim/model/naive_fields.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <vector>

namespace standby::sim {
namespace {

std::uint32_t next_odd(std::uint32_t epoch) {
    return epoch % 2 == 0 ? epoch + 1 : epoch + 2;
}

bool shares_contact(const NaiveEntry& entry, const std::vector<ContactKey>& contacts) {
    return std::ranges::any_of(entry.contacts, [&](ContactKey contact) {
        return std::ranges::find(contacts, contact) != contacts.end();
    });
}

// Something is named, and it is not what is waited for. What it may cost, how soon and for how many
// is no matter.
bool is_another(const Wants& wish, const Wants& known) {
    const bool names_nothing = wish.service.empty() && wish.staff.empty() && wish.place.empty() &&
                               !wish.earliest && !wish.latest && wish.weekly.empty() &&
                               !wish.move_up;
    const auto names_of = [](const Wants& wants) {
        return std::vector{naive_names(wants.service, wants.or_services),
                           naive_names(wants.staff, wants.or_staff),
                           naive_names(wants.place, wants.or_places)};
    };
    const bool is_equal = names_of(wish) == names_of(known) && wish.earliest == known.earliest &&
                          wish.latest == known.latest && wish.weekly == known.weekly &&
                          wish.move_up == known.move_up;
    return !names_nothing && !is_equal;
}

}  // namespace

bool NaiveResource::accepts_at_once(std::uint32_t party_size, GroupKey group) const {
    const bool someone_waits = std::ranges::any_of(
        state_.entries, [](const NaiveEntry& entry) { return entry.state == EntryState::Waiting; });
    return state_.settings.kind != Kind::Slots && !someone_waits && free_places() >= party_size &&
           state_.status == ResourceStatus::Active &&
           state_.settings.inventory == Inventory::Internal && !state_.rules.payment &&
           !draw_pending() && !group_is_served(group);
}

// Whether it holds a place or is asked right now.
bool NaiveResource::is_served(Ticket ticket) const {
    const NaiveEntry* entry = find_entry(ticket);
    return entry != nullptr &&
           (entry->state == EntryState::Offered || entry->state == EntryState::Confirming ||
            entry->state == EntryState::Accepted);
}

bool NaiveResource::group_is_served(GroupKey group) const {
    return group != GroupKey{} && std::ranges::any_of(state_.entries, [&](const NaiveEntry& entry) {
               return entry.group == group && is_served(entry.ticket);
           });
}

// Who of those on the list shares a contact with the newcomer, and what that means.
NaiveResource::Acquaintance NaiveResource::acquaintance_of(const core::Join& command) const {
    Acquaintance found{.group = command.group};
    if (command.beside != 0) {
        const GroupKey theirs = find_entry(command.beside)->group;
        found.group =
            theirs != GroupKey{} ? theirs : GroupKey{core::join_key(number_, command.beside)};
    }
    const GroupKey asked_for = found.group;
    const core::Wants wants = naive_canonical(command.wants);
    const std::vector<ContactKey> kept = contacts_kept(command);
    const bool is_vouched_for = command.vouched != ContactKey{};
    const bool is_slots = state_.settings.kind == Kind::Slots;
    std::vector<const NaiveEntry*> unverified;
    std::vector<Ticket> own_unverified;  // for something else
    Ticket own = 0;                      // of the user whom the business vouches for
    for (const NaiveEntry& entry : state_.entries) {
        if (!core::is_active(entry.state) || !shares_contact(entry, kept)) {
            continue;
        }
        const bool is_own = is_vouched_for && shares_contact(entry, {command.vouched});
        const bool is_in_group =
            asked_for != GroupKey{} && (entry.group == asked_for || entry.ticket == command.beside);
        const bool is_another_wish = is_in_group && entry.wants != wants;
        if (entry.state == EntryState::Unverified && !is_own) {
            unverified.push_back(&entry);
            continue;
        }
        if (entry.state == EntryState::Unverified) {
            const bool has_address = shares_contact(entry, {command.contacts.front()});
            if (!is_another_wish && has_address && is_slots && is_another(wants, entry.wants)) {
                own_unverified.push_back(entry.ticket);
            } else if (!is_another_wish && has_address) {
                own = own == 0 ? entry.ticket : own;
            } else if (!is_in_group && !has_address) {
                found.given_up.push_back(entry.ticket);
            }
            continue;
        }
        found.is_on_list = true;
        const bool is_theirs = !command.typed || command.held == entry.ticket || is_own;
        const bool is_moving_up =
            command.wants.move_up && entry.state == EntryState::Accepted && is_slots && is_theirs;
        const bool is_free_to_want =
            is_slots && (entry.state == EntryState::Accepted ? !command.wants.move_up
                                                             : is_another(wants, entry.wants));
        Ticket& same = is_own ? own : found.same;
        if (is_moving_up && found.moving_up_from == 0) {
            found.moving_up_from = entry.ticket;
            found.group = entry.group;
        } else if (!is_moving_up && !is_another_wish && !is_free_to_want && same == 0) {
            same = entry.ticket;
        } else if (!is_another_wish && is_free_to_want && entry.state != EntryState::Accepted &&
                   (is_own || !is_vouched_for)) {
            found.other_wishes.push_back(entry.ticket);
        }
    }
    if (own == 0 && found.same == 0 && !command.proven && own_unverified.size() >= 3) {
        own = own_unverified.back();
    }
    found.same = own != 0 ? own : found.same;
    if (found.same != 0) {
        return found;
    }
    // What nobody has verified is somebody's only when it is the same wish; too many are enough.
    // The business knows better: only too many stand in the way of its users, and not even those
    // where it knows whose address it is.
    for (const NaiveEntry* entry : unverified) {
        if (!is_vouched_for && !command.proven && entry->wants == wants &&
            entry->party_size == command.party_size) {
            found.same = entry->ticket;
            return found;
        }
    }
    if (!command.proven && unverified.size() >= 3) {
        found.same = unverified.back()->ticket;
        return found;
    }
    if (found.moving_up_from != 0 && found.group == GroupKey{}) {
        // The two become a group: the one that is named if nobody is in it, or one of their own.
        const bool is_of_another = command.beside != 0 && command.beside != found.moving_up_from;
        const bool is_named_free =
            asked_for != GroupKey{} && !is_of_another && members_of(asked_for) == 0;
        found.group =
            is_named_free ? asked_for : GroupKey{core::join_key(number_, found.moving_up_from)};
    }
    found.beside = found.group == asked_for ? command.beside : 0;
    return found;
}

// Where addresses are verified, only the one that is asked to verify, and the user id that the
// business vouches for.
std::vector<ContactKey> NaiveResource::contacts_kept(const core::Join& command) const {
    if (!state_.rules.verify_email || !command.typed) {
        return command.contacts;
    }
    std::vector<ContactKey> contacts{command.contacts.front()};
    if (command.vouched != ContactKey{} && command.vouched != command.contacts.front()) {
        contacts.push_back(command.vouched);
    }
    return contacts;
}

std::size_t NaiveResource::members_of(GroupKey group) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(state_.entries, [&](const NaiveEntry& entry) {
            return entry.group == group && core::is_active(entry.state);
        }));
}

// Only those who wait take room.
bool NaiveResource::is_full() const {
    const auto standing =
        std::ranges::count(state_.entries, EntryState::Waiting, &NaiveEntry::state);
    return state_.rules.max_waiting > 0 && standing >= state_.rules.max_waiting;
}

NaiveResource::Refused NaiveResource::refuse_newcomer(GroupKey group, bool is_let_in) const {
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    // At the door staff let people in until the event is over.
    if (has_begun() && (actor_.kind == ActorKind::Guest ||
                        now_ >= *state_.settings.starts_at + std::chrono::hours{12})) {
        return RefusalCode::EventOver;
    }
    if (is_full() && !is_let_in) {
        return RefusalCode::ListFull;
    }
    if (group != GroupKey{} && members_of(group) >= core::limits::group_members_max) {
        return RefusalCode::TooMany;
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::Join& command) {
    const Settings& settings = state_.settings;
    const bool is_too_large = settings.kind != Kind::Slots &&
                              settings.inventory == Inventory::Internal && settings.capacity > 0 &&
                              command.party_size > settings.capacity &&
                              command.admission != core::Admission::OverCapacity;
    const bool is_let_in = command.admission != core::Admission::InTurn;
    const bool is_let_in_nowhere =
        is_let_in && (settings.kind == Kind::Slots || settings.inventory == Inventory::External ||
                      state_.rules.payment);
    const NaiveEntry* beside = find_entry(command.beside);
    const bool is_beside_nobody =
        command.beside != 0 && (beside == nullptr || !core::is_active(beside->state) ||
                                beside->link_epoch != command.beside_epoch);
    const bool has_waited_never =
        command.waits_since &&
        (*command.waits_since > now_ || *command.waits_since < now_ - std::chrono::days{7320});
    if (naive_join_is_bad(command, *zones_) || has_waited_never || is_too_large ||
        is_beside_nobody || is_let_in_nowhere || names_too_much(command.wants)) {
        return RefusalCode::InvalidField;
    }
    const Acquaintance found = acquaintance_of(command);
    const NaiveEntry* same = find_entry(found.same);
    if (same != nullptr && same->state == EntryState::Unverified && command.proven &&
        command.vouched != command.contacts.front()) {
        const Refused refused =
            decide(core::Verify{.entry = found.same, .contacts = {command.contacts.front()}});
        answer_.repeated = true;
        return refused;
    }
    if (found.same != 0) {
        answer_.entry = found.same;
        answer_.repeated = true;
        return std::nullopt;
    }
    const Refused refused = refuse_newcomer(found.group, is_let_in);
    if (refused) {
        return refused;
    }
    EntryState to = EntryState::Waiting;
    Reason reason = Reason::Requested;
    if (is_let_in) {
        if (is_served(found.beside) || group_is_served(found.group)) {
            return RefusalCode::GroupHoldsPlace;
        }
        const bool is_free = free_places() >= command.party_size;
        if (command.admission == core::Admission::IfFree && (!is_free || draw_pending())) {
            return RefusalCode::NoFreePlace;
        }
        to = EntryState::Accepted;
        reason = is_free ? Reason::WalkIn : Reason::OverCapacity;
    } else if (state_.rules.verify_email && !command.proven) {
        to = EntryState::Unverified;
    } else if (has_enough_wishes(found.other_wishes, found.group)) {
        return RefusalCode::TooManyWishes;
    } else if (!is_served(found.beside) && accepts_at_once(command.party_size, found.group)) {
        to = EntryState::Accepted;
        reason = Reason::PlaceFree;
    }
    if (to != EntryState::Accepted && has_begun()) {
        return RefusalCode::EventOver;
    }
    const std::optional<Time> waits_since =
        state_.rules.order == Order::Lottery ? std::nullopt : command.waits_since;
    if (waits_since && to == EntryState::Unverified) {
        return RefusalCode::InvalidField;
    }
    const Ticket ticket = state_.tickets_drawn + 1;
    const NaiveEntry* referring = find_entry(command.referrer);
    std::vector<ContactKey> friend_keys = command.friend_keys;
    if (state_.rules.verify_email && command.typed && friend_keys.size() > 1) {
        friend_keys.resize(1);  // the address that is to be proven
    }
    std::vector<ContactKey> referrer_keys = command.referrer_keys;
    if (referrer_keys.empty()) {
        referrer_keys = {ContactKey{core::entry_id(number_, command.referrer).value()}};
    }
    const bool is_referred =
        referring != nullptr && core::is_active(referring->state) && !found.is_on_list &&
        !shares_contact(*referring, contacts_kept(command)) &&
        std::ranges::find(found.given_up, command.referrer) == found.given_up.end() &&
        friend_counts(friend_keys, referrer_keys);
    const Ticket referrer = is_referred ? command.referrer : Ticket{0};
    const std::vector<ContactKey> no_keys;
    for (const Ticket given_up : found.given_up) {
        emit_entry(core::EntryEnded{}, Reason::Superseded, {.entry = given_up}, EntryState::Left);
    }
    emit_entry(core::EntryJoined{.contacts = contacts_kept(command),
                                 .wants = naive_canonical(command.wants),
                                 .party_size = command.party_size,
                                 .tier = command.tier,
                                 .points = command.points,
                                 .referrer = referrer,
                                 .group = found.group,
                                 .moving_up_from = found.moving_up_from,
                                 .beside = found.beside,
                                 .friend_keys = is_referred ? friend_keys : no_keys,
                                 .referrer_keys = is_referred ? referrer_keys : no_keys,
                                 .waits_since = waits_since},
               reason, {.entry = ticket}, to);
    answer_.entry = ticket;
    if (to != EntryState::Unverified) {
        credit_referrer(ticket);
    }
    if (to == EntryState::Accepted) {
        settle_group(ticket);
    }
    return std::nullopt;
}

// Five wishes are enough. All that is in one group is one wish, and so is what joins it.
bool NaiveResource::has_enough_wishes(const std::vector<Ticket>& others, GroupKey group) const {
    std::set<GroupKey> groups;
    std::set<Ticket> alone;
    for (const Ticket ticket : others) {
        const GroupKey theirs = find_entry(ticket)->group;
        if (theirs == GroupKey{}) {
            alone.insert(ticket);
        } else if (theirs != group) {
            groups.insert(theirs);
        }
    }
    return groups.size() + alone.size() >= 5;
}

// Whether somebody else in line has one of these already; what they wait for besides is their own
// affair.
bool NaiveResource::is_in_line(const NaiveEntry& entry, const Wants& wants,
                               const std::vector<ContactKey>& added) const {
    if (entry.state == EntryState::Unverified) {
        return false;  // found out when it is verified
    }
    std::vector<ContactKey> news = added;
    std::erase_if(news, [&](ContactKey contact) {
        return std::ranges::find(entry.contacts, contact) != entry.contacts.end();
    });
    const Wants canonical = naive_canonical(wants);
    return std::ranges::any_of(state_.entries, [&](const NaiveEntry& other) {
        const bool is_alternative = entry.group != GroupKey{} && other.group == entry.group;
        if (other.ticket == entry.ticket || !core::is_active(other.state) ||
            other.state == EntryState::Unverified || is_alternative ||
            !shares_contact(other, news)) {
            return false;
        }
        return state_.settings.kind != Kind::Slots ||
               (other.state != EntryState::Accepted && !is_another(canonical, other.wants));
    });
}

// Someone in line reads another address, which the entry has from now on.
NaiveResource::Refused NaiveResource::prove_another(const core::Verify& command) {
    const NaiveEntry& entry = *find_entry(command.entry);
    const std::set<ContactKey> before{entry.contacts.begin(), entry.contacts.end()};
    std::set<ContactKey> after = before;
    for (const ContactKey contact : command.contacts_removed) {
        after.erase(contact);
    }
    after.insert(command.contacts_added.begin(), command.contacts_added.end());
    const bool has_proven = command.epoch != entry.link_epoch || entry.link_epoch % 2 == 1;
    if (after == before && has_proven) {
        answer_.repeated = true;
        return std::nullopt;
    }
    if (is_in_line(entry, entry.wants, command.contacts_added)) {
        return RefusalCode::AddressInLine;
    }
    std::vector<Ticket> typed;
    for (const NaiveEntry& other : state_.entries) {
        const bool is_alternative = entry.group != GroupKey{} && other.group == entry.group;
        if (other.state == EntryState::Unverified && other.ticket != entry.ticket &&
            !is_alternative && shares_contact(other, command.contacts)) {
            typed.push_back(other.ticket);
        }
    }
    const bool loses_one = !std::ranges::includes(after, before);
    const bool is_passed_on = entry.state == EntryState::Accepted && has_proven && loses_one;
    emit_entry(core::EntryUpdated{.wants = naive_canonical(entry.wants),
                                  .party_size = entry.party_size,
                                  .tier = entry.tier,
                                  .points = entry.points,
                                  .contacts_added = command.contacts_added,
                                  .contacts_removed = command.contacts_removed,
                                  .link_epoch = next_odd(entry.link_epoch)},
               is_passed_on ? Reason::Transferred : Reason::Requested, {.entry = command.entry},
               entry.state);
    for (const Ticket ticket : typed) {
        emit_entry(core::EntryEnded{}, Reason::Superseded, {.entry = ticket}, EntryState::Left);
    }
    return std::nullopt;
}

NaiveResource::Refused NaiveResource::decide(const core::Verify& command) {
    const NaiveEntry* entry = find_entry(command.entry);
    if (entry == nullptr) {
        return RefusalCode::UnknownEntry;
    }
    if (core::is_terminal(entry->state)) {
        return RefusalCode::EntryEnded;
    }
    answer_.entry = command.entry;
    if (entry->state != EntryState::Unverified) {
        return prove_another(command);
    }
    const bool is_slots = state_.settings.kind == Kind::Slots;
    std::vector<Ticket> typed;
    std::vector<Ticket> other_wishes;
    bool is_on_list = false;
    for (const NaiveEntry& other : state_.entries) {
        const bool is_alternative = entry->group != GroupKey{} && other.group == entry->group;
        if (other.ticket == entry->ticket || !core::is_active(other.state) ||
            !shares_contact(other, command.contacts)) {
            continue;
        }
        const bool is_typed = other.state == EntryState::Unverified;
        is_on_list = is_on_list || !is_typed;
        if (is_alternative || (is_slots && other.state == EntryState::Accepted)) {
            continue;
        }
        if (is_slots && !is_typed && is_another(entry->wants, other.wants)) {
            other_wishes.push_back(other.ticket);
            continue;
        }
        if (!is_typed) {
            answer_.entry = other.ticket;
            emit_entry(core::EntryEnded{}, Reason::Superseded, {.entry = command.entry},
                       EntryState::Left);
            return std::nullopt;
        }
        typed.push_back(other.ticket);
    }
    if (core::is_terminal(state_.status)) {
        return RefusalCode::ResourceClosed;
    }
    if (has_begun()) {
        return RefusalCode::EventOver;
    }
    if (has_enough_wishes(other_wishes, entry->group)) {
        return RefusalCode::TooManyWishes;
    }
    const bool at_once = accepts_at_once(entry->party_size, entry->group);
    if (!at_once && is_full()) {
        return RefusalCode::ListFull;
    }
    const std::uint32_t epoch = next_odd(entry->link_epoch);
    emit_entry(core::EntryVerified{.link_epoch = epoch},
               at_once ? Reason::PlaceFree : Reason::Requested, {.entry = command.entry},
               at_once ? EntryState::Accepted : EntryState::Waiting);
    if (!is_on_list) {
        credit_referrer(command.entry);
    }
    if (at_once) {
        settle_group(command.entry);
    }
    for (const Ticket ticket : typed) {
        emit_entry(core::EntryEnded{}, Reason::Superseded, {.entry = ticket}, EntryState::Left);
    }
    return std::nullopt;
}

}  // namespace standby::sim
