// Tests of changes of a house: every field checked, and what becomes of the webhook.
#include "http/api/house_body.hpp"

#include "http/api/body_test_support.hpp"
#include "interchange/view/house.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(HouseBody, TakesEveryField) {
    const auto patch = parse_house_patch(
        R"({"name":" Salon Aster ","reply_to":"Hello@aster.example",
            "staff_email":"desk@aster.example","staff_phone":" +49 (0)30 901-820 ",
            "address":"Rosenweg 1, Berlin","locale":"de","consent_text":"Write to me.",
            "channels":"both","open_tracking":true,"monthly_summary":false,"event_reminder":"2h",
            "rate":0.5,"webhook_url":"https://hooks.example/a?b=c","time_zone":"Europe/Berlin",
            "widget_origins":["https://WWW.aster.example/","http://localhost:3000",
                              "https://www.aster.example"],
            "captcha":"hcaptcha","captcha_site_key":"10000000-ffff","captcha_secret":"0x0000"})");
    ASSERT_EQ(errors_of(patch), Errors{});
    engine::House house = merged(*patch, {.account = engine::AccountNumber{3}});
    ASSERT_TRUE(settle_phone(*patch, house));
    EXPECT_EQ(house.account, engine::AccountNumber{3});
    EXPECT_EQ(house.name, "Salon Aster");
    EXPECT_EQ(house.reply_to, "Hello@aster.example");
    EXPECT_EQ(house.staff_email, "desk@aster.example");
    EXPECT_EQ(house.staff_phone, "+4930901820");
    EXPECT_EQ(house.address, "Rosenweg 1, Berlin");
    EXPECT_EQ(house.locale, "de");
    EXPECT_EQ(house.consent_text, "Write to me.");
    EXPECT_EQ(house.channels, engine::ChannelRule::Both);
    EXPECT_TRUE(house.open_tracking);
    EXPECT_FALSE(house.monthly_summary);
    EXPECT_EQ(house.event_reminder, Duration{std::chrono::hours{2}});
    EXPECT_EQ(house.rate, 0.5);
    EXPECT_EQ(house.webhook_url, "https://hooks.example/a?b=c");
    EXPECT_EQ(house.time_zone, "Europe/Berlin");
    EXPECT_EQ(house.captcha, engine::CaptchaKind::HCaptcha);
    EXPECT_EQ(house.captcha_site_key, "10000000-ffff");
    EXPECT_EQ(house.captcha_secret, "0x0000");
    EXPECT_EQ(house.widget_origins,
              (std::vector<std::string>{"https://www.aster.example", "http://localhost:3000"}));
}

TEST(HouseBody, AnOriginIsASchemeAndAHost) {
    EXPECT_EQ(parse_origin("https://aster.example:8443"), "https://aster.example:8443");
    EXPECT_EQ(parse_origin("http://[::1]:80"), "http://[::1]:80");
    for (const std::string_view wrong :
         {"", "aster.example", "https://", "https://aster.example/join", "ftp://aster.example",
          "https://*.aster.example", "https://aster.example;", "https://a b", "javascript:alert(1)",
          "https://user@aster.example", "https://aster.example:0", "https://aster.example\n",
          "null", "https://aster.example?x", "'self'"}) {
        EXPECT_FALSE(parse_origin(wrong)) << wrong;
    }
    EXPECT_FALSE(parse_origin("https://" + std::string(widget_origin_bytes_max, 'a')));
}

TEST(HouseBody, LeavesWhatIsNotNamed) {
    const engine::House before{.name = "Salon", .reply_to = "a@b.example", .rate = 3};
    EXPECT_EQ(merged(*parse_house_patch("{}"), before), before);
    const engine::House after = merged(*parse_house_patch(R"({"reply_to":null,"rate":0})"), before);
    EXPECT_EQ(after.name, "Salon");
    EXPECT_EQ(after.reply_to, "");
    EXPECT_EQ(after.rate, 0);
}

