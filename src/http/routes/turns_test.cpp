// Tests of who is let in, who waits and who is turned away.
#include "http/routes/turns.hpp"

#include "http/routes/task.hpp"

#include <gtest/gtest.h>

#include <coroutine>
#include <vector>

namespace standby::http {
namespace {

// A place to stop at until the test says go.
struct Stop {
    std::coroutine_handle<>& kept;
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting) { kept = waiting; }
    void await_resume() const {}
};

SelfOwned visit(Turns& turns, int number, std::vector<int>& seen, std::coroutine_handle<>& inside,
                Turns::Visitor visitor = {}) {
    const auto turn = co_await turns.take(visitor);
    seen.push_back(turn ? number : -number);
    if (turn) {
        co_await Stop{inside};
    }
}

TEST(Turns, LetsAFewInAndTheRestWaitInOrder) {
    Turns turns{{.at_a_time_max = 1, .waiting_max = 2}};
    std::vector<int> seen;
    std::vector<std::coroutine_handle<>> inside(5);
    for (int number = 1; number <= 4; ++number) {
        visit(turns, number, seen, inside[static_cast<std::size_t>(number)]);
    }
    EXPECT_EQ(seen, (std::vector{1, -4})) << "two wait, the fourth is turned away";
    inside[1].resume();
    EXPECT_EQ(seen, (std::vector{1, -4, 2}));
    inside[2].resume();
    inside[3].resume();
    EXPECT_EQ(seen, (std::vector{1, -4, 2, 3}));
    visit(turns, 5, seen, inside[0]);
    EXPECT_EQ(seen.back(), 5) << "there is room again";
    inside[0].resume();
}

TEST(Turns, WhoIsKnownGoesFirstAndHasRoomWhenStrangersFillTheirs) {
    Turns turns{{.at_a_time_max = 1, .waiting_max = 2}};
    std::vector<int> seen;
    std::vector<std::coroutine_handle<>> inside(7);
    for (int number = 1; number <= 4; ++number) {
        visit(turns, number, seen, inside[static_cast<std::size_t>(number)]);
    }
    visit(turns, 5, seen, inside[5], {.is_known = true});
    visit(turns, 6, seen, inside[6], {.is_known = true});
    EXPECT_EQ(seen, (std::vector{1, -4}));
    inside[1].resume();
    inside[5].resume();
    inside[6].resume();
    inside[2].resume();
    inside[3].resume();
    EXPECT_EQ(seen, (std::vector{1, -4, 5, 6, 2, 3}));
}

TEST(Turns, OneStrangerDoesNotFillTheLine) {
    Turns turns{{.at_a_time_max = 1, .waiting_max = 5, .waiting_per_client_max = 2}};
    std::vector<int> seen;
    std::vector<std::coroutine_handle<>> inside(6);
    const ClientKey loud{ClientKey::Kind::Ipv4, 1};
    const ClientKey quiet{ClientKey::Kind::Ipv4, 2};
    for (int number = 1; number <= 4; ++number) {
        visit(turns, number, seen, inside[static_cast<std::size_t>(number)], {.client = loud});
    }
    visit(turns, 5, seen, inside[5], {.client = quiet});
    EXPECT_EQ(seen, (std::vector{1, -4})) << "one inside, two wait, the fourth is turned away";
    inside[1].resume();
    inside[2].resume();
    inside[3].resume();
    EXPECT_EQ(seen, (std::vector{1, -4, 2, 3, 5}));
    inside[5].resume();
}

}  // namespace
}  // namespace standby::http
