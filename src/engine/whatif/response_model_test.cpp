// Whether the curve is found again in what was seen, and nothing more is claimed than that.
#include "engine/whatif/response_model.hpp"

#include "engine/whatif/advice.hpp"

#include <gtest/gtest.h>

namespace standby::engine::whatif {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

// Offers with a window: answers within it are known, everything later is not.
Evidence asked(const Lognormal& truth, int offers, Duration window, Medium medium = Medium::Text,
               std::uint64_t seed = 1) {
    const Curve curve(hazards_of(truth));
    Prng random(seed);
    Evidence evidence;
    for (int number = 0; number < offers; ++number) {
        const Reply reply = curve.draw(random);
        const bool is_known = reply.answer != Answer::None && reply.after < window;
        evidence.add({.when = {.medium = medium},
                      .reply = is_known ? reply : Reply{},
                      .listened = is_known ? Duration{0} : window});
    }
    return evidence;
}

TEST(ResponseCurve, IsThePublishedOne) {
    const Curve text(hazards_of(published_answers(Medium::Text)));
    EXPECT_NEAR(text.eventual_yes(), 0.11, 0.001);
    EXPECT_NEAR(text.eventual_no(), 0.20, 0.001);
    EXPECT_NEAR(text.yes_by(minutes{12}), 0.055, 0.001);
    // Ten minutes catch 45 of 100 who would say yes.
    EXPECT_NEAR(text.yes_by(minutes{10}) / 0.11, 0.45, 0.01);
    const Curve mail(hazards_of(published_answers(Medium::Mail)));
    EXPECT_NEAR(mail.yes_by(minutes{47}), 0.055, 0.001);
}

TEST(ResponseCurve, DrawsWhatItSays) {
    const Curve curve(hazards_of(published_answers(Medium::Text)));
    Prng random(1);
    int yes = 0;
    int early = 0;
    constexpr int draws = 100'000;
    for (int number = 0; number < draws; ++number) {
        const Reply reply = curve.draw(random);
        yes += reply.answer == Answer::Yes ? 1 : 0;
        early += reply.answer == Answer::Yes && reply.after <= minutes{12} ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(yes) / draws, 0.11, 0.004);
    EXPECT_NEAR(static_cast<double>(early) / yes, 0.5, 0.02);
}

TEST(ResponseCurve, WhoeverWasSilentAnswersLaterOrNever) {
    const Curve curve(hazards_of(published_answers(Medium::Text)));
    Prng random(1);
    int yes = 0;
    constexpr int draws = 50'000;
    for (int number = 0; number < draws; ++number) {
        const Reply reply = curve.draw(random, minutes{10});
        if (reply.answer != Answer::None) {
            ASSERT_GE(reply.after, minutes{10});
        }
        yes += reply.answer == Answer::Yes ? 1 : 0;
    }
    const double left = 1 - curve.yes_by(minutes{10}) - curve.no_by(minutes{10});
    EXPECT_NEAR(static_cast<double>(yes) / draws, (0.11 - curve.yes_by(minutes{10})) / left, 0.005);
}

TEST(ResponseCurve, TheBestWindowIsShortWherePeopleAnswerAtOnce) {
    const Duration text = best_window(Curve(hazards_of(published_answers(Medium::Text))));
    const Duration mail = best_window(Curve(hazards_of(published_answers(Medium::Mail))));
    EXPECT_LE(text, minutes{10});
    EXPECT_GT(mail, text / 2);
}

TEST(ResponseModel, GoesByPublishedFiguresBelowThirtyOffers) {
    const Lognormal eager{.yes_share = 0.9, .no_share = 0, .median = minutes{1}, .sigma = 0.5};
    const ResponseModel few(asked(eager, 29, hours{1}));
    EXPECT_TRUE(few.has_too_little());
    EXPECT_NEAR(few.curve(Medium::Text).eventual_yes(), 0.11, 0.001);
    const ResponseModel enough(asked(eager, 300, hours{1}));
    EXPECT_FALSE(enough.has_too_little());
    EXPECT_GT(enough.curve(Medium::Text).eventual_yes(), 0.7);
}

TEST(ResponseModel, FindsTheTruthBehindTheWindow) {
    for (const double yes : {0.05, 0.11, 0.25, 0.4}) {
        Lognormal truth = published_answers(Medium::Text);
        truth.yes_share = yes;
        const ResponseModel model(asked(truth, 3'000, minutes{10}));
        EXPECT_NEAR(model.curve(Medium::Text).eventual_yes(), yes, 0.2 * yes + 0.01);
    }
}

TEST(ResponseModel, AnOfferThatRanOutIsNotANo) {
    // The same house, listened to for ten minutes and for a day, is the same house.
    const Lognormal truth = published_answers(Medium::Text);
    const ResponseModel by_minutes(asked(truth, 4'000, minutes{10}));
    const ResponseModel by_day(asked(truth, 4'000, hours{24}));
    EXPECT_NEAR(by_minutes.curve(Medium::Text).eventual_yes(),
                by_day.curve(Medium::Text).eventual_yes(), 0.02);
    EXPECT_NEAR(by_minutes.curve(Medium::Text).eventual_no(),
                by_day.curve(Medium::Text).eventual_no(), 0.03);
}

TEST(ResponseModel, TellsCircumstancesApartOnceThereIsEnough) {
    Lognormal eager = published_answers(Medium::Text);
    eager.yes_share = 0.4;
    const Curve curve(hazards_of(eager));
    const Curve usual(hazards_of(published_answers(Medium::Text)));
    Prng random(3);
    Evidence evidence;
    for (int number = 0; number < 2'000; ++number) {
        for (const std::size_t notice : {0, 3}) {
            const Reply reply = (notice == 0 ? curve : usual).draw(random);
            evidence.add({.when = {.medium = Medium::Text, .notice_band = notice, .hour_band = 1},
                          .reply = reply,
                          .listened = std::chrono::days{3}});
        }
    }
    const ResponseModel model(evidence);
    const double soon =
        model.curve({.medium = Medium::Text, .notice_band = 0, .hour_band = 1}).eventual_yes();
    const double late =
        model.curve({.medium = Medium::Text, .notice_band = 3, .hour_band = 1}).eventual_yes();
    EXPECT_NEAR(soon, 0.4, 0.06);
    EXPECT_NEAR(late, 0.11, 0.03);
}

TEST(ResponseModel, DrawsAreSpreadByWhatIsNotKnown) {
    const ResponseModel few(asked(published_answers(Medium::Text), 60, minutes{10}));
    const ResponseModel many(asked(published_answers(Medium::Text), 6'000, minutes{10}));
    const auto spread = [](const ResponseModel& model) {
        Prng random(5);
        double lowest = 1;
        double highest = 0;
        for (int number = 0; number < 50; ++number) {
            const double yes = model.draw(random).curve(Medium::Text).eventual_yes();
            lowest = std::min(lowest, yes);
            highest = std::max(highest, yes);
        }
        return highest - lowest;
    };
    EXPECT_GT(spread(few), 2 * spread(many));
}

TEST(Advice, SaysWhatTheWindowLoses) {
    const ResponseModel published;
    EXPECT_NEAR(lost_to_window(published, Medium::Text, minutes{10}), 0.55, 0.01);
    const auto points = answer_curve(published, Medium::Text);
    EXPECT_EQ(points.front().after, Duration{0});
    EXPECT_EQ(points.back().after, std::chrono::days{1});
    for (std::size_t index = 1; index < points.size(); ++index) {
        EXPECT_GE(points[index].yes, points[index - 1].yes);
    }
}

TEST(Advice, MorePeopleWhoFitFillMore) {
    const ResponseModel model(published_answers(Medium::Text));
    const Crowd crowd{.rules = usual_salon().rules};
    const double five = filled_with(5, crowd, model);
    const double ten = filled_with(10, crowd, model);
    EXPECT_GT(ten, five + 0.1);
    const auto needed = people_for((five + ten) / 2, crowd, model);
    ASSERT_TRUE(needed);
    EXPECT_GT(*needed, 5U);
    EXPECT_LE(*needed, 10U);
    EXPECT_FALSE(people_for(1.1, crowd, model));
}

}  // namespace
}  // namespace standby::engine::whatif
