// The way of one mail to the server: its addresses are looked at before, and the answer after.
#include "notify/mail/smtp_provider.hpp"

#include "interchange/contact/contact.hpp"

#include <utility>

namespace standby::notify {

void SmtpProvider::send(const OutgoingMessage& message, Transport& transport,
                        std::function<void(SendResult)> done) {
    const std::string to = interchange::wire_address(message.to);
    if (to.empty()) {
        return done({.outcome = SendOutcome::Bounced,
                     .note = "not sent: this is no mail address that a server could know"});
    }
    if (!interchange::is_plain_address(message.from)) {
        return done({.outcome = SendOutcome::Refused,
                     .note = "not sent: the sender's address is not one that every server takes"});
    }
    SmtpTransfer transfer{.url = options_.url,
                          .user = options_.user,
                          .password = options_.password,
                          .requires_tls = options_.requires_tls,
                          .from = interchange::wire_address(message.from),
                          .to = to,
                          .message = message.content,
                          .may_reach_private = options_.may_reach_private};
    transport.start(std::move(transfer),
                    [to, done = std::move(done)](const TransferResult& result) {
                        done(judge_smtp_reply(result, to));
                    });
}

}  // namespace standby::notify
