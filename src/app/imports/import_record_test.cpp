// What is stored of an import, so that it can be taken back after a restart.
#include "app/imports/import_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ImportRecord, KeepsTicketsAsRuns) {
    TicketRuns tickets;
    for (const core::Ticket ticket : {5U, 6U, 7U, 20U, 22U, 23U}) {
        tickets.add(ticket);
    }
    EXPECT_EQ(tickets.runs().size(), 3U);
    EXPECT_EQ(tickets.size(), 6U);
    EXPECT_THAT(tickets.some(0, 2), ElementsAre(5, 6));
    EXPECT_THAT(tickets.some(2, 3), ElementsAre(7, 20, 22));
    EXPECT_THAT(tickets.some(5, 9), ElementsAre(23));
    EXPECT_THAT(tickets.some(6, 9), IsEmpty());
}

TEST(ImportRecord, ComesBackAsItWasStored) {
    ImportRecord record;
    record.joined.add(7);
    record.joined.add(8);
    record.joined.add(100);
    record.finished_at = Time{Duration{1'795'000'000'000}};
    record.removed = 2;
    record.kept = 1;
    const auto again = decode_record(encode_record(record));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->joined.runs(), record.joined.runs());
    EXPECT_EQ(again->finished_at, record.finished_at);
    EXPECT_EQ(again->removed, 2U);
    EXPECT_EQ(again->kept, 1U);
    EXPECT_EQ(decode_record("")->joined.size(), 0U);
}

TEST(ImportRecord, IsNoneWhereItMakesNoSense) {
    for (const char* text : {"[]", "{", R"({"joined":"5-1"})", R"({"joined":"a"})",
                             R"({"joined":"1-4000000000"})", R"({"finished_at":"noon"})"}) {
        EXPECT_FALSE(decode_record(text)) << text;
    }
}

}  // namespace
}  // namespace standby::app
