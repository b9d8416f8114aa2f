// What Meta tells us, and how we know that it is Meta.
#include "notify/whatsapp/meta_webhook.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

std::string body(std::string_view value) {
    return R"({"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"value":{)"
           R"("messaging_product":"whatsapp","metadata":{"phone_number_id":"106"},)" +
           std::string(value) + R"(},"field":"messages"}]}]})";
}

TEST(MetaSignature, IsTheHmacOfTheBody) {
    // printf '%s' '{"a":1}' | openssl dgst -sha256 -hmac secret
    constexpr std::string_view good =
        "sha256=aa9e2e3575f5d7098b6caccd790888c36d5fdb63342a73bada2d6a51747a8494";
    const std::string_view text = R"({"a":1})";
    EXPECT_FALSE(is_signed_by_meta("", text, good));
    EXPECT_FALSE(is_signed_by_meta("secret", text, ""));
    EXPECT_FALSE(is_signed_by_meta("secret", text, "sha256="));
    EXPECT_FALSE(is_signed_by_meta("other", text, good));
    EXPECT_FALSE(is_signed_by_meta("secret", R"({"a":2})", good));
    EXPECT_TRUE(is_signed_by_meta("secret", text, good));
}

TEST(MetaToken, IsTheSameForTheSameSecretAndSaysNothingOfIt) {
    EXPECT_EQ(meta_verify_token("secret"), meta_verify_token("secret"));
    EXPECT_NE(meta_verify_token("secret"), meta_verify_token("Secret"));
    EXPECT_EQ(meta_verify_token("secret").size(), 32U);
}

TEST(MetaNews, HasWhatGuestsTypedAndPressed) {
    const auto news = read_meta_news(
        body(R"("messages":[)"
             R"({"from":"4915112345678","id":"wamid.A=","timestamp":"1749416383","type":"text",)"
             R"("text":{"body":"Ja"}},)"
             R"({"from":"4915112345678","id":"wamid.B=","type":"button",)"
             R"("context":{"from":"1","id":"wamid.Z="},"button":{"payload":"1","text":"Yes"}},)"
             R"({"from":"4915112345678","id":"wamid.C=","type":"interactive","interactive":)"
             R"({"type":"button_reply","button_reply":{"id":"9","title":"No"}}},)"
             R"({"from":"4915112345678","id":"wamid.D=","type":"image","image":{"id":"1"}},)"
             R"({"from":"4915112345678","id":"wamid.E=","type":"reaction",)"
             R"("reaction":{"emoji":"x"}}])"),
        "106");
    ASSERT_TRUE(news);
    ASSERT_EQ(news->messages.size(), 4U);
    EXPECT_EQ(news->messages[0].from, "+4915112345678");
    EXPECT_EQ(news->messages[0].text, "Ja");
    EXPECT_EQ(news->messages[0].at, Time{std::chrono::seconds{1749416383}});
    EXPECT_EQ(news->messages[1].text, "1");
    EXPECT_EQ(news->messages[1].replies_to, "wamid.Z=");
    EXPECT_EQ(news->messages[2].text, "9");
    EXPECT_EQ(news->messages[3].text, "");
}

TEST(MetaNews, HasWhatBecameOfMessages) {
    const auto news =
        read_meta_news(body(R"("statuses":[{"id":"wamid.A=","status":"failed","timestamp":"1",)"
                            R"("recipient_id":"49","biz_opaque_callback_data":"msg_2F",)"
                            R"("errors":[{"code":131026,"title":"x"}]}])"),
                       "106");
    ASSERT_TRUE(news);
    ASSERT_EQ(news->statuses.size(), 1U);
    EXPECT_EQ(news->statuses[0].message, "msg_2F");
    EXPECT_EQ(news->statuses[0].status, "failed");
    EXPECT_EQ(news->statuses[0].code, 131026);
}

TEST(MetaNews, IsAboutOneNumber) {
    const auto news = read_meta_news(
        body(R"("messages":[{"from":"4915112345678","id":"a","type":"text","text":{"body":"x"}}])"),
        "107");
    ASSERT_TRUE(news);
    EXPECT_TRUE(news->messages.empty());
}

TEST(MetaNews, LeavesOutWhatItCannotRead) {
    for (const std::string_view text : {"", "[]", "{}", R"({"object":"page"})", "{"}) {
        EXPECT_FALSE(read_meta_news(text, "106")) << text;
    }
    for (const std::string_view value :
         {R"("messages":1)", R"("messages":[1])", R"("messages":[{"from":"x","id":"a"}])",
          R"("messages":[{"from":"4915112345678","id":"a b"}])", R"("statuses":{})"}) {
        const auto news = read_meta_news(body(value), "106");
        ASSERT_TRUE(news) << value;
        EXPECT_TRUE(news->messages.empty()) << value;
        EXPECT_TRUE(news->statuses.empty()) << value;
    }
}

}  // namespace
}  // namespace standby::notify
