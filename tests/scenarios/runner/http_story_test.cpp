// The comparison with the core must find every kind of difference, and only those.
#include "tests/scenarios/runner/http_story.hpp"

#include "core/model/ids.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::scenarios {
namespace {

using ::testing::HasSubstr;

EventRecord event(std::uint32_t list, std::uint64_t number, std::string type) {
    EventRecord record;
    record.resource = core::format_id(core::ResourceNumber{list});
    record.number = number;
    record.type = std::move(type);
    record.entry = core::format_id(core::entry_id(core::ResourceNumber{list}, 4));
    record.details = {{"delta", "5"}};
    return record;
}

TEST(FirstDifference, IsNoneBetweenTheSameEvents) {
    EXPECT_FALSE(first_difference({}, {}));
    EXPECT_FALSE(first_difference({event(1, 1, "a")}, {event(1, 1, "a")}));
}

TEST(FirstDifference, LeavesOutHashesAndHowListsAreNumbered) {
    EventRecord other = event(3, 1, "a");
    other.hash = "ab";
    EXPECT_FALSE(first_difference({event(1, 1, "a")}, {other}));
    // Which of two lists came first at one moment is nobody's business.
    EXPECT_FALSE(first_difference({event(1, 1, "a"), event(2, 1, "b"), event(1, 2, "c")},
                                  {event(1, 1, "a"), event(1, 2, "c"), event(2, 1, "b")}));
}

TEST(FirstDifference, ShowsWhatIsMissingOrTooMuch) {
    EXPECT_THAT(*first_difference({event(1, 1, "a")}, {}), HasSubstr("has\n        nothing"));
    EXPECT_THAT(*first_difference({}, {event(1, 1, "a")}), HasSubstr("list 1 event 1"));
}

TEST(FirstDifference, SeesEveryFieldThatIsCompared) {
    const EventRecord same = event(1, 1, "a");
    const core::ResourceNumber list{1};
    std::vector<EventRecord> others(10, same);
    others[0].number = 2;
    others[1].at += Duration{1};
    others[2].type = std::string("b");
    others[3].reason = std::string("declined");
    others[4].from = std::string("waiting");
    others[5].to = std::string("waiting");
    others[6].entry = core::format_id(core::entry_id(list, 5));
    others[7].offer = core::format_id(core::offer_id(list, core::OfferNumber{1}));
    others[8].opening = core::format_id(core::opening_id(list, core::OpeningNumber{1}));
    others[9].details["delta"] = std::string("6");
    for (std::size_t at = 0; at < others.size(); ++at) {
        EXPECT_TRUE(first_difference({same}, {others[at]})) << at;
    }
}

TEST(RunStoryOverHttp, SaysWhenThereIsNoServer) {
    const Verdict verdict =
        run_story_over_http("tests/scenarios/the_saturday_colour.txt", "/bin/false");
    ASSERT_FALSE(verdict.findings.empty());
    EXPECT_THAT(verdict.findings.front(), HasSubstr("over HTTP: the server does not start"));
}

TEST(RunStoryOnTwoNodes, SaysWhenThereIsNoDatabase) {
    const Verdict verdict = run_story_on_two_nodes("tests/scenarios/the_saturday_colour.txt",
                                                   {.binary = "/bin/false", .postgres = ""});
    ASSERT_FALSE(verdict.findings.empty());
    EXPECT_THAT(verdict.findings.front(), HasSubstr("on two nodes: STANDBY_TEST_POSTGRES"));
}

}  // namespace
}  // namespace standby::scenarios