TEST(HouseBody, ForgetsTheSecretWithTheWebhook) {
    engine::House house{.webhook_url = "https://hooks.example"};
    house.webhook_secret.assign(webhook_secret_bytes, std::byte{1});
    EXPECT_FALSE(merged(*parse_house_patch(R"({"webhook_url":"https://other.example"})"), house)
                     .webhook_secret.empty());
    EXPECT_TRUE(merged(*parse_house_patch(R"({"webhook_url":""})"), house).webhook_secret.empty());
    EXPECT_TRUE(
        merged(*parse_house_patch(R"({"webhook_url":null})"), house).webhook_secret.empty());
}

TEST(HouseBody, SaysWhatIsWrong) {
    for (const auto& [member, error] : {
             WrongField{R"("name":"a\nb")", "name must not contain line breaks"},
             {R"("name":7)", "name must be a string"},
             {R"("reply_to":"nobody")", "reply_to Enter an e-mail address"},
             {R"("reply_to":"a@b.example\r\nBcc: c@d.example")", "reply_to must not contain"},
             {R"("reply_to":"jörg@b.example")", "reply_to must have no letters beyond a to z"},
             {R"("staff_email":"a@localhost")", "staff_email Enter an e-mail address"},
             {R"("locale":"it")", "locale must be en, de, fr or es"},
             {R"("channels":"pigeon")", "channels must be sms_first, mail_first or both"},
             {R"("phone_messages":"both")",
              "phone_messages must be whatsapp_first, sms or whatsapp"},
             {R"("open_tracking":"yes")", "open_tracking must be true or false"},
             {R"("event_reminder":"8d")", "event_reminder must be from"},
             {R"("rate":-1)", "rate must be from 0 to 10000"},
             {R"("rate":10001)", "rate must be from 0 to 10000"},
             {R"("webhook_url":"http://hooks.example")", "webhook_url must start with https://"},
             {R"("time_zone":"")", "time_zone must not be blank"},
             {R"("time_zone":"Europe Berlin")", "time_zone must be the name of a time zone"},
             {R"("widget_origins":"https://a.example")", "widget_origins must be a list"},
             {R"("widget_origins":["https://a.example","*"])", "widget_origins[1] must be a site"},
             {R"("widget_origins":[7])", "widget_origins[0] must be a site"},
             {R"("webhook_secret":"x")", "webhook_secret is not a known field"},
             {R"("account":1)", "account is not a known field"},
         }) {
        const Errors errors = errors_of(parse_house_patch(with_member("", member)));
        ASSERT_EQ(errors.size(), 1U) << member;
        EXPECT_TRUE(errors.front().starts_with(error)) << errors.front();
    }
    EXPECT_EQ(
        errors_of(parse_house_patch(with_member("", fmt::format(R"("address":"{:x>301}")", "")))),
        Errors{"address must be at most 300 characters"});
}

TEST(WebhookUrl, IsHttpsOrStaysOnThisMachine) {
    for (const std::string_view good :
         {"https://hooks.example", "https://hooks.example:8443/a/b?c=d", "http://127.0.0.1:9000/x",
          "http://localhost/x", "http://[::1]:80/", "https://[2001:db8::1]/"}) {
        EXPECT_EQ(webhook_url_error(good), std::nullopt) << good;
    }
    for (const std::string_view bad :
         {"hooks.example", "ftp://hooks.example", "https://", "https:///x", "https://:443",
          "https://hooks.example:0", "https://hooks.example:70000", "https://hooks.example:x",
          "https://user:word@hooks.example", "https://hooks.example/#part",
          "https://ho oks.example", "https://h\u00e4ck.example", "http://127.0.0.1.evil.example",
          "http://localhost.evil.example", "http://10.0.0.1", "https://[::1", "https://[zz]/",
          "https://a\\b.example", "HTTPS://hooks.example"}) {
        EXPECT_NE(webhook_url_error(bad), std::nullopt) << bad;
    }
}

TEST(HousePatch, CountriesAreCodesOrAllOfThem) {
    EXPECT_EQ(parse_house_patch(R"({"text_countries":["DE","AT","DE"]})")->text_countries,
              (std::vector<std::string>{"DE", "AT"}));
    EXPECT_EQ(parse_house_patch(R"({"text_countries":["*"]})")->text_countries,
              std::vector<std::string>{"*"});
    EXPECT_EQ(parse_house_patch(R"({"text_countries":null})")->text_countries,
              std::vector<std::string>{});
    for (const std::string_view bad :
         {R"(["de"])", R"(["ZZ"])", R"(["DE","*"])", R"("DE")", "[7]"}) {
        EXPECT_FALSE(parse_house_patch(R"({"text_countries":)" + std::string(bad) + "}")) << bad;
    }
}

TEST(HousePatch, ThePhoneRegionIsACountry) {
    EXPECT_EQ(parse_house_patch(R"({"phone_region":"AT"})")->phone_region, "AT");
    EXPECT_EQ(parse_house_patch(R"({"phone_region":null})")->phone_region, "");
    for (const std::string_view bad : {R"("at")", R"("Austria")", R"("ZZ")", R"("*")", "43"}) {
        EXPECT_FALSE(parse_house_patch(R"({"phone_region":)" + std::string(bad) + "}")) << bad;
    }
}

// The number and the country may come together.
TEST(HousePatch, TheStaffsNumberIsOfTheBusinesssCountry) {
    const auto settled = [](std::string_view body, engine::House house) {
        const auto patch = parse_house_patch(body);
        house = merged(*patch, house);
        return settle_phone(*patch, house) ? house.staff_phone : "refused";
    };
    const engine::House berlin{.time_zone = "Europe/Berlin"};
    EXPECT_EQ(settled(R"({"staff_phone":"030 901820"})", berlin), "+4930901820");
    EXPECT_EQ(settled(R"({"staff_phone":"01 234567","phone_region":"AT"})", berlin), "+431234567");
    EXPECT_EQ(settled(R"({"staff_phone":"+1 415 555 0100"})", {}), "+14155550100");
    EXPECT_EQ(settled(R"({"staff_phone":"030 901820"})", {}), "refused");
    EXPECT_EQ(settled(R"({"staff_phone":"call me"})", berlin), "refused");
    EXPECT_EQ(settled(R"({"staff_phone":null})", {.staff_phone = "+4930901820"}), "");
    EXPECT_EQ(settled(R"({"name":"Aster"})", {.staff_phone = "+4930901820"}), "+4930901820");
}

TEST(HouseJson, ShowsTheSecretOnlyWhenAsked) {
    engine::House house{.name = "Salon", .webhook_url = "https://hooks.example"};
    house.webhook_secret.assign(3, std::byte{255});
    house.captcha_secret = "never shown";
    const auto text = [&](interchange::WebhookInAnswer webhook) {
        std::string json;
        JsonWriter writer{json};
        interchange::write_house(writer, house, webhook);
        return json;
    };
    const std::string common =
        R"({"name":"Salon","reply_to":null,"staff_email":null,)"
        R"("staff_phone":null,"address":null,"locale":"en",)"
        R"("consent_text":null,"channels":"sms_first","phone_messages":"whatsapp_first",)"
        R"("open_tracking":false,)"
        R"("monthly_summary":true,"event_reminder":"1d","rate":0,"has_webhook":true)";
    const std::string format = R"(,"webhook_format":"plain")";
    const std::string place = R"(,"time_zone":"UTC","widget_origins":[],"text_countries":[],)"
                              R"("phone_region":null,"phone_region_guess":null,)"
                              R"("captcha":"none","captcha_site_key":null,)"
                              R"("keep_people":null,"keep_messages":null,"keep_histories":null)";
    const std::string address = R"(,"webhook_url":"https://hooks.example")";
    EXPECT_EQ(text(interchange::WebhookInAnswer::Presence), common + format + place + "}");
    EXPECT_EQ(text(interchange::WebhookInAnswer::Address), common + address + format + place + "}");
    EXPECT_EQ(text(interchange::WebhookInAnswer::Secret),
              common + address + format + place + R"(,"webhook_secret":"whsec_////"})");
}

}  // namespace
}  // namespace standby::http
