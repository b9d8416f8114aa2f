// Tests of reading numbers.
#include "base/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace standby {
namespace {

TEST(Number, IsTheWholeText) {
    EXPECT_EQ(parse_number<std::uint16_t>("8080"), 8080);
    EXPECT_EQ(parse_number<int>("-1"), -1);
    EXPECT_EQ(parse_number<double>("0.5"), 0.5);
    for (const char* text : {"", " 1", "1 ", "+1", "1x", "-1", "0x1", "65536"}) {
        EXPECT_FALSE(parse_number<std::uint16_t>(text)) << text;
    }
}

}  // namespace
}  // namespace standby
