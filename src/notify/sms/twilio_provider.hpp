// Sends text messages through Twilio's API, or one that is made like it.
#pragma once

#include "base/form.hpp"
#include "base/result.hpp"
#include "notify/relay/provider.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace standby::notify {

struct TwilioOptions {
    std::string base_url = "https://api.twilio.com";
    std::string account_sid;
    std::string auth_token;
    bool may_reach_private = true;
};
// From twilio://SID:TOKEN@host[:port][?scheme=http]. Percent-encoding in SID and token is undone;
// an empty host means api.twilio.com; without encryption only when asked for, or when the host is
// loopback. The error never repeats the token.
Result<TwilioOptions, std::string> parse_twilio_url(std::string_view text);

// Where Twilio reports what became of a message; an empty text: nowhere.
using StatusCallback = std::function<std::string(const OutgoingMessage&)>;

class TwilioProvider final : public Provider {
public:
    // `status_callback` may be empty.
    TwilioProvider(TwilioOptions options, StatusCallback status_callback)
        : options_(std::move(options)), status_callback_(std::move(status_callback)) {}
    void send(const OutgoingMessage& message, Transport& transport,
              std::function<void(SendResult)> done) override;

private:
    TwilioOptions options_;
    StatusCallback status_callback_;
};

HttpTransfer make_twilio_request(const TwilioOptions& options, const OutgoingMessage& message,
                                 const std::string& callback_url);

// With these fields, and the message's id.
HttpTransfer make_twilio_request(const TwilioOptions& options, const std::string& id,
                                 FormFields fields, const std::string& callback_url);

// What an error says of a number on WhatsApp.
std::optional<engine::WhatsAppNews> whatsapp_news(std::int64_t code);

// What an answer means for the message. Twilio's error codes decide where there is one.
SendResult judge_twilio_reply(const TransferResult& result);

}  // namespace standby::notify
