// Tests of tasks: when they begin, where they go on, and what they leave behind.
#include "http/routes/task.hpp"

#include "base/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace standby::http {
namespace {

// Waits until the test says go.
struct Gate {
    std::coroutine_handle<> waiting;
    auto pass() {
        struct Step {
            Gate& gate;
            bool await_ready() const { return false; }
            void await_suspend(std::coroutine_handle<> handle) { gate.waiting = handle; }
            void await_resume() const {}
        };
        return Step{*this};
    }
};

Task<int> inner(Gate& gate, std::vector<std::string>& seen) {
    seen.emplace_back("inner begins");
    co_await gate.pass();
    seen.emplace_back("inner ends");
    co_return 7;
}

SelfOwned outer(Gate& gate, std::vector<std::string>& seen, std::shared_ptr<int> kept) {
    Task<int> task = inner(gate, seen);
    seen.emplace_back("nothing has begun");
    *kept = co_await task;
    seen.emplace_back("outer ends");
}

TEST(Task, BeginsWhenItIsAwaitedAndGoesOnWhereItIsResumed) {
    Gate gate;
    std::vector<std::string> seen;
    const auto kept = std::make_shared<int>(0);
    outer(gate, seen, kept);
    EXPECT_EQ(seen, (std::vector<std::string>{"nothing has begun", "inner begins"}));
    EXPECT_EQ(kept.use_count(), 2) << "the frame has the other";
    std::jthread([&] { gate.waiting.resume(); }).join();
    EXPECT_EQ(seen.back(), "outer ends");
    EXPECT_EQ(*kept, 7);
    EXPECT_EQ(kept.use_count(), 1) << "the frame is gone";
}

Task<int> same(int number) {
    co_return number;
}

SelfOwned sum(int rounds, long& total) {
    for (int round = 0; round < rounds; ++round) {
        total += co_await same(round);
    }
}

TEST(Task, IsOneOfManyInARow) {
    long total = 0;
    sum(1'000, total);
    EXPECT_EQ(total, 499'500);
}

Task<Result<int, std::string>> half(int number) {
    if (number % 2 != 0) {
        co_return std::unexpected("odd");
    }
    co_return number / 2;
}

Task<Result<int, std::string>> quarter(int number) {
    auto first = co_await half(number);
    const int halved = CO_TRY(std::move(first));
    auto second = co_await half(halved);
    co_return CO_TRY(std::move(second));
}

SelfOwned keep_quarter(int number, Result<int, std::string>& result) {
    result = co_await quarter(number);
}

TEST(Task, PassesAReasonUpToWhoAwaitsIt) {
    Result<int, std::string> result = 0;
    keep_quarter(12, result);
    EXPECT_EQ(result, 3);
    keep_quarter(6, result);
    EXPECT_EQ(result.error(), "odd");
}

}  // namespace
}  // namespace standby::http
