#include "http/api/session_json.hpp"

#include "interchange/view/ids.hpp"
#include "interchange/view/member.hpp"

namespace standby::http {

void write_session(JsonWriter& writer, const std::optional<SignedIn>& signed_in,
                   const SessionPlace& place) {
    writer.begin_object();
    writer.name("member");
    if (signed_in) {
        interchange::write_member(writer, signed_in->member);
        writer.begin_object("account");
        writer.text("id", interchange::format_account_id(signed_in->member.account));
        writer.text("name", signed_in->account_name);
        writer.end_object();
    } else {
        writer.null();
        writer.null("account");
    }
    writer.boolean("needs_setup", place.needs_setup);
    writer.time("expires_at", signed_in ? std::optional(signed_in->expires_at) : std::nullopt);
    if (signed_in && signed_in->recovery_codes_left) {
        writer.natural("recovery_codes_left", *signed_in->recovery_codes_left);
    } else {
        writer.null("recovery_codes_left");
    }
    writer.text_or_null("passkey_domain", place.passkey_domain);
    writer.boolean("can_reset_by_mail", place.sends_mails);
    writer.array("passkeys", signed_in ? signed_in->passkeys : std::vector<engine::Passkey>{},
                 [&](const engine::Passkey& passkey) {
                     writer.begin_object();
                     writer.text("id", interchange::format_passkey_id(passkey.number));
                     writer.text("name", passkey.name);
                     writer.time("created_at", passkey.created_at);
                     writer.time("last_used_at", passkey.last_used_at);
                     writer.end_object();
                 });
    if (signed_in && signed_in->recovery_codes) {
        writer.array("recovery_codes", *signed_in->recovery_codes,
                     [&](const std::string& code) { writer.text(code); });
    }
    writer.end_object();
}

void write_link(JsonWriter& writer, const engine::OneTimeLink& link,
                const std::optional<engine::Member>& member, std::string_view account_name) {
    writer.begin_object();
    const bool is_forgotten = link.purpose == engine::LinkPurpose::Forgotten;
    writer.text("purpose",
                engine::name_of(is_forgotten ? engine::LinkPurpose::Reset : link.purpose));
    writer.text_or_null("name", member ? member->name : link.name);
    writer.text_or_null("email", member ? member->email : link.email);
    writer.text("role", engine::name_of(member ? member->role : link.role));
    writer.text("account_name", account_name);
    writer.boolean("needs_code", is_forgotten && member && !member->totp_secret.empty());
    writer.time("expires_at", link.expires_at);
    writer.end_object();
}

void write_totp_secret(JsonWriter& writer, std::string_view secret, std::string_view uri,
                       std::string_view qr_svg) {
    writer.begin_object();
    writer.text("secret", secret);
    writer.text("uri", uri);
    writer.text("qr_svg", qr_svg);
    writer.end_object();
}

}  // namespace standby::http
