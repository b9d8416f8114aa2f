// Tests of TRY and CO_TRY, which every fallible function in the project relies on.
#include "base/result.hpp"

#include <gtest/gtest.h>

#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <string>

namespace standby {
namespace {

Result<int, std::string> positive(int value) {
    if (value <= 0) {
        return std::unexpected("not positive");
    }
    return value;
}

Result<void, std::string> check(int value) {
    TRY(positive(value));
    return {};
}

Result<long, std::string> sum(int first, int second) {
    TRY(check(first));
    return TRY(positive(TRY(positive(first)) + second));
}

Result<std::unique_ptr<int>, std::string> boxed(int value) {
    return std::make_unique<int>(TRY(positive(value)));
}

Result<std::unique_ptr<int>, std::string> passed_on(int value) {
    auto box = TRY(boxed(value));
    return box;
}

TEST(Try, YieldsTheValue) {
    EXPECT_EQ(sum(2, 3), 5);
}

TEST(Try, ReturnsTheErrorOfTheFirstFailure) {
    EXPECT_EQ(sum(-1, 3).error(), "not positive");
    EXPECT_EQ(sum(2, -3).error(), "not positive");
}

TEST(Try, MovesValuesThatCannotBeCopied) {
    EXPECT_EQ(**passed_on(7), 7);
    EXPECT_FALSE(passed_on(0).has_value());
}

TEST(Try, AcceptsVoidResults) {
    EXPECT_TRUE(check(1).has_value());
    EXPECT_FALSE(check(0).has_value());
}

// The smallest coroutine that can co_return a Result; it runs to its end when called.
struct Eager {
    struct promise_type {
        Eager get_return_object() {
            return Eager{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_value(Result<int, std::string> value) { result = std::move(value); }
        void unhandled_exception() { std::terminate(); }
        std::optional<Result<int, std::string>> result;
    };
    explicit Eager(std::coroutine_handle<promise_type> started) : handle(started) {}
    Eager(const Eager&) = delete;
    Eager& operator=(const Eager&) = delete;
    ~Eager() { handle.destroy(); }
    std::coroutine_handle<promise_type> handle;
};

Eager doubled(int value) {
    co_await std::suspend_never{};
    auto reply = boxed(value);
    auto number = CO_TRY(std::move(reply));
    co_return *number * 2;
}

TEST(CoTry, YieldsTheValueOrEndsTheCoroutine) {
    EXPECT_EQ(doubled(4).handle.promise().result.value(), 8);
    EXPECT_EQ(doubled(0).handle.promise().result.value().error(), "not positive");
}

}  // namespace
}  // namespace standby
