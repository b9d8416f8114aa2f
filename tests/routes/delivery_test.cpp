// Who may set up how messages leave, what they are told, and what they never see.
#include "tests/routes/handler_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using engine::Channel;
using engine::SetupError;
using ::testing::HasSubstr;
using ::testing::Not;

class DeliveryRoutes : public Handlers {
protected:
    static constexpr std::string_view mail =
        R"({"host":"mail.example.com","user":"waitlist","password":"s3cret",)"
        R"("from":"list@example.com"})";
    static constexpr std::string_view test_of_mail = R"({"to":"noor@aster.example"})";
};

TEST_F(DeliveryRoutes, TellEverybodyWhetherGuestsCanBeReached) {
    const Told nobody = ask("GET", "/v1/delivery", reader);
    EXPECT_EQ(nobody.status(), 200);
    EXPECT_THAT(nobody.response.body, HasSubstr(R"("mail":{"state":"none")"));
    EXPECT_THAT(nobody.response.body, HasSubstr(R"("may_set_up":false)"));
    messenger.providers = {Channel::Mail};
    messenger.trouble = {{.channel = Channel::Mail, .since = start, .note = "421 closing"},
                         {.channel = Channel::Sms, .since = start, .note = "of before"}};
    const Told down = ask("GET", "/v1/delivery", owner);
    EXPECT_THAT(down.response.body, HasSubstr(R"("mail":{"state":"down")"));
    EXPECT_THAT(down.response.body, HasSubstr("421 closing"));
    EXPECT_THAT(down.response.body, HasSubstr(R"("sms":{"state":"none")"));
    EXPECT_THAT(down.response.body, HasSubstr(R"("may_set_up":true)"));
    messenger.providers = {Channel::WhatsApp};
    messenger.trouble = {{.channel = Channel::WhatsApp, .since = start, .note = "132015"}};
    EXPECT_THAT(ask("GET", "/v1/delivery", owner).response.body,
                HasSubstr(R"("whatsapp":{"state":"down")"));
}

TEST_F(DeliveryRoutes, SetUpWhatsAppAsTheyDoMail) {
    constexpr std::string_view meta =
        R"({"service":"meta","account":"1065","secret":"sesame","app_secret":"sesame"})";
    const Told put = ask("PUT", "/v1/delivery/whatsapp", owner, meta);
    EXPECT_EQ(put.status(), 200);
    EXPECT_THAT(put.response.body, HasSubstr(R"("service":"meta","account":"1065")"));
    EXPECT_THAT(put.response.body, Not(HasSubstr("sesame")));
    ASSERT_TRUE(delivery.saved);
    EXPECT_EQ(engine::channel_of(*delivery.saved), Channel::WhatsApp);
    EXPECT_EQ(ask("PUT", "/v1/delivery/whatsapp", staff, meta).status(), 403);
    EXPECT_EQ(ask("DELETE", "/v1/delivery/whatsapp", owner).status(), 200);
    EXPECT_EQ(ask("PUT", "/v1/delivery/whatsapp", owner, R"({"service":"meta","account":"1065"})")
                  .status(),
              422);
}

TEST_F(DeliveryRoutes, AreForOwnersOfTheServersOwnAccount) {
    for (const std::string& key : {staff, reader, foreign}) {
        EXPECT_EQ(ask("GET", "/v1/delivery/settings", key).status(), 403);
        EXPECT_EQ(ask("PUT", "/v1/delivery/mail", key, mail).status(), 403);
        EXPECT_EQ(ask("DELETE", "/v1/delivery/mail", key).status(), 403);
        EXPECT_EQ(ask("POST", "/v1/delivery/mail:test", key, test_of_mail).status(), 403);
    }
    EXPECT_FALSE(delivery.saved);
    EXPECT_EQ(delivery.tested.first, "");
}

TEST_F(DeliveryRoutes, NeverShowASecretAndRecordThatItWasChanged) {
    const Told put = ask("PUT", "/v1/delivery/mail", owner, mail);
    EXPECT_EQ(put.status(), 200) << put.response.body;
    EXPECT_THAT(put.response.body, HasSubstr(R"("has_password":true)"));
    EXPECT_THAT(put.response.body, Not(HasSubstr("s3cret")));
    EXPECT_EQ(std::get<engine::MailSettings>(*delivery.saved).password, "s3cret");
    EXPECT_THAT(ask("GET", "/v1/delivery/settings", owner).response.body, Not(HasSubstr("s3cret")));
    const std::string trail = ask("GET", "/v1/audit", owner).response.body;
    EXPECT_THAT(trail, HasSubstr("delivery_changed"));
    EXPECT_THAT(trail, Not(HasSubstr("s3cret")));
    EXPECT_EQ(ask("DELETE", "/v1/delivery/mail", owner).status(), 200);
    EXPECT_THAT(ask("GET", "/v1/audit", owner).response.body, HasSubstr("delivery_removed"));
    EXPECT_TRUE(delivery.setups.empty());
}

