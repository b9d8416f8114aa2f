// Entries: joining the line, looking at one's place, changing wishes, leaving.
#include "core/decide/decide.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "engine/history/ended_links.hpp"
#include "http/api/entry_body.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/join_admission.hpp"
#include "http/routes/joining.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/signed_joins.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/referral_code.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// Enough for most, so that the text need not grow while it is written.
constexpr std::size_t entry_json_size = 1024;

std::string entry_text(const interchange::EntryFacts& facts, const interchange::EntryStyle& style) {
    std::string body;
    body.reserve(entry_json_size);
    JsonWriter writer{body};
    interchange::write_entry(writer, facts, style);
    return body;
}

// Where the links end, the answer has the new one: nobody else gets it.
MakeBody entry_body(Viewer viewer) {
    return [viewer](const core::ResourceState& state, const core::Outcome& outcome) {
        engine::Answer answer{.status = 200, .body = {}};
        JsonWriter writer{answer.body};
        interchange::write_entry(writer, state, outcome.answer.entry, viewer,
                                 ends_links(outcome) && interchange::gets_links(viewer)
                                     ? interchange::TokenInAnswer::Yes
                                     : interchange::TokenInAnswer::No);
        return answer;
    };
}

// What a stranger is answered who typed a contact. Where addresses are verified, first and repeated
// joins look alike, whatever became of them.
std::optional<engine::Answer> answer_to_stranger(const core::ResourceState& state,
                                                 const core::Answer& joined, Time now) {
    if (state.rules.verify_email) {
        const core::Context context{.now = std::max(now, state.last_at),
                                    .actor = {.kind = core::ActorKind::Guest},
                                    .zones = nullptr};
        const auto refusal = joined.repeated ? core::check_open(state, context) : std::nullopt;
        if (refusal) {
            const Problem refused = problem_of(*refusal);
            return engine::Answer{refused.status, problem_body(refused)};
        }
        return engine::Answer{202, R"({"status":"check_your_messages"})"};
    }
    if (joined.repeated) {
        return engine::Answer{200, R"({"already_joined":true})"};
    }
    return std::nullopt;
}

// A new entry gets its token, this once.
engine::Answer join_answer(const core::ResourceState& state, const core::Outcome& outcome,
                           Viewer viewer, bool is_strangers, Time now) {
    if (is_strangers) {
        if (auto answer = answer_to_stranger(state, outcome.answer, now)) {
            return *std::move(answer);
        }
    }
    const bool is_new = !outcome.answer.repeated;
    engine::Answer answer{.status = static_cast<std::uint16_t>(is_new ? 201 : 200), .body = {}};
    answer.body.reserve(entry_json_size);
    JsonWriter writer{answer.body};
    interchange::write_entry(writer, state, outcome.answer.entry, viewer,
                             is_new ? interchange::TokenInAnswer::Yes
                                    : interchange::TokenInAnswer::No);
    return answer;
}

bool has_contact(const core::ResourceState& state, core::Ticket entry, core::ContactKey contact) {
    bool found = false;
    state.contacts.for_each(contact, [&](core::Ticket ticket) {
        found = ticket == entry;
        return !found;
    });
    return found;
}

// A user of the business's own app gets their entry and its token each time: the business says who
// it is. An address that they typed gets them nothing that it would not get a stranger.
engine::Answer answer_to_user(const core::ResourceState& state, const core::Outcome& outcome,
                              core::ContactKey user, Time now) {
    const core::Ticket entry = outcome.answer.entry;
    const bool is_theirs = has_contact(state, entry, user) &&
                           state.entries.state(entry) != core::EntryState::Unverified;
    if (!is_theirs) {
        if (auto answer = answer_to_stranger(state, outcome.answer, now)) {
            return *std::move(answer);
        }
    }
    engine::Answer answer{.status = static_cast<std::uint16_t>(outcome.answer.repeated ? 200 : 201),
                          .body = {}};
    answer.body.reserve(entry_json_size);
    JsonWriter writer{answer.body};
    interchange::write_entry(writer, state, entry, Viewer::Guest, interchange::TokenInAnswer::Yes);
    return answer;
}

