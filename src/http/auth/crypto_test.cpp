// Published vectors, so that a wrong argument order cannot go unnoticed.
#include "http/auth/crypto.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace standby::http {
namespace {

TEST(Crypto, ComputesSipHashAsItsAuthorsDo) {
    std::array<std::byte, 16> key{};
    for (std::size_t index = 0; index < key.size(); ++index) {
        key[index] = static_cast<std::byte>(index);
    }
    // The reference output for the empty input is 31 0e 0e dd 47 db 6f 72.
    EXPECT_EQ(sip_hash(key, ""), 0x310e0edd47db6f72U);
}

TEST(Crypto, FillsWithDifferentBytesEachTime) {
    std::vector<std::byte> first(32);
    std::vector<std::byte> second(32);
    fill_with_randomness(first);
    fill_with_randomness(second);
    EXPECT_NE(first, second);
}

}  // namespace
}  // namespace standby::http
