// Posts signed webhooks to URLs that customers chose.
#pragma once

#include "notify/relay/provider.hpp"

#include <functional>

namespace standby::notify {

struct WebhookOptions {
    bool may_reach_private = false;  // true: receivers may be on our own machine and network
};

class WebhookProvider final : public Provider {
public:
    explicit WebhookProvider(WebhookOptions options = {}) : options_(options) {}
    void send(const OutgoingMessage& message, Transport& transport,
              std::function<void(SendResult)> done) override;

private:
    WebhookOptions options_;
};

// Signed for the time of the message.
HttpTransfer make_webhook_request(const WebhookOptions& options, const OutgoingMessage& message);

// 2xx: sent. 3xx and 410 Gone: refused. Everything else is tried again later, because receivers are
// redeployed, misconfigured for an hour, and then come back.
SendResult judge_webhook_reply(const TransferResult& result);

}  // namespace standby::notify