Result<void, Problem> check_join(const Call& call, const JoinBody& body, const JoinClaims* claims) {
    const bool is_tier_signed = claims != nullptr && claims->tier;
    const bool are_points_signed = claims != nullptr && claims->points;
    if (!call.caller &&
        ((body.names_tier && !is_tier_signed) || (body.names_points && !are_points_signed))) {
        return refuse(ProblemType::Forbidden,
                      claims == nullptr ? "Only staff can set tier and points."
                                        : "Outside of what is signed, only staff can set tier and "
                                          "points.");
    }
    if (!call.caller && body.joined_at && (claims == nullptr || !claims->joined_at)) {
        return refuse(ProblemType::Forbidden, "Only staff can set joined_at.");
    }
    if (!call.caller && body.names_desk_fields()) {
        return refuse(ProblemType::Forbidden,
                      "Only staff can set walk_in, give_now and over_capacity.");
    }
    if (!body.referral_code.empty()) {
        const auto referrer = interchange::parse_referral_code(body.referral_code);
        if (!referrer || core::resource_of(*referrer) != call.about.resource) {
            return refuse_field("referral_code", "is nobody's code on this list");
        }
    }
    return {};
}

// The entry as the caller may see it: from memory while it lives, from its stored row once it has
// ended. It is written where it is found, because carrying the facts costs as much as writing them.
Task<Result<std::string, Problem>> show_entry(Call& call) {
    interchange::EntryStyle style{.viewer = call.viewer()};
    const auto link = call.link();
    bool is_dead = false;
    auto seen = co_await call.look([&](const core::ResourceState& state,
                                       const std::string&) -> std::optional<std::string> {
        const auto facts = interchange::entry_facts(state, core::number_of(call.about.entry));
        if (!facts) {
            return std::nullopt;
        }
        is_dead = link && facts->complete && !core::is_good(*link, facts->state, facts->link_epoch);
        if (is_dead) {
            return std::nullopt;
        }
        style.visibility = state.rules.visibility;
        return facts->complete ? entry_text(*facts, style) : std::string{};
    });
    std::optional<std::string> live = CO_TRY(std::move(seen));
    if (is_dead) {
        co_return std::unexpected(dead_link_problem());
    }
    if (!live) {
        co_return std::unexpected(nothing_here());
    }
    if (!live->empty()) {
        co_return *std::move(live);
    }
    // The engine knows that it is there, so a row that can't be had is not a row that is missing.
    auto read = co_await call.read([&](engine::Store& store) -> Result<std::string, Problem> {
        const auto stored = stored_entry(store, call.about.entry);
        if (!stored) {
            return std::unexpected(unavailable());
        }
        TRY(check_link(call, *stored));
        return entry_text(*stored, style);
    });
    co_return read;
}

// Ends an entry and shows what became of it. In the answer to the very command that ended it the
// memory still knows all of it; where it had ended before, the body stays empty and the stored row
// is shown.
Task<Answer> end_entry(Call& call, core::Command command) {
    const core::Ticket ticket = core::number_of(call.about.entry);
    const Viewer viewer = call.viewer();
    Answer answer =
        co_await call.submit(std::move(command), [ticket, viewer](const core::ResourceState& state,
                                                                  const core::Outcome&) {
            const auto facts = interchange::entry_facts(state, ticket);
            const bool is_known = facts && facts->complete;
            return engine::Answer{
                200, is_known ? entry_text(*facts,
                                           {.viewer = viewer, .visibility = state.rules.visibility})
                              : std::string{}};
        });
    if (!answer || !answer->body.empty()) {
        co_return answer;
    }
    auto shown = co_await show_entry(call);
    answer->body = CO_TRY(std::move(shown));
    co_return answer;
}

template <class Command>
Task<Answer> end_without_fields(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    co_return co_await end_entry(call, Command{.entry = core::number_of(call.about.entry)});
}

// A join as it came in: what the business signed, if anything, is in the body by now.
struct ReceivedJoin {
    JoinBody body;
    std::optional<JoinClaims> claims;
    JoinAttempt attempt;

    const JoinClaims* signed_claims() const { return claims ? &*claims : nullptr; }
};

