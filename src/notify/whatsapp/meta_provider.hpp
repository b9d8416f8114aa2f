// Sends WhatsApp messages through Meta's Cloud API.
#pragma once

#include "base/result.hpp"
#include "notify/relay/provider.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace standby::notify {

inline constexpr std::string_view usual_template_prefix = "standby";

struct MetaOptions {
    std::string base_url = "https://graph.facebook.com";
    std::string phone_number_id;  // of the sender: digits
    std::string access_token;
    std::string app_secret;  // that signs what comes from there
    std::string template_prefix = std::string(usual_template_prefix);
    bool may_reach_private = true;
};
// From meta://PHONE_NUMBER_ID:TOKEN@[host[:port]]?app_secret=SECRET[&scheme=http]. An empty host
// means graph.facebook.com; without encryption only when asked for, or when the host is loopback.
// The error never repeats a secret.
Result<MetaOptions, std::string> parse_meta_url(std::string_view text);

class MetaProvider final : public Provider {
public:
    explicit MetaProvider(MetaOptions options) : options_(std::move(options)) {}
    void send(const OutgoingMessage& message, Transport& transport,
              std::function<void(SendResult)> done) override;

private:
    MetaOptions options_;
};

HttpTransfer make_meta_request(const MetaOptions& options, const OutgoingMessage& message);

// What an answer means for the message. Meta's error codes decide where there is one.
SendResult judge_meta_reply(const TransferResult& result, const OutgoingMessage& message);

// The same for a code that is reported later, of a message that was taken.
struct MetaVerdict {
    SendOutcome outcome = SendOutcome::Refused;
    std::optional<engine::WhatsAppNews> news;
    bool is_of_template = false;
};
MetaVerdict judge_meta_code(std::int64_t code);

// "wamid.HBgL…=": letters, digits and what base64 has beside them.
bool is_meta_id(std::string_view text);

}  // namespace standby::notify
