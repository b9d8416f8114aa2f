#include "interchange/view/key.hpp"

#include "interchange/view/ids.hpp"
#include "interchange/view/member.hpp"

namespace standby::interchange {
namespace {

void write_key_head(JsonWriter& writer, const engine::ApiKey& key) {
    writer.text("id", format_key_id(key.number));
    writer.text("role", engine::name_of(key.role));
    writer.text("label", key.label);
}

}  // namespace

void write_key(JsonWriter& writer, const engine::ApiKey& key, std::string_view secret,
               const engine::Account* account) {
    writer.begin_object();
    write_key_head(writer, key);
    writer.text("prefix", key.prefix);
    writer.time("created_at", key.created_at);
    writer.time("revoked_at", key.revoked_at);
    if (!secret.empty()) {
        writer.text("key", secret);
    }
    if (account != nullptr) {
        writer.text("account", format_account_id(account->number));
        writer.text("account_name", account->name);
    }
    writer.end_object();
}

void write_signing_key(JsonWriter& writer, const engine::SigningKey& key,
                       const SigningSecrets& secrets) {
    writer.begin_object();
    writer.text("id", format_signing_key_id(key.number));
    writer.text("name", key.name);
    writer.text("algorithm", engine::name_of(key.algorithm));
    writer.time("created_at", key.created_at);
    writer.time("revoked_at", key.revoked_at);
    if (!secrets.secret.empty()) {
        writer.text("secret", secrets.secret);
    }
    if (!secrets.private_key.empty()) {
        writer.text("private_key", secrets.private_key);
    }
    writer.end_object();
}

void write_account(JsonWriter& writer, const engine::Account& account, const engine::ApiKey* key,
                   const engine::Member* member) {
    writer.begin_object();
    writer.text("id", format_account_id(account.number));
    writer.text("name", account.name);
    if (key != nullptr) {
        writer.begin_object("key");
        write_key_head(writer, *key);
        writer.end_object();
    } else {
        writer.null("key");
    }
    writer.name("member");
    if (member != nullptr) {
        write_member(writer, *member);
    } else {
        writer.null();
    }
    writer.end_object();
}

}  // namespace standby::interchange
