// Tests of Line: the order of tiers, scores and keys, exact positions across lanes, paging, and
// agreement with a sorted set of places under random changes.
#include "core/order/line.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace standby::core {

// Found by gtest when an expectation fails.
void PrintTo(const LinePlace& place, std::ostream* out) {
    *out << "tier " << int{place.lane.tier} << " score " << place.lane.score << " key "
         << place.key;
}

namespace {

using Layout = Line::Layout;
using Places = std::vector<LinePlace>;

LinePlace place(std::uint8_t tier, std::int32_t score, std::uint64_t key) {
    return {.lane = {.tier = tier, .score = score}, .key = key};
}

Line line_of(const Places& places, Layout layout = Layout::Sequence) {
    Line line(layout);
    for (const LinePlace& inserted : places) {
        line.insert(inserted);
    }
    return line;
}

Places page(const Line& line, std::uint64_t index, std::size_t count) {
    Places visited;
    line.for_each_from(index, [&](const LinePlace& visited_place) {
        visited.push_back(visited_place);
        return visited.size() < count;
    });
    return visited;
}

// What the line answers differently from the sorted places, or an empty text.
std::string disagreement(const Line& line, const std::set<LinePlace>& expected) {
    if (line.size() != expected.size() || line.empty() != expected.empty()) {
        return "size";
    }
    std::uint64_t index = 0;
    for (const LinePlace& member : expected) {
        if (!line.contains(member) || line.ahead_of(member) != index || line.at(index) != member) {
            return "member " + std::to_string(index);
        }
        ++index;
    }
    if (line.at(index) != std::nullopt) {
        return "the end";
    }
    return page(line, 0, expected.size() + 1) == Places(expected.begin(), expected.end())
               ? ""
               : "the visited places";
}

TEST(Line, IsEmptyAtFirst) {
    for (const Layout layout : {Layout::Sequence, Layout::Keyed}) {
        const Line line(layout);
        EXPECT_EQ(line.layout(), layout);
        EXPECT_TRUE(line.empty());
        EXPECT_EQ(line.first(), std::nullopt);
        EXPECT_EQ(line.at(0), std::nullopt);
        EXPECT_EQ(line.ahead_of(place(0, 0, 5)), 0U);
        EXPECT_FALSE(line.contains(place(0, 0, 5)));
        EXPECT_EQ(line.find_first([](Ticket) { return true; }), std::nullopt);
        EXPECT_TRUE(page(line, 0, 10).empty());
    }
}

TEST(Line, PutsTheHigherTierFirstThenTheHigherScoreThenTheLowerKey) {
    const Places in_order{place(2, -5, 9),       place(1, 50, 7), place(1, 50, 8),
                          place(1, 0, 1),        place(1, -1, 0), place(0, INT32_MAX, 4),
                          place(0, INT32_MIN, 3)};
    const Places shuffled{in_order[4], in_order[6], in_order[1], in_order[0],
                          in_order[5], in_order[3], in_order[2]};
    for (const Layout layout : {Layout::Sequence, Layout::Keyed}) {
        const Line line = line_of(shuffled, layout);
        EXPECT_EQ(page(line, 0, 100), in_order);
        EXPECT_EQ(line.first(), in_order.front());
        for (std::size_t i = 0; i < in_order.size(); ++i) {
            EXPECT_EQ(line.ahead_of(in_order[i]), i);
            EXPECT_EQ(line.at(i), in_order[i]);
        }
    }
}

TEST(Line, OrdersByMajorBeforeTicketWhenKeyed) {
    const LinePlace early = place(0, 0, std::uint64_t{10} << 32 | 99);
    const LinePlace late = place(0, 0, std::uint64_t{11} << 32 | 1);
    const Line line = line_of({late, early}, Layout::Keyed);
    EXPECT_EQ(line.first(), early);
    EXPECT_EQ(line.first()->ticket(), 99U);
    EXPECT_EQ(line.find_first([](Ticket ticket) { return ticket == 1; }), late);
}

TEST(Line, TellsThePositionOfAPlaceThatIsNotInLine) {
    const Line line = line_of({place(1, 10, 0), place(1, 0, 1), place(0, 10, 2)});
    EXPECT_EQ(line.ahead_of(place(2, 0, 3)), 0U);
    EXPECT_EQ(line.ahead_of(place(1, 10, 3)), 1U);
    EXPECT_EQ(line.ahead_of(place(1, 5, 3)), 1U);
    EXPECT_EQ(line.ahead_of(place(1, 0, 0)), 1U);
    EXPECT_EQ(line.ahead_of(place(0, 11, 3)), 2U);
    EXPECT_EQ(line.ahead_of(place(0, 0, 3)), 3U);
}

TEST(Line, FindsTheFirstMatchInOrderNotInJoiningOrder) {
    const Line line = line_of({place(0, 0, 1), place(0, 5, 2), place(0, 9, 3), place(0, 5, 4)});
    EXPECT_EQ(line.find_first([](Ticket ticket) { return ticket != 3; }), place(0, 5, 2));
    EXPECT_EQ(line.find_first([](Ticket ticket) { return ticket == 1; }), place(0, 0, 1));
    EXPECT_EQ(line.find_first([](Ticket) { return false; }), std::nullopt);
}

TEST(Line, PagesAcrossLanes) {
    Places in_order;
    for (std::int32_t score = 300; score > 0; --score) {
        const auto ticket = static_cast<std::uint64_t>(score) * 10;
        in_order.push_back(place(0, score, ticket));
        in_order.push_back(place(0, score, ticket + 1));
    }
    const Line line = line_of(in_order);
    Places visited;
    while (visited.size() < in_order.size()) {
        const Places next = page(line, visited.size(), 7);
        ASSERT_FALSE(next.empty());
        visited.insert(visited.end(), next.begin(), next.end());
    }
    EXPECT_EQ(visited, in_order);
    EXPECT_TRUE(page(line, in_order.size(), 7).empty());
}

TEST(Line, KeepsExactPositionsOverThousandsOfLanes) {
    constexpr std::int32_t lanes = 5000;
    Line line(Layout::Sequence);
    std::set<LinePlace> expected;
    Prng prng(3);
    for (Ticket ticket = 0; ticket < 3 * lanes; ++ticket) {
        const auto score = static_cast<std::int32_t>(prng.below(lanes));
        line.insert(place(0, score, ticket));
        expected.insert(place(0, score, ticket));
    }
    EXPECT_EQ(disagreement(line, expected), "");
}

TEST(Line, ForgetsEmptyLanes) {
    const std::size_t empty_bytes = Line(Layout::Sequence).memory_bytes();
    Line line(Layout::Sequence);
    for (std::int32_t score = 0; score < 1000; ++score) {
        line.insert(place(0, score, static_cast<Ticket>(score)));
    }
    EXPECT_GT(line.memory_bytes(), empty_bytes + 100'000);
    for (std::int32_t score = 0; score < 1000; ++score) {
        line.erase(place(0, score, static_cast<Ticket>(score)));
    }
    EXPECT_TRUE(line.empty());
    EXPECT_LT(line.memory_bytes(), empty_bytes + 4096);
    line.insert(place(0, 7, 7));
    EXPECT_EQ(line.first(), place(0, 7, 7));
}

TEST(Line, SpendsLittleOnALaneOfOne) {
    for (const Layout layout : {Layout::Sequence, Layout::Keyed}) {
        Line line(layout);
        for (std::int32_t score = 0; score < 10'000; ++score) {
            line.insert(place(0, score, static_cast<Ticket>(score)));
        }
        EXPECT_LT(line.memory_bytes() / line.size(), 512U);
    }
}

TEST(Line, CopiesAreIndependent) {
    for (const Layout layout : {Layout::Sequence, Layout::Keyed}) {
        Line original = line_of({place(0, 0, 1), place(0, 5, 2)}, layout);
        Line copy = original;
        original.erase(place(0, 5, 2));
        copy.insert(place(0, 9, 3));
        EXPECT_EQ(page(original, 0, 9), (Places{place(0, 0, 1)}));
        EXPECT_EQ(page(copy, 0, 9), (Places{place(0, 9, 3), place(0, 5, 2), place(0, 0, 1)}));
        const Line moved = std::move(copy);
        EXPECT_EQ(moved.size(), 3U);
        EXPECT_EQ(moved.layout(), layout);
    }
}

TEST(LineDeathTest, RefusesPlacesThatContradictIt) {
    Line line = line_of({place(0, 0, 1)});
    EXPECT_DEATH(line.insert(place(0, 0, 1)), "");
    EXPECT_DEATH(line.erase(place(0, 1, 1)), "");
    EXPECT_DEATH(line.erase(place(0, 0, 2)), "");
    EXPECT_DEATH(line.insert(place(0, 0, std::uint64_t{1} << 32)), "");
}

struct Scenario {
    const char* name;
    Layout layout;
    std::uint64_t tiers;
    std::uint64_t scores;
    std::uint64_t tickets;
};

class LineRandomly : public testing::TestWithParam<Scenario> {};

LinePlace random_place(Prng& prng, const Scenario& scenario) {
    const auto tier = static_cast<std::uint8_t>(prng.below(scenario.tiers));
    const auto score = static_cast<std::int32_t>(prng.below(scenario.scores)) - 3;
    const std::uint64_t ticket = prng.below(scenario.tickets);
    const std::uint64_t major = scenario.layout == Layout::Keyed ? prng.below(1000) : 0;
    return place(tier, score, major << 32 | ticket);
}

TEST_P(LineRandomly, AgreesWithASortedSet) {
    Prng prng(20'240'603);
    Line line(GetParam().layout);
    std::set<LinePlace> expected;
    for (const std::uint64_t insert_percent : {95, 50, 5, 70, 2}) {
        for (int step = 0; step < 20'000; ++step) {
            const LinePlace drawn = random_place(prng, GetParam());
            if (prng.below(100) < insert_percent) {
                if (expected.insert(drawn).second) {
                    line.insert(drawn);
                }
            } else if (const auto member = expected.lower_bound(drawn); member != expected.end()) {
                line.erase(*member);
                expected.erase(member);
            }
        }
        ASSERT_EQ(disagreement(line, expected), "");
    }
}

INSTANTIATE_TEST_SUITE_P(, LineRandomly,
                         testing::Values(Scenario{"OneLane", Layout::Sequence, 1, 1, 70'000},
                                         Scenario{"Points", Layout::Sequence, 2, 11, 70'000},
                                         Scenario{"ManyLanes", Layout::Sequence, 200, 1000, 70'000},
                                         Scenario{"OneKeyedLane", Layout::Keyed, 1, 1, 70'000},
                                         Scenario{"ManyKeyedLanes", Layout::Keyed, 5, 300, 1000}),
                         [](const auto& scenario) { return scenario.param.name; });

RC_GTEST_PROP(LinePlaceProperty, ALaneOrderIsTheLaneKeyAsANumber,
              (std::uint8_t tier, std::int32_t score, std::uint8_t other_tier,
               std::int32_t other_score)) {
    const LaneKey lane{.tier = tier, .score = score};
    const LaneKey other{.tier = other_tier, .score = other_score};
    RC_ASSERT(lane_key(lane_order(lane)) == lane);
    RC_ASSERT((lane < other) == (lane_order(lane) < lane_order(other)));
}

RC_GTEST_PROP(LineProperty, WhatIsInsertedAtAPlaceGetsThePositionThatWasPromised,
              (const std::set<std::pair<std::int8_t, std::uint16_t>>& drawn, std::int8_t score,
               std::uint16_t ticket)) {
    RC_PRE(!drawn.contains({score, ticket}));
    Line line(Layout::Sequence);
    for (const auto& [member_score, member_ticket] : drawn) {
        line.insert(place(0, member_score, member_ticket));
    }
    const LinePlace added = place(0, score, ticket);
    const std::uint64_t promised = line.ahead_of(added);
    line.insert(added);
    RC_ASSERT(line.ahead_of(added) == promised);
    RC_ASSERT(line.at(promised) == added);
}

}  // namespace
}  // namespace standby::core