// Fills in `join`, which is too large to be handed from one to the next.
Task<Result<void, Problem>> receive_join(Call& call, ReceivedJoin& join) {
    const auto parse = [&call](std::string_view region) {
        return parse_join(call.request.body, call.zone(), region);
    };
    if (may_be_signed(call.request.body)) {
        auto parsed = co_await read_in_region(call, parse);
        join.body = CO_TRY(std::move(parsed));
        if (!join.body.signed_text.empty()) {
            auto checked = co_await check_signed(call, join.body.signed_text);
            join.claims = CO_TRY(std::move(checked));
            CO_TRY(take_claims(*join.claims, join.body));
            CO_TRY(check_join(call, join.body, join.signed_claims()));
            join.attempt = CO_TRY(admit_signed(call, *join.claims));
            co_return Result<void, Problem>{};
        }
    }
    join.attempt = begin_join(call, call.request.header(proof_header));
    if (!join.attempt.need.is_none()) {
        auto read = co_await call.read(
            [&](engine::Registry& registry) { return registry.house(call.about.account); });
        const engine::House house = CO_TRY(std::move(read));
        prefer_captcha(call, house, join.attempt);
    }
    CO_TRY(or_problem(call, join.attempt, admit_without_proof(call, join.attempt)));
    auto parsed = co_await read_in_region(call, parse);
    join.body = CO_TRY(std::move(parsed));
    CO_TRY(check_join(call, join.body, nullptr));
    co_return Result<void, Problem>{};
}

}  // namespace

Task<Answer> join(Call& call) {
    ReceivedJoin given;
    auto received = co_await receive_join(call, given);
    CO_TRY(received);
    JoinBody& body = given.body;
    JoinAttempt& attempt = given.attempt;
    if (body.consents_to_house) {
        // What they agreed to is kept as it is worded now.
        auto read = co_await call.read(
            [&](engine::Registry& registry) { return registry.house(call.about.account); });
        const engine::House house = CO_TRY(std::move(read));
        if (house.consent_text.empty()) {
            co_return refuse_field(
                "consent", "must be the text that was agreed to, because the account has none set");
        }
        body.consent_text = house.consent_text;
    }
    if (!call.caller && !given.claims) {
        CO_TRY(check_reachable(call, body.person));
    }
    auto learnt = co_await learn_catalogue(call);
    CO_TRY(learnt);
    CO_TRY(take_names(call, body.wants, {}, unlisted_of(call, body.unlisted)));
    add_consent(body, call.caller ? "staff" : "api", call.now);
    const Viewer viewer = call.caller ? call.viewer() : Viewer::Guest;
    core::Join command = CO_TRY(join_command(call, body, given.signed_claims()));
    auto told = co_await told_by_text(call, body.person);
    command.wants.by_text = CO_TRY(std::move(told));
    auto named = co_await name_referrer(call, command);
    CO_TRY(named);
    auto asked = co_await ask_provider(call, attempt);
    CO_TRY(asked);
    CO_TRY(or_problem(call, attempt, admit_with_proof(call, attempt, MayWait::No)));
    const bool is_typed = command.typed;
    const core::Ticket held = command.held;
    const core::ContactKey user = command.vouched;
    call.person = body.person;
    engine::Attachment attachment{.person = std::move(body.person), .resource_name = {}};
    Answer answer = co_await call.submit(
        std::move(command),
        [viewer, is_typed, held, user, now = call.shared.now()](const core::ResourceState& state,
                                                                const core::Outcome& outcome) {
            if (user != core::ContactKey{}) {
                return answer_to_user(state, outcome, user, now);
            }
            const bool is_theirs = outcome.answer.repeated && outcome.answer.entry == held;
            return join_answer(state, outcome, viewer, is_typed && !is_theirs, now);
        },
        std::move(attachment));
    if (answer && answer->status == 200) {
        call.person.reset();  // The entry was there before, and shows what is stored.
    }
    co_return answer;
}

Task<Answer> get_entry(Call& call) {
    auto shown = co_await show_entry(call);
    co_return call.draft(200, CO_TRY(std::move(shown)));
}

Task<Answer> patch_entry(Call& call) {
    auto parsed = co_await read_in_region(call, [&call](std::string_view region) {
        return parse_entry_patch(call.request.body, call.zone(), region);
    });
    const EntryPatchBody body = CO_TRY(std::move(parsed));
    if (body.names_staff_fields() && !call.caller) {
        co_return refuse(ProblemType::Forbidden, "Only staff can set tier and points.");
    }
    auto prepared = co_await prepare_change(call, body);
    EntryChange change = CO_TRY(std::move(prepared));
    const bool asks_proof = change.command.asks_proof;
    Answer answer = co_await call.submit(std::move(change.command), entry_body(call.viewer()),
                                         std::move(change.attachment));
    if (answer && answer->status == 200 && asks_proof) {
        answer->status = 202;
    }
    co_return answer;
}

