// The steps that routes are made of: hand a command to the engine, look at a state, read the store,
// and turn what comes back into an answer.
#include "base/sha256.hpp"
#include "http/api/cursor.hpp"
#include "http/api/placeholders.hpp"
#include "http/routes/api_routes.hpp"

#include <cstring>
#include <utility>

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

Problem problem_of(engine::Failure failure) {
    switch (failure) {
    case engine::Failure::Overloaded:
        return problem(ProblemType::Overloaded, "The server is busy. Try again in a moment.");
    case engine::Failure::KeyReused:
        return problem(ProblemType::IdempotencyKeyReused,
                       "This Idempotency-Key came with another request before.");
    case engine::Failure::Unknown:
        return problem(ProblemType::Unavailable,
                       "Whether this was done is not known. Repeat it with the same "
                       "Idempotency-Key, or look before you repeat it.");
    case engine::Failure::Unavailable:
    case engine::Failure::Moved:
        break;
    }
    return problem(ProblemType::Unavailable,
                   "The database did not take it; nothing was changed. Try again in a moment.");
}

engine::Priority priority_of(RouteName name) {
    switch (name) {
    case RouteName::AcceptOffer:
    case RouteName::DeclineOffer:
    case RouteName::ReportSent:
    case RouteName::ReportUndeliverable:
    case RouteName::ReportBooking:
    case RouteName::ReportPayment:
        return engine::Priority::Reserved;
    default:
        return engine::Priority::Normal;
    }
}

}  // namespace

// Where the marks of an answer get their values from.
class CallPlaceholders final : public PlaceholderSource {
public:
    // All must outlive this.
    CallPlaceholders(const ApiRoutes& routes, const Call& call, const People& people)
        : routes_(routes), call_(call), people_(people) {}

    const engine::Person* person(core::EntryId entry) const override {
        if (call_.person) {
            return &*call_.person;
        }
        const auto found = people_.find(entry);
        return found == people_.end() ? nullptr : &found->second;
    }
    std::string token(core::EntryId entry) const override { return signed_token(entry); }
    std::string status_url(core::EntryId entry) const override {
        return routes_.links_.at("/e/") + signed_token(entry);
    }
    std::string claim_url(core::OfferId offer) const override {
        return routes_.links_.offer(offer);
    }

private:
    // An answer names the token of an entry twice: alone and in its link.
    const std::string& signed_token(core::EntryId entry) const {
        if (token_.empty() || token_of_ != entry) {
            token_ = routes_.links_.token(TokenPurpose::Entry, entry.value());
            token_of_ = entry;
        }
        return token_;
    }

    const ApiRoutes& routes_;
    const Call& call_;
    const People& people_;
    mutable core::EntryId token_of_;
    mutable std::string token_;
};

std::optional<engine::IdempotencyKey> ApiRoutes::key_of(const Call& call) const {
    const std::string_view key = call.request.header("idempotency-key");
    if (key.empty() || call.request.method != "POST") {
        return std::nullopt;
    }
    const bool is_member = call.caller && call.caller->member != 0;
    const std::string caller = is_member     ? "member " + std::to_string(call.caller->member)
                               : call.caller ? "account " + std::to_string(call.account.value())
                               : call.token  ? "guest " + std::to_string(call.token->id)
                                             : "public";
    const Sha256Digest name = digest_of({caller, core::format_id(call.resource), key});
    const Sha256Digest content =
        digest_of({call.request.method, call.request.path, call.request.query, call.request.body});
    return engine::IdempotencyKey{.key = {.high = first_word(name, 0), .low = first_word(name, 1)},
                                  .request_digest = first_word(content, 0)};
}