TEST_F(DeliveryRoutes, WantASecretUnlessItIsKept) {
    constexpr std::string_view without =
        R"({"host":"mail.example.com","user":"waitlist","from":"list@example.com"})";
    const Told refused = ask("PUT", "/v1/delivery/mail", owner, without);
    EXPECT_EQ(refused.status(), 422);
    EXPECT_THAT(refused.response.body, HasSubstr(R"("field":"password")"));
    const Told test = ask("POST", "/v1/delivery/mail:test", owner,
                          R"({"to":"a@example.com","settings":)" + std::string(without) + "}");
    EXPECT_EQ(test.status(), 422);
    EXPECT_THAT(test.response.body, HasSubstr(R"("field":"settings.password")"));
    delivery.knows_secret = true;
    EXPECT_EQ(ask("PUT", "/v1/delivery/mail", owner, without).status(), 200);
}

TEST_F(DeliveryRoutes, SayWhyNothingWasChanged) {
    delivery.error = SetupError::SetByOption;
    const Told fixed = ask("PUT", "/v1/delivery/mail", owner, mail);
    EXPECT_EQ(fixed.status(), 409);
    EXPECT_EQ(fixed.problem(), "set-at-start");
    EXPECT_THAT(fixed.text("detail"), HasSubstr("--mail-url"));
    EXPECT_EQ(ask("DELETE", "/v1/delivery/sms", owner).problem(), "set-at-start");
    for (const SetupError error :
         {SetupError::NoKey, SetupError::KeyNotShared, SetupError::KeyFile}) {
        delivery.error = error;
        EXPECT_EQ(ask("PUT", "/v1/delivery/mail", owner, mail).problem(), "secrets-key-missing");
    }
    delivery.error = SetupError::Unavailable;
    EXPECT_EQ(ask("PUT", "/v1/delivery/mail", owner, mail).status(), 503);
    EXPECT_THAT(ask("GET", "/v1/audit", owner).response.body, Not(HasSubstr("delivery")));
}

TEST_F(DeliveryRoutes, SayInWordsWhatCameOfATest) {
    EXPECT_EQ(ask("POST", "/v1/delivery/mail:test", owner, test_of_mail).status(), 422)
        << "nothing is set up";
    ASSERT_EQ(ask("PUT", "/v1/delivery/mail", owner, mail).status(), 200);
    const Told sent = ask("POST", "/v1/delivery/mail:test", owner, test_of_mail);
    EXPECT_EQ(sent.status(), 200);
    EXPECT_EQ(sent.text("result"), "sent");
    EXPECT_EQ(sent.text("said"), "250 Ok");
    EXPECT_EQ(delivery.tested.first, "noor@aster.example");
    EXPECT_FALSE(delivery.tested.second);
    delivery.answer = engine::TestedDelivery{engine::TestResult::WrongLogin, "535 no"};
    const Told wrong = ask("POST", "/v1/delivery/mail:test", owner, test_of_mail);
    EXPECT_EQ(wrong.text("result"), "wrong_login");
    EXPECT_THAT(wrong.text("words"), HasSubstr("password"));
    delivery.answer.reset();
    EXPECT_EQ(ask("POST", "/v1/delivery/mail:test", owner, test_of_mail).status(), 429);
}

TEST_F(DeliveryRoutes, SendOnlySoManyTests) {
    ASSERT_EQ(ask("PUT", "/v1/delivery/mail", owner, mail).status(), 200);
    for (int count = 0; count < 10; ++count) {
        EXPECT_EQ(ask("POST", "/v1/delivery/mail:test", owner, test_of_mail).status(), 200);
    }
    const Told refused = ask("POST", "/v1/delivery/mail:test", owner, test_of_mail);
    EXPECT_EQ(refused.status(), 429);
    EXPECT_NE(refused.header("Retry-After"), "");
}

// The form and the API follow what can be sent at the moment.
TEST_F(DeliveryRoutes, LetGuestsJoinWithWhatCanBeUsed) {
    const std::string list = make_resource();
    const auto join_by = [&](std::string_view contact) {
        return ask("POST", "/v1/resources/" + list + "/waitlist:join", {},
                   R"({"name":"Mia",)" + std::string(contact) + "}")
            .status();
    };
    EXPECT_EQ(join_by(R"("phone":"+4915112345001")"), 201);
    messenger.providers = {Channel::Mail};
    EXPECT_EQ(join_by(R"("phone":"+4915112345002")"), 422);
    EXPECT_EQ(join_by(R"("email":"mia2@example.org")"), 201);
    messenger.providers = {Channel::Sms};
    EXPECT_EQ(join_by(R"("phone":"+4915112345003")"), 201);
    EXPECT_EQ(join_by(R"("email":"mia3@example.org")"), 422);
    EXPECT_THAT(ask("GET", "/r/" + list).response.body, Not(HasSubstr("name=\"email\"")));
    messenger.providers = {Channel::Mail, Channel::Sms};
    EXPECT_EQ(join_by(R"("email":"mia4@example.org")"), 201);
}

}  // namespace
}  // namespace standby::http
