#include "intake/mail/imap_session.hpp"

#include "base/text_coding.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

namespace standby::intake {
namespace {

using interchange::WebProblem;
using Clock = std::chrono::steady_clock;

constexpr Duration answer_max = std::chrono::seconds{60};  // without a byte
constexpr Duration command_max = std::chrono::minutes{5};  // all of it
constexpr std::size_t answers_max = 50'000;

std::string as_base64(std::string_view text) {
    return encode_base64(std::as_bytes(std::span(text)));
}

// What a server means that does not let somebody in.
WebProblem problem_of_login(const ImapStatus& status) {
    if (status.code == "UNAVAILABLE" || status.code == "INUSE" || status.code == "LIMIT") {
        return WebProblem::Busy;
    }
    if (status.code == "PRIVACYREQUIRED") {
        return WebProblem::NotSupported;
    }
    return WebProblem::WrongLogin;
}

}  // namespace

std::string ImapSession::next_tag() {
    return fmt::format("s{}", ++tags_);
}

Result<ImapAnswer, WebProblem> ImapSession::next_answer(Duration patience, Duration silence) {
    const auto until = Clock::now() + patience;
    for (;;) {
        if (auto answer = TRY(lines_.take())) {
            return *std::move(answer);
        }
        const auto left = std::chrono::duration_cast<Duration>(until - Clock::now());
        if (left.count() <= 0) {
            return std::unexpected(WebProblem::NoAnswer);
        }
        const std::string bytes = TRY(wire_.receive(std::min(left, silence)));
        if (bytes.empty() && left >= silence) {
            return std::unexpected(WebProblem::NoAnswer);
        }
        lines_.put(bytes);
    }
}

Result<ImapSession::Answers, WebProblem> ImapSession::ask(std::string_view command,
                                                          WebProblem on_no) {
    const std::string tag = next_tag();
    TRY(wire_.send(fmt::format("{} {}\r\n", tag, command)));
    const auto until = Clock::now() + command_max;
    Answers answers;
    for (;;) {
        const auto left = std::chrono::duration_cast<Duration>(until - Clock::now());
        ImapAnswer answer = TRY(next_answer(std::max(left, Duration{0}), answer_max));
        if (const auto status = imap_status(answer, tag)) {
            if (!status->is_ok) {
                return std::unexpected(on_no == WebProblem::WrongLogin ? problem_of_login(*status)
                                                                       : on_no);
            }
            answers.push_back(std::move(answer));
            return answers;
        }
        if (answer.line.starts_with("* BYE")) {
            return std::unexpected(WebProblem::Busy);
        }
        if (answer.line.starts_with("+")) {
            // It asks for more than there is, such as the reason why a token is refused.
            TRY(wire_.send("\r\n"));
            continue;
        }
        has_news_ |= imap_number(answer, "EXISTS").has_value();
        if (answers.size() == answers_max) {
            return std::unexpected(WebProblem::TooLarge);
        }
        answers.push_back(std::move(answer));
    }
}

Result<void, WebProblem> ImapSession::learn_capabilities() {
    capabilities_.clear();
    for (const ImapAnswer& answer : TRY(ask("CAPABILITY", WebProblem::NotUnderstood))) {
        capabilities_ += imap_capabilities(answer);
    }
    return {};
}

Result<void, WebProblem> ImapSession::open(ImapSecurity security, const ImapLogin& login) {
    if (security == ImapSecurity::Tls) {
        TRY(wire_.secure());
    }
    const ImapAnswer greeting = TRY(next_answer(answer_max, answer_max));
    const auto status = imap_status(greeting, "*");
    if (!status) {
        return std::unexpected(WebProblem::NotUnderstood);
    }
    if (greeting.line.starts_with("* BYE") || !status->is_ok) {
        return std::unexpected(WebProblem::Busy);
    }
    if (security == ImapSecurity::StartTls) {
        TRY(ask("STARTTLS", WebProblem::NotSupported));
        // What was said in the clear may have been said by anybody.
        lines_.clear();
        TRY(wire_.secure());
    }
    TRY(learn_capabilities());
    TRY(sign_in(login));
    return learn_capabilities();
}

Result<void, WebProblem> ImapSession::sign_in(const ImapLogin& login) {
    if (login.is_token) {
        if (!capabilities_.contains(" AUTH=XOAUTH2 ")) {
            return std::unexpected(WebProblem::NotSupported);
        }
        TRY(ask("AUTHENTICATE XOAUTH2 " + as_base64("user=" + login.user +
                                                    "\x01"
                                                    "auth=Bearer " +
                                                    login.secret + "\x01\x01"),
                WebProblem::WrongLogin));
        return {};
    }
    const bool takes_plain = capabilities_.contains(" AUTH=PLAIN ");
    const bool takes_login = !capabilities_.contains(" LOGINDISABLED ");
    if (!takes_plain && !takes_login) {
        return std::unexpected(WebProblem::NotSupported);
    }
    if (takes_plain && capabilities_.contains(" SASL-IR ")) {
        std::string secret(1, '\0');
        secret += login.user;
        secret += '\0';
        secret += login.secret;
        TRY(ask("AUTHENTICATE PLAIN " + as_base64(secret), WebProblem::WrongLogin));
        return {};
    }
    const auto user = imap_quoted(login.user);
    const auto password = imap_quoted(login.secret);
    if (!user || !password) {
        return std::unexpected(WebProblem::WrongLogin);
    }
    TRY(ask("LOGIN " + *user + " " + *password, WebProblem::WrongLogin));
    return {};
}

Result<ImapFolder, WebProblem> ImapSession::select(std::string_view folder) {
    const auto name = imap_quoted(folder);
    if (!name) {
        return std::unexpected(WebProblem::NotFound);
    }
    ImapFolder found;
    for (const ImapAnswer& answer : TRY(ask("SELECT " + *name, WebProblem::NotFound))) {
        found.uid_validity = imap_code_number(answer, "UIDVALIDITY").value_or(found.uid_validity);
        found.uid_next = imap_code_number(answer, "UIDNEXT").value_or(found.uid_next);
        found.mails = imap_number(answer, "EXISTS").value_or(found.mails);
    }
    has_news_ = false;
    if (found.uid_validity == 0) {
        return std::unexpected(WebProblem::NotUnderstood);
    }
    return found;
}

Result<std::vector<std::uint32_t>, WebProblem> ImapSession::search(std::string_view command) {
    has_news_ = false;
    std::vector<std::uint32_t> uids;
    for (const ImapAnswer& answer : TRY(ask(command, WebProblem::Refused))) {
        if (const auto found = imap_search(answer)) {
            uids.insert(uids.end(), found->begin(), found->end());
        }
    }
    std::ranges::sort(uids);
    uids.erase(std::ranges::unique(uids).begin(), uids.end());
    return uids;
}

Result<std::vector<std::uint32_t>, WebProblem> ImapSession::search_from(std::uint32_t uid) {
    auto uids = TRY(search(fmt::format("UID SEARCH UID {}:*", uid)));
    // "*" is the last one, however low: where there is none beyond, the server names that.
    std::erase_if(uids, [uid](std::uint32_t one) { return one < uid; });
    return uids;
}

Result<std::vector<std::uint32_t>, WebProblem> ImapSession::search_unseen_since(Time day) {
    return search("UID SEARCH UNSEEN SINCE " + imap_day(day));
}

Result<std::optional<ImapFetched>, WebProblem> ImapSession::fetch(std::uint32_t uid) {
    const auto one = [&](std::string_view what) -> Result<std::optional<ImapFetched>, WebProblem> {
        for (ImapAnswer& answer :
             TRY(ask(fmt::format("UID FETCH {} ({})", uid, what), WebProblem::Refused))) {
            auto fetched = imap_fetched(std::move(answer));
            if (fetched && fetched->uid == uid) {
                return fetched;
            }
        }
        return std::optional<ImapFetched>();
    };
    const auto facts = TRY(one("UID RFC822.SIZE INTERNALDATE"));
    if (!facts) {
        return std::optional<ImapFetched>();
    }
    const bool is_too_large = facts->size.value_or(0) > bytes_max_;
    auto mail = TRY(one(is_too_large ? "UID BODY.PEEK[HEADER]" : "UID BODY.PEEK[]"));
    if (!mail || !mail->bytes) {
        return std::optional<ImapFetched>();
    }
    mail->size = facts->size;
    mail->arrived = facts->arrived;
    return mail;
}

Result<void, WebProblem> ImapSession::mark_seen(std::uint32_t uid) {
    TRY(ask(fmt::format("UID STORE {} +FLAGS.SILENT (\\Seen)", uid), WebProblem::Refused));
    return {};
}

Result<bool, WebProblem> ImapSession::idle(Duration time) {
    if (has_news_) {
        return true;
    }
    const std::string tag = next_tag();
    TRY(wire_.send(tag + " IDLE\r\n"));
    const auto until = Clock::now() + time;
    bool has_news = false;
    bool is_done = false;
    for (;;) {
        const auto left = std::chrono::duration_cast<Duration>(until - Clock::now());
        const bool is_over = has_news || left.count() <= 0;
        if (is_over && !is_done) {
            TRY(wire_.send("DONE\r\n"));
            is_done = true;
        }
        const Duration patience = is_done ? answer_max : left;
        const auto answer = next_answer(patience, patience);
        if (!answer && answer.error() == WebProblem::NoAnswer && !is_done) {
            continue;
        }
        TRY(answer);
        if (const auto status = imap_status(*answer, tag)) {
            return status->is_ok ? Result<bool, WebProblem>(has_news)
                                 : std::unexpected(WebProblem::NotSupported);
        }
        if (answer->line.starts_with("* BYE")) {
            return std::unexpected(WebProblem::Busy);
        }
        has_news |= imap_number(*answer, "EXISTS").has_value();
    }
}

void ImapSession::close() {
    static_cast<void>(wire_.send(next_tag() + " LOGOUT\r\n"));
}

}  // namespace standby::intake
