// Trying rules on a month that is over: one at a time, and not for long.
#include "tests/routes/handler_test_support.hpp"

#include <gmock/gmock.h>

namespace standby::http {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class TryRules : public Handlers {
protected:
    // One slot came free in November, and somebody was asked; now it is December.
    void SetUp() override {
        salon = make_resource(R"({"name":"Salon","kind":"slots","rules":{"quiet_hours":null}})");
        ASSERT_EQ(join(salon).status(), 201);
        const Told freed = ask("POST", "/v1/resources/" + salon + "/openings", owner,
                               R"({"starts_at":"2026-11-17T12:00:00Z","duration":"30m"})");
        ASSERT_EQ(freed.status(), 201) << freed.response.body;
        gateway.time = start + 20 * 24h;
    }
    Told try_rules() {
        return ask("POST", "/v1/resources/" + salon + "/rules:try", owner,
                   R"({"rules":{"claim_window":"1h"}})");
    }
    void allow(Duration reading, Duration playing) {
        make_api({.public_url = "https://standby.test",
                  .version = "1",
                  .trial_reading_max = reading,
                  .trial_playing_max = playing});
    }
    std::string salon;
};

TEST_F(TryRules, OneAtATimeForEachAccount) {
    Told second;
    gateway.before_read = [&] { second = try_rules(); };
    const Told first = try_rules();
    EXPECT_EQ(first.status(), 200) << first.response.body;
    EXPECT_EQ(second.status(), 429);
    EXPECT_EQ(second.problem(), "too-many-requests");
    EXPECT_NE(second.header("Retry-After"), "");
    EXPECT_EQ(try_rules().status(), 200) << "once the first is done";
}

TEST_F(TryRules, ARefusalDoesNotHoldUpTheNextOne) {
    gateway.refuses_reads = true;
    EXPECT_EQ(try_rules().status(), 503);
    gateway.refuses_reads = false;
    EXPECT_EQ(try_rules().status(), 200);
}

TEST_F(TryRules, AHistoryThatTakesTooLongToReadIsRefusedInWords) {
    allow(0s, 4s);
    const Told told = try_rules();
    EXPECT_EQ(told.status(), 503);
    EXPECT_THAT(told.text("detail"), HasSubstr("standby simulate"));
}

TEST_F(TryRules, WhatWasPlayedInTimeIsTheAnswer) {
    allow(4s, 0s);
    const Told told = try_rules();
    EXPECT_EQ(told.status(), 200) << told.response.body;
    EXPECT_THAT(told.response.body, HasSubstr(R"("seeds":1,)"));
}

}  // namespace
}  // namespace standby::http
