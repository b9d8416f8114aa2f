// Tests of the canonical encodings, above all that no two byte sequences mean the same value.
#include "base/bytes.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>
#include <string>

namespace standby {
namespace {

std::vector<std::byte> make_bytes(std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

bool varint_fails(std::initializer_list<int> values) {
    const std::vector<std::byte> bytes = make_bytes(values);
    ByteReader reader(bytes);
    const std::uint64_t value = reader.varint();
    return !reader.ok() && value == 0;
}

TEST(ByteWriter, WritesLittleEndian) {
    std::vector<std::byte> output;
    ByteWriter writer(output);
    writer.u8(0x01);
    writer.u16(0x0302);
    writer.u32(0x07060504);
    writer.u64(0x0f0e0d0c0b0a0908);
    EXPECT_EQ(output, make_bytes({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(ByteWriter, WritesVarintsInSevenBitGroups) {
    std::vector<std::byte> output;
    ByteWriter writer(output);
    writer.varint(0);
    writer.varint(127);
    writer.varint(128);
    writer.varint(300);
    EXPECT_EQ(output, make_bytes({0x00, 0x7f, 0x80, 0x01, 0xac, 0x02}));
}

TEST(ByteWriter, KeepsSmallNegativeNumbersShort) {
    std::vector<std::byte> output;
    ByteWriter writer(output);
    writer.zigzag(0);
    writer.zigzag(-1);
    writer.zigzag(1);
    writer.zigzag(-64);
    EXPECT_EQ(output, make_bytes({0, 1, 2, 127}));
}

TEST(ByteReader, ReadsBackEverythingWritten) {
    std::vector<std::byte> output;
    ByteWriter writer(output);
    writer.u8(0xfe);
    writer.u16(0xfedc);
    writer.u32(0xfedcba98);
    writer.u64(0xfedcba9876543210);
    writer.string("waitlist");
    writer.bytes({});
    writer.raw(make_bytes({9, 8, 7}));
    ByteReader reader(output);
    EXPECT_EQ(reader.u8(), 0xfe);
    EXPECT_EQ(reader.u16(), 0xfedc);
    EXPECT_EQ(reader.u32(), 0xfedcba98);
    EXPECT_EQ(reader.u64(), 0xfedcba9876543210);
    EXPECT_EQ(reader.string(), "waitlist");
    EXPECT_TRUE(reader.bytes().empty());
    EXPECT_FALSE(reader.finished());
    EXPECT_EQ(reader.raw(3).size(), 3U);
    EXPECT_TRUE(reader.finished());
}

TEST(ByteReader, ReadsBackVarintsOfEveryWidth) {
    for (unsigned bits = 0; bits < 64; ++bits) {
        for (const std::uint64_t delta : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
            const std::uint64_t value = (std::uint64_t{1} << bits) + delta;
            const auto signed_value = static_cast<std::int64_t>(value);
            std::vector<std::byte> output;
            ByteWriter writer(output);
            writer.varint(value);
            EXPECT_LE(output.size(), varint_size_max);
            writer.zigzag(signed_value);
            ByteReader reader(output);
            EXPECT_EQ(reader.varint(), value);
            EXPECT_EQ(reader.zigzag(), signed_value);
            EXPECT_TRUE(reader.finished());
        }
    }
}

TEST(ByteReader, ReadsBackTheExtremesOfSignedVarints) {
    for (const std::int64_t value :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
        std::vector<std::byte> output;
        ByteWriter(output).zigzag(value);
        EXPECT_EQ(ByteReader(output).zigzag(), value);
    }
}

TEST(ByteReader, RefusesVarintsThatAreNotCanonical) {
    EXPECT_TRUE(varint_fails({0x80, 0x00}));
    EXPECT_TRUE(varint_fails({0xff, 0x80, 0x00}));
    EXPECT_TRUE(varint_fails({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}));
}

TEST(ByteReader, RefusesVarintsAboveSixtyFourBits) {
    EXPECT_TRUE(varint_fails({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02}));
    EXPECT_TRUE(varint_fails({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0x00}));
    EXPECT_FALSE(varint_fails({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}));
}

TEST(ByteReader, RefusesVarintsThatEndEarly) {
    EXPECT_TRUE(varint_fails({}));
    EXPECT_TRUE(varint_fails({0x80}));
    EXPECT_TRUE(varint_fails({0xff, 0xff}));
}

TEST(ByteReader, StaysFailedAfterTheFirstFailure) {
    const std::vector<std::byte> input = make_bytes({1, 2, 3});
    ByteReader reader(input);
    EXPECT_EQ(reader.u32(), 0U);
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(reader.u8(), 0U);
    EXPECT_EQ(reader.string(), "");
    EXPECT_TRUE(reader.raw(0).empty());
    EXPECT_FALSE(reader.ok());
    EXPECT_FALSE(reader.finished());
    EXPECT_EQ(reader.remaining(), 0U);
}

TEST(ByteReader, RefusesLengthsBeyondTheInput) {
    std::vector<std::byte> output;
    ByteWriter(output).varint(std::numeric_limits<std::uint64_t>::max());
    ByteReader reader(output);
    EXPECT_TRUE(reader.bytes().empty());
    EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, CanBeFailedByItsCaller) {
    const std::vector<std::byte> input = make_bytes({7, 7});
    ByteReader reader(input);
    EXPECT_EQ(reader.u8(), 7);
    reader.fail();
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(reader.u8(), 0);
}

TEST(ByteReader, AcceptsExactlyTheBytesThatTheWriterProduces) {
    Prng prng(1);
    for (int round = 0; round < 20'000; ++round) {
        std::vector<std::byte> input;
        for (std::uint64_t size = prng.below(12); size > 0; --size) {
            const bool is_extreme = prng.chance(1, 2);
            const std::uint64_t value = is_extreme ? 0x80 * prng.below(2) : prng.below(256);
            input.push_back(static_cast<std::byte>(value));
        }
        ByteReader reader(input);
        std::vector<std::byte> output;
        ByteWriter writer(output);
        writer.varint(reader.varint());
        writer.string(reader.string());
        if (reader.ok()) {
            input.resize(input.size() - reader.remaining());
            EXPECT_EQ(output, input);
        }
    }
}

}  // namespace
}  // namespace standby
