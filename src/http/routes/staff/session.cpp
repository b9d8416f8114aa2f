// Who is signed in: coming in, going out, and changing one's own name, address and password.
#include "http/api/session_body.hpp"
#include "http/api/session_json.hpp"
#include "http/auth/password.hpp"
#include "http/auth/totp.hpp"
#include "http/routes/api_routes.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

std::optional<engine::Member> find_by_email(const std::vector<engine::Member>& members,
                                            std::string_view email) {
    const auto found = std::ranges::find_if(members, [&](const engine::Member& member) {
        return engine::can_sign_in(member) && member.email == email;
    });
    return found == members.end() ? std::nullopt : std::optional(*found);
}

// What the body asks for that cannot be, whoever asks.
std::optional<Problem> problem_with(const ProfileBody& body, const engine::Member& member) {
    const std::string email = body.email.value_or(member.email);
    const std::string name = body.name.value_or(member.name);
    const bool has_password = body.password || !member.password_hash.empty();
    if (has_password && email.empty()) {
        return invalid("email", "is needed to sign in with a password");
    }
    if (body.password) {
        if (auto error = password_error(*body.password, email, name)) {
            return invalid("password", *std::move(error));
        }
    }
    return std::nullopt;
}

}  // namespace

void ApiRoutes::get_session(const CallPtr& call) {
    const bool needs_setup = !services_.sessions.has_members();
    if (!call->caller || call->caller->member == 0) {
        Response response;
        response.content_type = "application/json";
        JsonWriter writer{response.body};
        write_session(writer, std::nullopt, needs_setup);
        response.headers.emplace_back("Cache-Control", "no-store");
        if (call->has_dead_cookie) {
            response.headers.emplace_back("Set-Cookie", ended_session_cookie_text());
        }
        call->send(std::move(response));
        return;
    }
    read(call, [this, call](engine::Store&, engine::Registry& registry) {
        if (const auto member = signed_in_member(call, registry)) {
            send_session(call, registry, *member, call->session_end, std::nullopt);
        }
    });
}

