// What the engine is told from beside, and how long whoever tells it waits.
#include "app/runtime/ask_engine.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace standby::app {
namespace {

using core::ResourceNumber;

// Answers as it is told to, or never.
class FakeGateway final : public engine::Gateway {
public:
    Time now() const override { return Time{}; }
    void submit(engine::Request&& request) override {
        requests.push_back(std::move(request));
        engine::Request& given = requests.back();
        if (kept) {
            given.done({.answer = *kept, .replayed = true, .failure = {}});
        } else if (failure) {
            given.done({.answer = {}, .replayed = false, .failure = failure});
        } else if (answers) {
            kept = given.make_answer(core::ResourceState{}, outcome);
            given.done({.answer = *kept, .replayed = false, .failure = {}});
            kept = given.key ? kept : std::nullopt;
        }
    }
    void submit(engine::Query query) override { queries.push_back(std::move(query)); }
    bool read(engine::Effort, std::function<void(engine::Store&, engine::Registry&)>) override {
        return false;
    }

    bool answers = true;
    core::Outcome outcome;
    std::optional<engine::Failure> failure;
    std::optional<engine::Answer> kept;
    std::vector<engine::Request> requests;
    std::vector<engine::Query> queries;
};

const ResourceNumber list{7};
const core::Command command = core::StillHere{.entry = 3};

TEST(TellingTheEngine, SaysWhatCameOfIt) {
    FakeGateway gateway;
    gateway.outcome.answer = {.entry = 3,
                              .offer = core::OfferNumber{5},
                              .opening = core::OpeningNumber{9},
                              .repeated = true};
    const auto told = tell_engine(gateway, list, command);
    ASSERT_TRUE(told);
    EXPECT_FALSE(told->refused);
    EXPECT_EQ(told->entry, 3U);
    EXPECT_EQ(told->offer, core::OfferNumber{5});
    EXPECT_EQ(told->opening, core::OpeningNumber{9});
    EXPECT_TRUE(told->is_repeated);
    EXPECT_FALSE(gateway.requests.front().key);
}

TEST(TellingTheEngine, SaysWhyItWasRefused) {
    FakeGateway gateway;
    gateway.outcome.refusal = core::Refusal{core::RefusalCode::InvalidField, "entry", "is wrong"};
    EXPECT_EQ(tell_engine(gateway, list, command)->refused, core::RefusalCode::InvalidField);
}

TEST(TellingTheEngine, UnderAKeyIsAnsweredAsBefore) {
    FakeGateway gateway;
    gateway.outcome.refusal = core::Refusal{core::RefusalCode::OfferExpired, "", ""};
    gateway.outcome.answer.offer = core::OfferNumber{5};
    static_cast<void>(tell_engine(gateway, list, command, {.key = "a"}));
    gateway.outcome = {};
    const auto again = tell_engine(gateway, list, command, {.key = "a"});
    EXPECT_EQ(again->refused, core::RefusalCode::OfferExpired);
    EXPECT_EQ(again->offer, core::OfferNumber{5});
    EXPECT_EQ(gateway.requests[0].key->key, gateway.requests[1].key->key);
    gateway.kept.reset();
    static_cast<void>(tell_engine(gateway, list, command, {.key = "b"}));
    static_cast<void>(tell_engine(gateway, ResourceNumber{8}, command, {.key = "a"}));
    EXPECT_NE(gateway.requests[0].key->key, gateway.requests[2].key->key);
    EXPECT_NE(gateway.requests[0].key->key, gateway.requests[3].key->key);
}

TEST(TellingTheEngine, ThatTakesNothingNowSaysNothing) {
    FakeGateway gateway;
    gateway.failure = engine::Failure::Overloaded;
    EXPECT_FALSE(tell_engine(gateway, list, command));
}

TEST(TellingTheEngine, EndsWithThePatience) {
    FakeGateway gateway;
    gateway.answers = false;
    const Patience short_one{.time = std::chrono::milliseconds{1}};
    EXPECT_FALSE(tell_engine(gateway, list, command, {.patience = short_one}));
    EXPECT_FALSE(
        look_at_list(gateway, list, [](const core::ResourceState&) { return 1; }, short_one));
    // The answers that come late find nobody, and do no harm.
    gateway.requests.front().done({});
    gateway.queries.front().look({});
}

TEST(TellingTheEngine, EndsWhenItIsToStop) {
    FakeGateway gateway;
    gateway.answers = false;
    const std::atomic<bool> is_stopping = true;
    EXPECT_FALSE(tell_engine(gateway, list, command, {.patience = {.is_stopping = &is_stopping}}));
}

}  // namespace
}  // namespace standby::app
