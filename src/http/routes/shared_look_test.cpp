// Looks at the store that many want at once, and look-ups of what is not there.
#include "http/routes/shared_look.hpp"

#include "http/routes/unknown_resources.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using namespace std::chrono_literals;

const SharedLook::Instant start{};

TEST(SharedLook, IsOneForAllWhoAskMeanwhile) {
    SharedLook look(250ms);
    int called = 0;
    const auto then = [&called] { ++called; };
    EXPECT_EQ(look.ask(start, then), SharedLook::Admission::Begin);
    EXPECT_EQ(look.ask(start, then), SharedLook::Admission::Joined);
    EXPECT_EQ(look.ask(start + 1h, then), SharedLook::Admission::Joined);
    for (const auto& waiting : look.end()) {
        waiting();
    }
    EXPECT_EQ(called, 3);
    EXPECT_TRUE(look.end().empty());
}

TEST(SharedLook, ComesOnceInTheIntervalAfterAFewInARow) {
    SharedLook look(250ms);
    for (std::uint32_t count = 0; count < SharedLook::in_a_row_max; ++count) {
        EXPECT_EQ(look.ask(start + 249ms, [] {}), SharedLook::Admission::Begin);
        look.end();
    }
    EXPECT_EQ(look.ask(start + 498ms, [] {}), SharedLook::Admission::TooSoon);
    EXPECT_EQ(look.ask(start + 499ms, [] {}), SharedLook::Admission::Begin);
    look.end();
    EXPECT_EQ(look.ask(start + 499ms, [] {}), SharedLook::Admission::TooSoon);
}

TEST(UnknownResources, AreRememberedForAMoment) {
    UnknownResources unknown;
    const core::ResourceNumber resource{7};
    EXPECT_FALSE(unknown.contains(resource, start));
    unknown.add(resource, start);
    EXPECT_TRUE(unknown.contains(resource, start + UnknownResources::remembered_for - 1ms));
    EXPECT_FALSE(unknown.contains(resource, start + UnknownResources::remembered_for));
}

}  // namespace
}  // namespace standby::http
