// The mailbox that requests are forwarded to: set up, tried out, and how it is doing.
#include "interchange/view/mailbox.hpp"

#include "base/json/writer.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/mailbox_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/wait_step.hpp"

#include <fmt/core.h>

#include <utility>

namespace standby::http {
namespace {

using engine::MailboxError;

Result<engine::Mailboxes*, Problem> mailboxes_of(const Call& call) {
    if (call.shared.services.mailboxes == nullptr) {
        return std::unexpected(unavailable());
    }
    return call.shared.services.mailboxes;
}

Problem problem_of(MailboxError error) {
    switch (error) {
    case MailboxError::NoKey:
        return problem(ProblemType::SecretsKeyMissing,
                       "The key file couldn't be read or written. The server's log says why.");
    case MailboxError::KeyNotShared:
        return problem(ProblemType::SecretsKeyMissing,
                       "Several nodes share this database. Give each of them the same "
                       "--secrets-key-file first, so that all of them can read what you enter.");
    case MailboxError::Unavailable:
        break;
    }
    return unavailable();
}

Task<Answer> show_mailbox(Call& call) {
    engine::Mailboxes* mailboxes = CO_TRY(mailboxes_of(call));
    auto read = co_await call.read([&](engine::Registry& registry) {
        return mailboxes->mailbox(registry, call.about.account);
    });
    const std::optional<engine::Mailbox> mailbox = CO_TRY(std::move(read));
    co_return json_response(200, json_text(interchange::write_mailbox, mailbox));
}

Result<void, Problem> check_list(const Call& call, core::ResourceNumber list) {
    const auto known = call.shared.services.directory.find(list);
    if (!known || known->account != call.about.account) {
        return refuse_field("resource_id", "is no list of yours");
    }
    return {};
}

}  // namespace

Task<Answer> get_mailbox(Call& call) {
    co_return co_await show_mailbox(call);
}

Task<Answer> put_mailbox(Call& call) {
    engine::Mailboxes* mailboxes = CO_TRY(mailboxes_of(call));
    const MailboxBody body = CO_TRY(parse_mailbox(call.request.body));
    CO_TRY(check_list(call, body.list));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        const auto put = mailboxes->put(registry, call.about.account, body.list, body.settings,
                                        body.secrets, call.now);
        if (!put) {
            return std::unexpected(problem_of(put.error()));
        }
        call.report_staff(registry, call.about.account,
                          {.act = "mailbox_set",
                           .subject = core::format_id(body.list),
                           .detail = body.settings.host});
        return {};
    });
    CO_TRY(std::move(read));
    co_return co_await show_mailbox(call);
}

Task<Answer> remove_mailbox(Call& call) {
    engine::Mailboxes* mailboxes = CO_TRY(mailboxes_of(call));
    CO_TRY(parse_nothing(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        if (TRY(or_unavailable(mailboxes->remove(registry, call.about.account, call.now)))) {
            call.report_staff(registry, call.about.account, {.act = "mailbox_removed"});
        }
        return {};
    });
    CO_TRY(std::move(read));
    co_return empty_response(204);
}

Task<Answer> test_mailbox(Call& call) {
    engine::Mailboxes* mailboxes = CO_TRY(mailboxes_of(call));
    MailboxBody body = CO_TRY(parse_mailbox(call.request.body));
    CO_TRY(check_list(call, body.list));
    const std::string whose = fmt::format("mailbox of {}", call.about.account.value());
    if (const auto wait = call.shared.calendar_looks.try_take(whose, Shared::running_time())) {
        Problem later = problem(ProblemType::TooManyRequests,
                                "The mailbox was tried too often. Wait a moment.");
        later.retry_after_seconds = retry_after_seconds(*wait);
        co_return std::unexpected(std::move(later));
    }
    const auto tested = co_await WaitStep<std::optional<engine::TestedMailbox>>(
        [&](std::function<void(std::optional<engine::TestedMailbox>)> done) {
            mailboxes->test(call.about.account, std::move(body.settings), std::move(body.secrets),
                            std::move(done));
        });
    if (!tested) {
        Problem later = problem(ProblemType::TooManyRequests,
                                "Too many mailboxes are being tried. Wait a moment.");
        later.retry_after_seconds = 5;
        co_return std::unexpected(std::move(later));
    }
    co_return json_response(200, json_text(interchange::write_tested_mailbox, *tested));
}

}  // namespace standby::http
