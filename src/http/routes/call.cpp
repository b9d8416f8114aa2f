// The steps of a call, and the answers that many handlers give.
#include "http/routes/call.hpp"

#include "base/clean_text.hpp"
#include "base/sha256.hpp"
#include "http/auth/crypto.hpp"

#include <chrono>
#include <cstring>

namespace standby::http {
namespace {

std::uint64_t first_word(const Sha256Digest& digest, std::size_t index) {
    std::uint64_t word = 0;
    std::memcpy(&word, digest.data() + index * sizeof word, sizeof word);
    return word;
}

// Parts are separated by their lengths, so that no two lists of parts look the same.
Sha256Digest digest_of(std::initializer_list<std::string_view> parts) {
    Sha256 hash;
    for (const std::string_view part : parts) {
        const std::uint64_t size = part.size();
        hash.update(std::as_bytes(std::span{&size, 1}));
        hash.update(std::as_bytes(std::span{part}));
    }
    return hash.finish();
}

std::string name_of_caller(const Call& call) {
    if (call.caller && call.caller->member != 0) {
        return "member " + std::to_string(call.caller->member);
    }
    if (call.caller) {
        return "account " + std::to_string(call.about.account.value());
    }
    return call.token ? "guest " + std::to_string(call.token->id) : "public";
}

engine::Request request_of(const Call& call, core::Command&& command,
                           engine::Attachment&& attachment) {
    std::optional<core::UsedLink> link = call.link();
    if (link) {
        link->is_used_to_prove = std::holds_alternative<core::Verify>(command);
        if (const auto* late = std::get_if<core::LateYes>(&command)) {
            // The memory has forgotten whose offer it was, and the links of an entry can be ended.
            link->entry = late->entry;
        }
    }
    return {.resource = call.about.resource,
            .command = std::move(command),
            .actor = call.actor(),
            .priority = call.route->priority,
            .key = {},
            .attachment = std::move(attachment),
            .link = link,
            .objection = {},
            .make_answer = {},
            .done = {}};
}

// Limits that only whoever decides can see are counted here.
void count_refusal(const core::Outcome& outcome, std::atomic<std::uint64_t>& names_refused) {
    if (outcome.refusal && outcome.refusal->detail == core::no_new_names) {
        ++names_refused;
    }
}

}  // namespace

core::Actor Call::actor() const {
    if (caller && caller->member != 0) {
        return {.kind = core::ActorKind::Member, .id = caller->member};
    }
    if (caller) {
        return {.kind = core::ActorKind::Staff, .id = caller->key_number};
    }
    return {.kind = core::ActorKind::Guest, .id = 0};
}

Viewer Call::viewer() const {
    if (caller) {
        return caller->role == engine::Role::ReadOnly ? Viewer::ReadOnly : Viewer::Staff;
    }
    return token ? Viewer::Guest : Viewer::Anybody;
}

std::optional<core::UsedLink> Call::link() const {
    if (!token || core::resource_of(core::EntryId{token->id}) != about.resource) {
        return std::nullopt;
    }
    const auto number = core::number_of(core::EntryId{token->id});
    switch (token->purpose) {
    case TokenPurpose::Entry:
        return core::UsedLink{.entry = number, .epoch = token->epoch};
    case TokenPurpose::Verify:
        return core::UsedLink{.entry = number,
                              .epoch = token->epoch,
                              .is_confirmation = true,
                              .names_address = token->address != core::ContactKey{},
                              .is_used_to_prove = is_proving};
    case TokenPurpose::Offer:
        return core::UsedLink{.offer = core::OfferNumber{number}, .epoch = token->epoch};
    case TokenPurpose::Unsubscribe:
    case TokenPurpose::Group:
        break;
    }
    return std::nullopt;
}

const Zone& Call::zone() const {
    static const Zone utc = Zone::utc();
    const Zone* zone = shared.services.zones.find(about.time_zone);
    return zone != nullptr ? *zone : utc;
}

std::optional<engine::IdempotencyKey> Call::key() const {
    if (own_key) {
        return own_key;
    }
    const std::string_view given = request.header("idempotency-key");
    if (given.empty() || request.method != "POST") {
        return std::nullopt;
    }
    const Sha256Digest content =
        digest_of({request.method, request.path, request.query, request.body});
    std::string sender = name_of_caller(*this);
    if (!caller && !token) {
        // Anybody could send a stranger's key, so it counts together with what was sent with it.
        sender +=
            " " + std::to_string(first_word(content, 0)) + std::to_string(first_word(content, 1));
    }
    const Sha256Digest name = digest_of({sender, core::format_id(about.resource), given});
    return engine::IdempotencyKey{.key = {.high = first_word(name, 0), .low = first_word(name, 1)},
                                  .request_digest = first_word(content, 0)};
}

Result<PageRequest, Problem> Call::page_of(std::string_view list) const {
    return parse_page(list, request.parameter("limit"), request.parameter("cursor"));
}

SubmitStep Call::submit(core::Command command, Handed<BodyMaker> make) {
    return submit(std::move(command), std::move(make), {});
}

SubmitStep Call::submit(core::Command command, Handed<BodyMaker> make,
                        engine::Attachment attachment, Objection objection) {
    engine::Request wanted = request_of(*this, std::move(command), std::move(attachment));
    wanted.key = key();
    if (objection) {
        wanted.objection = [objection = std::move(objection)](
                               const core::ResourceState& state) -> std::optional<engine::Answer> {
            const std::optional<Problem> objected = objection(state);
            return objected
                       ? std::optional{engine::Answer{objected->status, problem_body(*objected)}}
                       : std::nullopt;
        };
    }
    wanted.make_answer = [make = std::move(make), &counted = shared.names_refused](
                             const core::ResourceState& state, const core::Outcome& outcome) {
        count_refusal(outcome, counted);
        if (outcome.refusal) {
            const Problem refused = problem_of(*outcome.refusal);
            return engine::Answer{refused.status, problem_body(refused)};
        }
        return make(state, outcome);
    };
    return {*this, std::move(wanted)};
}

CommandStep Call::command(core::Command command, Handed<void(const core::Outcome&)> seen,
                          engine::Attachment attachment) {
    engine::Request wanted = request_of(*this, std::move(command), std::move(attachment));
    wanted.make_answer = [seen = std::move(seen), &counted = shared.names_refused](
                             const core::ResourceState&, const core::Outcome& outcome) {
        count_refusal(outcome, counted);
        seen(outcome);
        return engine::Answer{};
    };
    return {*this, std::move(wanted)};
}

Response Call::draft(std::uint16_t status, std::string body) {
    has_marks = true;
    return json_response(status, std::move(body));
}

std::unexpected<Problem> Call::moved() {
    const Placement* placement = shared.services.placement;
    const std::uint32_t shards = placement != nullptr ? placement->shards() : 1;
    elsewhere = {.shard = engine::shard_of(about.resource, shards), .is_back = true};
    return refuse(ProblemType::Unavailable, "Another node carries this out.");
}

bool Call::is_too_late() const {
    return arrival.hop && std::chrono::steady_clock::now() >= arrival.hop->deadline;
}

bool CommandStep::await_ready() {
    if (call_.is_too_late()) {
        reply_.failure = engine::Failure::Overloaded;
    }
    return reply_.failure.has_value();
}

void CommandStep::await_suspend(std::coroutine_handle<> waiting) {
    request_.done = [this, waiting](engine::Reply reply) {
        reply_ = std::move(reply);
        waiting.resume();
    };
    call_.shared.services.gateway.submit(std::move(request_));
}

Answer SubmitStep::await_resume() {
    if (reply_.failure == engine::Failure::Moved) {
        return call_.moved();
    }
    if (reply_.failure) {
        return std::unexpected(problem_of(*reply_.failure));
    }
    if (reply_.replayed && call_.person && call_.person->consent_at) {
        // Consent is dated by the first request, so what is stored of it counts.
        call_.person.reset();
    }
    call_.has_link_to_check = call_.link() && (reply_.replayed || reply_.answer.status >= 400);
    Response response = call_.draft(reply_.answer.status, std::move(reply_.answer.body));
    if (reply_.replayed) {
        response.headers.emplace_back("Idempotent-Replayed", "true");
    }
    return response;
}

std::unexpected<Problem> refuse(ProblemType type, std::string detail) {
    return std::unexpected(problem(type, std::move(detail)));
}

std::unexpected<Problem> refuse_field(std::string field, std::string message) {
    return std::unexpected(invalid(std::move(field), std::move(message)));
}

Problem unavailable() {
    return problem(ProblemType::Unavailable, "The database didn't answer. Try again in a moment.");
}

Problem nothing_here() {
    return problem(ProblemType::NotFound, "Nothing has this id.");
}

Problem dead_link_problem() {
    return problem(ProblemType::Unauthorized,
                   "This link has been replaced. The latest message has one that works; or join "
                   "again with the same address to get it.");
}

Problem problem_of(engine::Failure failure) {
    switch (failure) {
    case engine::Failure::DeadLink:
        return dead_link_problem();
    case engine::Failure::Overloaded:
        return problem(ProblemType::Overloaded, "The server is busy. Try again in a moment.");
    case engine::Failure::KeyReused:
        return problem(ProblemType::IdempotencyKeyReused,
                       "This Idempotency-Key was already used for another request.");
    case engine::Failure::Unknown:
        return problem(ProblemType::Unavailable, "It is unknown whether this was done. Repeat it "
                                                 "with the same Idempotency-Key, or check first.");
    case engine::Failure::Damaged: {
        Problem halted =
            problem(ProblemType::ListDamaged,
                    "The stored data of this list is damaged, so it is halted. Other lists are "
                    "not affected. Whoever runs the server can mend it with standby repair.");
        // It takes a person, so nobody need ask every second.
        halted.retry_after_seconds = 600;
        return halted;
    }
    case engine::Failure::Unavailable:
    case engine::Failure::Moved:
        break;
    }
    return problem(
        ProblemType::Unavailable,
        "The database didn't take the change, so nothing was changed. Try again in a moment.");
}

Response json_response(std::uint16_t status, std::string body) {
    Response response;
    response.status = status;
    response.content_type = status >= 400 ? problem_content_type : "application/json";
    response.body = std::move(body);
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response empty_response(std::uint16_t status) {
    Response response;
    response.status = status;
    return response;
}

Response redirect(std::uint16_t status, std::string location) {
    Response response = empty_response(status);
    response.headers.emplace_back("Location", std::move(location));
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
    return response;
}

Response response_of(const Problem& problem) {
    Response response = json_response(problem.status, problem_body(problem));
    if (problem.retry_after_seconds || problem.status == 503) {
        response.headers.emplace_back("Retry-After",
                                      std::to_string(problem.retry_after_seconds.value_or(1)));
    }
    if (!problem.allow.empty()) {
        response.headers.emplace_back("Allow", problem.allow);
    }
    return response;
}

void Call::report_staff(engine::Registry& registry, engine::AccountNumber account,
                        engine::StaffDeed deed) const {
    if (deed.member == 0 && caller) {
        deed.member = caller->member;
        deed.key = caller->key_number;
    }
    http::report_staff(shared, registry, account, std::move(deed),
                       {.client = request.client, .now = now});
}

void report_staff(const Shared& shared, engine::Registry& registry, engine::AccountNumber account,
                  engine::StaffDeed deed, const DeedPlace& place) {
    if (shared.services.on_staff) {
        shared.services.on_staff(deed.act, deed.member, place.client);
    }
    engine::DeedOrigin origin{.salt = {}, .client = place.client};
    fill_with_randomness(origin.salt);
    deed.detail = clean_text(deed.detail, engine::deed_detail_length_max);
    if (!registry.add_deed(account, deed, origin, place.now) && shared.services.on_staff) {
        shared.services.on_staff("deed_not_recorded", deed.member, place.client);
    }
}

void Call::report_staff(std::string_view event) const {
    if (shared.services.on_staff) {
        shared.services.on_staff(event, 0, request.client);
    }
}

void hold_back(const Call& call, Response& response) {
    if (response.status == 429 || call.is_one_of_too_many) {
        response.delay = refusal_delay;
    }
}

void report_answer(const Call& call, std::uint16_t status) {
    const auto& on_answer = call.shared.services.on_answer;
    if (!on_answer) {
        return;
    }
    const bool is_named =
        call.route != nullptr && (is_api(call.route->who) || call.route->who == Who::Provider);
    on_answer(call.request.method, is_named ? call.route->path : "other", status,
              call.shared.now() - call.now);
}

const engine::Person* MarkValues::person(core::EntryId entry) const {
    if (person_ != nullptr) {
        return person_;
    }
    const auto found = people_.find(entry);
    return found == people_.end() ? nullptr : &found->second;
}

const std::string& MarkValues::signed_token(core::EntryId entry, std::uint32_t epoch) const {
    if (token_.empty() || token_of_ != entry || token_epoch_ != epoch) {
        token_ = links_.token(TokenPurpose::Entry, entry.value(), epoch);
        token_of_ = entry;
        token_epoch_ = epoch;
    }
    return token_;
}

}  // namespace standby::http
