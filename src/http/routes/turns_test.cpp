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

SelfOwned visit(Turns& turns, int number, std::vector<int>& seen, std::coroutine_handle<>& inside) {
    const auto turn = co_await turns.take();
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

}  // namespace
}  // namespace standby::http
