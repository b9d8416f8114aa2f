#include "interchange/view/mailbox.hpp"

namespace standby::interchange {
namespace {

void write_problem(JsonWriter& writer, std::string_view problem, std::string_view sentence) {
    if (problem.empty()) {
        writer.null("problem");
        return;
    }
    writer.begin_object("problem");
    writer.text("code", problem);
    writer.text("detail", sentence);
    writer.end_object();
}

std::string_view state_of(const std::optional<engine::Mailbox>& mailbox) {
    if (!mailbox) {
        return "none";
    }
    return mailbox->is_locked                 ? "locked"
           : mailbox->settings.host.empty()   ? "http"
           : !mailbox->status.problem.empty() ? "trouble"
           : mailbox->status.looked_at        ? "fine"
                                              : "waiting";
}

}  // namespace

void write_mailbox(JsonWriter& writer, const std::optional<engine::Mailbox>& mailbox) {
    const engine::Mailbox shown = mailbox.value_or(engine::Mailbox{});
    const engine::MailboxSettings& settings = shown.settings;
    writer.begin_object();
    writer.text("state", state_of(mailbox));
    writer.text_or_null("resource_id", mailbox ? core::format_id(shown.resource) : "");
    writer.text_or_null("host", settings.host);
    writer.natural("port", settings.port);
    writer.text("security", name_of(settings.security));
    writer.text("login", name_of(settings.login));
    writer.text_or_null("username", settings.username);
    writer.text("folder", settings.folder);
    writer.text_or_null("authserv_id", settings.authserv_id);
    writer.text_or_null("token_url", settings.token_url);
    writer.text_or_null("client_id", settings.client_id);
    writer.text_or_null("scope", settings.scope);
    writer.boolean("has_secret", shown.has_secret);
    write_problem(writer, shown.status.problem, shown.status.sentence);
    writer.time("looked_at", shown.status.looked_at);
    writer.natural("taken", shown.status.taken);
    writer.end_object();
}

void write_tested_mailbox(JsonWriter& writer, const engine::TestedMailbox& tested) {
    writer.begin_object();
    writer.boolean("works", tested.problem.empty());
    write_problem(writer, tested.problem, tested.sentence);
    writer.natural("mails", tested.mails);
    writer.boolean("has_idle", tested.has_idle);
    writer.end_object();
}

}  // namespace standby::interchange
