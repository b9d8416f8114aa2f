// The steps that the routes of signing in are made of.
#include "http/api/session_json.hpp"
#include "http/routes/api_routes.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {

Problem ApiRoutes::staff_problem(const engine::StaffError& error) {
    if (std::holds_alternative<engine::StoreError>(error)) {
        return problem(ProblemType::Unavailable,
                       "The database did not answer. Try again in a moment.");
    }
    switch (std::get<engine::StaffRefusal>(error)) {
    case engine::StaffRefusal::NoSuchMember:
        return problem(ProblemType::NotFound, "There is nothing under this id.");
    case engine::StaffRefusal::LinkUsed:
        return problem(ProblemType::LinkUsed);
    case engine::StaffRefusal::AddressTaken:
        return problem(ProblemType::AddressTaken);
    case engine::StaffRefusal::LastOwner:
        return problem(ProblemType::LastOwner);
    case engine::StaffRefusal::CodeUsed:
        return problem(ProblemType::CodeNeeded, "That number was used already; wait for the next.");
    }
    return problem(ProblemType::Internal);
}

bool ApiRoutes::is_slowed_down(Call& call, TokenBuckets& tries, std::string_view of) {
    const auto wait = tries.try_take(of, call.now);
    if (!wait) {
        return false;
    }
    const Problem refused =
        problem(ProblemType::TooManyRequests, "Too many attempts. Wait a little, then try again.");
    Response response;
    response.status = refused.status;
    response.content_type = problem_content_type;
    response.body = problem_body(refused);
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("Retry-After", std::to_string(retry_after_seconds(*wait)));
    call.send(std::move(response));
    return true;
}

void ApiRoutes::with_password_work(const CallPtr& call, StoreWork work) {
    auto job = [this, call, work = std::move(work)] {
        const bool is_posted = services_.gateway.read(
            engine::Effort::Talk, [this, work](engine::Store& store, engine::Registry& registry) {
                work(store, registry);
                end_password_work();
            });
        if (!is_posted) {
            ++reads_refused_;
            call->send_problem(
                problem(ProblemType::Overloaded, "The server is busy. Try again in a moment."));
            end_password_work();
        }
    };
    switch (desk_.passwords.enter(job)) {
    case PasswordQueue::Admission::Now:
        job();
        return;
    case PasswordQueue::Admission::Later:
        return;
    case PasswordQueue::Admission::Refused:
        ++reads_refused_;
        call->send_problem(problem(ProblemType::Overloaded,
                                   "Too many people are signing in. Try again in a moment."));
    }
}

void ApiRoutes::end_password_work() {
    if (const auto next = desk_.passwords.next()) {
        (*next)();
    }
}

// Reading and replacing belong together: what was read first must not be put in place last.
bool ApiRoutes::refresh_sessions(engine::Registry& registry) {
    const std::scoped_lock lock(sessions_mutex_);
    const auto members = registry.members();
    const auto sessions = registry.sessions();
    are_sessions_stale_ = !members || !sessions;
    if (are_sessions_stale_) {
        return false;
    }
    services_.sessions.replace(*members, *sessions);
    desk_.streams.close_unless(
        [this](const Sha256Digest& session) { return services_.sessions.contains(session); });
    return true;
}

std::optional<std::string> ApiRoutes::business_name(engine::AccountNumber account,
                                                    engine::Registry& registry) const {
    const auto house = registry.house(account);
    const auto accounts = registry.accounts();
    if (!house || !accounts) {
        return std::nullopt;
    }
    const auto found = std::ranges::find(*accounts, account, &engine::Account::number);
    if (!house->name.empty()) {
        return house->name;
    }
    return found == accounts->end() ? std::string{} : found->name;
}

void ApiRoutes::send_session(const CallPtr& call, engine::Registry& registry,
                             const engine::Member& member, Time expires_at,
                             std::optional<std::string> token) {
    const auto name = business_name(member.account, registry);
    if (!name) {
        call->send_problem(staff_problem(engine::StaffError{engine::StoreError::OutcomeUnknown}));
        return;
    }
    Response response;
    response.content_type = "application/json";
    JsonWriter writer{response.body};
    write_session(
        writer, SignedIn{.member = member, .account_name = *name, .expires_at = expires_at}, false);
    response.headers.emplace_back("Cache-Control", "no-store");
    if (token) {
        response.headers.emplace_back("Set-Cookie", session_cookie_text(*token, session_lifetime));
    }
    call->send(std::move(response));
}

void ApiRoutes::end_with_session(const Call& call, std::weak_ptr<void> watcher,
                                 std::function<void()> close) {
    if (!call.session) {
        return;
    }
    desk_.streams.add(*call.session, std::move(watcher), std::move(close));
    // It may have ended since it was found.
    desk_.streams.close_unless(
        [this](const Sha256Digest& session) { return services_.sessions.contains(session); });
}

void ApiRoutes::report_staff(std::string_view event, std::uint64_t member) const {
    if (services_.on_staff) {
        services_.on_staff(event, member);
    }
}

std::optional<engine::Member> ApiRoutes::signed_in_member(const CallPtr& call,
                                                          engine::Registry& registry) {
    const auto members = registry.members();
    if (!members) {
        call->send_problem(staff_problem(engine::StaffError{members.error()}));
        return std::nullopt;
    }
    const auto found = std::ranges::find(*members, call->caller->member, &engine::Member::number);
    if (found == members->end() || found->removed_at) {
        call->send_problem(problem(ProblemType::Unauthorized, "You are not signed in any more."));
        return std::nullopt;
    }
    return *found;
}

}  // namespace standby::http
