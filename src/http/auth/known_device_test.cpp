// Tests of the cookie of known browsers: for how long it counts, and that nobody else makes one.
#include "http/auth/known_device.hpp"

#include "base/text_coding.hpp"
#include "http/auth/short_code.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

constexpr Time today{std::chrono::days{20'000}};
constexpr std::string_view noor = "noor@aster.example";
constexpr std::string_view mallory = "mallory@evil.example";

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
    const std::string header = header_of(device_cookie_text(signer, {}, noor, today));
    const auto found = find_known_device(header, signer, today);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name().size(), 22u);
    EXPECT_FALSE(found->is_to_be_renewed);
    EXPECT_TRUE(find_known_device(header, signer, today + device_renewed_after)->is_to_be_renewed);
    EXPECT_TRUE(find_known_device(header, signer, today + device_lifetime - Duration{1}));
    EXPECT_FALSE(find_known_device(header, signer, today + device_lifetime));
}

TEST(KnownDeviceTest, CountsForWhoeverSignedInAndForNobodyElse) {
    const TokenSigner signer = signer_of(1);
    const std::string text = device_cookie_text(signer, {}, mallory, today);
    const auto found = find_known_device(header_of(text), signer, today);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->is_known_for(signer, mallory));
    EXPECT_FALSE(found->is_known_for(signer, noor));
    EXPECT_FALSE(found->is_known_for(signer, ""));
    EXPECT_EQ(text.find("mallory"), std::string::npos);
}

TEST(KnownDeviceTest, IsSharedByAFewWhoWorkAtTheSameDesk) {
    const TokenSigner signer = signer_of(1);
    const auto address = [](std::size_t number) {
        return "staff" + std::to_string(number) + "@aster.example";
    };
    std::optional<KnownDevice> device;
    for (std::size_t number = 0; number <= device_members_max; ++number) {
        for (int again = 0; again < 2; ++again) {
            const std::string text = device_cookie_text(signer, device, address(number), today);
            const auto renewed = find_known_device(header_of(text), signer, today);
            ASSERT_TRUE(renewed) << number;
            EXPECT_TRUE(!device || renewed->id == device->id);
            device = renewed;
        }
    }
    EXPECT_EQ(device->members.size(), device_members_max);
    EXPECT_FALSE(device->is_known_for(signer, address(0))) << "longest ago";
    for (std::size_t number = 1; number <= device_members_max; ++number) {
        EXPECT_TRUE(device->is_known_for(signer, address(number)));
    }
}

// As the first version made them: a byte, the browser, the day.
TEST(KnownDeviceTest, OfTheFirstKindCountsForNobody) {
    const TokenSigner signer = signer_of(1);
    std::vector<std::byte> bytes(17, std::byte{0xd1});
    bytes.insert(bytes.end(), {std::byte{0xa0}, std::byte{0x9c}, std::byte{0x01}});
    const auto signature = signer.sign_short(bytes);
    bytes.insert(bytes.end(), signature.begin(), signature.end());
    const std::string header = "__Host-standby-device=" + encode_base64url(bytes);
    EXPECT_FALSE(find_known_device(header, signer, today));
}

TEST(KnownDeviceTest, IsForThisServerAndOutOfReachOfScripts) {
    const std::string text = device_cookie_text(signer_of(1), {}, noor, today);
    EXPECT_TRUE(text.starts_with("__Host-standby-device="));
    EXPECT_TRUE(text.ends_with("; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=34560000"));
    EXPECT_NE(text, device_cookie_text(signer_of(1), {}, noor, today))
        << "each browser has its own";
}

TEST(KnownDeviceTest, NobodyElseCanMakeOne) {
    const TokenSigner signer = signer_of(1);
    const std::string header = header_of(device_cookie_text(signer_of(2), {}, noor, today));
    EXPECT_FALSE(find_known_device(header, signer, today));
    std::string changed = header_of(device_cookie_text(signer, {}, noor, today));
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
    const std::string text = device_cookie_text(signer, {}, noor, today);
    const std::string value = text.substr(22, text.find(';') - 22);
    EXPECT_FALSE(read_short_code(signer, value, today));
}

}  // namespace
}  // namespace standby::http
