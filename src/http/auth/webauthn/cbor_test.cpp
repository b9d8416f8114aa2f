// Tests of reading CBOR: the examples of its specification, and everything that is refused.
#include "http/auth/webauthn/cbor.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>
#include <vector>

namespace standby::http {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes(std::initializer_list<int> values) {
    Bytes made;
    for (const int value : values) {
        made.push_back(static_cast<std::byte>(value));
    }
    return made;
}

CborError error_of(std::initializer_list<int> values) {
    const Bytes input = bytes(values);
    const auto read = read_cbor(input);
    EXPECT_FALSE(read.has_value());
    return read ? CborError::TooMuch : read.error();
}

std::int64_t number_of(std::initializer_list<int> values) {
    const Bytes input = bytes(values);
    const auto read = read_cbor(input);
    EXPECT_TRUE(read && read->value.kind == CborKind::Number && read->size == input.size());
    return read ? read->value.number : 0;
}

// The examples of RFC 8949, appendix A.
TEST(CborTest, ReadsNumbers) {
    EXPECT_EQ(number_of({0x00}), 0);
    EXPECT_EQ(number_of({0x17}), 23);
    EXPECT_EQ(number_of({0x18, 0x18}), 24);
    EXPECT_EQ(number_of({0x18, 0xff}), 255);
    EXPECT_EQ(number_of({0x19, 0x03, 0xe8}), 1000);
    EXPECT_EQ(number_of({0x1a, 0x00, 0x0f, 0x42, 0x40}), 1'000'000);
    EXPECT_EQ(number_of({0x1b, 0x00, 0x00, 0x00, 0xe8, 0xd4, 0xa5, 0x10, 0x00}), 1'000'000'000'000);
    EXPECT_EQ(number_of({0x20}), -1);
    EXPECT_EQ(number_of({0x39, 0x01, 0x00}), -257);
    EXPECT_EQ(number_of({0x1b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}),
              std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(error_of({0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}),
              CborError::NotAllowed);
}

TEST(CborTest, ReadsTextsBytesArraysAndMaps) {
    const Bytes input = bytes({0xa3, 0x01, 0x42, 0xca, 0xfe, 0x20, 0x82, 0xf5, 0xf6, 0x63, 'f', 'm',
                               't', 0x64, 'n', 'o', 'n', 'e', 0xff});
    const auto read = read_cbor(input);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->size, input.size() - 1) << "what follows is left alone";
    const CborValue& map = read->value;
    EXPECT_EQ(map.find(1)->bytes.size(), 2u);
    EXPECT_EQ(map.find(-1)->items.size(), 2u);
    EXPECT_EQ(map.find(-1)->items[0].number, 1);
    EXPECT_EQ(map.find(-1)->items[1].kind, CborKind::Null);
    EXPECT_EQ(map.find("fmt")->text(), "none");
    EXPECT_EQ(map.find("none"), nullptr) << "a value is no key";
    EXPECT_EQ(map.find(2), nullptr);
    EXPECT_EQ(map.find(1)->find(1), nullptr);
}

TEST(CborTest, RefusesWhatCouldBeWrittenShorter) {
    EXPECT_EQ(error_of({0x18, 0x17}), CborError::NotShortest);
    EXPECT_EQ(error_of({0x19, 0x00, 0xff}), CborError::NotShortest);
    EXPECT_EQ(error_of({0x1a, 0x00, 0x00, 0xff, 0xff}), CborError::NotShortest);
    EXPECT_EQ(error_of({0x1b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}), CborError::NotShortest);
    EXPECT_EQ(error_of({0x58, 0x01, 0x00}), CborError::NotShortest);
}

TEST(CborTest, RefusesWhatIsNotThere) {
    EXPECT_EQ(error_of({}), CborError::TooShort);
    EXPECT_EQ(error_of({0x19, 0x03}), CborError::TooShort);
    EXPECT_EQ(error_of({0x42, 0x01}), CborError::TooShort);
    EXPECT_EQ(error_of({0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}),
              CborError::TooShort);
    EXPECT_EQ(error_of({0x82, 0x01}), CborError::TooShort);
    EXPECT_EQ(error_of({0xa1, 0x01}), CborError::TooShort);
}

TEST(CborTest, RefusesOtherForms) {
    for (const int head :
         {0x1c, 0x1f, 0x5f, 0x7f, 0x9f, 0xbf, 0xff, 0xc0, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xe0}) {
        EXPECT_EQ(error_of({head, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00}),
                  CborError::NotAllowed)
            << head;
    }
    EXPECT_EQ(error_of({0x61, 0xff}), CborError::BadText);
}

TEST(CborTest, RefusesKeysThatComeAgainOrAreNone) {
    EXPECT_EQ(error_of({0xa2, 0x01, 0x01, 0x01, 0x02}), CborError::BadKey);
    EXPECT_EQ(error_of({0xa2, 0x61, 'a', 0x01, 0x61, 'a', 0x02}), CborError::BadKey);
    EXPECT_EQ(error_of({0xa1, 0x41, 0x01, 0x01}), CborError::BadKey);
    EXPECT_EQ(error_of({0xa1, 0x80, 0x01}), CborError::BadKey);
}

TEST(CborTest, IsBounded) {
    Bytes deep(100, std::byte{0x81});
    deep.push_back(std::byte{0});
    EXPECT_EQ(read_cbor(deep).error(), CborError::TooMuch);
    Bytes many = bytes({0x99, 0x01, 0x01});
    many.resize(many.size() + 257, std::byte{0});
    EXPECT_EQ(read_cbor(many).error(), CborError::TooMuch);
    EXPECT_EQ(error_of({0x9a, 0xff, 0xff, 0xff, 0xff}), CborError::TooMuch);
}

}  // namespace
}  // namespace standby::http
