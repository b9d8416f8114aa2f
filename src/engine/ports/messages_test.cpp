// Tests of the names of messages and their kinds.
#include "engine/ports/messages.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace standby::engine {
namespace {

TEST(MessageId, ReadsBackInAnyCase) {
    EXPECT_EQ(format_message_id(1), "msg_1");
    EXPECT_EQ(format_message_id(79), "msg_2F");
    for (const std::uint64_t id : {std::uint64_t{1}, std::uint64_t{31}, std::uint64_t{32},
                                   std::uint64_t{123'456'789}, (std::uint64_t{1} << 63) - 1}) {
        EXPECT_EQ(parse_message_id(format_message_id(id)), id);
    }
    EXPECT_EQ(parse_message_id("msg_2f"), 79U);
    EXPECT_EQ(parse_message_id("msg_lo"), 32U);
}

TEST(MessageId, RefusesAnythingElse) {
    for (const std::string_view bad :
         {"", "msg_", "msg_0", "msg_01", "msg_O1", "msg_U", "msg_1 ", "MSG_1", "ent_1", "1",
          "msg_80000000000000", "msg_8000000000000", "msg_ZZZZZZZZZZZZZ"}) {
        EXPECT_FALSE(parse_message_id(bad)) << bad;
    }
}

TEST(MessageKind, HasANameOfItsOwnThatReadsBack) {
    std::set<std::string_view> names;
    for (int number = 1; number <= static_cast<int>(last_in_outbox); ++number) {
        const auto kind = static_cast<MessageKind>(number);
        EXPECT_TRUE(names.insert(name_of(kind)).second) << number;
        EXPECT_EQ(parse_message_kind(name_of(kind)), kind);
    }
    EXPECT_FALSE(parse_message_kind("unknown"));
}

}  // namespace
}  // namespace standby::engine
