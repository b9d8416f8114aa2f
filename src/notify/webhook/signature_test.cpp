// The example of the specification, and everything that must not pass.
#include "notify/webhook/signature.hpp"

#include "base/text_coding.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using namespace std::chrono_literals;

const std::string secret = *parse_secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
constexpr std::string_view body = R"({"test": 2432232314})";
const WebhookHeaders headers{"msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330",
                             "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="};
constexpr Time at{1614265330s};

TEST(WebhookSignature, IsThatOfTheSpecification) {
    EXPECT_EQ(sign_webhook(secret, headers.id, at + 999ms, body), headers.signature);
    EXPECT_EQ(webhook_timestamp(at + 999ms), headers.timestamp);
    EXPECT_TRUE(verify_webhook(secret, headers, body, at));
}

TEST(WebhookSignature, MayBeOneOfSeveral) {
    WebhookHeaders several = headers;
    several.signature = fmt::format("v1,other v1a,x  {} v2,y", headers.signature);
    EXPECT_TRUE(verify_webhook(secret, several, body, at));
}

TEST(WebhookSignature, HoldsForFiveMinutes) {
    EXPECT_TRUE(verify_webhook(secret, headers, body, at + 5min));
    EXPECT_TRUE(verify_webhook(secret, headers, body, at - 5min));
    EXPECT_FALSE(verify_webhook(secret, headers, body, at + 5min + 1ms));
    EXPECT_FALSE(verify_webhook(secret, headers, body, at - 5min - 1ms));
    EXPECT_TRUE(verify_webhook(secret, headers, body, at + 10min, 10min));
}

TEST(WebhookSignature, IsRefusedWhenAnythingIsDifferent) {
    const auto with = [](auto change) {
        WebhookHeaders changed = headers;
        change(changed);
        return verify_webhook(secret, changed, body, at);
    };
    EXPECT_FALSE(with([](WebhookHeaders& changed) { changed.id = "msg_2"; }));
    EXPECT_FALSE(with([](WebhookHeaders& changed) { changed.id = ""; }));
    EXPECT_FALSE(with([](WebhookHeaders& changed) { changed.timestamp = "1614265331"; }));
    EXPECT_FALSE(with([](WebhookHeaders& changed) { changed.signature = ""; }));
    EXPECT_FALSE(with([](WebhookHeaders& changed) { changed.signature = "v1,"; }));
    EXPECT_FALSE(with([](WebhookHeaders& changed) { changed.signature.replace(0, 2, "v2"); }));
    EXPECT_FALSE(with([](WebhookHeaders& changed) { changed.signature.pop_back(); }));
    EXPECT_FALSE(verify_webhook(secret, headers, "{}", at));
    EXPECT_FALSE(verify_webhook(secret + "x", headers, body, at));
    EXPECT_FALSE(verify_webhook("", headers, body, at));
}

TEST(WebhookSignature, NeedsATimestampThatIsANumber) {
    for (const std::string_view text :
         {"", "x", "-1", "+1614265330", " 1614265330", "1614265330 ", "1614265330.0", "1e9",
          "99999999999999999999", "9223372036854775807"}) {
        WebhookHeaders changed = headers;
        changed.timestamp = text;
        EXPECT_FALSE(verify_webhook(secret, changed, body, at)) << text;
    }
}

TEST(WebhookSecret, IsBytesInBase64) {
    const auto written = [](const std::string& bytes) {
        return "whsec_" + encode_base64(std::as_bytes(std::span(bytes)));
    };
    for (const std::size_t size : {24, 64}) {
        EXPECT_EQ(parse_secret(written(std::string(size, '\xfe'))), std::string(size, '\xfe'));
    }
    for (const std::size_t size : {23, 65}) {
        EXPECT_FALSE(parse_secret(written(std::string(size, 'x'))));
    }
    for (const std::string_view text :
         {"", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
          "whsec_!fKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}) {
        EXPECT_FALSE(parse_secret(text)) << text;
    }
}

}  // namespace
}  // namespace standby::notify
