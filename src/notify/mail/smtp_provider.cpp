// The way of one mail to the server: its addresses are looked at before, and the answer after.
#include "notify/mail/smtp_provider.hpp"

#include "notify/mail/address.hpp"

#include <utility>

namespace standby::notify {

void SmtpProvider::send(const Letter& letter, Transport& transport,
                        std::function<void(SendResult)> done) {
    if (!is_sendable_address(letter.to)) {
        return done({.outcome = SendOutcome::Bounced,
                     .note = "not sent: the address is not one that every mail server takes"});
    }
    if (!is_sendable_address(letter.from)) {
        return done({.outcome = SendOutcome::Refused,
                     .note = "not sent: the sender's address is not one that every server takes"});
    }
    SmtpTransfer transfer{.url = options_.url,
                          .user = options_.user,
                          .password = options_.password,
                          .requires_tls = options_.requires_tls,
                          .from = letter.from,
                          .to = letter.to,
                          .message = letter.content};
    transport.start(std::move(transfer),
                    [to = letter.to, done = std::move(done)](const TransferResult& result) {
                        done(judge_smtp_reply(result, to));
                    });
}

}  // namespace standby::notify
