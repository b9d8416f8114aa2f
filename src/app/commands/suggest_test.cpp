// Suggestions for misspelt words.
#include "app/commands/suggest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace standby::app {
namespace {

const std::vector<std::string> known{"serve", "export", "explain", "verify", "--data-dir"};

TEST(Suggest, FindsTheNearestWord) {
    EXPECT_EQ(nearest("sreve", known), "serve");
    EXPECT_EQ(nearest("exlpain", known), "explain");
    EXPECT_EQ(nearest("verfy", known), "verify");
    EXPECT_EQ(nearest("--datadir", known), "--data-dir");
}

TEST(Suggest, SaysNothingWhenNothingIsNear) {
    EXPECT_EQ(nearest("frobnicate", known), "");
    EXPECT_EQ(nearest("", known), "");
    EXPECT_EQ(nearest(std::string(1000, 's'), known), "");
    EXPECT_EQ(suggestion("frobnicate", known), "");
    EXPECT_EQ(suggestion("sreve", known), "; did you mean 'serve'?");
}

}  // namespace
}  // namespace standby::app
