// Months with known truths: what a what-if says of them, and what really would have been.
#include "engine/whatif/what_if.hpp"

#include "engine/whatif/month_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace standby::engine::whatif {
namespace {

using std::chrono::minutes;
using ::testing::AllOf;
using ::testing::Ge;
using ::testing::Le;

double share(const Tally& tally) {
    return static_cast<double>(tally.filled) / static_cast<double>(tally.freed);
}

struct Asked {
    explicit Asked(TestMonth made)
        : maker(std::move(made)),
          played(maker.play()),
          month(maker.record(played.events)),
          model(month.evidence),
          question{.month = month, .model = model, .zones = maker.zones} {}

    MonthMaker maker;
    PlayedMonth played;
    RecordedMonth month;
    ResponseModel model;
    MonthQuestion question;
};

void expect_within(const Figures& figures, double value) {
    EXPECT_THAT(value, AllOf(Ge(figures.interval.first - 1e-9), Le(figures.interval.second + 1e-9)))
        << "filled " << figures.filled;
}

TEST(WhatIf, TheSameRulesReproduceTheRecordedMonth) {
    Asked asked(TestMonth{});
    ASSERT_GT(asked.played.tally.filled, 30U);
    const Figures figures = play_all(asked.question, asked.month.rules, 20);
    EXPECT_EQ(figures.freed, asked.played.tally.freed);
    expect_within(figures, share(asked.played.tally));
    EXPECT_NEAR(figures.filled, share(asked.played.tally), 0.01);
    EXPECT_NEAR(figures.asked * static_cast<double>(figures.freed),
                static_cast<double>(asked.played.tally.asked), 5);
}

TEST(WhatIf, TheSameRulesReproduceAMonthWithLateYes) {
    TestMonth made;
    made.rules.late_yes = true;
    made.rules.auto_window = true;
    made.truth.yes_share = 0.2;
    Asked asked(made);
    const Figures figures = play_all(asked.question, asked.month.rules, 20);
    expect_within(figures, share(asked.played.tally));
}

TEST(WhatIf, WhoeverIsAskedWhetherTheyStillWantItAnswersAsTheyDid) {
    TestMonth made{.here_of_100 = 60};
    made.rules.ping_after = std::chrono::days{5};
    made.rules.ping_grace = std::chrono::days{2};
    made.truth.yes_share = 0.3;
    Asked asked(made);
    EXPECT_FALSE(asked.month.silent.empty()) << "some were set aside";
    const Figures figures = play_all(asked.question, asked.month.rules, 20);
    expect_within(figures, share(asked.played.tally));
    EXPECT_NEAR(figures.filled, share(asked.played.tally), 0.01);
    // Where nobody was asked, nobody is taken for somebody who has forgotten the list.
    Asked unasked(TestMonth{});
    const Figures as_it_was = play_all(unasked.question, unasked.month.rules, 5);
    const Figures with_questions = play_all(unasked.question, made.rules, 5);
    EXPECT_NEAR(with_questions.filled, as_it_was.filled, 1e-9);
}

TEST(WhatIf, TheSameRulesReproduceAMonthOfCountedPlaces) {
    // Places are released one by one, and guests who give theirs up free it again.
    TestMonth made{.kind = core::Kind::Access,
                   .rules = core::default_rules(core::Kind::Access),
                   .openings = 120,
                   .entries = 400,
                   .capacity = 120,
                   .leave_of_100 = 30};
    made.truth = {.yes_share = 0.5, .no_share = 0.2, .median = minutes{12}, .sigma = 1.5};
    made.rules.claim_window = std::chrono::hours{3};
    Asked asked(made);
    ASSERT_GT(asked.played.tally.freed, made.openings) << "some were given up";
    ASSERT_GT(asked.played.tally.filled, 60U);
    const Figures figures = play_all(asked.question, asked.month.rules, 10);
    EXPECT_NEAR(static_cast<double>(figures.freed), static_cast<double>(asked.played.tally.freed),
                5);
    EXPECT_NEAR(figures.filled, share(asked.played.tally), 0.05);
}

TEST(WhatIf, AListOnWhichNothingCameFreeHasNothingToTell) {
    TestMonth made{.kind = core::Kind::Access, .openings = 0, .entries = 20};
    made.rules = core::default_rules(core::Kind::Access);
    Asked asked(made);
    EXPECT_EQ(asked.played.tally.freed, 0U);
    EXPECT_EQ(play_all(asked.question, asked.month.rules, 2).freed, 0U);
}

// The same people under other rules: once for real, and once as what-ifs of months in which they
// had ten minutes each. One month says little, so several are looked at together.
struct Compared {
    double before = 0;
    double said = 0;
    double truly = 0;
    int within = 0;
};

Compared compare_months(const std::function<void(core::Rules&)>& change) {
    constexpr std::uint64_t months = 5;
    Compared sum;
    for (std::uint64_t seed = 1; seed <= months; ++seed) {
        TestMonth made{.seed = seed};
        made.truth.yes_share = 0.15;
        Asked asked(made);
        change(made.rules);
        const double truly = share(MonthMaker(made).play().tally);
        const Figures figures = play_all(asked.question, made.rules, 20);
        sum.before += share(asked.played.tally) / months;
        sum.said += figures.filled / months;
        sum.truly += truly / months;
        const bool is_within = truly >= figures.interval.first && truly <= figures.interval.second;
        sum.within += is_within ? 1 : 0;
    }
    return sum;
}

TEST(WhatIf, OtherRulesGiveWhatTheyWouldHaveGiven) {
    const Compared longer =
        compare_months([](core::Rules& rules) { rules.claim_window = std::chrono::hours{1}; });
    EXPECT_NEAR(longer.said, longer.truly, 0.04);
    EXPECT_GE(longer.within, 3);
}

TEST(WhatIf, LateYesGivesWhatItWouldHaveGiven) {
    const Compared late = compare_months([](core::Rules& rules) { rules.late_yes = true; });
    EXPECT_GT(late.truly, late.before + 0.05);
    EXPECT_NEAR(late.said, late.truly, 0.04);
    EXPECT_GE(late.within, 3);
}

TEST(WhatIf, TheSameSeedGivesTheSame) {
    Asked asked(TestMonth{.openings = 60, .entries = 150});
    core::Rules rules = asked.month.rules;
    rules.claim_window = minutes{30};
    const Tally one = play(asked.question, rules, 7);
    const Tally two = play(asked.question, rules, 7);
    EXPECT_EQ(one.filled, two.filled);
    EXPECT_EQ(one.asked, two.asked);
    EXPECT_EQ(one.messages, two.messages);
    EXPECT_EQ(one.to_fill, two.to_fill);
}

TEST(WhatIf, SeedsDifferWhereSomethingIsNotKnown) {
    Asked asked(TestMonth{.openings = 100, .entries = 200});
    core::Rules rules = asked.month.rules;
    rules.claim_window = std::chrono::hours{2};
    const Figures figures = play_all(asked.question, rules, 20);
    EXPECT_LT(figures.interval.first, figures.interval.second);
    EXPECT_THAT(figures.filled, AllOf(Ge(figures.interval.first), Le(figures.interval.second)));
}

TEST(WhatIf, StopsWhenItIsTold) {
    Asked asked(TestMonth{.openings = 20, .entries = 50});
    const Figures figures = play_all(asked.question, asked.month.rules, 50,
                                     [](std::uint32_t done) { return done < 3; });
    EXPECT_EQ(figures.seeds, 3U);
}

TEST(WhatIf, SaysWhichRuleCannotBe) {
    Asked asked(TestMonth{.openings = 5, .entries = 10});
    core::Rules rules = asked.month.rules;
    rules.claim_window = std::chrono::days{90};
    const auto refusal = objection_to(asked.question, rules);
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->field, "rules.claim_window");
    EXPECT_FALSE(objection_to(asked.question, asked.month.rules));
}

