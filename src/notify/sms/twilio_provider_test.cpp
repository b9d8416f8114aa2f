// What is sent to Twilio, and what its answers mean.
#include "notify/sms/twilio_provider.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace standby::notify {
namespace {

using namespace std::chrono_literals;

OutgoingMessage message() {
    OutgoingMessage message;
    message.id = "msg_1";
    message.to = "+4917012345";
    message.from = "+15005550006";
    message.content = "Table for 2? Reply 1 & it's yours";
    return message;
}

TransferResult reply(std::uint16_t status, std::string text) {
    TransferResult result;
    result.status = status;
    result.text = std::move(text);
    return result;
}

SendResult judge(std::uint16_t status, std::string text) {
    return judge_twilio_reply(reply(status, std::move(text)));
}

std::string error(int code, std::string_view message = "Sorry") {
    return R"({"code":)" + std::to_string(code) + R"(,"message":")" + std::string(message) +
           R"(","more_info":"https://www.twilio.com/docs/errors","status":400})";
}

TEST(TwilioUrl, NamesAccountAndHost) {
    const auto options = parse_twilio_url("twilio://AC1:to%2Fken@api.example.com:8443");
    ASSERT_TRUE(options) << options.error();
    EXPECT_EQ(options->base_url, "https://api.example.com:8443");
    EXPECT_EQ(options->account_sid, "AC1");
    EXPECT_EQ(options->auth_token, "to/ken");
}

TEST(TwilioUrl, HasSafeDefaults) {
    EXPECT_EQ(parse_twilio_url("twilio://AC1:token@")->base_url, "https://api.twilio.com");
    EXPECT_EQ(parse_twilio_url("twilio://AC1:token")->base_url, "https://api.twilio.com");
    EXPECT_EQ(parse_twilio_url("twilio://AC1:token@127.0.0.1:9")->base_url, "http://127.0.0.1:9");
    EXPECT_EQ(parse_twilio_url("twilio://AC1:token@localhost:9?scheme=https")->base_url,
              "https://localhost:9");
    EXPECT_EQ(parse_twilio_url("twilio://AC1:token@sms.internal?scheme=http")->base_url,
              "http://sms.internal");
}

TEST(TwilioUrl, RefusesOthersWithoutRepeatingTheToken) {
    for (const std::string_view text :
         {"", "https://AC1:sesame@host", "twilio://", "twilio://AC1@host", "twilio://:sesame@host",
          "twilio://AC/1:sesame@host", "twilio://AC1:sesame@host?scheme=ftp",
          "twilio://AC1:sesame@host?x=1", "twilio://AC1:sesame@ho st", "twilio://AC1:%zz@host"}) {
        const auto options = parse_twilio_url(text);
        ASSERT_FALSE(options) << text;
        EXPECT_EQ(options.error().find("sesame"), std::string::npos) << options.error();
    }
}

TEST(TwilioRequest, IsTheDocumentedOne) {
    const HttpTransfer request = make_twilio_request({"https://api.twilio.com", "AC1", "token"},
                                                     message(), "https://h.example/cb?m=1");
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.url, "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json");
    EXPECT_EQ(request.user, "AC1");
    EXPECT_EQ(request.password, "token");
    EXPECT_EQ(request.body, "To=%2B4917012345&From=%2B15005550006&"
                            "Body=Table%20for%202%3F%20Reply%201%20%26%20it%27s%20yours&"
                            "StatusCallback=https%3A%2F%2Fh.example%2Fcb%3Fm%3D1");
    EXPECT_EQ(std::ranges::count(request.headers, "I-Twilio-Idempotency-Token: msg_1"), 1);
}

TEST(TwilioRequest, NamesAMessagingServiceAndNoCallbackWhereThereIsNone) {
    OutgoingMessage through_service = message();
    through_service.from = "MG0123";
    const HttpTransfer request = make_twilio_request({}, through_service, "");
    EXPECT_NE(request.body.find("MessagingServiceSid=MG0123"), std::string::npos);
    EXPECT_EQ(request.body.find("From="), std::string::npos);
    EXPECT_EQ(request.body.find("StatusCallback"), std::string::npos);
}

TEST(TwilioReply, IsSentWhenThereIsASid) {
    const SendResult sent =
        judge(201, R"({"sid":"SM42","status":"queued","error_code":null,"error_message":null})");
    EXPECT_EQ(sent.outcome, SendOutcome::Sent);
    EXPECT_EQ(sent.provider_id, "SM42");
    EXPECT_EQ(judge(200, R"({"sid":"SM42"})").outcome, SendOutcome::Sent);
}

TEST(TwilioReply, TellsWhoseFaultItIs) {
    EXPECT_EQ(judge(400, error(21610)).outcome, SendOutcome::Blocked);
    for (const int code : {21211, 21214, 21217, 21612, 21614, 30003, 30005, 30006}) {
        EXPECT_EQ(judge(400, error(code)).outcome, SendOutcome::Bounced) << code;
    }
    EXPECT_EQ(judge(400, error(21606)).outcome, SendOutcome::Refused);
    EXPECT_EQ(judge(404, error(20404)).outcome, SendOutcome::Refused);
    EXPECT_EQ(judge(401, error(20003)).outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(403, error(20006)).outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(503, error(20503)).outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(201, R"({"sid":"SM1","error_code":30006,"error_message":"Landline"})").outcome,
              SendOutcome::Bounced);
}

TEST(TwilioReply, KnowsNumbersThatNeverWork) {
    for (const int code : {21211, 21214, 21614}) {
        EXPECT_TRUE(judge(400, error(code)).address_is_dead) << code;
    }
    for (const int code : {21217, 21612, 30003, 21610, 20003}) {
        EXPECT_FALSE(judge(400, error(code)).address_is_dead) << code;
    }
}

TEST(TwilioReply, IsTriedAgainWhenTheProviderSays) {
    EXPECT_EQ(judge(429, error(20429)).outcome, SendOutcome::Later);
    EXPECT_EQ(judge(429, error(20429)).retry_after, Duration(1s));
    TransferResult slow = reply(429, "too many");
    slow.retry_after = 7s;
    EXPECT_EQ(judge_twilio_reply(slow).outcome, SendOutcome::Later);
    EXPECT_EQ(judge_twilio_reply(slow).retry_after, Duration(7s));
}

TEST(TwilioReply, MistrustsNonsense) {
    for (const std::string_view text : {"", "<html>", "{", "[]", "{}", R"({"sid":7})",
                                        R"({"sid":""})", R"({"sid":"a b"})", "null"}) {
        EXPECT_EQ(judge(201, std::string(text)).outcome, SendOutcome::Unavailable) << text;
    }
    EXPECT_EQ(judge(404, "<html>not found</html>").outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(302, "").outcome, SendOutcome::Unavailable);
    TransferResult none;
    none.error = "no answer in time";
    EXPECT_EQ(judge_twilio_reply(none).outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge_twilio_reply(none).note, "no answer in time");
}

TEST(TwilioReply, IsNotedWithoutTheNumber) {
    EXPECT_EQ(judge(400, error(21211, "The 'To' number +4917012345 is not valid")).note,
              "21211: The 'To' number [number] is not valid");
    EXPECT_EQ(judge(503, "<html>").note, "status 503");
}

}  // namespace
}  // namespace standby::notify
