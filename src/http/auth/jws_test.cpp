// Tests of taking JSON Web Signatures apart.
#include "http/auth/jws.hpp"

#include "base/text_coding.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::http {
namespace {

std::string encoded(std::string_view text) {
    return encode_base64url(std::as_bytes(std::span(text.data(), text.size())));
}
std::string jws_of(std::string_view header, std::string_view payload = "{}",
                   std::string_view signature = "xx") {
    return encoded(header) + "." + encoded(payload) + "." + encoded(signature);
}
std::string error_of(std::string_view text) {
    const auto read = read_jws(text);
    return read ? "" : read.error();
}

TEST(JwsTest, TakesItApart) {
    const std::string text =
        jws_of(R"({"typ":"jwt","alg":"EdDSA","kid":"sig_1"})", R"({"sub":"u"})");
    const auto jws = read_jws(text);
    ASSERT_TRUE(jws);
    EXPECT_EQ(jws->algorithm, "EdDSA");
    EXPECT_EQ(jws->key_id, "sig_1");
    EXPECT_EQ(jws->payload, R"({"sub":"u"})");
    EXPECT_EQ(jws->signed_part, text.substr(0, text.rfind('.')));
    EXPECT_EQ(jws->signature.size(), 2u);
}

TEST(JwsTest, RefusesHeadersThatWeakenIt) {
    for (const std::string_view header :
         {R"({"alg":"none","kid":"sig_1"})", R"({"alg":"HS512","kid":"sig_1"})",
          R"({"alg":"hs256","kid":"sig_1"})", R"({"alg":["HS256"],"kid":"sig_1"})",
          R"({"kid":"sig_1"})"}) {
        EXPECT_EQ(error_of(jws_of(header)), "must be signed with HS256 or EdDSA") << header;
    }
    EXPECT_EQ(error_of(jws_of(R"({"alg":"HS256"})")), "must name its key as kid in the header");
    EXPECT_EQ(error_of(jws_of(R"({"alg":"HS256","kid":"s","crit":["exp"],"exp":1})")),
              "must not have crit in the header");
    EXPECT_EQ(error_of(jws_of(R"({"alg":"HS256","kid":"s","typ":"JOSE+JSON"})")),
              "must have the typ JWT or none");
    EXPECT_NE(error_of(jws_of(R"({"alg":"none","alg":"HS256","kid":"s"})")), "") << "twice";
    EXPECT_NE(error_of(jws_of(R"(["HS256"])")), "");
}

TEST(JwsTest, RefusesOtherForms) {
    const std::string good = jws_of(R"({"alg":"HS256","kid":"s"})");
    EXPECT_EQ(error_of(good), "");
    for (const std::string& text :
         {std::string(), std::string(".."), good + ".x", good + "=", " " + good,
          good.substr(0, good.rfind('.')), std::string(jws_length_max + 1, 'a')}) {
        EXPECT_NE(error_of(text), "") << text;
    }
    EXPECT_NE(error_of(jws_of(R"({"alg":"HS256","kid":"s"})", std::string(jws_length_max, ' '))),
              "");
}

}  // namespace
}  // namespace standby::http
