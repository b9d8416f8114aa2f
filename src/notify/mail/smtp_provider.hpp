// Hands mails to an SMTP server and reads its answers.
#pragma once

#include "base/result.hpp"
#include "notify/relay/provider.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace standby::notify {

struct SmtpOptions {
    std::string url;  // smtp://host:port or smtps://host:port
    std::string user;
    std::string password;
    bool requires_tls = false;
    bool may_reach_private = true;
};
// From --mail-url: smtp[s]://[user:password@]host[:port][?tls=required|optional]. Percent-encoding
// in user and password is undone. Port 587 for smtp and 465 for smtps unless given. With a user,
// TLS is required unless the host is loopback or `tls=optional` says otherwise; with smtps it
// always is. The error says what is wrong and repeats nothing of the text.
Result<SmtpOptions, std::string> parse_mail_url(std::string_view text);

class SmtpProvider final : public Provider {
public:
    explicit SmtpProvider(SmtpOptions options) : options_(std::move(options)) {}
    // An address that is none (see interchange/contact) is answered before this returns, without
    // asking the server: the recipient's as bounced, the sender's as refused.
    void send(const OutgoingMessage& message, Transport& transport,
              std::function<void(SendResult)> done) override;

private:
    SmtpOptions options_;
};

// What a reply means for the message. 4xx: later; 421, 454, 530, 534, 535, no reply at all and
// nonsense: unavailable; 550, 551, 553 or an enhanced code 5.1.x or 5.2.x (about the mailbox):
// bounced; the rest of 5xx: refused, and with it what an enhanced code says of us: 5.1.7 and 5.1.8
// (the sender) and 5.7.x (a policy). `address_is_dead` only with an enhanced code 5.1.1, 5.1.2,
// 5.1.3 or 5.1.10. The note is the code and the server's words, at most 200 bytes, without mail
// addresses, long tokens and the name of the recipient, which may be left out.
SendResult judge_smtp_reply(const TransferResult& result, std::string_view recipient = {});

}  // namespace standby::notify
