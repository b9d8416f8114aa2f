#include "app/intake/mailbox_turn.hpp"

#include "base/json/reader.hpp"
#include "base/text.hpp"
#include "http/auth/crypto.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <utility>

namespace standby::app {
namespace {

using engine::MailboxLogin;
using engine::MailboxSecrets;
using engine::MailboxSecurity;
using engine::MailboxSettings;
using interchange::WebProblem;

// Mails that lay there unread since the day before it was set up are meant, older ones are not.
constexpr Duration before_set_up = std::chrono::hours{24};
constexpr std::size_t mails_between_saves = 20;

intake::ImapSecurity security_of(MailboxSecurity security) {
    switch (security) {
    case MailboxSecurity::Tls:
        return intake::ImapSecurity::Tls;
    case MailboxSecurity::StartTls:
        return intake::ImapSecurity::StartTls;
    case MailboxSecurity::None:
        break;
    }
    return intake::ImapSecurity::None;
}

std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
    std::string form;
    for (const auto& [name, value] : fields) {
        if (!value.empty()) {
            form += form.empty() ? "" : "&";
            form += name;
            form += '=';
            form += percent_encode(value);
        }
    }
    return form;
}

// Of the token server that Microsoft, Google and others have (RFC 6749). A refresh token that it
// replaces is put into `secrets`.
Result<std::string, WebProblem> token_of(const MailboxSettings& settings, MailboxSecrets& secrets,
                                         const interchange::WebOptions& options) {
    interchange::WebClient web(options);
    const bool has_refresh = !secrets.refresh_token.empty();
    const auto answer = TRY(web.fetch(
        {.method = "POST",
         .url = settings.token_url,
         .body = form_of({{"grant_type", has_refresh ? "refresh_token" : "client_credentials"},
                          {"refresh_token", secrets.refresh_token},
                          {"client_id", settings.client_id},
                          {"client_secret", secrets.client_secret},
                          {"scope", settings.scope}}),
         .content_type = "application/x-www-form-urlencoded"}));
    const auto document = read_json(answer.body);
    const auto text = [&](std::string_view name) {
        const JsonValue* value = document ? document->root().find(name) : nullptr;
        return value == nullptr || value->type != JsonType::Text ? std::string()
                                                                 : std::string(value->text);
    };
    std::string token = text("access_token");
    if (token.empty()) {
        return std::unexpected(WebProblem::NotUnderstood);
    }
    if (std::string fresh = text("refresh_token"); has_refresh && !fresh.empty()) {
        secrets.refresh_token = std::move(fresh);
    }
    return token;
}

Result<void, WebProblem> sign_in(intake::ImapSocket& socket, intake::ImapSession& session,
                                 const MailboxSettings& settings, const std::string& secret,
                                 const interchange::WebOptions& options) {
    interchange::WebAddress named;
    named.host = settings.host;
    named.port = settings.port;
    if (settings.security == MailboxSecurity::None && !options.private_places.names(named)) {
        return std::unexpected(WebProblem::Forbidden);
    }
    TRY(socket.connect());
    return session.open(security_of(settings.security),
                        {.user = settings.username,
                         .secret = secret,
                         .is_token = settings.login == MailboxLogin::OAuth});
}

std::uint64_t draw_mark() {
    std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    http::fill_with_randomness(bytes);
    std::uint64_t mark = 0;
    std::memcpy(&mark, bytes.data(), sizeof mark);
    return (mark >> 11U) | 1U;
}

}  // namespace

std::string mailbox_sentence(WebProblem problem) {
    switch (problem) {
    case WebProblem::NotFound:
        return "The mailbox has no folder of that name.";
    case WebProblem::NotSupported:
        return "The server doesn't take this way of signing in. Microsoft, for one, takes OAuth "
               "only.";
    case WebProblem::Forbidden:
        return "Without encryption only a server is asked that --allow-private names.";
    case WebProblem::TooLarge:
        return "The server says more than a mail server should.";
    default:
        return std::string(interchange::sentence_about(problem));
    }
}

MailboxTurn::MailboxTurn(MailboxTurnServices services, const engine::Connection& connection,
                         const std::atomic<bool>& is_stopping)
    : services_(std::move(services)), connection_(connection), is_stopping_(is_stopping) {}

bool MailboxTurn::load() {
    const auto state = services_.registry.connection_state(connection_.number);
    if (!state) {
        return false;
    }
    mark_ = state->mark;
    progress_ = intake::read_mailbox_progress(state->state);
    return true;
}

bool MailboxTurn::save(const std::string& problem) {
    const Time now = services_.clock.now();
    progress_.problem = problem;
    if (problem.empty()) {
        progress_.looked_at = now;
    }
    engine::ConnectionLook look;
    look.connection = connection_.number;
    look.replaces = mark_;
    look.mark = draw_mark();
    look.state = intake::write_mailbox_progress(progress_);
    look.looked_at = now;
    const auto saved = services_.registry.save_look(look);
    if (!saved || !*saved) {
        return false;
    }
    mark_ = look.mark;
    return true;
}

WebProblem MailboxTurn::run(const MailboxSecrets& secrets) {
    if (!load()) {
        return WebProblem::Busy;
    }
    const auto ended = read(secrets);
    const WebProblem problem = ended ? WebProblem::Stopped : ended.error();
    if (problem != WebProblem::Stopped) {
        // A connection that broke after it had worked is taken up again, and no trouble yet.
        static_cast<void>(load());
        static_cast<void>(save(has_looked_ && interchange::may_pass(problem)
                                   ? std::string()
                                   : std::string(interchange::name_of(problem))));
    }
    return problem;
}