void ApiRoutes::submit(const CallPtr& call, core::Command command, MakeBody make_body,
                       engine::Attachment attachment) {
    if (is_too_late(*call)) {
        return;
    }
    engine::Request request;
    request.resource = call->resource;
    request.command = std::move(command);
    request.actor = call->actor();
    request.priority = priority_of(call->route->name);
    request.key = key_of(*call);
    request.attachment = std::move(attachment);
    request.make_answer = [make_body = std::move(make_body)](const core::ResourceState& state,
                                                             const core::Outcome& outcome) {
        if (outcome.refusal) {
            const Problem refused = http::problem_of(*outcome.refusal);
            return engine::Answer{refused.status, problem_body(refused)};
        }
        return make_body(state, outcome);
    };
    request.done = [this, call](engine::Reply reply) { on_reply(call, std::move(reply)); };
    services_.gateway.submit(std::move(request));
}

void ApiRoutes::on_reply(const CallPtr& call, engine::Reply reply) {
    if (reply.failure == engine::Failure::Moved) {
        on_moved(call);
        return;
    }
    if (reply.failure) {
        call->send_problem(problem_of(*reply.failure));
        return;
    }
    if (call->answer_after_commit && reply.answer.status < 400) {
        std::exchange(call->answer_after_commit, nullptr)(call);
        return;
    }
    if (reply.replayed && call->person && call->person->consent_at) {
        // Consent is dated by the first request, so what is stored of it counts.
        call->person.reset();
    }
    finish(call, reply.answer.status, std::move(reply.answer.body), reply.replayed);
}

void ApiRoutes::query(
    const CallPtr& call,
    std::function<engine::Answer(const core::ResourceState&, const std::string& name)> look) {
    if (is_too_late(*call)) {
        return;
    }
    services_.gateway.submit(engine::Query{
        .resource = call->resource,
        .look = [this, call, look = std::move(look)](const engine::Query::View& view) {
            if (view.failure == engine::Failure::Moved) {
                on_moved(call);
            } else if (view.failure) {
                call->send_problem(problem_of(*view.failure));
            } else if (view.state == nullptr) {
                call->send_problem(
                    problem(ProblemType::NotFound, "There is nothing under this id."));
            } else {
                engine::Answer answer = look(*view.state, *view.name);
                if (answer.status != 0) {
                    finish(call, answer.status, std::move(answer.body));
                }
            }
        }});
}

void ApiRoutes::read(const CallPtr& call,
                     std::function<void(engine::Store&, engine::Registry&)> function,
                     engine::Effort effort) {
    if (!services_.gateway.read(effort, std::move(function))) {
        refuse_read(*call);
    }
}

std::string ApiRoutes::filled_in(const Call& call, std::string_view draft,
                                 const People& people) const {
    return fill_in(draft, CallPlaceholders{*this, call, people});
}

void ApiRoutes::finish(const CallPtr& call, std::uint16_t status, std::string body, bool replayed) {
    const auto send = [this, call, status, replayed](std::string_view draft, const People& people) {
        Response response;
        response.status = status;
        response.content_type = status >= 400 ? problem_content_type : "application/json";
        response.body = filled_in(*call, draft, people);
        response.headers.emplace_back("Cache-Control", "no-store");
        if (replayed) {
            response.headers.emplace_back("Idempotent-Replayed", "true");
        }
        call->send(std::move(response));
    };
    std::vector<core::EntryId> named =
        call->person ? std::vector<core::EntryId>{} : people_named_in(body);
    if (named.empty()) {
        send(body, {});
        return;
    }
    const bool is_asked =
        people_.read(std::move(named), [call, send, body = std::move(body)](const People* people) {
            if (people == nullptr) {
                call->send_problem(problem_of(engine::Failure::Unavailable));
                return;
            }
            send(body, *people);
        });
    if (!is_asked) {
        ++reads_refused_;
        call->send_problem(problem_of(engine::Failure::Overloaded));
    }
}

std::optional<PageRequest> ApiRoutes::page_of(Call& call, std::string_view list) {
    const auto page =
        parse_page(list, call.request.parameter("limit"), call.request.parameter("cursor"));
    if (!page) {
        call.send_problem(page.error());
        return std::nullopt;
    }
    return *page;
}

}  // namespace standby::http
