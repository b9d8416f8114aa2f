// Tests of what the compiler tells about enums.
#include "base/enumerators.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace standby {
namespace {

enum class Colour : std::uint8_t { Red, Green, Blue };
enum class Alone : std::uint8_t { One };

TEST(Enumerators, AreCountedAndNamed) {
    static_assert(enumerator_count<Colour> == 3);
    static_assert(enumerator_count<Alone> == 1);
    EXPECT_EQ(enum_name<Colour>, "Colour");
    EXPECT_EQ(enum_name<Alone>, "Alone");
}

}  // namespace
}  // namespace standby
