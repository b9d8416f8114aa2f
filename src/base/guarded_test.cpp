// Tests of the lock around the data, and of what gets out of it.
#include "base/guarded.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace standby {
namespace {

TEST(Guarded, CountsEveryIncrementOfEveryThread) {
    Guarded<int> counter(0);
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&counter] {
            for (int round = 0; round < 10'000; ++round) {
                counter.with([](int& value) { ++value; });
            }
        });
    }
    threads.clear();
    EXPECT_EQ(counter.copy(), 40'000);
}

TEST(Guarded, ReturnsValuesNotReferences) {
    Guarded<std::string> text(std::string("inside"));
    auto out = text.with([](std::string& value) -> std::string& { return value; });
    static_assert(std::is_same_v<decltype(out), std::string>);
    out = "outside";
    EXPECT_EQ(text.copy(), "inside");
}

TEST(Guarded, GivesReadersConstantData) {
    const Guarded<std::string> text(std::string("inside"));
    EXPECT_EQ(text.with([](const auto& value) {
        static_assert(std::is_const_v<std::remove_reference_t<decltype(value)>>);
        return value.size();
    }),
              6U);
}

TEST(Guarded, HandsBackWhatItReplaces) {
    Guarded<std::unique_ptr<int>> holder(std::make_unique<int>(1));
    const std::unique_ptr<int> before = holder.exchange(std::make_unique<int>(2));
    EXPECT_EQ(*before, 1);
    EXPECT_EQ(holder.with([](const std::unique_ptr<int>& value) { return *value; }), 2);
}

TEST(Guarded, StartsWithADefaultValue) {
    EXPECT_EQ(Guarded<int>().copy(), 0);
}

}  // namespace
}  // namespace standby