// Only the token that was mailed proves that the address is read.
Task<Answer> verify_entry(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    if (call.token->purpose != TokenPurpose::Verify) {
        co_return refuse(ProblemType::Forbidden,
                         "Only the link in the confirmation message can do this.");
    }
    auto made = co_await proof_by_link(call);
    AddressProof proof = CO_TRY(std::move(made));
    const Viewer viewer = call.viewer();
    const core::Ticket own = proof.command.entry;
    co_return co_await call.submit(
        std::move(proof.command),
        [viewer, own](const core::ResourceState& state, const core::Outcome& outcome) {
            // Of an entry that was there before, only its own token tells.
            if (outcome.answer.entry != own) {
                return engine::Answer{200, R"({"already_joined":true})"};
            }
            engine::Answer answer{.status = 200, .body = {}};
            JsonWriter writer{answer.body};
            interchange::write_entry(writer, state, outcome.answer.entry, viewer,
                                     interchange::TokenInAnswer::Yes);
            return answer;
        },
        std::move(proof.attachment));
}

// The confirmation, or the link to the page once the entry is in line, goes to the address on file
// again; not more often than the engine allows, which tells nobody whether it did.
Task<Answer> resend_link(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    engine::Attachment attachment;
    attachment.sends_link = true;
    co_return co_await call.submit(
        core::UpdateEntry{.entry = core::number_of(call.about.entry)},
        [](const core::ResourceState&, const core::Outcome&) {
            return engine::Answer{202, R"({"status":"check_your_messages"})"};
        },
        std::move(attachment));
}

// The guest was asked whether they still want it, or was set aside for not answering.
Task<Answer> still_here(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    co_return co_await call.submit(core::StillHere{.entry = core::number_of(call.about.entry)},
                                   entry_body(call.viewer()));
}

// The guest said so to staff; `still_here` takes it back.
Task<Answer> set_aside(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    co_return co_await call.submit(core::SetAside{.entry = core::number_of(call.about.entry)},
                                   entry_body(call.viewer()));
}

// Whoever has one of the links so far loses it; staff get the new one to pass on.
Task<Answer> revoke_links(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    const core::Ticket ticket = core::number_of(call.about.entry);
    auto looked = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return core::is_terminal(state.entries.state(ticket));
    });
    if (!CO_TRY(std::move(looked))) {
        co_return co_await call.submit(core::UpdateEntry{.entry = ticket, .ends_links = true},
                                       entry_body(call.viewer()));
    }
    auto ended = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) -> Result<std::string, Problem> {
            const auto done = engine::end_links(store, call.about.entry);
            const auto stored = done ? stored_entry(store, call.about.entry) : std::nullopt;
            if (!stored) {
                return std::unexpected(unavailable());
            }
            if (*done) {
                call.report_staff(
                    registry, call.about.account,
                    {.act = "links_ended", .subject = core::format_id(call.about.entry)});
            }
            return entry_text(*stored, {.viewer = call.viewer()});
        });
    co_return call.draft(200, CO_TRY(std::move(ended)));
}

Task<Answer> promote_entry(Call& call) {
    const PromoteBody body = CO_TRY(parse_promote(call.request.body));
    core::Promote command{.entry = core::number_of(call.about.entry),
                          .opening = {},
                          .note = body.reason,
                          .accepts = body.accept};
    if (body.opening) {
        if (core::resource_of(*body.opening) != call.about.resource) {
            co_return refuse_field("opening_id", "is not an opening of this resource");
        }
        command.opening = core::OpeningNumber{core::number_of(*body.opening)};
    }
    co_return co_await call.submit(command, entry_body(call.viewer()));
}

// Leaving twice, or while an answer to the offer arrives, shows what came of it.
Task<Answer> leave_entry(Call& call) {
    return end_without_fields<core::Leave>(call);
}

Task<Answer> mark_no_show(Call& call) {
    return end_without_fields<core::MarkNoShow>(call);
}

Task<Answer> mark_attended(Call& call) {
    return end_without_fields<core::MarkAttended>(call);
}

Task<Answer> cancel_entry(Call& call) {
    return end_without_fields<core::CancelEntry>(call);
}

Task<Answer> remove_entry(Call& call) {
    const core::RemoveCause cause = CO_TRY(parse_remove(call.request.body));
    core::RemoveEntry command{.entry = core::number_of(call.about.entry), .cause = cause};
    if (cause == core::RemoveCause::Fraud) {
        auto read = co_await call.read(
            [&](engine::Store& store) { return store.person(call.about.entry); });
        if (const std::optional<engine::Person> person = CO_TRY(std::move(read))) {
            command.friend_keys = call.shared.services.contacts.friend_keys(*person);
        }
    }
    co_return co_await end_entry(call, std::move(command));
}

}  // namespace standby::http
