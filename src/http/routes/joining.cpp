// Contacts become keys here: the engine never sees an address.
#include "http/routes/joining.hpp"

#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/auth/crypto.hpp"
#include "http/routes/catalogue_names.hpp"
#include "interchange/view/referral_code.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace standby::http {
namespace {

// The key of an exclusive group: alternatives that one person names alike on one list.
core::GroupKey group_key(core::ResourceNumber resource, std::string_view group) {
    if (group.empty()) {
        return {};
    }
    const std::string named = core::format_id(resource) + "/" + std::string(group);
    return core::GroupKey{core::event_key(named).value()};
}

// Those of `one` that are not in `other`.
std::vector<core::ContactKey> without(const std::vector<core::ContactKey>& one,
                                      const std::vector<core::ContactKey>& other) {
    std::vector<core::ContactKey> rest;
    std::ranges::copy_if(one, std::back_inserter(rest), [&](core::ContactKey contact) {
        return std::ranges::find(other, contact) == other.end();
    });
    return rest;
}

// The entry whose token came along, if it is on this list.
core::Ticket held_entry(const Call& call) {
    if (!call.token || call.token->purpose == TokenPurpose::Offer) {
        return 0;
    }
    const core::EntryId entry{call.token->id};
    return core::resource_of(entry) == call.about.resource ? core::number_of(entry) : 0;
}

enum class MayName : std::uint8_t { No, Yes };

Result<void, Problem> choose_group(const Call& call, const std::string& group, MayName may_name,
                                   core::Join& command) {
    if (!group.starts_with(guest_token_mark)) {
        if (!group.empty() && may_name == MayName::No) {
            return refuse_field("group",
                                "must be the group_code of an entry; only staff name groups");
        }
        command.group = group_key(call.about.resource, group);
        return {};
    }
    const auto code = call.shared.services.tokens.verify(group, call.now);
    const core::EntryId beside{code ? code->id : 0};
    if (!code || code->purpose != TokenPurpose::Group ||
        core::resource_of(beside) != call.about.resource) {
        return refuse_field("group", "is not a group_code of this list");
    }
    command.beside = core::number_of(beside);
    command.beside_epoch = code->epoch;
    return {};
}

// The person with only the address that confirmations go to: the e-mail address, and the phone
// where there is none.
engine::Person read_address(const engine::Person& person) {
    engine::Person reader;
    (person.email.empty() ? reader.phone : reader.email) =
        person.email.empty() ? person.phone : person.email;
    return reader;
}

// Where addresses are verified: the one that was proven stays until the new one is. Tells whether
// there is one to be proven now.
Result<bool, Problem> wait_for_proof(const engine::Person& old, engine::Person& person) {
    if (old.email.empty() && !old.phone.empty() && person.phone != old.phone) {
        return refuse_field("phone", "is the confirmed address, which only staff can change");
    }
    if (person.email.empty() && !old.email.empty()) {
        return refuse_field("email", "is the confirmed address and must remain");
    }
    if (person.email == old.email) {
        person.pending_email.clear();
        return false;
    }
    person.pending_email = std::exchange(person.email, old.email);
    return person.pending_email != old.pending_email;
}

}  // namespace

std::optional<std::uint32_t> new_link_epoch(const core::Outcome& outcome) {
    std::optional<std::uint32_t> epoch;
    for (const core::Event& event : outcome.events) {
        if (event.entry != outcome.answer.entry) {
            continue;
        }
        const auto* updated = std::get_if<core::EntryUpdated>(&event.body);
        const auto* verified = std::get_if<core::EntryVerified>(&event.body);
        const std::uint32_t number = updated != nullptr    ? updated->link_epoch
                                     : verified != nullptr ? verified->link_epoch
                                                           : 0;
        if (number != 0) {
            epoch = number;
        }
    }
    return epoch;
}

// Whoever has a name alone is known by something that nobody else can have.
core::ContactKey nobodys_contact() {
    std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    fill_with_randomness(bytes);
    return core::ContactKey{std::bit_cast<std::uint64_t>(bytes) | 1U};
}

Result<core::Join, Problem> join_command(const Call& call, JoinBody& body,
                                         const JoinClaims* claims) {
    if (!body.person.user_id.empty() && !call.caller && claims == nullptr) {
        return refuse(ProblemType::Forbidden, "Only staff can set user_id.");
    }
    core::Join command;
    command.typed = !call.caller;
    command.held = held_entry(call);
    const bool may_name = call.caller || (claims != nullptr && claims->group);
    TRY(choose_group(call, body.group, may_name ? MayName::Yes : MayName::No, command));
    command.contacts = call.shared.services.contacts.of(body.person);
    command.friend_keys = call.shared.services.contacts.friend_keys(body.person);
    if (command.contacts.empty()) {
        command.contacts.push_back(nobodys_contact());
    }
    command.proven = body.walk_in;
    if (body.give_now) {
        command.admission =
            body.over_capacity ? core::Admission::OverCapacity : core::Admission::IfFree;
    }
    if (claims != nullptr) {
        // An address that is not in the claims, or that the business did not verify, is merely
        // typed. Where there is none, there is none to prove.
        const bool has_address = !body.person.email.empty() || !body.person.phone.empty();
        command.vouched = call.shared.services.contacts.user_id(claims->user_id);
        command.proven = !has_address || (claims->email && claims->email_verified);
    }
    command.wants = std::move(body.wants);
    command.party_size = body.party_size;
    command.tier = body.tier;
    command.points = body.points;
    command.waits_since = body.joined_at;
    if (const auto referrer = interchange::parse_referral_code(body.referral_code)) {
        command.referrer = core::number_of(*referrer);
    }
    return command;
}

