// Who works here: members and invitations.
#include "http/api/entry_body.hpp"
#include "http/api/session_body.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/staff/session_steps.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/member.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// Makes a link and shows it, this once, beside what write(writer, link) tells of whom it is for.
template <class Write>
Result<std::string, Problem> make_link(const Call& call, engine::Registry& registry,
                                       engine::OneTimeLink link, std::string_view path,
                                       const Write& write) {
    const NewToken token = generate_token(link_mark);
    link.hash = token.hash;
    link.account = call.about.account;
    link.created_at = call.now;
    const engine::OneTimeLink made = TRY(or_unavailable(registry.add_link(link)));
    return json_object([&](JsonWriter& writer) {
        writer.name("member");
        write(writer, made);
        writer.text("link", call.shared.links.at(path) + token.text);
    });
}

Result<engine::Member, Problem> member_of_path(const Call& call, engine::Registry& registry) {
    const auto members = TRY(or_unavailable(registry.members()));
    const auto found = std::ranges::find(members, call.about.number, &engine::Member::number);
    if (call.about.number == 0 || found == members.end() || found->removed_at ||
        found->account != call.about.account) {
        return std::unexpected(nothing_here());
    }
    return *found;
}

Result<std::string, Problem> invite(const Call& call, engine::Registry& registry,
                                    const InvitationBody& given) {
    const auto members = TRY(or_unavailable(registry.members()));
    // Whoever has the address elsewhere on the server learns that from the link alone.
    const bool is_taken =
        !given.email.empty() && std::ranges::any_of(members, [&](const engine::Member& member) {
            return !member.removed_at && member.account == call.about.account &&
                   member.email == given.email;
        });
    if (is_taken) {
        return refuse(ProblemType::AddressTaken);
    }
    std::string id;
    auto shown =
        make_link(call, registry,
                  {.purpose = engine::LinkPurpose::Invite,
                   .name = given.name,
                   .email = given.email,
                   .role = given.role,
                   .expires_at = call.now + invite_link_lifetime},
                  "/staff/invite#", [&](JsonWriter& writer, const engine::OneTimeLink& link) {
                      id = interchange::format_invitation_id(link.number);
                      interchange::write_invitation(writer, link);
                  });
    if (shown) {
        call.report_staff(registry, call.about.account,
                          {.act = "member_invited",
                           .subject = id,
                           .detail = std::string(engine::name_of(given.role))});
    }
    return shown;
}

Result<void, Problem> take_back_invitation(const Call& call, engine::Registry& registry) {
    const auto links = TRY(or_unavailable(registry.links()));
    const auto link = std::ranges::find(links, call.about.invitation, &engine::OneTimeLink::number);
    if (link == links.end() || link->account != call.about.account ||
        link->purpose != engine::LinkPurpose::Invite || !engine::is_live(*link, call.now)) {
        return std::unexpected(nothing_here());
    }
    const auto ended = TRY(or_unavailable(registry.end_link(link->number, call.now)));
    if (!ended) {
        return std::unexpected(nothing_here());
    }
    call.report_staff(registry, call.about.account,
                      {.act = "invitation_withdrawn",
                       .subject = interchange::format_invitation_id(link->number)});
    return {};
}

Result<void, Problem> remove(const Call& call, engine::Registry& registry) {
    if (call.about.invitation != 0) {
        return take_back_invitation(call, registry);
    }
    const engine::Member member = TRY(member_of_path(call, registry));
    if (const auto removed = registry.remove_member(member.number, call.now); !removed) {
        return std::unexpected(staff_problem(removed.error()));
    }
    call.shared.control.refresh_sessions(registry);
    call.report_staff(
        registry, member.account,
        {.act = "member_removed", .subject = interchange::format_member_id(member.number)});
    return {};
}

Result<std::string, Problem> reset(const Call& call, engine::Registry& registry) {
    const engine::Member member = TRY(member_of_path(call, registry));
    auto shown = make_link(call, registry,
                           {.purpose = engine::LinkPurpose::Reset,
                            .member = member.number,
                            .role = member.role,
                            .expires_at = call.now + reset_link_lifetime},
                           "/staff/reset#", [&](JsonWriter& writer, const engine::OneTimeLink&) {
                               interchange::write_member(writer, member);
                           });
    if (shown) {
        call.report_staff(
            registry, member.account,
            {.act = "reset_link_made", .subject = interchange::format_member_id(member.number)});
    }
    return shown;
}

}  // namespace

Task<Answer> list_members(Call& call) {
    auto read = co_await call.read(
        [&](engine::Registry& registry) -> Result<std::string, engine::StoreError> {
            const auto members = TRY(registry.members());
            const auto links = TRY(registry.links());
            return json_text(interchange::write_member_list, call.about.account, members, links,
                             call.now);
        });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> invite_member(Call& call) {
    const auto body = CO_TRY(parse_invitation(call.request.body));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return invite(call, registry, body); });
    co_return json_response(201, CO_TRY(std::move(read)));
}

Task<Answer> update_member(Call& call) {
    const auto body = CO_TRY(parse_member_patch(call.request.body));
    auto read =
        co_await call.read([&](engine::Registry& registry) -> Result<engine::Member, Problem> {
            const engine::Member member = TRY(member_of_path(call, registry));
            const auto changed = registry.change_member(
                {.number = member.number, .name = body.name, .email = {}, .role = body.role});
            if (!changed) {
                return std::unexpected(staff_problem(changed.error()));
            }
            call.shared.control.refresh_sessions(registry);
            call.report_staff(registry, member.account,
                              {.act = "member_changed",
                               .subject = interchange::format_member_id(member.number),
                               .detail = body.role
                                             ? "role " + std::string(engine::name_of(*body.role))
                                             : "name"});
            return *changed;
        });
    const engine::Member changed = CO_TRY(std::move(read));
    co_return json_response(200, json_text(interchange::write_member, changed));
}

Task<Answer> remove_member(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    auto read =
        co_await call.read([&](engine::Registry& registry) { return remove(call, registry); });
    CO_TRY(read);
    co_return empty_response(204);
}

Task<Answer> reset_member(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    auto read =
        co_await call.read([&](engine::Registry& registry) { return reset(call, registry); });
    co_return json_response(201, CO_TRY(std::move(read)));
}

}  // namespace standby::http
