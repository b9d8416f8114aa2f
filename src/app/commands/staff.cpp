// `standby staff`: who signs in to the staff pages, and the way back in for who is locked out.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/trail.hpp"
#include "app/service/bootstrap.hpp"
#include "base/json/writer.hpp"
#include "http/auth/sessions.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/member.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>

namespace standby::app {
namespace {

std::string_view or_dash(std::string_view text) {
    return text.empty() ? std::string_view{"-"} : text;
}

Result<std::vector<engine::Member>, std::string> present_members(engine::Registry& registry) {
    auto members = registry.members();
    if (!members) {
        return std::unexpected("the database could not be read");
    }
    std::erase_if(*members, [](const engine::Member& member) { return member.removed_at; });
    return *std::move(members);
}

Result<engine::Member, std::string> find_by_email(const std::vector<engine::Member>& members,
                                                  const std::string& email) {
    const auto found = std::ranges::find(members, email, &engine::Member::email);
    if (found == members.end()) {
        return std::unexpected(fmt::format("no staff member has the address {}", email));
    }
    return *found;
}

Result<engine::Member, std::string> only_owner(const std::vector<engine::Member>& members) {
    std::vector<engine::Member> owners;
    std::ranges::copy_if(members, std::back_inserter(owners), [](const engine::Member& member) {
        return member.role == engine::Role::Owner;
    });
    if (owners.size() != 1) {
        return std::unexpected(owners.empty()
                                   ? "there is no owner; use --email to say whose link"
                                   : "there are several owners; use --email to say which");
    }
    return owners.front();
}

std::string base_url(const ServeOptions& options) {
    std::string url = !options.public_url.empty() ? options.public_url
                      : options.tls_cert.empty()  ? "http://" + options.listen
                                                  : "https://" + options.listen;
    while (url.ends_with('/')) {
        url.pop_back();
    }
    return url;
}

// A link as it is told: its path and token, what it is for, and whose it is.
struct MadeLink {
    std::string path;
    engine::LinkPurpose purpose = engine::LinkPurpose::Setup;
    std::optional<engine::Member> member;
    Time expires_at{};
};

Result<MadeLink, std::string> make_first_link(engine::Registry& registry, Time now) {
    const auto accounts = registry.accounts();
    if (!accounts) {
        return std::unexpected("the database could not be read");
    }
    const auto own = std::ranges::find(*accounts, own_account_name, &engine::Account::name);
    if (own == accounts->end()) {
        return std::unexpected(
            "the server has never been started; standby serve prints the set-up link");
    }
    const std::string token = TRY(make_setup_link(registry, own->number, now));
    return MadeLink{.path = "/staff/setup#" + token,
                    .purpose = engine::LinkPurpose::Setup,
                    .member = {},
                    .expires_at = now + http::setup_link_lifetime};
}

Result<MadeLink, std::string> make_link(engine::Registry& registry, const std::string& email,
                                        Time now) {
    const std::vector<engine::Member> members = TRY(present_members(registry));
    if (members.empty() && email.empty()) {
        return make_first_link(registry, now);
    }
    const engine::Member member =
        TRY(email.empty() ? only_owner(members) : find_by_email(members, email));
    const http::NewToken token = http::generate_token(http::link_mark);
    const auto link = registry.add_link({.hash = token.hash,
                                         .purpose = engine::LinkPurpose::Reset,
                                         .account = member.account,
                                         .member = member.number,
                                         .role = member.role,
                                         .created_at = now,
                                         .expires_at = now + http::reset_link_lifetime});
    if (!link) {
        return std::unexpected("the new link could not be stored");
    }
    return MadeLink{.path = "/staff/reset#" + token.text,
                    .purpose = engine::LinkPurpose::Reset,
                    .member = member,
                    .expires_at = link->expires_at};
}

}  // namespace

Outcome carry_out(const StaffListCommand& command, Console& console) {
    const auto store = TRY(open_to_read(command.place));
    const auto members = TRY(or_exit(exit_unavailable, present_members(store.registry())));
    if (command.style == Style::Json) {
        print_json(console.output, [&](JsonWriter& writer) {
            writer.array(members, [&](const engine::Member& member) {
                interchange::write_member(writer, member);
            });
        });
        return exit_ok;
    }
    console.output << fmt::format("{:<8} {:<10} {:<30} {:<21} {}\n", "ID", "ROLE", "E-MAIL",
                                  "LAST SEEN", "NAME");
    for (const engine::Member& member : members) {
        const std::string seen = member.last_seen_at ? in_seconds(*member.last_seen_at) : "-";
        console.output << fmt::format(
            "{:<8} {:<10} {:<30} {:<21} {}\n", interchange::format_member_id(member.number),
            engine::name_of(member.role), or_dash(member.email), seen, or_dash(member.name));
    }
    return exit_ok;
}

Outcome carry_out(const StaffLinkCommand& command, Console& console) {
    const auto store = TRY(open_to_write(place_of(command.options), Missing::IsAnError));
    const auto made = TRY(make_link(store.registry(), command.email, system_now()));
    if (made.member) {
        TRY(record_deed(store.registry(), made.member->account,
                        {.act = "reset_link_made",
                         .subject = interchange::format_member_id(made.member->number)}));
    }
    const std::string url = base_url(command.options) + made.path;
    if (command.style == Style::Json) {
        print_object(console.output, [&](JsonWriter& writer) {
            writer.text("link", url);
            writer.text("purpose", engine::name_of(made.purpose));
            writer.text_or_null(
                "member", made.member ? interchange::format_member_id(made.member->number) : "");
            writer.time("expires_at", made.expires_at);
        });
        return exit_ok;
    }
    console.output << fmt::format("{}: {}\nIt works once, within 24 hours.\n",
                                  made.purpose == engine::LinkPurpose::Setup
                                      ? "Set up Standby in your browser"
                                      : "Set a new password in your browser",
                                  url);
    return exit_ok;
}

Outcome carry_out(const StaffRemoveCommand& command, Console& console) {
    const auto store = TRY(open_to_write(command.place, Missing::IsAnError));
    const auto members = TRY(or_exit(exit_unavailable, present_members(store.registry())));
    const auto member = TRY(find_by_email(members, command.email));
    const std::string id = interchange::format_member_id(member.number);
    const auto removed = store.registry().remove_member(member.number, system_now());
    if (!removed) {
        const bool is_last = removed.error() == engine::StaffError{engine::StaffRefusal::LastOwner};
        return fail(
            is_last
                ? fmt::format(
                      "{} is the last owner who can sign in; make someone else an owner first", id)
                : fmt::format("{} could not be removed", id));
    }
    TRY(record_deed(store.registry(), member.account, {.act = "member_removed", .subject = id}));
    console.output << (command.style == Style::Json
                           ? fmt::format("{{\"id\":\"{}\",\"removed\":true}}\n", id)
                           : fmt::format("{} can no longer sign in.\n", id));
    return exit_ok;
}

}  // namespace standby::app
