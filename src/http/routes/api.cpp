// A call's way from its request to its answer.
#include "http/routes/api.hpp"

#include "http/forward/proving_responder.hpp"
#include "http/routes/access.hpp"
#include "http/routes/call.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/spending.hpp"
#include "http/routes/which_node.hpp"

#include <memory>
#include <utility>

namespace standby::http {
namespace {

// Fills in the marks of an answer. People whom it names are read first, many answers' together.
class FillStep {
public:
    FillStep(Call& call, std::string& body) : call_(call), body_(body) {}

    bool await_ready() {
        if (!call_.person) {
            named_ = interchange::people_named_in(body_);
        }
        if (named_.empty()) {
            fill({});
        }
        return named_.empty();
    }
    bool await_suspend(std::coroutine_handle<> waiting) {
        const bool is_asked =
            call_.shared.people.read(std::move(named_), [this, waiting](const People* people) {
                if (people != nullptr) {
                    fill(*people);
                } else {
                    failure_ = engine::Failure::Unavailable;
                }
                waiting.resume();
            });
        if (!is_asked) {
            ++call_.shared.reads_refused;
            failure_ = engine::Failure::Overloaded;
        }
        return is_asked;
    }
    Result<void, Problem> await_resume() const {
        if (failure_) {
            return std::unexpected(problem_of(*failure_));
        }
        return {};
    }

private:
    void fill(const People& people) {
        const engine::Person* person = call_.person ? &*call_.person : nullptr;
        body_ = interchange::fill_in(body_, MarkValues{call_.shared.links, person, people,
                                                       call_.shared.services.payment_desk});
    }

