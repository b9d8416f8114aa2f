// Tests of the cookie of known browsers: for how long it counts, and that nobody else makes one.
#include "http/auth/known_device.hpp"

#include "http/auth/short_code.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

constexpr Time today{std::chrono::days{20'000}};

TokenSigner signer_of(std::uint8_t seed) {
    return TokenSigner::create({engine::Secret{.id = 1,
                                               .purpose = engine::SecretPurpose::GuestTokens,
                                               .bytes = std::vector<std::byte>(32, std::byte{seed}),
                                               .created_at = {},
                                               .retired_at = {}}})
        .value();
}

std::string header_of(const std::string& set_cookie) {
    return "a=b; " + set_cookie.substr(0, set_cookie.find(';')) + "; __Host-standby=ss_x";
}

TEST(KnownDeviceTest, IsKnownForFourHundredDays) {
    const TokenSigner signer = signer_of(1);
    const std::string header = header_of(device_cookie_text(signer, today));
    const auto found = find_known_device(header, signer, today);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->id.size(), 22u);
    EXPECT_FALSE(found->is_to_be_renewed);
    EXPECT_TRUE(find_known_device(header, signer, today + device_renewed_after)->is_to_be_renewed);
    EXPECT_TRUE(find_known_device(header, signer, today + device_lifetime - Duration{1}));
    EXPECT_FALSE(find_known_device(header, signer, today + device_lifetime));
}

TEST(KnownDeviceTest, IsForThisServerAndOutOfReachOfScripts) {
    const std::string text = device_cookie_text(signer_of(1), today);
    EXPECT_TRUE(text.starts_with("__Host-standby-device="));
    EXPECT_TRUE(text.ends_with("; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=34560000"));
    EXPECT_NE(text, device_cookie_text(signer_of(1), today)) << "each browser has its own";
}

TEST(KnownDeviceTest, NobodyElseCanMakeOne) {
    const TokenSigner signer = signer_of(1);
    const std::string header = header_of(device_cookie_text(signer_of(2), today));
    EXPECT_FALSE(find_known_device(header, signer, today));
    std::string changed = header_of(device_cookie_text(signer, today));
    char& letter = changed[changed.find("device=") + 12];
    letter = letter == 'A' ? 'B' : 'A';
    EXPECT_FALSE(find_known_device(changed, signer, today));
    const std::string code =
        make_short_code(signer, {.purpose = TokenPurpose::Entry, .id = 1, .expires_at = today});
    for (const std::string& value :
         {std::string{}, std::string("x"), std::string(5000, 'A'), code}) {
        EXPECT_FALSE(find_known_device("__Host-standby-device=" + value, signer, today)) << value;
    }
    EXPECT_FALSE(find_known_device("", signer, today));
}

TEST(KnownDeviceTest, IsNoShortCode) {
    const TokenSigner signer = signer_of(1);
    const std::string text = device_cookie_text(signer, today);
    const std::string value = text.substr(22, text.find(';') - 22);
    EXPECT_FALSE(read_short_code(signer, value, today));
}

}  // namespace
}  // namespace standby::http