Result<void, WebProblem> MailboxTurn::read(const MailboxSecrets& secrets) {
    const auto settings = intake::read_mailbox_settings(connection_.settings);
    if (!settings) {
        return std::unexpected(WebProblem::BadAddress);
    }
    std::string secret = secrets.password;
    if (settings->login == MailboxLogin::OAuth) {
        MailboxSecrets fresh = secrets;
        secret = TRY(token_of(*settings, fresh, services_.web));
        if (!(fresh == secrets)) {
            services_.renew(fresh);
        }
    }
    intake::ImapSocket socket({.host = settings->host, .port = settings->port},
                              services_.web.private_places, is_stopping_);
    intake::ImapSession session(socket, engine::intake_mail_bytes_max);
    TRY(sign_in(socket, session, *settings, secret, services_.web));
    const intake::ImapFolder folder = TRY(session.select(settings->folder));
    while (!is_stopping_) {
        TRY(catch_up(session, folder));
        has_looked_ = true;
        // Whatever it says in between, or does not: the mailbox is searched again.
        if (session.can_idle()) {
            TRY(session.idle(intake::imap_idle_time));
        } else {
            pause();
        }
    }
    session.close();
    return {};
}

void MailboxTurn::pause() const {
    constexpr auto step = std::chrono::milliseconds{250};
    for (Duration waited{0}; waited < mailbox_poll && !is_stopping_; waited += step) {
        std::this_thread::sleep_for(step);
    }
}

Result<void, WebProblem> MailboxTurn::catch_up(intake::ImapSession& session,
                                               const intake::ImapFolder& folder) {
    const auto kept = services_.registry.last_uid(connection_.number, folder.uid_validity);
    if (!kept || !load()) {
        return std::unexpected(WebProblem::Busy);
    }
    const bool is_known = progress_.uid_validity == folder.uid_validity;
    if (!is_known) {
        progress_.uid_validity = folder.uid_validity;
        progress_.uid = 0;
    }
    const std::uint32_t last = std::max(progress_.uid, is_known ? *kept : 0U);
    const std::vector<std::uint32_t> uids =
        is_known ? TRY(session.search_from(last + 1))
                 : TRY(session.search_unseen_since(connection_.created_at - before_set_up));
    std::uint32_t highest = is_known ? last : std::max(folder.uid_next, 1U) - 1;
    std::size_t taken = 0;
    for (const std::uint32_t uid : uids) {
        if (is_stopping_) {
            return std::unexpected(WebProblem::Stopped);
        }
        TRY(take(session, folder, uid));
        highest = std::max(highest, uid);
        if (is_known && ++taken % mails_between_saves == 0) {
            progress_.uid = uid;
            if (!save({})) {
                return std::unexpected(WebProblem::Busy);
            }
        }
    }
    progress_.uid = highest;
    return save({}) ? Result<void, WebProblem>() : std::unexpected(WebProblem::Busy);
}

Result<void, WebProblem> MailboxTurn::take(intake::ImapSession& session,
                                           const intake::ImapFolder& folder, std::uint32_t uid) {
    const auto mail = TRY(session.fetch(uid));
    if (!mail) {
        return {};
    }
    std::string bytes = *mail->bytes;
    const bool is_too_large = mail->size.value_or(0) > engine::intake_mail_bytes_max;
    if (is_too_large) {
        bytes.insert(0, std::string(too_large_mark) + "\r\n");
    }
    const Time now = services_.clock.now();
    const auto kept = services_.mails.keep(services_.registry,
                                           {.account = connection_.account,
                                            .list = connection_.resource,
                                            .connection = connection_.number,
                                            .uid_validity = folder.uid_validity,
                                            .uid = uid,
                                            .arrived = std::min(mail->arrived.value_or(now), now)},
                                           bytes);
    if (!kept || kept->kept == engine::KeptMail::TooMany) {
        return std::unexpected(WebProblem::Busy);
    }
    progress_.taken += kept->kept == engine::KeptMail::New ? 1 : 0;
    // A courtesy to whoever looks into the mailbox; some may not change anything there.
    const auto marked = session.mark_seen(uid);
    return marked || marked.error() == WebProblem::Refused ? Result<void, WebProblem>()
                                                           : std::unexpected(marked.error());
}

Result<engine::TestedMailbox, WebProblem> try_mailbox(const MailboxSettings& settings,
                                                      const MailboxSecrets& secrets,
                                                      const interchange::WebOptions& web,
                                                      const std::atomic<bool>& is_stopping) {
    std::string secret = secrets.password;
    if (settings.login == MailboxLogin::OAuth) {
        MailboxSecrets fresh = secrets;
        secret = TRY(token_of(settings, fresh, web));
    }
    intake::ImapSocket socket({.host = settings.host, .port = settings.port}, web.private_places,
                              is_stopping);
    intake::ImapSession session(socket, engine::intake_mail_bytes_max);
    TRY(sign_in(socket, session, settings, secret, web));
    const intake::ImapFolder folder = TRY(session.select(settings.folder));
    engine::TestedMailbox tested{.mails = folder.mails, .has_idle = session.can_idle()};
    session.close();
    return tested;
}

}  // namespace standby::app
