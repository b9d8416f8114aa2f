// Tests of authenticator numbers, with the vectors of RFC 6238.
#include "http/auth/totp.hpp"

#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace standby::http {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

// The secret of appendix B.
const std::vector<std::byte> secret = bytes_of("12345678901234567890");

Time seconds(std::int64_t count) {
    return Time{std::chrono::seconds{count}};
}

TEST(Totp, GivesTheNumbersOfTheStandard) {
    // The last six of the eight digits in appendix B.
    const std::pair<std::int64_t, std::string_view> vectors[] = {
        {59, "287082"},
        {1'111'111'109, "081804"},
        {1'111'111'111, "050471"},
        {1'234'567'890, "005924"},
        {2'000'000'000, "279037"},
        {20'000'000'000, "353130"},
    };
    for (const auto& [at, code] : vectors) {
        EXPECT_EQ(totp_code(secret, totp_step(seconds(at))), code) << at;
    }
}

TEST(Totp, TakesTheNeighboursOfTheStepAndNoOthers) {
    const Time now = seconds(1'000'000'000);
    const std::uint64_t step = totp_step(now);
    for (const std::uint64_t near : {step - 1, step, step + 1}) {
        EXPECT_EQ(find_totp_step(secret, totp_code(secret, near), now, 0), near);
    }
    for (const std::uint64_t far : {step - 2, step + 2}) {
        EXPECT_EQ(find_totp_step(secret, totp_code(secret, far), now, 0), std::nullopt);
    }
}

TEST(Totp, EachStepCountsOnce) {
    const Time now = seconds(1'000'000'000);
    const std::uint64_t step = totp_step(now);
    const std::string code = totp_code(secret, step);
    EXPECT_EQ(find_totp_step(secret, code, now, step - 1), step);
    EXPECT_EQ(find_totp_step(secret, code, now, step), std::nullopt);
    EXPECT_EQ(find_totp_step(secret, code, now, step + 1), std::nullopt);
}

TEST(Totp, PassesOverSpacesAndRefusesTheRest) {
    const Time now = seconds(59);
    EXPECT_TRUE(find_totp_step(secret, "287 082", now, 0));
    for (const std::string_view wrong : {"", "28708", "2870820", "abcdef", "28708２", "-87082"}) {
        EXPECT_FALSE(find_totp_step(secret, wrong, now, 0)) << wrong;
    }
    EXPECT_FALSE(find_totp_step(bytes_of("another secret"), "287082", now, 0));
}

TEST(Totp, WorksAtTheBeginningOfTime) {
    EXPECT_EQ(totp_step(Time{std::chrono::seconds{-5}}), 0U);
    EXPECT_EQ(find_totp_step(secret, totp_code(secret, 1), Time{}, 0), 1U);
}

TEST(Totp, WritesSecretsAsAppsReadThem) {
    // RFC 4648, section 10, without the padding.
    EXPECT_EQ(format_totp_secret(bytes_of("")), "");
    EXPECT_EQ(format_totp_secret(bytes_of("f")), "MY");
    EXPECT_EQ(format_totp_secret(bytes_of("fo")), "MZXQ");
    EXPECT_EQ(format_totp_secret(bytes_of("foob")), "MZXW6YQ");
    EXPECT_EQ(format_totp_secret(bytes_of("foobar")), "MZXW6YTBOI");
}

TEST(Totp, NamesWhoAndWhatForInTheAddress) {
    EXPECT_EQ(totp_uri(bytes_of("foobar"), "Standby", "noor+a@aster.example & co"),
              "otpauth://totp/Standby:noor%2Ba%40aster.example%20%26%20co?secret=MZXW6YTBOI"
              "&issuer=Standby&algorithm=SHA1&digits=6&period=30");
}

}  // namespace
}  // namespace standby::http
