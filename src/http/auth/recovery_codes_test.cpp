// Tests of recovery codes: ten, each different, read however they are typed.
#include "http/auth/recovery_codes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace standby::http {
namespace {

TEST(RecoveryCodesTest, AreTenAndAllDifferent) {
    const NewRecoveryCodes codes = generate_recovery_codes();
    EXPECT_EQ(std::set(codes.texts.begin(), codes.texts.end()).size(), 10u);
    EXPECT_EQ(std::set(codes.hashes.begin(), codes.hashes.end()).size(), 10u);
    for (std::size_t index = 0; index < codes.texts.size(); ++index) {
        EXPECT_EQ(codes.texts[index].size(), 19u) << codes.texts[index];
        EXPECT_EQ(hash_recovery_code(codes.texts[index]), codes.hashes[index]);
    }
}

TEST(RecoveryCodesTest, AreReadHoweverTheyAreTyped) {
    const auto meant = hash_recovery_code("7kq2-m9x4-bzt0-v5h1");
    ASSERT_TRUE(meant);
    for (const std::string_view typed : {"7KQ2-M9X4-BZT0-V5H1", "7kq2m9x4bzt0v5h1",
                                         " 7kq2 m9x4 bzto v5hl ", "7kq2-m9x4-bzTO-v5hI"}) {
        EXPECT_EQ(hash_recovery_code(typed), meant) << typed;
    }
}

TEST(RecoveryCodesTest, NothingElseIsOne) {
    for (const std::string_view typed :
         {"", "123456", "7kq2-m9x4-bzt0-v5h", "7kq2-m9x4-bzt0-v5h11", "7kq2-m9x4-bzt0-v5hu",
          "7kq2_m9x4_bzt0_v5h1", "----------------"}) {
        EXPECT_FALSE(hash_recovery_code(typed)) << typed;
    }
}

}  // namespace
}  // namespace standby::http
