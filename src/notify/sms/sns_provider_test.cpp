// What is sent to SNS, and what its answers mean.
#include "notify/sms/sns_provider.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace standby::notify {
namespace {

using namespace std::chrono_literals;

LookUpVariable environment(std::map<std::string, std::string> variables) {
    return
        [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            return found == variables.end() ? std::nullopt : std::optional{found->second};
        };
}

const LookUpVariable with_key =
    environment({{"AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"}, {"AWS_SECRET_ACCESS_KEY", "sesame"}});

SendResult judge(std::uint16_t status, std::string text) {
    TransferResult result;
    result.status = status;
    result.text = std::move(text);
    return judge_sns_reply(result);
}

std::string error(std::string_view code, std::string_view message = "Sorry") {
    return R"(<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error>)"
           "<Type>Sender</Type><Code>" +
           std::string(code) + "</Code><Message>" + std::string(message) +
           "</Message></Error><RequestId>1</RequestId></ErrorResponse>";
}

TEST(SnsUrl, NamesRegionAndEndpoint) {
    const auto options = parse_sns_url("sns://eu-west-1", with_key);
    ASSERT_TRUE(options) << options.error();
    EXPECT_EQ(options->region, "eu-west-1");
    EXPECT_EQ(options->endpoint, "https://sns.eu-west-1.amazonaws.com");
    EXPECT_EQ(options->credentials.access_key_id, "AKIDEXAMPLE");
    EXPECT_EQ(options->credentials.session_token, "");
    EXPECT_EQ(parse_sns_url("sns://cn-north-1", with_key)->endpoint,
              "https://sns.cn-north-1.amazonaws.com.cn");
    EXPECT_EQ(parse_sns_url("sns://eu-west-1?endpoint=http://127.0.0.1:4566", with_key)->endpoint,
              "http://127.0.0.1:4566");
}

TEST(SnsUrl, RefusesWhatItCannotUse) {
    for (const std::string_view text :
         {"", "sns://", "sns://EU WEST", "sns://key:secret@eu-west-1", "sns://eu-west-1?x=1",
          "sns://eu-west-1?endpoint=ftp://x", "sns://eu-west-1?endpoint=http://x/path",
          "sns://sns.example.com", "sns://eu-west-1?endpoint=http://"}) {
        EXPECT_FALSE(parse_sns_url(text, with_key)) << text;
    }
    EXPECT_FALSE(parse_sns_url("sns://eu-west-1", environment({})));
    EXPECT_FALSE(
        parse_sns_url("sns://eu-west-1", environment({{"AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"}})));
}

TEST(SnsRequest, PublishesATransactionalMessage) {
    OutgoingMessage message;
    message.to = "+4917012345";
    message.from = "+15005550006";
    message.content = "Reply 1";
    SnsOptions options = *parse_sns_url("sns://us-east-1", with_key);
    options.credentials.session_token = "session";
    const HttpTransfer request = make_sns_request(options, message);
    EXPECT_EQ(request.url, "https://sns.us-east-1.amazonaws.com/");
    EXPECT_EQ(request.body,
              "Action=Publish&Version=2010-03-31&PhoneNumber=%2B4917012345&Message=Reply%201&"
              "MessageAttributes.entry.1.Name=AWS.SNS.SMS.SMSType&"
              "MessageAttributes.entry.1.Value.DataType=String&"
              "MessageAttributes.entry.1.Value.StringValue=Transactional&"
              "MessageAttributes.entry.2.Name=AWS.MM.SMS.OriginationNumber&"
              "MessageAttributes.entry.2.Value.DataType=String&"
              "MessageAttributes.entry.2.Value.StringValue=%2B15005550006");
    EXPECT_EQ(std::ranges::count(request.headers, "X-Amz-Security-Token: session"), 1);
    EXPECT_EQ(request.user, "AKIDEXAMPLE");
    EXPECT_EQ(request.password, "sesame");
    EXPECT_EQ(request.aws_scope, "us-east-1:sns");
}

TEST(SnsRequest, NamesASenderWhoIsNoNumber) {
    OutgoingMessage message;
    message.from = "Bistro";
    const HttpTransfer request =
        make_sns_request(*parse_sns_url("sns://us-east-1", with_key), message);
    EXPECT_NE(request.body.find("Name=AWS.SNS.SMS.SenderID"), std::string::npos);
    message.from = "";
    EXPECT_EQ(
        make_sns_request(*parse_sns_url("sns://us-east-1", with_key), message).body.find("entry.2"),
        std::string::npos);
}

TEST(SnsReply, IsSentWhenThereIsAnId) {
    const SendResult sent = judge(200, "<PublishResponse><PublishResult>"
                                       "<MessageId>94f20ce6-13c5-43a0-9a9e-ca52d816e90b</MessageId>"
                                       "</PublishResult></PublishResponse>");
    EXPECT_EQ(sent.outcome, SendOutcome::Sent);
    EXPECT_EQ(sent.provider_id, "94f20ce6-13c5-43a0-9a9e-ca52d816e90b");
}

TEST(SnsReply, TellsWhoseFaultItIs) {
    EXPECT_EQ(judge(400, error("Throttling")).outcome, SendOutcome::Later);
    EXPECT_EQ(judge(400, error("ThrottledException")).retry_after, Duration(1s));
    EXPECT_EQ(judge(429, "").outcome, SendOutcome::Later);
    EXPECT_EQ(judge(400, error("OptedOut")).outcome, SendOutcome::Blocked);
    EXPECT_EQ(
        judge(400, error("InvalidParameter", "Invalid parameter: the number is opted out")).outcome,
        SendOutcome::Blocked);
    const SendResult bounced =
        judge(400, error("InvalidParameter",
                         "Invalid parameter: PhoneNumber Reason: +4917012345 is not valid"));
    EXPECT_EQ(bounced.outcome, SendOutcome::Bounced);
    EXPECT_TRUE(bounced.address_is_dead);
    EXPECT_EQ(bounced.note,
              "InvalidParameter: Invalid parameter: PhoneNumber Reason: [number] is not valid");
    for (const std::string_view code :
         {"InvalidClientTokenId", "SignatureDoesNotMatch", "AccessDenied", "ExpiredToken"}) {
        EXPECT_EQ(judge(403, error(code)).outcome, SendOutcome::Unavailable) << code;
        EXPECT_EQ(judge(400, error(code)).outcome, SendOutcome::Unavailable) << code;
    }
    EXPECT_EQ(judge(500, error("InternalError")).outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(400, error("InvalidParameter", "Invalid parameter: Message too long")).outcome,
              SendOutcome::Refused);
}

TEST(SnsReply, MistrustsNonsense) {
    for (const std::string_view text :
         {"", "{}", "<MessageId>", "<MessageId></MessageId>", "<MessageId><b/></MessageId>"}) {
        EXPECT_EQ(judge(200, std::string(text)).outcome, SendOutcome::Unavailable) << text;
    }
    EXPECT_EQ(judge(404, "<html>").outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(302, "").outcome, SendOutcome::Unavailable);
    TransferResult none;
    none.error = "no answer in time";
    EXPECT_EQ(judge_sns_reply(none).outcome, SendOutcome::Unavailable);
}

}  // namespace
}  // namespace standby::notify
