// What may be typed behind --set: the rules of the API, and, for a salon, what is assumed of it.
#include "app/commands/simulate_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::app {
namespace {

using std::chrono::minutes;
using ::testing::HasSubstr;

core::Rules rules_of(std::string_view typed) {
    const auto settings = read_simulate_settings(typed, Assumed::Nothing);
    EXPECT_TRUE(settings) << settings.error();
    return settings ? settings->rules.merged_into(core::default_rules(core::Kind::Slots))
                    : core::Rules{};
}

std::string mistake(std::string_view typed, Assumed assumed = Assumed::Nothing) {
    const auto settings = read_simulate_settings(typed, assumed);
    EXPECT_FALSE(settings);
    return settings ? "" : settings.error();
}

TEST(SimulateSettings, ReadsRulesAsTheApiWritesThem) {
    const core::Rules rules = rules_of("claim_window=10m,late_yes=true,max_offers=3,order=score");
    EXPECT_EQ(rules.claim_window, minutes{10});
    EXPECT_TRUE(rules.late_yes);
    EXPECT_EQ(rules.max_offers, 3U);
    EXPECT_EQ(rules.order, core::Order::Score);
}

TEST(SimulateSettings, ReadsWindowsMadeByThemselves) {
    EXPECT_TRUE(rules_of("claim_window=auto").auto_window);
}

TEST(SimulateSettings, ReadsQuietHoursInThreeWays) {
    const core::QuietHours night{.from_minute = 22 * 60, .to_minute = 7 * 60};
    EXPECT_EQ(rules_of("quiet_hours=22:00-07:00").quiet_hours, night);
    EXPECT_EQ(rules_of(R"(quiet_hours={"from":"22:00","to":"07:00"},urgent=true)").quiet_hours,
              night);
    EXPECT_EQ(rules_of("quiet_hours=none").quiet_hours, std::nullopt);
}

TEST(SimulateSettings, NamesTheRulesAlone) {
    const auto settings =
        read_simulate_settings("people_who_fit=5,claim_window=10m,late_yes=true", Assumed::ASalon);
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->text, "claim_window=10m late_yes=true");
    EXPECT_EQ(settings->salon.people_who_fit, 5U);
}

TEST(SimulateSettings, TakesEveryAssumption) {
    const auto settings = read_simulate_settings(
        "yes_share=0.25,no_share=0.1,answer_median=5m,answer_sigma=1.2,instant_yes_share=0.05,"
        "notice_min=1h,notice_max=3h,openings=500",
        Assumed::ASalon);
    ASSERT_TRUE(settings) << settings.error();
    EXPECT_EQ(settings->answers.yes_share, 0.25);
    EXPECT_EQ(settings->answers.no_share, 0.1);
    EXPECT_EQ(settings->answers.median, minutes{5});
    EXPECT_EQ(settings->answers.sigma, 1.2);
    EXPECT_EQ(settings->salon.instant_yes_share, 0.05);
    EXPECT_EQ(settings->salon.notices.shortest, std::chrono::hours{1});
    EXPECT_EQ(settings->salon.notices.longest, std::chrono::hours{3});
    EXPECT_EQ(settings->salon.openings, 500U);
    EXPECT_EQ(settings->text, "");
}

TEST(SimulateSettings, SaysWhatIsWrongAndWhatIsAllowed) {
    EXPECT_THAT(mistake("claim_windw=10m"), HasSubstr("did you mean 'claim_window'?"));
    EXPECT_THAT(mistake("claim_window=90d"), HasSubstr("--set claim_window must be"));
    EXPECT_THAT(mistake("claim_window=90d"), HasSubstr("not '90d'"));
    EXPECT_THAT(mistake("late_yes=perhaps"), HasSubstr("--set late_yes must be"));
    EXPECT_THAT(mistake("max_offers=-1"), HasSubstr("--set max_offers must be"));
    EXPECT_THAT(mistake("claim_window"), HasSubstr("such as claim_window=10m"));
    EXPECT_THAT(mistake("=10m"), HasSubstr("such as claim_window=10m"));
    EXPECT_THAT(mistake("late_yes=true,late_yes=false"), HasSubstr("names late_yes twice"));
    EXPECT_THAT(mistake("people_who_fit=5"), HasSubstr("goes with --model salon"));
    EXPECT_THAT(mistake("auto_window=true"), HasSubstr("no rule 'auto_window'"));
}

TEST(SimulateSettings, KnowsTheLimitsOfAssumptions) {
    const Assumed salon = Assumed::ASalon;
    EXPECT_THAT(mistake("yes_share=1.5", salon), HasSubstr("share from 0 to 1"));
    EXPECT_THAT(mistake("yes_share=nan", salon), HasSubstr("share from 0 to 1"));
    EXPECT_THAT(mistake("people_who_fit=0", salon), HasSubstr("from 1 to 1000"));
    EXPECT_THAT(mistake("answer_median=0s", salon), HasSubstr("from 1m to 60d"));
    EXPECT_THAT(mistake("answer_sigma=0", salon), HasSubstr("from 0.1 to 5"));
    EXPECT_THAT(mistake("yes_share=0.9,no_share=0.2", salon), HasSubstr("more than 1 together"));
    EXPECT_THAT(mistake("notice_min=4d", salon), HasSubstr("not be longer than notice_max"));
    EXPECT_THAT(mistake("people_who_fits=5", salon), HasSubstr("did you mean 'people_who_fit'?"));
}

}  // namespace
}  // namespace standby::app
