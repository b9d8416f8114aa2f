#include "intake/mail/mailbox_settings.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "intake/calendar/stored_json.hpp"

namespace standby::intake {

using engine::MailboxSecrets;
using engine::MailboxSettings;

std::string write_mailbox_settings(const MailboxSettings& settings) {
    return json_object([&](JsonWriter& writer) {
        writer.text("host", settings.host);
        writer.natural("port", settings.port);
        writer.text("security", name_of(settings.security));
        writer.text("login", name_of(settings.login));
        writer.text("username", settings.username);
        writer.text("folder", settings.folder);
        writer.text("authserv_id", settings.authserv_id);
        writer.text("token_url", settings.token_url);
        writer.text("client_id", settings.client_id);
        writer.text("scope", settings.scope);
    });
}

std::optional<MailboxSettings> read_mailbox_settings(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    const JsonValue& root = document->root();
    const auto security = engine::mailbox_security_named(text_in(root, "security"));
    const auto login = engine::mailbox_login_named(text_in(root, "login"));
    if (!security || !login) {
        return std::nullopt;
    }
    return MailboxSettings{.host = text_in(root, "host"),
                           .port = static_cast<std::uint16_t>(integer_in(root, "port", 993)),
                           .security = *security,
                           .login = *login,
                           .username = text_in(root, "username"),
                           .folder = text_in(root, "folder"),
                           .authserv_id = text_in(root, "authserv_id"),
                           .token_url = text_in(root, "token_url"),
                           .client_id = text_in(root, "client_id"),
                           .scope = text_in(root, "scope")};
}

std::string write_mailbox_secrets(const MailboxSecrets& secrets) {
    return json_object([&](JsonWriter& writer) {
        writer.text("password", secrets.password);
        writer.text("client_secret", secrets.client_secret);
        writer.text("refresh_token", secrets.refresh_token);
    });
}

std::optional<MailboxSecrets> read_mailbox_secrets(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    const JsonValue& root = document->root();
    return MailboxSecrets{.password = text_in(root, "password"),
                          .client_secret = text_in(root, "client_secret"),
                          .refresh_token = text_in(root, "refresh_token")};
}

std::string write_mailbox_progress(const MailboxProgress& progress) {
    return json_object([&](JsonWriter& writer) {
        writer.natural("uid_validity", progress.uid_validity);
        writer.natural("uid", progress.uid);
        writer.natural("taken", progress.taken);
        writer.text("problem", progress.problem);
        if (progress.looked_at) {
            writer.integer("looked_at", progress.looked_at->time_since_epoch().count());
        }
    });
}

MailboxProgress read_mailbox_progress(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return {};
    }
    const JsonValue& root = document->root();
    return {.uid_validity = static_cast<std::uint32_t>(integer_in(root, "uid_validity")),
            .uid = static_cast<std::uint32_t>(integer_in(root, "uid")),
            .taken = static_cast<std::uint64_t>(integer_in(root, "taken")),
            .problem = text_in(root, "problem"),
            .looked_at = time_in(root, "looked_at")};
}

}  // namespace standby::intake
