// Sends text messages through Amazon's SNS.
#pragma once

#include "base/result.hpp"
#include "notify/relay/provider.hpp"
#include "notify/transport/transport.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace standby::notify {

struct AwsCredentials {
    std::string access_key_id;
    std::string secret_access_key;
    std::string session_token;  // empty: the key is no temporary one
};

struct SnsOptions {
    std::string region;
    std::string endpoint;  // https://sns.eu-west-1.amazonaws.com
    AwsCredentials credentials;
    bool may_reach_private = true;
};
// Where SNS answers for a region.
std::string sns_endpoint(std::string_view region);
// "eu-west-1".
bool is_region(std::string_view text);

// A variable of the environment, or nothing.
using LookUpVariable = std::function<std::optional<std::string>(const std::string& name)>;

// From sns://REGION[?endpoint=http://127.0.0.1:4566], and from the variables that Amazon's own
// tools read: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.
Result<SnsOptions, std::string> parse_sns_url(std::string_view text, const LookUpVariable& look_up);

class SnsProvider final : public Provider {
public:
    explicit SnsProvider(SnsOptions options) : options_(std::move(options)) {}
    void send(const OutgoingMessage& message, Transport& transport,
              std::function<void(SendResult)> done) override;

private:
    SnsOptions options_;
};

// Signed by the transport, when it is sent.
HttpTransfer make_sns_request(const SnsOptions& options, const OutgoingMessage& message);

SendResult judge_sns_reply(const TransferResult& result);

}  // namespace standby::notify
