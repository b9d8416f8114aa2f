// Contacts become keys here: the engine never sees an address.
#include "http/routes/joining.hpp"

#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "interchange/view/referral_code.hpp"

#include <algorithm>
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

Result<void, Problem> choose_group(const Call& call, const std::string& group,
                                   core::Join& command) {
    if (!group.starts_with(guest_token_mark)) {
        if (!group.empty() && !call.caller) {
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
    return {};
}

}  // namespace

Result<core::Join, Problem> join_command(const Call& call, JoinBody& body) {
    if (!body.person.user_id.empty() && !call.caller) {
        return refuse(ProblemType::Forbidden, "Only staff can set user_id.");
    }
    core::Join command;
    command.typed = !call.caller;
    command.held = held_entry(call);
    TRY(choose_group(call, body.group, command));
    command.contacts = call.shared.services.contacts.of(body.person);
    command.wants = std::move(body.wants);
    command.party_size = body.party_size;
    command.tier = body.tier;
    command.points = body.points;
    if (const auto referrer = interchange::parse_referral_code(body.referral_code)) {
        command.referrer = core::number_of(*referrer);
    }
    return command;
}

Task<Result<core::Verify, Problem>> verify_command(Call& call) {
    auto read =
        co_await call.read([&](engine::Store& store) { return store.person(call.about.entry); });
    const std::optional<engine::Person> person = CO_TRY(std::move(read));
    core::Verify command{.entry = core::number_of(call.about.entry), .contacts = {}};
    if (person) {
        // A confirmation goes to the e-mail address, and to the phone where there is none.
        engine::Person reader;
        (person->email.empty() ? reader.phone : reader.email) =
            person->email.empty() ? person->phone : person->email;
        command.contacts = call.shared.services.contacts.of(reader);
    }
    co_return command;
}

Task<Result<EntryChange, Problem>> prepare_change(Call& call, const EntryPatchBody& body) {
    auto read =
        co_await call.read([&](engine::Store& store) { return store.person(call.about.entry); });
    const std::optional<engine::Person> present = CO_TRY(std::move(read));
    const engine::Person old = present.value_or(engine::Person{});
    const engine::Person person = merged(body, old);
    if (body.changes_person() && person.email.empty() && person.phone.empty() &&
        person.user_id.empty()) {
        co_return refuse_field("email", "or a phone number must remain");
    }
    if (!call.caller && (person.email != old.email || person.phone != old.phone)) {
        // The link that confirms an address was sent to the one before, and proves no other.
        auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
            return std::optional(state.entries.state(core::number_of(call.about.entry)) ==
                                 core::EntryState::Unverified);
        });
        if (CO_TRY(std::move(seen)).value_or(false)) {
            co_return refuse_field(body.email ? "email" : "phone",
                                   "can change once the present one is confirmed");
        }
    }
    EntryChange change;
    change.command.entry = core::number_of(call.about.entry);
    if (body.changes_wants()) {
        auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
            const auto view = core::view_entry(state, core::number_of(call.about.entry));
            return view ? std::optional(merged(body, view->wants)) : std::nullopt;
        });
        change.command.wants = CO_TRY(std::move(seen));
    }
    change.command.party_size = body.party_size;
    change.command.tier = body.tier;
    change.command.points = body.points;
    const auto before = call.shared.services.contacts.of(old);
    const auto after = call.shared.services.contacts.of(person);
    change.command.contacts_added = without(after, before);
    change.command.contacts_removed = without(before, after);
    if (person != old) {
        change.command.person_changes = true;
        change.attachment.person = person;
    }
    co_return change;
}

}  // namespace standby::http
