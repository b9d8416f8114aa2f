// How a call is answered.
#include "http/routes/call.hpp"

#include "base/assert.hpp"
#include "http/auth/sessions.hpp"
#include "http/limits/token_bucket.hpp"

#include <utility>

namespace standby::http {

core::Actor Call::actor() const {
    if (caller && caller->member != 0) {
        return {.kind = core::ActorKind::Member, .id = caller->member};
    }
    if (caller) {
        return {.kind = core::ActorKind::Staff, .id = caller->key_number};
    }
    return {.kind = core::ActorKind::Guest, .id = 0};
}

void Call::send(Response response) {
    ASSERT(responder);
    if (!request.header("origin").empty()) {
        add_cors_headers(cors, response);
    }
    if (response.status == 401) {
        response.headers.emplace_back("WWW-Authenticate", "Bearer");
        if (has_dead_cookie) {
            response.headers.emplace_back("Set-Cookie", ended_session_cookie_text());
        }
    }
    if (on_answer) {
        on_answer(*this, response.status);
    }
    std::exchange(responder, nullptr)->send(std::move(response));
}

void Call::send_json(std::uint16_t status, std::string body) {
    Response response;
    response.status = status;
    response.content_type = status >= 400 ? problem_content_type : "application/json";
    response.body = std::move(body);
    response.headers.emplace_back("Cache-Control", "no-store");
    send(std::move(response));
}

void Call::send_problem(const Problem& problem) {
    Response response;
    response.status = problem.status;
    response.content_type = problem_content_type;
    response.body = problem_body(problem);
    response.headers.emplace_back("Cache-Control", "no-store");
    if (problem.status == 503) {
        response.headers.emplace_back("Retry-After", "1");
    }
    send(std::move(response));
}

void Call::pass_on(Response response) {
    ASSERT(responder);
    if (on_answer) {
        on_answer(*this, response.status);
    }
    std::exchange(responder, nullptr)->send(std::move(response));
}

void Call::start_over() {
    Call fresh;
    fresh.request = std::move(request);
    fresh.responder = std::move(responder);
    fresh.now = now;
    fresh.on_answer = std::move(on_answer);
    fresh.hop = std::move(hop);
    fresh.patience = patience;
    *this = std::move(fresh);
}

void Call::send_not_allowed(const std::string& methods) {
    const Problem refused =
        problem(ProblemType::MethodNotAllowed, "This path takes " + methods + ".");
    Response response;
    response.status = refused.status;
    response.content_type = problem_content_type;
    response.body = problem_body(refused);
    response.headers.emplace_back("Allow", methods);
    send(std::move(response));
}

}  // namespace standby::http
