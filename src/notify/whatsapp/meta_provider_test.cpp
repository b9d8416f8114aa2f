// What is sent to Meta, and what its answers mean.
#include "notify/whatsapp/meta_provider.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::WhatsAppNews;
using ::testing::HasSubstr;
using ::testing::Not;

const MetaOptions options{
    .phone_number_id = "106540352242922", .access_token = "token", .app_secret = "secret"};

OutgoingMessage message() {
    return {.id = "msg_2F", .to = "+4915112345678", .content = "Grüße \"Ada\""};
}

OutgoingMessage template_message() {
    OutgoingMessage made = message();
    made.form = FilledTemplate{.name = "offer",
                               .language = "de",
                               .values = {"Aster", "Haarschnitt"},
                               .payloads = {"1", "9"}};
    return made;
}

SendResult judge(std::uint16_t status, std::string text, const OutgoingMessage& of = message()) {
    TransferResult result;
    result.status = status;
    result.text = std::move(text);
    return judge_meta_reply(result, of);
}

std::string error(int code) {
    return R"({"error":{"message":"(#1) No","type":"OAuthException","code":)" +
           std::to_string(code) +
           R"(,"error_data":{"details":"Recipient +4915112345678 is not there"}}})";
}

TEST(MetaUrl, NamesNumberTokenAndSecret) {
    const auto read = parse_meta_url("meta://1065:to%2Fken@127.0.0.1:9?app_secret=s%26t");
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->base_url, "http://127.0.0.1:9");
    EXPECT_EQ(read->phone_number_id, "1065");
    EXPECT_EQ(read->access_token, "to/ken");
    EXPECT_EQ(read->app_secret, "s&t");
    EXPECT_EQ(parse_meta_url("meta://1065:t@?app_secret=s")->base_url,
              "https://graph.facebook.com");
}

TEST(MetaUrl, RefusesOthersWithoutRepeatingASecret) {
    for (const std::string_view text :
         {"", "meta://", "meta://1065:sesame@", "meta://x:sesame@?app_secret=sesame",
          "meta://1065@?app_secret=sesame",
          "meta://1065:sesame@?app_secret=", "meta://1065:sesame@h?app_secret=sesame&x=1",
          "meta://1065:sesame@h?app_secret=sesame&scheme=ftp", "twilio://AC1:sesame@"}) {
        const auto read = parse_meta_url(text);
        ASSERT_FALSE(read) << text;
        EXPECT_THAT(read.error(), Not(HasSubstr("sesame")));
    }
}

TEST(MetaRequest, IsFreeTextOrATemplate) {
    const HttpTransfer text = make_meta_request(options, message());
    EXPECT_EQ(text.url, "https://graph.facebook.com/v21.0/106540352242922/messages");
    EXPECT_THAT(text.headers, ::testing::Contains("Authorization: Bearer token"));
    EXPECT_EQ(text.body, R"({"messaging_product":"whatsapp","recipient_type":"individual",)"
                         R"("to":"4915112345678","type":"text",)"
                         R"("text":{"body":"Grüße \"Ada\"","preview_url":false},)"
                         R"("biz_opaque_callback_data":"msg_2F"})");
    const HttpTransfer form = make_meta_request(options, template_message());
    EXPECT_EQ(form.body,
              R"({"messaging_product":"whatsapp","recipient_type":"individual",)"
              R"("to":"4915112345678","type":"template","template":{"name":"standby_offer",)"
              R"("language":{"code":"de"},"components":[{"type":"body","parameters":[)"
              R"({"type":"text","text":"Aster"},{"type":"text","text":"Haarschnitt"}]},)"
              R"({"type":"button","sub_type":"quick_reply","index":"0","parameters":[)"
              R"({"type":"payload","payload":"1"}]},)"
              R"({"type":"button","sub_type":"quick_reply","index":"1","parameters":[)"
              R"({"type":"payload","payload":"9"}]}]},"biz_opaque_callback_data":"msg_2F"})");
}

TEST(MetaAnswer, IsTakenByItsId) {
    const SendResult sent =
        judge(200, R"({"messages":[{"id":"wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQ="}]})");
    EXPECT_EQ(sent.outcome, SendOutcome::Sent);
    EXPECT_EQ(sent.provider_id, "wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQ=");
    EXPECT_EQ(judge(200, R"({"messages":[]})").outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(200, "<html>").outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(502, "<html>").outcome, SendOutcome::Unavailable);
    EXPECT_EQ(judge(404, "<html>").outcome, SendOutcome::Unavailable);
}

TEST(MetaAnswer, WhoeverIsNotThereIsKnownAndNotNamed) {
    const SendResult absent = judge(400, error(131026));
    EXPECT_EQ(absent.outcome, SendOutcome::Bounced);
    EXPECT_EQ(absent.news, WhatsAppNews::Absent);
    EXPECT_FALSE(absent.address_is_dead) << "a text may get there";
    EXPECT_EQ(absent.note, "131026: Recipient [number] is not there");
}

TEST(MetaAnswer, TheDayMayBeOver) {
    const SendResult over = judge(400, error(131047));
    EXPECT_EQ(over.outcome, SendOutcome::Later);
    EXPECT_EQ(over.news, WhatsAppNews::Closed);
}

TEST(MetaAnswer, SaysWhichTemplateIsRefused) {
    for (const int code : {132001, 132015, 132016}) {
        OutgoingMessage sent = template_message();
        sent.form->name = "standby_offer";
        const SendResult refused = judge(400, error(code), sent);
        EXPECT_EQ(refused.outcome, SendOutcome::Refused);
        EXPECT_THAT(refused.note, ::testing::StartsWith("template standby_offer (de) was refused"));
        EXPECT_EQ(refused.form, "standby_offer (de)");
    }
}

TEST(MetaAnswer, TellsWhatIsEverybodysFromWhatIsOnes) {
    for (const int code : {190, 131031, 131042, 131016, 200, 10}) {
        EXPECT_EQ(judge(400, error(code)).outcome, SendOutcome::Unavailable) << code;
    }
    for (const int code : {130429, 131056, 131048, 80007}) {
        EXPECT_EQ(judge(400, error(code)).outcome, SendOutcome::Later) << code;
        EXPECT_TRUE(judge(400, error(code)).retry_after);
    }
    EXPECT_EQ(judge(400, error(100)).outcome, SendOutcome::Refused);
}

}  // namespace
}  // namespace standby::notify
