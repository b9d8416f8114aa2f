// One-time links: what they are for, and what happens when they are used.
#include "http/api/session_body.hpp"
#include "http/api/session_json.hpp"
#include "http/auth/password.hpp"
#include "http/routes/api_routes.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// A link that can be used now, and whose password it resets.
struct LiveLink {
    engine::OneTimeLink link;
    std::optional<engine::Member> member;
};

Result<LiveLink, Problem> live_link(engine::Registry& registry, std::string_view token, Time now) {
    const auto links = registry.links();
    const auto members = registry.members();
    if (!links || !members) {
        return std::unexpected(problem(ProblemType::Unavailable,
                                       "The database did not answer. Try again in a moment."));
    }
    const auto link = std::ranges::find(*links, hash_token(token), &engine::OneTimeLink::hash);
    if (link == links->end() || !engine::is_live(*link, now)) {
        return std::unexpected(problem(ProblemType::LinkUsed));
    }
    LiveLink live{.link = *link, .member = {}};
    const auto is_present = [&](const engine::Member& member) {
        return !member.removed_at && member.account == link->account;
    };
    if (link->purpose == engine::LinkPurpose::Setup && std::ranges::any_of(*members, is_present)) {
        return std::unexpected(problem(ProblemType::LinkUsed));
    }
    if (link->purpose == engine::LinkPurpose::Reset) {
        const auto member = std::ranges::find(*members, link->member, &engine::Member::number);
        if (member == members->end() || member->removed_at) {
            return std::unexpected(problem(ProblemType::LinkUsed));
        }
        live.member = *member;
    }
    return live;
}

// What is missing or will not do, for this link.
std::optional<Problem> problem_with(const LinkUseBody& body, const LiveLink& live) {
    const std::string email =
        body.email.value_or(live.member ? live.member->email : live.link.email);
    const std::string name = body.name.value_or(live.member ? live.member->name : live.link.name);
    const bool needs_password = live.link.purpose != engine::LinkPurpose::Setup;
    std::vector<FieldError> errors;
    if (email.empty() && (needs_password || body.password)) {
        errors.push_back({"email", "is needed to sign in with a password"});
    }
    if (needs_password && !body.password) {
        errors.push_back({"password", "is required"});
    }
    if (body.password) {
        if (auto error = password_error(*body.password, email, name)) {
            errors.push_back({"password", *std::move(error)});
        }
    }
    return errors.empty() ? std::nullopt : std::optional(invalid(std::move(errors)));
}

// What is blank counts as not given: then the link's own counts.
std::optional<std::string> unless_blank(const std::optional<std::string>& text) {
    return text && text->empty() ? std::nullopt : text;
}

}  // namespace

void ApiRoutes::look_at_link(const CallPtr& call) {
    const auto token = parse_link_token(call->request.body);
    if (!token) {
        call->send_problem(token.error());
        return;
    }
    if (is_slowed_down(*call, desk_.tries_of_links, call->request.client)) {
        return;
    }
    read(call, [this, call, token = *token](engine::Store&, engine::Registry& registry) {
        const auto live = live_link(registry, token, call->now);
        if (!live) {
            call->send_problem(live.error());
            return;
        }
        const auto name = business_name(live->link.account, registry);
        if (!name) {
            call->send_problem(
                staff_problem(engine::StaffError{engine::StoreError::OutcomeUnknown}));
            return;
        }
        std::string body;
        JsonWriter writer{body};
        write_link(writer, live->link, live->member, *name);
        call->send_json(200, std::move(body));
    });
}

void ApiRoutes::use_link(const CallPtr& call) {
    auto body = parse_link_use(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    if (is_slowed_down(*call, desk_.tries_of_links, call->request.client)) {
        return;
    }
    body->name = unless_blank(body->name);
    body->email = unless_blank(body->email);
    auto work = [this, call, given = *body](engine::Store&, engine::Registry& registry) {
        use_link_with(call, given, registry);
    };
    if (body->password) {
        with_password_work(call, std::move(work));
    } else {
        read(call, std::move(work));
    }
}

void ApiRoutes::use_link_with(const CallPtr& call, const LinkUseBody& body,
                              engine::Registry& registry) {
    // Looked at first, so that nobody makes the server hash passwords with a made-up link.
    const auto live = live_link(registry, body.token, call->now);
    if (!live) {
        call->send_problem(live.error());
        return;
    }
    if (const auto refused = problem_with(body, *live)) {
        call->send_problem(*refused);
        return;
    }
    const NewToken token = generate_token(session_mark);
    engine::LinkUse use{.hash = live->link.hash,
                        .name = body.name,
                        .email = body.email,
                        .password_hash = {},
                        .session = make_session(token, 0, call->now),
                        .now = call->now};
    if (body.password) {
        use.password_hash = hash_password(*body.password);
        if (use.password_hash->empty()) {
            call->send_problem(problem(ProblemType::Overloaded));
            return;
        }
    }
    const auto used = registry.use_link(use);
    if (!used) {
        call->send_problem(staff_problem(used.error()));
        return;
    }
    end_present_session(call, registry);
    refresh_sessions(registry);
    report_staff("link_used", used->member.number);
    send_session(call, registry, used->member, end_of(used->session), token.text);
}

}  // namespace standby::http
