// Published vectors, so that a wrong argument order cannot go unnoticed.
#include "base/hmac.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace standby {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(Hmac, ComputesHmacAsInRfc4231) {
    EXPECT_EQ(to_hex(HmacKey(bytes_of("Jefe")).sign(bytes_of("what do ya want for nothing?"))),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    const std::string long_key(131, '\xaa');
    EXPECT_EQ(to_hex(HmacKey(bytes_of(long_key))
                         .sign(bytes_of("Test Using Larger Than Block-Size Key - Hash Key First"))),
              "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Hmac, SignsAgainAfterSigning) {
    const HmacKey key(bytes_of("Jefe"));
    EXPECT_EQ(key.sign(bytes_of("one")), key.sign(bytes_of("one")));
    EXPECT_NE(key.sign(bytes_of("one")), key.sign(bytes_of("two")));
}

TEST(Hmac, ComparesContentAndLength) {
    EXPECT_TRUE(equal_in_constant_time(bytes_of("same"), bytes_of("same")));
    EXPECT_TRUE(equal_in_constant_time({}, {}));
    EXPECT_FALSE(equal_in_constant_time(bytes_of("same"), bytes_of("sane")));
    EXPECT_FALSE(equal_in_constant_time(bytes_of("same"), bytes_of("sam")));
}

}  // namespace
}  // namespace standby
