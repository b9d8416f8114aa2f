#include "http/api/mailbox_body.hpp"

#include "http/api/body.hpp"

#include <algorithm>
#include <cctype>

namespace standby::http {
namespace {

using engine::MailboxLogin;
using engine::MailboxSecurity;

constexpr Choice<MailboxSecurity> security_choices[] = {
    {"tls", MailboxSecurity::Tls},
    {"starttls", MailboxSecurity::StartTls},
    {"none", MailboxSecurity::None},
};
constexpr Choice<MailboxLogin> login_choices[] = {
    {"password", MailboxLogin::Password},
    {"oauth", MailboxLogin::OAuth},
};
constexpr TextLimit text_limit{.length_max = engine::mailbox_text_bytes_max,
                               .unit = TextLimit::Unit::Bytes};
constexpr std::size_t url_bytes_max = 2'000;
constexpr int port_max = 65'535;

// As it was typed, white space included.
std::string read_secret(FieldReader& reader, std::string_view name) {
    const JsonValue* value = reader.given(name);
    if (value == nullptr) {
        return {};
    }
    if (value->type != JsonType::Text || value->text.size() > engine::mailbox_secret_bytes_max) {
        reader.error(name, "must be a text of at most 4000 bytes");
        return {};
    }
    return std::string(value->text);
}

bool is_host(std::string_view host) {
    return std::ranges::all_of(host, [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '-' || letter == '.' || letter == ':';
    });
}

bool has_control(std::string_view text) {
    return std::ranges::any_of(text, [](unsigned char letter) { return letter < ' '; });
}

void check(FieldReader& reader, const MailboxBody& body) {
    const engine::MailboxSettings& settings = body.settings;
    if (!is_host(settings.host)) {
        reader.error("host", "must be the name of a server");
    }
    if (!settings.host.empty() && settings.username.empty()) {
        reader.error("username", "is required");
    }
    if (has_control(settings.folder) || settings.folder.empty()) {
        reader.error("folder", "must be the name of a folder");
    }
    if (settings.login == MailboxLogin::OAuth && !settings.host.empty()) {
        if (!settings.token_url.starts_with("https://") &&
            !settings.token_url.starts_with("http://")) {
            reader.error("token_url", "must be an address that starts with https://");
        }
        if (settings.client_id.empty()) {
            reader.error("client_id", "is required");
        }
    }
}

}  // namespace

Result<MailboxBody, Problem> parse_mailbox(std::string_view body) {
    return read_body<MailboxBody>(body, [](FieldReader& reader, MailboxBody& mailbox) {
        engine::MailboxSettings& settings = mailbox.settings;
        reader.require("resource_id");
        if (const auto list = reader.text("resource_id", {.length_max = 40})) {
            mailbox.list = core::parse_resource_id(*list).value_or(core::ResourceNumber{});
        }
        settings.host = reader.text("host", text_limit).value_or("");
        settings.port =
            static_cast<std::uint16_t>(reader.integer("port", 1, port_max).value_or(993));
        settings.security =
            reader.choice("security", security_choices).value_or(MailboxSecurity::Tls);
        settings.login = reader.choice("login", login_choices).value_or(MailboxLogin::Password);
        settings.username = reader.text("username", text_limit).value_or("");
        settings.folder = reader.text("folder", text_limit).value_or("INBOX");
        settings.authserv_id = reader.text("authserv_id", text_limit).value_or("");
        settings.token_url =
            reader.text("token_url", {.length_max = url_bytes_max, .unit = TextLimit::Unit::Bytes})
                .value_or("");
        settings.client_id = reader.text("client_id", text_limit).value_or("");
        settings.scope =
            reader.text("scope", {.length_max = url_bytes_max, .unit = TextLimit::Unit::Bytes})
                .value_or("");
        engine::MailboxSecrets secrets{.password = read_secret(reader, "password"),
                                       .client_secret = read_secret(reader, "client_secret"),
                                       .refresh_token = read_secret(reader, "refresh_token")};
        if (!(secrets == engine::MailboxSecrets{})) {
            mailbox.secrets = std::move(secrets);
        }
        check(reader, mailbox);
    });
}

}  // namespace standby::http