// A list that proves addresses writes to those alone.
Task<Result<bool, Problem>> told_by_text(Call& call, const engine::Person& person) {
    if (person.phone.empty() || ways_of(call.shared.services.messenger) == ContactWays::MailOnly) {
        co_return false;
    }
    if (person.email.empty()) {
        co_return true;
    }
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.house(call.about.account); });
    const engine::House house = CO_TRY(std::move(read));
    if (house.channels == engine::ChannelRule::MailFirst) {
        co_return false;
    }
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return !state.rules.verify_email;
    });
    co_return seen;
}

ContactWays ways_of(const engine::Messenger& messenger) {
    const bool has_mail = messenger.has_provider(engine::Channel::Mail);
    const bool has_texts = messenger.has_provider(engine::Channel::Sms) ||
                           messenger.has_provider(engine::Channel::WhatsApp);
    return has_mail == has_texts ? ContactWays::Any
           : has_mail            ? ContactWays::MailOnly
                                 : ContactWays::TextsOnly;
}

Result<void, Problem> check_reachable(const Call& call, const engine::Person& person) {
    const bool has_email = !person.email.empty();
    const bool has_phone = !person.phone.empty();
    switch (ways_of(call.shared.services.messenger)) {
    case ContactWays::Any:
        return {};
    case ContactWays::MailOnly:
        if (has_phone && !has_email) {
            return refuse_field("email", "is required: no texts are sent here, so that a phone "
                                         "number alone reaches nobody");
        }
        return {};
    case ContactWays::TextsOnly:
        if (has_email && !has_phone) {
            return refuse_field("phone", "is required: no e-mails are sent here, so that an "
                                         "address alone reaches nobody");
        }
        return {};
    }
    return {};
}

Task<Result<void, Problem>> name_referrer(Call& call, core::Join& command) {
    if (command.referrer == 0) {
        co_return Result<void, Problem>{};
    }
    const core::EntryId referrer = core::entry_id(call.about.resource, command.referrer);
    auto read = co_await call.read([&](engine::Store& store) { return store.person(referrer); });
    const std::optional<engine::Person> person = CO_TRY(std::move(read));
    if (person) {
        command.referrer_keys = call.shared.services.contacts.friend_keys(*person);
    }
    co_return Result<void, Problem>{};
}

core::ContactKey address_to_prove(const engine::ContactKeys& hasher, const engine::Person& person) {
    if (!person.pending_email.empty()) {
        return hasher.email(person.pending_email);
    }
    if (!person.email.empty()) {
        return hasher.email(person.email);
    }
    return person.phone.empty() ? core::ContactKey{} : hasher.phone(person.phone);
}

namespace {

// Whether the proof is the first of an entry that is in line: so far its contacts were merely
// typed.
bool is_take_over(const core::ResourceState& state, const core::Verify& command) {
    const core::EntryState at = state.entries.state(command.entry);
    const std::uint32_t epoch = core::link_epoch(state, command.entry);
    return core::is_active(at) && at != core::EntryState::Unverified && !state.rules.verify_email &&
           command.epoch == epoch && !core::is_proven(epoch);
}

}  // namespace

namespace {

Task<Result<bool, Problem>> has_place(Call& call) {
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return state.entries.state(core::number_of(call.about.entry)) == core::EntryState::Accepted;
    });
    co_return seen;
}

// Whoever reads it is told that the place stands under another contact by now.
std::string contact_given_up(const engine::Person& old, const engine::Person& person) {
    if (!old.email.empty() && person.email != old.email) {
        return old.email;
    }
    return person.phone != old.phone ? old.phone : std::string();
}

}  // namespace