void ApiRoutes::sign_in(const CallPtr& call) {
    const auto body = parse_sign_in(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    if (is_slowed_down(*call, desk_.tries_of_client, call->request.client) ||
        is_slowed_down(*call, desk_.tries_of_address, body->email)) {
        return;
    }
    with_password_work(call, [this, call, given = *body](engine::Store&,
                                                         engine::Registry& registry) {
        const auto members = registry.members();
        if (!members) {
            call->send_problem(staff_problem(engine::StaffError{members.error()}));
            return;
        }
        const auto member = find_by_email(*members, given.email);
        if (!is_password(given.password, member ? member->password_hash : std::string{})) {
            report_staff("sign_in_failed", member ? member->number : 0);
            call->send_problem(problem(ProblemType::WrongSignIn));
            return;
        }
        std::optional<std::uint64_t> step;
        if (!member->totp_secret.empty()) {
            step =
                find_totp_step(member->totp_secret, given.code, call->now, member->totp_last_step);
            if (!step) {
                if (given.code.empty()) {
                    desk_.tries_of_client.give_back(call->request.client);
                    desk_.tries_of_address.give_back(given.email);
                } else {
                    report_staff("code_wrong", member->number);
                }
                call->send_problem(problem(
                    ProblemType::CodeNeeded,
                    given.code.empty() ? "Type the number that your authenticator app shows."
                                       : "That is not the number that the app shows now."));
                return;
            }
        }
        begin_session(call, registry, *member, step);
        desk_.tries_of_client.give_back(call->request.client);
        desk_.tries_of_address.give_back(given.email);
    });
}

void ApiRoutes::begin_session(const CallPtr& call, engine::Registry& registry,
                              const engine::Member& member,
                              std::optional<std::uint64_t> totp_step) {
    const NewToken token = generate_token(session_mark);
    const engine::StaffSession session = make_session(token, member.number, call->now);
    if (const auto begun = registry.begin_session(session, totp_step); !begun) {
        const bool is_gone =
            begun.error() == engine::StaffError{engine::StaffRefusal::NoSuchMember};
        call->send_problem(is_gone ? problem(ProblemType::WrongSignIn)
                                   : staff_problem(begun.error()));
        return;
    }
    end_present_session(call, registry);
    refresh_sessions(registry);
    report_staff("signed_in", member.number);
    engine::Member seen = member;
    seen.last_seen_at = call->now;
    send_session(call, registry, seen, end_of(session), token.text);
}

// A browser has one session: the one before it ends.
void ApiRoutes::end_present_session(const CallPtr& call, engine::Registry& registry) {
    if (call->session) {
        static_cast<void>(registry.end_session(*call->session));
    }
}

void ApiRoutes::update_profile(const CallPtr& call) {
    const auto body = parse_profile(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    if (!body->email && !body->password) {
        read(call, [this, call, given = *body](engine::Store&, engine::Registry& registry) {
            change_profile(call, given, registry);
        });
        return;
    }
    with_password_work(call,
                       [this, call, given = *body](engine::Store&, engine::Registry& registry) {
                           change_profile(call, given, registry);
                       });
}

void ApiRoutes::change_profile(const CallPtr& call, const ProfileBody& body,
                               engine::Registry& registry) {
    const auto member = signed_in_member(call, registry);
    if (!member) {
        return;
    }
    if (const auto refused = problem_with(body, *member)) {
        call->send_problem(*refused);
        return;
    }
    const bool is_sensitive = body.password || (body.email && *body.email != member->email);
    if (is_sensitive && !member->password_hash.empty() &&
        !proves_password(call, *member, body.current_password, "current_password")) {
        return;
    }
    engine::MemberChange change{.number = member->number, .name = body.name, .email = body.email};
    if (body.password) {
        change.password_hash = hash_password(*body.password);
        change.only_session = call->session;
        if (change.password_hash->empty()) {
            call->send_problem(problem(ProblemType::Overloaded));
            return;
        }
    }
    change_signed_in(call, registry, change);
}

void ApiRoutes::change_signed_in(const CallPtr& call, engine::Registry& registry,
                                 const engine::MemberChange& change) {
    const auto changed = registry.change_member(change);
    if (!changed) {
        call->send_problem(staff_problem(changed.error()));
        return;
    }
    refresh_sessions(registry);
    send_session(call, registry, *changed, call->session_end, std::nullopt);
}

bool ApiRoutes::proves_password(const CallPtr& call, const engine::Member& member,
                                const std::string& password, std::string_view field) {
    const std::string who = format_member_id(member.number);
    if (is_slowed_down(*call, desk_.tries_of_address, who)) {
        return false;
    }
    if (!is_password(password, member.password_hash)) {
        report_staff("password_wrong", member.number);
        call->send_problem(invalid(std::string(field), "is not your present password"));
        return false;
    }
    desk_.tries_of_address.give_back(who);
    return true;
}

void ApiRoutes::sign_out(const CallPtr& call) {
    const std::string everywhere = call->request.parameter("everywhere").value_or("false");
    if (everywhere != "true" && everywhere != "false") {
        call->send_problem(invalid("everywhere", "must be true or false"));
        return;
    }
    const auto send_done = [call] {
        Response response;
        response.status = 204;
        response.headers.emplace_back("Set-Cookie", ended_session_cookie_text());
        call->send(std::move(response));
    };
    if (!call->session) {
        send_done();
        return;
    }
    read(call, [this, call, send_done,
                is_everywhere = everywhere == "true"](engine::Store&, engine::Registry& registry) {
        const std::uint64_t member = call->caller->member;
        const bool is_done = is_everywhere ? registry.end_sessions(member).has_value()
                                           : registry.end_session(*call->session).has_value();
        if (!is_done) {
            call->send_problem(staff_problem(engine::StaffError{engine::StoreError::NotCommitted}));
            return;
        }
        refresh_sessions(registry);
        report_staff("signed_out", member);
        send_done();
    });
}

}  // namespace standby::http