    Call& call_;
    std::string& body_;
    std::vector<core::EntryId> named_;
    std::optional<engine::Failure> failure_;
};

Result<void, Problem> take_route(Call& call, const RouteMatch& match) {
    const Route* named = match.route != nullptr ? match.route : match.sibling;
    const bool is_hidden = named == nullptr ||
                           (named->who == Who::Tests && !call.shared.options.has_manual_clock) ||
                           (named->who == Who::OtherNode && !call.arrival.hop);
    if (is_hidden) {
        return refuse(ProblemType::NotFound, "No such path.");
    }
    if (match.route == nullptr) {
        Problem refused =
            problem(ProblemType::MethodNotAllowed, "This path takes " + match.allowed + ".");
        refused.allow = match.allowed;
        return std::unexpected(std::move(refused));
    }
    call.route = match.route;
    call.path_id = match.id;
    return {};
}

bool is_preflight(const Call& call, const RouteMatch& match) {
    return call.request.method == "OPTIONS" && match.sibling != nullptr &&
           match.sibling->path.starts_with("/v1/");
}

// Parse, identify, authorise, place, look up, handle, fill in: each step reads the route's row. On
// the first node of a cluster the way ends at `place`, on the owner it is gone whole.
Task<Answer> go(Call& call) {
    const RouteMatch match = match_route(call.request.method, call.request.path);
    if (is_preflight(call, match)) {
        co_return preflight_response(cors_of(*match.sibling), match.allowed + ", OPTIONS");
    }
    CO_TRY(take_route(call, match));
    const bool is_in_cluster = call.shared.services.placement != nullptr;
    if (is_in_cluster && has_unknown_link(call)) {
        static_cast<void>(co_await call.shared.control.news());
    }
    CO_TRY(spend_request(call));
    const bool is_of_api = is_api(call.route->who);
    if (is_of_api) {
        Result<void, Problem> identified = identify(call);
        if (is_in_cluster && call.is_stranger) {
            const bool has_looked = co_await call.shared.control.news();
            if (has_looked) {
                identified = identify(call);
            }
        }
        if (!identified && call.has_wrong_key) {
            co_return std::unexpected(turn_away(call, identified.error()));
        }
        CO_TRY(identified);
        CO_TRY(check_origin(call));
        CO_TRY(authorise(call));
    }
    CO_TRY(place(call));
    if (is_in_cluster) {
        auto learnt = co_await learn_resource(call, resource_in_path(call));
        CO_TRY(learnt);
    }
    if (is_of_api) {
        CO_TRY(locate(call));
        CO_TRY(check_form(call));
    }
    if (auto refused = spend(call)) {
        co_return *std::move(refused);
    }
    Answer answer = co_await call.route->handler(call);
    if (answer && call.has_link_to_check) {
        auto opened = co_await state_by_link(call);
        CO_TRY(opened);
    }
    if (answer && call.has_marks) {
        FillStep step{call, answer->body};
        auto filled = co_await step;
        CO_TRY(filled);
    }
    co_return answer;
}

// In a demo one page shows the board and a guest's phone beside each other. Other sites still can't
// show any of them.
void allow_own_frames(Response& response) {
    constexpr std::string_view refused = "frame-ancestors 'none'";
    for (auto& [name, value] : response.headers) {
        const std::size_t at =
            name == "Content-Security-Policy" ? value.find(refused) : std::string::npos;
        if (at != std::string::npos) {
            value.replace(at, refused.size(), "frame-src 'self'; frame-ancestors 'self'");
        }
    }
}

void send(Call& call, Answer answer) {
    if (call.arrival.responder == nullptr) {
        report_answer(call, 200);
        return;
    }
    Response response = answer ? *std::move(answer) : response_of(answer.error());
    if (!call.request.header("origin").empty()) {
        add_cors_headers(call.route != nullptr ? cors_of(*call.route) : CorsPolicy::None, response);
    }
    if (call.shared.options.is_demo) {
        allow_own_frames(response);
    }
    if (response.status == 401) {
        response.headers.emplace_back("WWW-Authenticate", "Bearer");
        if (call.has_dead_cookie) {
            response.headers.emplace_back("Set-Cookie", ended_session_cookie_text());
        }
    }
    hold_back(call, response);
    report_answer(call, response.status);
    std::exchange(call.arrival.responder, nullptr)->send(std::move(response));
}

// From the request to its answer, here or on the node that owns its shard. While a shard moves a
// call may come back, and goes its way anew.
SelfOwned serve(Shared& shared, std::shared_ptr<Arrival> arrival) {
    while (true) {
        Call call{shared, *arrival};
        if (arrival->hop && !arrival->hop->is_for_us) {
            pass_on(call, moved_response());
            co_return;
        }
        Answer answer = co_await go(call);
        if (!call.elsewhere) {
            send(call, std::move(answer));
            co_return;
        }
        if (auto here = answer_if_moved(call)) {
            send(call, *std::move(here));
            co_return;
        }
        ForwardStep forward{call, arrival};
        const Forwarded there = co_await forward;
        if (there != Forwarded::Here) {
            co_return;
        }
    }
}

}  // namespace

Api::Api(const ApiOptions& options, const ApiServices& services)
    : shared_(std::make_unique<Shared>(options, services)) {}

Api::~Api() = default;

void Api::handle(Request request, std::unique_ptr<Responder> responder) {
    auto arrival = std::make_shared<Arrival>();
    arrival->request = std::move(request);
    arrival->responder = std::move(responder);
    arrival->at = shared_->now();
    if (Forwarder* const forwarder = shared_->services.forwarder) {
        const auto coding = wire::choose_coding(arrival->request.header("accept-encoding"));
        arrival->hop = forwarder->receive(arrival->request);
        if (arrival->hop && arrival->hop->wants_proof) {
            arrival->responder = std::make_unique<ProvingResponder>(
                std::move(arrival->responder), *forwarder, *arrival->hop, coding);
        }
    }
    if (arrival->request.is_among_nodes && !arrival->hop) {
        // A certificate alone makes no node, and clients have a door of their own.
        arrival->responder->send(response_of(problem(ProblemType::NotFound, "No such path.")));
        return;
    }
    serve(*shared_, std::move(arrival));
}

void Api::tick(bool has_news) {
    shared_->feeds.tick(has_news);
}

ApiFigures Api::figures() const {
    const SignInLimits& sign_in = shared_->sign_in;
    return {.joins_refused = shared_->joins.refused(),
            .reads_refused = shared_->reads_refused,
            .names_refused = shared_->names_refused,
            .wrong_keys = shared_->wrong_keys_seen,
            .wrong_keys_refused = shared_->wrong_keys.refused(),
            .proofs_asked = shared_->guard.asked(),
            .proofs_refused = shared_->guard.refused(),
            .over_budget = shared_->budgets.refused(),
            .sign_ins_refused = sign_in.tries_of_client.refused() +
                                sign_in.tries_of_pair.refused() + sign_in.tries_of_proofs.refused(),
            .passwords_refused = sign_in.passwords_refused,
            .one_time_links_refused = sign_in.tries_of_links.refused(),
            .taken_addresses_refused = sign_in.taken_addresses.refused()};
}

void Api::look_at_control_plane(std::function<void(bool is_done)> done) {
    shared_->control.look(std::move(done));
}

}  // namespace standby::http
