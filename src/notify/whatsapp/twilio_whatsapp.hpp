// Sends WhatsApp messages through Twilio.
#pragma once

#include "notify/sms/twilio_provider.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace standby::notify {

// The SIDs of Twilio's Content API, by "offer.en".
using ContentSids = std::map<std::string, std::string, std::less<>>;
// From "offer.en=HX…". Nothing for another form, a template that we do not have, or a language.
std::optional<std::pair<std::string, std::string>> parse_content_sid(std::string_view line);
// Those of the lines that can be read.
ContentSids content_sids(std::span<const std::string> lines);

class TwilioWhatsAppProvider final : public Provider {
public:
    // `status_callback` may be empty.
    TwilioWhatsAppProvider(TwilioOptions options, ContentSids templates,
                           StatusCallback status_callback)
        : options_(std::move(options)),
          templates_(std::move(templates)),
          status_callback_(std::move(status_callback)) {}
    void send(const OutgoingMessage& message, Transport& transport,
              std::function<void(SendResult)> done) override;

private:
    TwilioOptions options_;
    ContentSids templates_;
    StatusCallback status_callback_;
};

// `content_sid` is of the message's template; empty where it has none.
HttpTransfer make_twilio_whatsapp_request(const TwilioOptions& options,
                                          const OutgoingMessage& message,
                                          const std::string& content_sid,
                                          const std::string& callback_url);

}  // namespace standby::notify
