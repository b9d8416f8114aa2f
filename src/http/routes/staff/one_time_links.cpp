// One-time links: what they are for, and what happens when they are used.
#include "http/api/session_body.hpp"
#include "http/api/session_json.hpp"
#include "http/auth/password.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/staff/session_steps.hpp"

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
    const auto links = TRY(or_unavailable(registry.links()));
    const auto members = TRY(or_unavailable(registry.members()));
    const auto link = std::ranges::find(links, hash_token(token), &engine::OneTimeLink::hash);
    if (link == links.end() || !engine::is_live(*link, now)) {
        return refuse(ProblemType::LinkUsed);
    }
    LiveLink live{.link = *link, .member = {}};
    const auto is_present = [&](const engine::Member& member) {
        return !member.removed_at && member.account == link->account;
    };
    if (link->purpose == engine::LinkPurpose::Setup && std::ranges::any_of(members, is_present)) {
        return refuse(ProblemType::LinkUsed);
    }
    if (link->purpose == engine::LinkPurpose::Reset) {
        const auto member = std::ranges::find(members, link->member, &engine::Member::number);
        if (member == members.end() || member->removed_at) {
            return refuse(ProblemType::LinkUsed);
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

Result<Response, Problem> use_live_link(Call& call, engine::Store& store,
                                        engine::Registry& registry, const LinkUseBody& body) {
    // Looked at first, so that nobody makes the server hash passwords with a made-up link.
    const LiveLink live = TRY(live_link(registry, body.token, call.now));
    if (auto refused = problem_with(body, live)) {
        return std::unexpected(*std::move(refused));
    }
    const NewToken token = generate_token(session_mark);
    engine::LinkUse use{.hash = live.link.hash,
                        .name = body.name,
                        .email = body.email,
                        .password_hash = {},
                        .session = make_session(token, 0, call.now),
                        .now = call.now,
                        .client = call.request.client};
    if (body.password) {
        use.password_hash = hash_password(*body.password);
        if (use.password_hash->empty()) {
            return refuse(ProblemType::Overloaded);
        }
    }
    TRY(begin_new_address(call, live.link.account));
    const auto used = registry.use_link(use);
    end_new_address(call, live.link.account, used ? nullptr : &used.error());
    if (!used) {
        return std::unexpected(staff_problem(used.error()));
    }
    end_present_session(call, registry);
    call.shared.control.refresh_sessions(registry);
    call.report_staff(registry, used->member.account,
                      {.act = "link_used",
                       .member = used->member.number,
                       .detail = std::string(engine::name_of(used->purpose))});
    send_notices(call, store, registry);
    auto response =
        session_response(call, registry, used->member, end_of(used->session), token.text);
    if (response) {
        make_known(call, used->member, *response);
    }
    return response;
}

Result<std::string, Problem> link_text(const Call& call, engine::Registry& registry,
                                       const std::string& token) {
    const LiveLink live = TRY(live_link(registry, token, call.now));
    const auto name = TRY(or_unavailable(business_name(live.link.account, registry)));
    return json_text(write_link, live.link, live.member, name);
}

}  // namespace

Task<Answer> look_at_link(Call& call) {
    const std::string token = CO_TRY(parse_link_token(call.request.body));
    CO_TRY(check_tries(call, call.shared.sign_in.tries_of_links, call.request.client));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return link_text(call, registry, token); });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> use_link(Call& call) {
    LinkUseBody body = CO_TRY(parse_link_use(call.request.body));
    CO_TRY(check_tries(call, call.shared.sign_in.tries_of_links, call.request.client));
    body.name = unless_blank(body.name);
    body.email = unless_blank(body.email);
    auto taken = co_await turn_to_hash(call, {.is_hashing = body.password.has_value()});
    const auto turn = CO_TRY(std::move(taken));
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return use_live_link(call, store, registry, body);
        },
        body.password ? engine::Effort::Talk : engine::Effort::Quick);
    co_return read;
}

}  // namespace standby::http
