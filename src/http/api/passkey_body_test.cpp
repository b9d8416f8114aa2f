// Tests of the bodies of passkeys: what is read, and what is refused by name.
#include "http/api/passkey_body.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(PasskeyBody, ReadsBytesInBase64Url) {
    const auto body =
        parse_new_passkey(R"({"name":"Work phone","client_data":"e30","attestation":"oA"})");
    ASSERT_TRUE(body);
    EXPECT_EQ(body->name, "Work phone");
    EXPECT_EQ(body->client_data, "{}");
    EXPECT_EQ(body->attestation, (std::vector{std::byte{0xa0}}));
    const auto answer = parse_passkey_answer(
        R"({"credential":"-_8","client_data":"e30","authenticator_data":"AA","signature":"AA"})");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->credential, (std::vector{std::byte{0xfb}, std::byte{0xff}}));
}

TEST(PasskeyBody, RefusesWhatIsMissingOrNoBytes) {
    for (const std::string_view text :
         {R"({})", R"({"name":"","client_data":"e30","attestation":"oA"})",
          R"({"name":"x","client_data":"e30=","attestation":"oA"})",
          R"({"name":"x","client_data":"e3 0","attestation":"oA"})",
          R"({"name":"x","client_data":"e30","attestation":""})",
          R"({"name":"x","client_data":"e30","attestation":7})",
          R"({"name":"x","client_data":"e30","attestation":"oA","more":1})"}) {
        EXPECT_FALSE(parse_new_passkey(text)) << text;
    }
    const std::string long_id(2000, 'A');
    EXPECT_FALSE(parse_passkey_answer(R"({"credential":")" + long_id +
                                      R"(","client_data":"e30","authenticator_data":"AA",)"
                                      R"("signature":"AA"})"));
}

TEST(PasskeyBody, AnIdThatNobodyHasIsNone) {
    EXPECT_EQ(parse_passkey_name(R"({"id":"pk_12","name":"x"})")->number, 12u);
    EXPECT_EQ(parse_passkey_name(R"({"id":"mem_12","name":"x"})")->number, 0u);
    const auto removal = parse_passkey_removal(R"({"id":"pk_1","password":"p","code":"1"})");
    ASSERT_TRUE(removal);
    EXPECT_EQ(removal->proof.password, "p");
    EXPECT_EQ(removal->proof.code, "1");
    EXPECT_FALSE(parse_passkey_removal(R"({"password":"p"})"));
}

}  // namespace
}  // namespace standby::http
