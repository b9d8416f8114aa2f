// One POST per webhook; what the receiver answers is not kept, only its status.
#include "notify/webhook/webhook_provider.hpp"

#include "notify/webhook/signature.hpp"

#include <utility>

namespace standby::notify {

HttpTransfer make_webhook_request(const WebhookOptions& options, const OutgoingMessage& message) {
    return {.url = message.to,
            .headers = {"Content-Type: application/json", "User-Agent: Standby",
                        "webhook-id: " + message.id,
                        "webhook-timestamp: " + webhook_timestamp(message.at),
                        "webhook-signature: " +
                            sign_webhook(message.secret, message.id, message.at, message.content)},
            .body = message.content,
            .may_reach_private = options.may_reach_private};
}

void WebhookProvider::send(const OutgoingMessage& message, Transport& transport,
                           std::function<void(SendResult)> done) {
    transport.start(make_webhook_request(options_, message),
                    [done = std::move(done)](const TransferResult& result) {
                        done(judge_webhook_reply(result));
                    });
}

SendResult judge_webhook_reply(const TransferResult& result) {
    SendResult judgement;
    judgement.outcome = SendOutcome::Later;
    judgement.note = result.error;
    judgement.retry_after = result.retry_after;
    if (result.status == 0) {
        return judgement;
    }
    judgement.note = "status " + std::to_string(result.status);
    if (result.status >= 200 && result.status < 300) {
        judgement.outcome = SendOutcome::Sent;
        judgement.note.clear();
    } else if (result.status >= 300 && result.status < 400) {
        judgement.outcome = SendOutcome::Refused;
        judgement.note += ": the receiver has moved, and redirects are not followed";
    } else if (result.status == 410) {
        judgement.outcome = SendOutcome::Refused;
        judgement.note += ": the receiver is gone";
    }
    return judgement;
}

}  // namespace standby::notify
