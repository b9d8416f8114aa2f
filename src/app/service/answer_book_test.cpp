// Tests of what is known of how soon a house's guests answer.
#include "app/service/answer_book.hpp"

#include "app/commands/offline_engine.hpp"
#include "engine/history/rollup/rollup.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <gtest/gtest.h>

namespace standby::app {
namespace {

using engine::Figure;
using std::chrono::minutes;

struct SetClock final : engine::Clock {
    Time at = std::chrono::sys_days{std::chrono::year{2026} / 3 / 1};
    Time now() const override { return at; }
};

class AnswerBookTest : public testing::Test {
protected:
    core::ResourceNumber make_list(engine::AccountNumber account) {
        const core::ResourceNumber list = store_.allocate_resource(account, {}, clock_.at).value();
        OfflineEngine engine(store_, zones_, clock_, OfflineMessages::StayHere, std::nullopt);
        std::vector<engine::Request> requests;
        requests.push_back({.resource = list,
                            .command = core::CreateResource{},
                            .actor = {.kind = core::ActorKind::Staff, .id = 1},
                            .attachment = {}});
        requests.back().done = [](const engine::Reply&) {};
        engine.carry_out(std::move(requests));
        return list;
    }
    // So many said yes within half an hour.
    void count(core::ResourceNumber list, std::int64_t yes) {
        engine::RollupState state;
        state.totals[0].add(Figure::YesAfter, engine::step_of(engine::answer_steps, minutes{30}),
                            yes);
        state.totals[0].add(Figure::RanOutAfter, engine::step_of(engine::answer_steps, minutes{60}),
                            yes);
        const auto before = store_.rollup(list, 1, 0).value().head;
        std::optional<engine::RollupMark> replaces;
        if (before) {
            replaces = {.version = before->version, .event = before->event};
        }
        const std::uint64_t event = before ? before->event + 1 : 1;
        ASSERT_TRUE(store_
                        .save_rollup(list, {.replaces = replaces,
                                            .head = {.version = engine::rollup_version,
                                                     .event = event,
                                                     .data = engine::encode(state)},
                                            .days = {},
                                            .drops_from = {}})
                        .value());
    }
    void look() { book_.step(store_, clock_.at); }

    SetClock clock_;
    core::ZoneBook zones_;
    store::MemoryStore store_;
    engine::AccountNumber salon_ = store_.create_account("Salon", clock_.at).value().number;
    engine::AccountNumber clinic_ = store_.create_account("Clinic", clock_.at).value().number;
    AnswerBook book_;
};

TEST_F(AnswerBookTest, KnowsNothingOfAHouseWithFewAnswers) {
    const auto list = make_list(salon_);
    look();
    EXPECT_EQ(book_.window_of(list), std::nullopt) << "there are no figures yet";
    count(list, 99);
    clock_.at += AnswerBook::again_after;
    look();
    EXPECT_EQ(book_.window_of(list), std::nullopt);
}

TEST_F(AnswerBookTest, AddsUpTheListsOfAHouseAndNoOther) {
    const auto colour = make_list(salon_);
    const auto cut = make_list(salon_);
    const auto surgery = make_list(clinic_);
    count(colour, 60);
    count(cut, 60);
    count(surgery, 60);
    look();
    ASSERT_TRUE(book_.window_of(colour));
    EXPECT_GT(*book_.window_of(colour), minutes{5});
    EXPECT_EQ(book_.window_of(cut), book_.window_of(colour));
    EXPECT_EQ(book_.window_of(surgery), std::nullopt);
}

TEST_F(AnswerBookTest, LooksAgainAfterAWhile) {
    const auto list = make_list(salon_);
    look();
    count(list, 200);
    look();
    EXPECT_EQ(book_.window_of(list), std::nullopt) << "not all the time";
    clock_.at += AnswerBook::again_after;
    look();
    EXPECT_NE(book_.window_of(list), std::nullopt);
}

TEST_F(AnswerBookTest, FiguresThatCannotBeReadTellNothing) {
    const auto list = make_list(salon_);
    ASSERT_TRUE(store_
                    .save_rollup(list, {.replaces = {},
                                        .head = {.version = engine::rollup_version,
                                                 .event = 1,
                                                 .data = {std::byte{0xFF}}},
                                        .days = {},
                                        .drops_from = {}})
                    .value());
    look();
    EXPECT_EQ(book_.window_of(list), std::nullopt);
}

}  // namespace
}  // namespace standby::app
