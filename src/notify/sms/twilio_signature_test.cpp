// What Twilio's own library computes (twilio 6.2.0 for Node), and what must not pass.
#include "notify/sms/twilio_signature.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

const std::string token = "12345";
const std::string url = "https://example.com/myapp.php?foo=1&bar=2";
const FormParams documented = {{"CallSid", "CA1234567890ABCDE"},
                               {"Caller", "+12349013030"},
                               {"Digits", "1234"},
                               {"From", "+12349013030"},
                               {"To", "+18005551212"}};

const std::string documented_signature = "vNe7KK2kJwCsxc9K3OLkkKB3qqI=";

TEST(TwilioSignature, IsThatOfTwiliosLibrary) {
    EXPECT_EQ(twilio_signature(token, url, documented), documented_signature);
    EXPECT_EQ(twilio_signature("s\xc3\xa9"
                               "cret",
                               "https://standby.example/hooks/sms",
                               {{"Body", "\xc3\x9cn\xc3\xaf"
                                         "code 1\xef\xb8\x8f\xe2\x83\xa3 & more"},
                                {"b", "2"},
                                {"a", ""},
                                {"B", "x"}}),
              "udReioHcynbjrYMyr1SuafXvypw=");
    EXPECT_EQ(twilio_signature(token, "http://h/", {}), "IzKaCK671czrkJEESuBPKigd9r8=");
}

TEST(TwilioSignature, CountsEachValueOfARepeatedNameOnce) {
    EXPECT_EQ(
        twilio_signature(token, "http://h/",
                         {{"MediaUrl", "b"}, {"M", "1"}, {"MediaUrl", "a"}, {"MediaUrl", "b"}}),
        "BSUbBOAVBGdgiSL8+2y1n9wFggc=");
}

TEST(TwilioSignature, DoesNotDependOnTheOrderOfParameters) {
    const FormParams reversed(documented.rbegin(), documented.rend());
    EXPECT_EQ(twilio_signature(token, url, reversed), documented_signature);
}

TEST(TwilioSignature, HoldsWithAndWithoutThePort) {
    const std::string with_port = "https://example.com:443/myapp.php?foo=1&bar=2";
    const std::string signature_with_port = "rRyApp2BmeNbfvDRorL/FjZz1XY=";
    EXPECT_TRUE(is_signed_by_twilio(token, url, documented, documented_signature));
    EXPECT_TRUE(is_signed_by_twilio(token, url, documented, signature_with_port));
    EXPECT_TRUE(is_signed_by_twilio(token, with_port, documented, documented_signature));
    EXPECT_TRUE(is_signed_by_twilio(token, with_port, documented, signature_with_port));
    EXPECT_TRUE(is_signed_by_twilio(token, "http://[::1]/a", {},
                                    twilio_signature(token, "http://[::1]:80/a", {})));
    EXPECT_TRUE(is_signed_by_twilio(token, "http://u:p@h:8080", {},
                                    twilio_signature(token, "http://u:p@h", {})));
}

TEST(TwilioSignature, IsRefusedWhenAnythingIsDifferent) {
    EXPECT_FALSE(is_signed_by_twilio("54321", url, documented, documented_signature));
    EXPECT_FALSE(is_signed_by_twilio(token, url + "&x=1", documented, documented_signature));
    EXPECT_FALSE(
        is_signed_by_twilio(token, "http" + url.substr(5), documented, documented_signature));
    FormParams more = documented;
    more.emplace_back("Body", "1");
    EXPECT_FALSE(is_signed_by_twilio(token, url, more, documented_signature));
    EXPECT_FALSE(is_signed_by_twilio(token, url, documented, ""));
    EXPECT_FALSE(is_signed_by_twilio(token, url, documented, documented_signature + " "));
    EXPECT_FALSE(is_signed_by_twilio(token, url, documented, documented_signature.substr(1)));
}

TEST(TwilioSignature, NeedsAToken) {
    EXPECT_FALSE(is_signed_by_twilio("", url, documented, twilio_signature("", url, documented)));
}

}  // namespace
}  // namespace standby::notify
