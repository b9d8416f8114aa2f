// One shape for members and invitations.
#include "interchange/view/member.hpp"

#include "interchange/view/ids.hpp"

namespace standby::interchange {

void write_member(JsonWriter& writer, const engine::Member& member) {
    writer.begin_object();
    writer.text("id", format_member_id(member.number));
    writer.text_or_null("name", member.name);
    writer.text_or_null("email", member.email);
    writer.text("role", engine::name_of(member.role));
    writer.boolean("has_password", !member.password_hash.empty());
    writer.boolean("has_totp", !member.totp_secret.empty());
    writer.time("created_at", member.created_at);
    writer.time("last_seen_at", member.last_seen_at);
    writer.null("expires_at");
    writer.end_object();
}

void write_invitation(JsonWriter& writer, const engine::OneTimeLink& link) {
    writer.begin_object();
    writer.text("id", format_invitation_id(link.number));
    writer.text_or_null("name", link.name);
    writer.text_or_null("email", link.email);
    writer.text("role", engine::name_of(link.role));
    writer.boolean("has_password", false);
    writer.boolean("has_totp", false);
    writer.time("created_at", link.created_at);
    writer.null("last_seen_at");
    writer.time("expires_at", link.expires_at);
    writer.end_object();
}

void write_member_list(JsonWriter& writer, engine::AccountNumber account,
                       std::span<const engine::Member> members,
                       std::span<const engine::OneTimeLink> links, Time now) {
    writer.begin_object();
    writer.array("items", members, [&](const engine::Member& member) {
        if (member.account == account && !member.removed_at) {
            write_member(writer, member);
        }
    });
    writer.array("invitations", links, [&](const engine::OneTimeLink& link) {
        if (link.account == account && link.purpose == engine::LinkPurpose::Invite &&
            engine::is_live(link, now)) {
            write_invitation(writer, link);
        }
    });
    writer.end_object();
}

}  // namespace standby::interchange
