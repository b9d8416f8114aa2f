// Who works here: members and invitations.
#include "http/api/entry_body.hpp"
#include "http/api/member_json.hpp"
#include "http/api/session_body.hpp"
#include "http/routes/api_routes.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

Problem unavailable() {
    return problem(ProblemType::Unavailable, "The database did not answer. Try again in a moment.");
}

Problem not_found() {
    return problem(ProblemType::NotFound, "There is nothing under this id.");
}

// The answer that shows a link, this once.
std::string link_text(const std::function<void(JsonWriter&)>& write, std::string_view link) {
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    writer.name("member");
    write(writer);
    writer.text("link", link);
    writer.end_object();
    return body;
}

void send_nothing(const CallPtr& call) {
    Response response;
    response.status = 204;
    call->send(std::move(response));
}

}  // namespace

void ApiRoutes::list_members(const CallPtr& call) {
    read(call, [call](engine::Store&, engine::Registry& registry) {
        const auto members = registry.members();
        const auto links = registry.links();
        if (!members || !links) {
            call->send_problem(unavailable());
            return;
        }
        std::string body;
        JsonWriter writer{body};
        write_member_list(writer, call->account, *members, *links, call->now);
        call->send_json(200, std::move(body));
    });
}

void ApiRoutes::invite_member(const CallPtr& call) {
    const auto body = parse_invitation(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    read(call, [this, call, given = *body](engine::Store&, engine::Registry& registry) {
        const auto members = registry.members();
        if (!members) {
            call->send_problem(unavailable());
            return;
        }
        const bool is_taken = !given.email.empty() &&
                              std::ranges::any_of(*members, [&](const engine::Member& member) {
                                  return !member.removed_at && member.email == given.email;
                              });
        if (is_taken) {
            call->send_problem(problem(ProblemType::AddressTaken));
            return;
        }
        const NewToken token = generate_token(link_mark);
        const auto link = registry.add_link({.hash = token.hash,
                                             .purpose = engine::LinkPurpose::Invite,
                                             .account = call->account,
                                             .name = given.name,
                                             .email = given.email,
                                             .role = given.role,
                                             .created_at = call->now,
                                             .expires_at = call->now + invite_link_lifetime});
        if (!link) {
            call->send_problem(unavailable());
            return;
        }
        call->send_json(201, link_text([&](JsonWriter& writer) { write_invitation(writer, *link); },
                                       links_.at("/staff/invite#") + token.text));
    });
}

std::optional<engine::Member> ApiRoutes::member_of_path(const CallPtr& call,
                                                        engine::Registry& registry) {
    const auto members = registry.members();
    if (!members) {
        call->send_problem(unavailable());
        return std::nullopt;
    }
    const auto found = std::ranges::find(*members, call->member, &engine::Member::number);
    if (call->member == 0 || found == members->end() || found->removed_at ||
        found->account != call->account) {
        call->send_problem(not_found());
        return std::nullopt;
    }
    return *found;
}

void ApiRoutes::update_member(const CallPtr& call) {
    const auto body = parse_member_patch(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    read(call, [this, call, given = *body](engine::Store&, engine::Registry& registry) {
        const auto member = member_of_path(call, registry);
        if (!member) {
            return;
        }
        const auto changed = registry.change_member(
            {.number = member->number, .name = given.name, .email = {}, .role = given.role});
        if (!changed) {
            call->send_problem(staff_problem(changed.error()));
            return;
        }
        refresh_sessions(registry);
        std::string text;
        JsonWriter writer{text};
        write_member(writer, *changed);
        call->send_json(200, std::move(text));
    });
}

void ApiRoutes::remove_member(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    read(call, [this, call](engine::Store&, engine::Registry& registry) {
        if (call->invitation != 0) {
            take_back_invitation(call, registry);
            return;
        }
        const auto member = member_of_path(call, registry);
        if (!member) {
            return;
        }
        const auto removed = registry.remove_member(member->number, call->now);
        if (!removed) {
            call->send_problem(staff_problem(removed.error()));
            return;
        }
        refresh_sessions(registry);
        report_staff("member_removed", member->number);
        send_nothing(call);
    });
}

void ApiRoutes::take_back_invitation(const CallPtr& call, engine::Registry& registry) {
    const auto links = registry.links();
    if (!links) {
        call->send_problem(unavailable());
        return;
    }
    const auto link = std::ranges::find(*links, call->invitation, &engine::OneTimeLink::number);
    if (link == links->end() || link->account != call->account ||
        link->purpose != engine::LinkPurpose::Invite || !engine::is_live(*link, call->now)) {
        call->send_problem(not_found());
        return;
    }
    const auto ended = registry.end_link(call->invitation, call->now);
    if (!ended) {
        call->send_problem(unavailable());
        return;
    }
    if (!*ended) {
        call->send_problem(not_found());
        return;
    }
    send_nothing(call);
}

void ApiRoutes::reset_member(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    read(call, [this, call](engine::Store&, engine::Registry& registry) {
        const auto member = member_of_path(call, registry);
        if (!member) {
            return;
        }
        const NewToken token = generate_token(link_mark);
        const auto link = registry.add_link({.hash = token.hash,
                                             .purpose = engine::LinkPurpose::Reset,
                                             .account = call->account,
                                             .member = member->number,
                                             .role = member->role,
                                             .created_at = call->now,
                                             .expires_at = call->now + reset_link_lifetime});
        if (!link) {
            call->send_problem(unavailable());
            return;
        }
        report_staff("reset_link_made", member->number);
        call->send_json(201, link_text([&](JsonWriter& writer) { write_member(writer, *member); },
                                       links_.at("/staff/reset#") + token.text));
    });
}

}  // namespace standby::http
