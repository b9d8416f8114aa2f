// Entries: joining the line, looking at one's place, changing wishes, leaving.
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/entry_json.hpp"
#include "http/api/referral_code.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"

#include <utility>

namespace standby::http {
namespace {

// Enough for most, so that the text need not grow while it is written.
constexpr std::size_t entry_json_size = 1024;

// The key of an exclusive group: alternatives that one person names alike on one list.
core::GroupKey group_key(core::ResourceNumber resource, std::string_view group) {
    if (group.empty()) {
        return {};
    }
    const std::string named = core::format_id(resource) + "/" + std::string(group);
    return core::GroupKey{core::event_key(named).value()};
}

std::vector<core::ContactKey> contacts_of(const ContactHasher& hasher,
                                          const engine::Person& person) {
    std::vector<core::ContactKey> contacts;
    if (!person.email.empty()) {
        contacts.push_back(hasher.email(normalise_email(person.email).value_or(person.email)));
    }
    if (!person.phone.empty()) {
        contacts.push_back(hasher.phone(person.phone));
    }
    if (!person.user_id.empty()) {
        contacts.push_back(hasher.user_id(person.user_id));
    }
    return contacts;
}

// Those of `one` that are not in `other`.
std::vector<core::ContactKey> without(const std::vector<core::ContactKey>& one,
                                      const std::vector<core::ContactKey>& other) {
    std::vector<core::ContactKey> rest;
    for (const core::ContactKey contact : one) {
        if (std::ranges::find(other, contact) == other.end()) {
            rest.push_back(contact);
        }
    }
    return rest;
}

MakeBody entry_body(std::uint16_t status, Viewer viewer) {
    return [status, viewer](const core::ResourceState& state, const core::Outcome& outcome) {
        engine::Answer answer{.status = status, .body = {}};
        JsonWriter writer{answer.body};
        write_entry(writer, state, outcome.answer.entry, viewer);
        return answer;
    };
}

// A new entry gets its token, this once; somebody who is known already learns nothing new.
engine::Answer join_answer(const core::ResourceState& state, const core::Outcome& outcome,
                           Viewer viewer) {
    const bool is_new = !outcome.answer.repeated;
    engine::Answer answer{.status = static_cast<std::uint16_t>(is_new ? 201 : 200), .body = {}};
    answer.body.reserve(entry_json_size);
    JsonWriter writer{answer.body};
    write_entry(writer, state, outcome.answer.entry, is_new ? viewer : Viewer::Anybody,
                is_new ? TokenInAnswer::Yes : TokenInAnswer::No);
    return answer;
}

core::Command end_command(RouteName name, core::Ticket entry, core::RemoveCause cause) {
    switch (name) {
    case RouteName::MarkNoShow:
        return core::MarkNoShow{.entry = entry};
    case RouteName::MarkAttended:
        return core::MarkAttended{.entry = entry};
    case RouteName::RemoveEntry:
        return core::RemoveEntry{.entry = entry, .cause = cause};
    case RouteName::CancelEntry:
        return core::CancelEntry{.entry = entry};
    default:
        return core::Leave{.entry = entry};
    }
}

}  // namespace

void ApiRoutes::join(const CallPtr& call) {
    if (call->caller && call->caller->role == engine::Role::ReadOnly) {
        call->send_problem(
            problem(ProblemType::Forbidden, "The role of this key does not allow it."));
        return;
    }
    if (!call->caller) {
        if (const auto wait = joins_.try_take(call->request.client, call->now)) {
            const Problem refused =
                problem(ProblemType::TooManyRequests, "Too many joins came from this address.");
            Response response;
            response.status = refused.status;
            response.content_type = problem_content_type;
            response.body = problem_body(refused);
            response.headers.emplace_back("Retry-After",
                                          std::to_string(retry_after_seconds(*wait)));
            call->send(std::move(response));
            return;
        }
        call->is_counted = true;
    }
    const Zone* zone = services_.zones.find(call->time_zone);
    auto body = parse_join(call->request.body, zone != nullptr ? *zone : Zone::utc());
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    if (body->names_staff_fields && !call->caller) {
        call->send_problem(problem(ProblemType::Forbidden, "Only staff can set tier and points."));
        return;
    }
    if (!body->referral_code.empty()) {
        const auto referrer = parse_referral_code(body->referral_code);
        if (!referrer || core::resource_of(*referrer) != call->resource) {
            call->send_problem(invalid("referral_code", "is not the code of anybody on this list"));
            return;
        }
    }
    if (!body->consents_to_house) {
        join_with(call, *std::move(body));
        return;
    }
    // What they agreed to is kept as it is worded now.
    read(call, [this, call, given = *std::move(body)](engine::Store&, engine::Registry& registry) {
        const auto house = registry.house(call->account);
        if (!house) {
            call->send_problem(problem(ProblemType::Unavailable));
            return;
        }
        if (house->consent_text.empty()) {
            call->send_problem(invalid(
                "consent", "must be the text that was agreed to, because the house has set none"));
            return;
        }
        JoinBody agreed = given;
        agreed.consent_text = house->consent_text;
        join_with(call, std::move(agreed));
    });
}

void ApiRoutes::join_with(const CallPtr& call, JoinBody body) {
    add_consent(body, call->caller ? "staff" : "api", call->now);
    const Viewer viewer = call->caller ? viewer_of(*call) : Viewer::Guest;
    call->person = body.person;
    core::Join command = join_command(*call, body);
    submit(call, std::move(command),
           [viewer](const core::ResourceState& state, const core::Outcome& outcome) {
               return join_answer(state, outcome, viewer);
           },
           {.person = std::move(body.person)});
}

core::Join ApiRoutes::join_command(const Call& call, const JoinBody& body) const {
    core::Join command;
    command.contacts = contacts_of(services_.contacts, body.person);
    command.wants = body.wants;
    command.party_size = body.party_size;
    command.tier = body.tier;
    command.points = body.points;
    command.group = group_key(call.resource, body.group);
    if (const auto referrer = parse_referral_code(body.referral_code)) {
        command.referrer = core::number_of(*referrer);
    }
    return command;
}

void ApiRoutes::get_entry(const CallPtr& call) {
    with_entry(call, [this, call](const EntryFacts& facts, core::Visibility visibility) {
        std::string body;
        body.reserve(entry_json_size);
        JsonWriter writer{body};
        write_entry(writer, facts, {.viewer = viewer_of(*call), .visibility = visibility});
        finish(call, 200, std::move(body));
    });
}

// The person and the wishes as they are now are needed to know what the new ones are.
void ApiRoutes::patch_entry(const CallPtr& call) {
    const Zone* zone = services_.zones.find(call->time_zone);
    auto parsed = parse_entry_patch(call->request.body, zone != nullptr ? *zone : Zone::utc());
    if (!parsed) {
        call->send_problem(parsed.error());
        return;
    }
    if (parsed->names_staff_fields() && !call->caller) {
        call->send_problem(problem(ProblemType::Forbidden, "Only staff can set tier and points."));
        return;
    }
    read(call, [this, call, body = *std::move(parsed)](engine::Store& store, engine::Registry&) {
        const auto present = store.person(call->entry);
        if (!present) {
            call->send_problem(problem(ProblemType::Unavailable));
            return;
        }
        const engine::Person old = present->value_or(engine::Person{});
        const engine::Person person = merged(body, old);
        if (body.changes_person() && person.email.empty() && person.phone.empty() &&
            person.user_id.empty()) {
            call->send_problem(invalid("email", "or a phone number must remain"));
            return;
        }
        query(call, [this, call, body, old, person](const core::ResourceState& state,
                                                    const std::string&) {
            const core::Ticket ticket = core::number_of(call->entry);
            core::UpdateEntry command{.entry = ticket};
            const auto view = core::view_entry(state, ticket);
            if (body.changes_wants() && view) {
                command.wants = merged(body, view->wants);
            }
            command.party_size = body.party_size;
            command.tier = body.tier;
            command.points = body.points;
            const auto before = contacts_of(services_.contacts, old);
            const auto after = contacts_of(services_.contacts, person);
            command.contacts_added = without(after, before);
            command.contacts_removed = without(before, after);
            engine::Attachment attachment;
            if (body.changes_person()) {
                attachment.person = person;
            }
            submit(call, std::move(command), entry_body(200, viewer_of(*call)),
                   std::move(attachment));
            return engine::Answer{};
        });
    });
}

// Only the token that was mailed proves that the address is read.
void ApiRoutes::verify_entry(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    if (call->token->purpose != TokenPurpose::Verify) {
        call->send_problem(problem(ProblemType::Forbidden,
                                   "Only the link in the confirmation message can do this."));
        return;
    }
    submit(call, core::Verify{.entry = core::number_of(call->entry)},
           entry_body(200, viewer_of(*call)));
}

void ApiRoutes::promote_entry(const CallPtr& call) {
    const auto body = parse_promote(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    core::Promote command{
        .entry = core::number_of(call->entry), .opening = {}, .note = body->reason};
    if (body->opening) {
        if (core::resource_of(*body->opening) != call->resource) {
            call->send_problem(invalid("opening_id", "is not an opening of this resource"));
            return;
        }
        command.opening = core::OpeningNumber{core::number_of(*body->opening)};
    }
    submit(call, command, entry_body(200, viewer_of(*call)));
}

void ApiRoutes::end_entry(const CallPtr& call) {
    core::RemoveCause cause = core::RemoveCause::Requested;
    if (call->route->name == RouteName::RemoveEntry) {
        const auto body = parse_remove(call->request.body);
        if (!body) {
            call->send_problem(body.error());
            return;
        }
        cause = body->cause;
    } else if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    const core::Ticket ticket = core::number_of(call->entry);
    if (call->route->name == RouteName::LeaveEntry) {
        // Leaving twice, or while an answer to the offer arrives, shows what came of it.
        call->answer_after_commit = [this](const CallPtr& same) { get_entry(same); };
    }
    // The memory forgets an entry that has ended, so its last facts are taken before.
    with_entry(
        call, [this, call, ticket, cause](const EntryFacts& before, core::Visibility visibility) {
            const Viewer viewer = viewer_of(*call);
            submit(call, end_command(call->route->name, ticket, cause),
                   [before, ticket, viewer, visibility](const core::ResourceState& state,
                                                        const core::Outcome&) {
                       const auto now = entry_facts(state, ticket);
                       EntryFacts facts = now && now->complete ? *now : before;
                       if (now && !now->complete) {
                           facts.state = now->state;
                           facts.rank = std::nullopt;
                           facts.offer = std::nullopt;
                           facts.opening = {};
                       }
                       engine::Answer answer{.status = 200, .body = {}};
                       JsonWriter writer{answer.body};
                       write_entry(writer, facts, {.viewer = viewer, .visibility = visibility});
                       return answer;
                   });
        });
}

}  // namespace standby::http
