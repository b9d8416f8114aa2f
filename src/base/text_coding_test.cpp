// Tests that each text has one meaning and each sequence of bytes one text.
#include "base/text_coding.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdint>

namespace standby {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(Base32, UsesCrockfordsAlphabet) {
    EXPECT_EQ(encode_base32(bytes_of("")), "");
    EXPECT_EQ(encode_base32(bytes_of("foobar")), "csqpyrk1e8");
    EXPECT_EQ(encode_base32(bytes_of("\xff")), "zw");
    EXPECT_TRUE(is_base32("csqpyrk1e8"));
    EXPECT_FALSE(is_base32("CSQP"));
    EXPECT_FALSE(is_base32("il"));
}

TEST(Base64Url, WritesTheVectorsOfRfc4648WithoutPadding) {
    EXPECT_EQ(encode_base64url(bytes_of("")), "");
    EXPECT_EQ(encode_base64url(bytes_of("f")), "Zg");
    EXPECT_EQ(encode_base64url(bytes_of("fo")), "Zm8");
    EXPECT_EQ(encode_base64url(bytes_of("foo")), "Zm9v");
    EXPECT_EQ(encode_base64url(bytes_of("foobar")), "Zm9vYmFy");
    EXPECT_EQ(encode_base64url(bytes_of("\xfb\xff")), "-_8");
}

TEST(Base64Url, RefusesEveryOtherSpelling) {
    for (const char* text : {"Zg==", "Zg=", "Z", "Zh", "Zm9", "Zm9vY", "Zm9v\n", " Zm9v", "+/8"}) {
        EXPECT_FALSE(decode_base64url(text)) << text;
    }
    EXPECT_TRUE(decode_base64url("Zm8"));
}

RC_GTEST_PROP(Base64Url, ReadsBackWhatItWrote, (const std::vector<std::uint8_t>& values)) {
    std::vector<std::byte> bytes;
    for (const std::uint8_t value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    RC_ASSERT(decode_base64url(encode_base64url(bytes)) == bytes);
}

TEST(Base64, WritesTheVectorsOfRfc4648) {
    EXPECT_EQ(encode_base64(bytes_of("")), "");
    EXPECT_EQ(encode_base64(bytes_of("f")), "Zg==");
    EXPECT_EQ(encode_base64(bytes_of("fo")), "Zm8=");
    EXPECT_EQ(encode_base64(bytes_of("foo")), "Zm9v");
    EXPECT_EQ(encode_base64(bytes_of("\xfb\xff")), "+/8=");
}

TEST(Base64, ReadsOnlyWhatItWrites) {
    EXPECT_EQ(decode_base64("Zm8=")->size(), 2U);
    EXPECT_TRUE(decode_base64("")->empty());
    for (const char* text : {"Zg", "Zg=", "Zm9v====", "Zh==", "=", "====", "-_8=", "Zm9v\n"}) {
        EXPECT_FALSE(decode_base64(text)) << text;
    }
}

}  // namespace
}  // namespace standby