TEST(WhatIf, WhoGaveUpWaitingKeepsAPlaceTheyWouldHaveHad) {
    // One guest, who says no and leaves the line later. Under the trial they would have said yes.
    TestMonth made{.openings = 0, .entries = 0};
    MonthMaker maker(made);
    core::ResourceState state(core::ResourceNumber{1});
    std::vector<core::Event> events;
    Trial trial(state, {.zones = &maker.zones,
                        .ask = [](const core::ResourceState&, const Question&) { return Told{}; }});
    trial.on_event = [&](const core::Event& event) { events.push_back(event); };
    core::CreateResource create;
    create.rules.set(&core::Rules::quiet_hours, std::nullopt)
        .set(&core::Rules::auto_window, false)
        .set(&core::Rules::late_yes, false);
    const Time at = MonthMaker::from + std::chrono::hours{12};
    trial.give(create, MonthMaker::from);
    core::Join join;
    join.contacts = {core::ContactKey{1}};
    trial.give(join, MonthMaker::from + minutes{1});
    core::OpenSlot open;
    open.slot.starts_at = at + std::chrono::days{3};
    open.slot.duration = std::chrono::hours{1};
    trial.give(open, at);
    trial.give(core::Leave{1}, at + std::chrono::days{1});
    RecordedMonth month = maker.record(events);
    ASSERT_EQ(month.replies.size(), 1U);
    month.replies.begin()->second.reply = {.answer = Answer::Yes, .after = minutes{2}};
    const ResponseModel model(month.evidence);
    const Tally tally =
        play({.month = month, .model = model, .zones = maker.zones}, month.rules, 1);
    EXPECT_EQ(tally.filled, 1U);
    EXPECT_EQ(tally.freed, 1U) << "and it doesn't come free again";
}

TEST(WhatIf, APlaceGivenUpComesFreeAgain) {
    Asked asked([] {
        TestMonth made{.openings = 40, .entries = 60, .services = 1};
        made.truth = {.yes_share = 0.9, .no_share = 0.05, .median = minutes{1}, .sigma = 0.5};
        made.leave_of_100 = 60;
        return made;
    }());
    ASSERT_GT(asked.played.tally.freed, 40U);
    const Figures figures = play_all(asked.question, asked.month.rules, 5);
    EXPECT_NEAR(static_cast<double>(figures.freed), static_cast<double>(asked.played.tally.freed),
                3);
}

}  // namespace
}  // namespace standby::engine::whatif
