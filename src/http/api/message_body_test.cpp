// Tests of the body about messages.
#include "http/api/message_body.hpp"

#include "http/api/body_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(ReplayBody, MayNameAResource) {
    EXPECT_EQ(parse_replay("").value(), core::ResourceNumber{});
    EXPECT_EQ(parse_replay(R"({"resource":"res_1"})").value(), core::ResourceNumber{1});
    EXPECT_EQ(errors_of(parse_replay(R"({"resource":"ent_1"})")),
              Errors{"resource must be the id of a resource, such as res_1"});
    EXPECT_EQ(errors_of(parse_replay(R"({"all":true})")), Errors{"all is not a known field"});
}

}  // namespace
}  // namespace standby::http