Task<Result<AddressProof, Problem>> proof_by_link(Call& call) {
    call.is_proving = true;
    auto read =
        co_await call.read([&](engine::Store& store) { return store.person(call.about.entry); });
    const std::optional<engine::Person> person = CO_TRY(std::move(read));
    AddressProof proof;
    proof.command.entry = core::number_of(call.about.entry);
    if (!person) {
        co_return proof;
    }
    const ContactHasher& hasher = call.shared.services.contacts;
    // Links of the first kind do not say where they were sent.
    const core::ContactKey named = call.token->address;
    if (named != core::ContactKey{} && !person->pending_email.empty() &&
        named == hasher.email(person->pending_email)) {
        proof.command.contacts = {named};
        proof.command.contacts_added = {named};
        proof.command.contacts_removed = hasher.of(read_address(*person));
        proof.attachment.person = person;
        engine::Person& after = *proof.attachment.person;
        after.email = std::exchange(after.pending_email, {});
        after.former_contact.clear();
        auto held = co_await has_place(call);
        if (CO_TRY(std::move(held))) {
            after.former_contact = contact_given_up(*person, after);
        }
        co_return proof;
    }
    if (named == core::ContactKey{}) {
        proof.command.contacts = hasher.of(read_address(*person));
        co_return proof;
    }
    const bool is_on_file = (!person->email.empty() && named == hasher.email(person->email)) ||
                            (!person->phone.empty() && named == hasher.phone(person->phone));
    if (!is_on_file) {
        co_return std::unexpected(dead_link_problem());
    }
    proof.command.contacts = {named};
    proof.command.epoch = call.token->epoch;
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return is_take_over(state, proof.command);
    });
    if (CO_TRY(std::move(seen))) {
        // What stands beside the contact that is read may belong to whoever typed the two.
        engine::Person other;
        engine::Person& kept = proof.attachment.person.emplace(*person);
        const bool is_mail = !kept.email.empty() && named == hasher.email(kept.email);
        (is_mail ? other.phone : other.email) =
            std::exchange(is_mail ? kept.phone : kept.email, {});
        proof.command.contacts_removed = hasher.of(other);
    }
    co_return proof;
}

Task<Result<EntryChange, Problem>> prepare_change(Call& call, const EntryPatchBody& body) {
    auto read =
        co_await call.read([&](engine::Store& store) { return store.person(call.about.entry); });
    const std::optional<engine::Person> present = CO_TRY(std::move(read));
    const engine::Person old = present.value_or(engine::Person{});
    engine::Person person = merged(body, old);
    const auto has_contact = [](const engine::Person& one) {
        return !one.email.empty() || !one.phone.empty() || !one.user_id.empty();
    };
    // Whoever staff took in by name alone may stay like that.
    const bool has_name_alone = call.caller && !has_contact(old) && !person.name.empty();
    if (body.changes_person() && !has_contact(person) && !has_name_alone) {
        co_return refuse_field("email", "or a phone number must remain");
    }
    if (!call.caller && (person.email != old.email || person.phone != old.phone)) {
        CO_TRY(check_reachable(call, person));
    }
    bool verifies = false;
    bool asks_proof = false;
    if (call.caller) {
        person.pending_email.clear();
    } else if (body.email || body.phone) {
        // The link that confirms an address was sent to the one before, and proves no other.
        bool is_unverified = false;
        auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
            verifies = state.rules.verify_email;
            is_unverified = state.entries.state(core::number_of(call.about.entry)) ==
                            core::EntryState::Unverified;
            return true;
        });
        CO_TRY(seen);
        if (is_unverified && (person.email != old.email || person.phone != old.phone)) {
            co_return refuse_field(body.email ? "email" : "phone",
                                   "can change once the present one is confirmed");
        }
        if (verifies) {
            asks_proof = CO_TRY(wait_for_proof(old, person));
        }
    }
    EntryChange change;
    change.command.entry = core::number_of(call.about.entry);
    std::optional<bool> by_text;
    if (body.email || body.phone) {
        auto told = co_await told_by_text(call, person);
        by_text = CO_TRY(std::move(told));
    }
    if (body.changes_wants() || by_text) {
        auto learnt = co_await learn_catalogue(call);
        CO_TRY(learnt);
        core::Wants waiting_for;
        auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
            const auto view = core::view_entry(state, core::number_of(call.about.entry));
            waiting_for = view ? view->wants : core::Wants{};
            return view ? std::optional(merged(body, view->wants)) : std::nullopt;
        });
        change.command.wants = CO_TRY(std::move(seen));
        if (body.wants && change.command.wants) {
            CO_TRY(take_names(call, *change.command.wants, waiting_for,
                              unlisted_of(call, body.unlisted)));
        }
        if (change.command.wants && by_text) {
            change.command.wants->by_text = *by_text;
        }
    }
    change.command.party_size = body.party_size;
    change.command.tier = body.tier;
    change.command.points = body.points;
    const ContactHasher& hasher = call.shared.services.contacts;
    const auto before = hasher.of(verifies ? read_address(old) : old);
    const auto after = hasher.of(verifies ? read_address(person) : person);
    change.command.asks_proof = asks_proof;
    change.command.contacts_added = without(after, before);
    change.command.contacts_removed = without(before, after);
    // Another name and another contact is another person.
    change.command.transfers =
        !old.name.empty() && person.name != old.name && !change.command.contacts_removed.empty();
    person.former_contact.clear();
    if (change.command.transfers) {
        auto held = co_await has_place(call);
        if (CO_TRY(std::move(held))) {
            person.former_contact = contact_given_up(old, person);
        }
    }
    if (person != old) {
        change.command.person_changes = true;
        change.attachment.person = person;
    }
    co_return change;
}

}  // namespace standby::http
