// Tests of the rules in plain words.
#include "http/pages/rule_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using core::Kind;
using core::Rules;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using enum Language;

TEST(RuleWords, SayWhatASalonsListDoes) {
    EXPECT_THAT(
        describe_rules(Kind::Slots, core::default_rules(Kind::Slots), English),
        ElementsAre(
            "First come, first served.",
            "When it's your turn, we'll message you and hold your spot for 3 to 10 minutes, "
            "depending on how soon it starts.",
            "We won't message you between 9:00 pm and 8:00 am; your deadline pauses.",
            HasSubstr("you keep your place in line once"),
            "After 3 offers without an answer, you're taken off the list.",
            HasSubstr("If you decline, you keep your place in line once"),
            HasSubstr("If you answer too late, you can still say yes"),
            HasSubstr("You can have us book you in without asking"),
            "Guests with priority go ahead of everyone else."));
}

TEST(RuleWords, LeaveOutWhatHasNoEffect) {
    Rules rules = core::default_rules(Kind::Access);
    rules.cutoff = std::chrono::hours{2};
    const auto access = describe_rules(Kind::Access, rules, English);
    EXPECT_THAT(access, Not(Contains(HasSubstr("without asking"))));
    EXPECT_THAT(access, Not(Contains(HasSubstr("before the start"))));
    EXPECT_THAT(access, Not(Contains(HasSubstr("Groups"))));
    EXPECT_THAT(
        access,
        Contains("You get 5 points for each friend who joins through your link, up to 50."));
    // In a line by joining time points move nobody.
    rules.order = core::Order::Fifo;
    EXPECT_THAT(describe_rules(Kind::Access, rules, English), Not(Contains(HasSubstr("points"))));
}

TEST(RuleWords, SayHowLongAnOfferIsHeldWhenTheTimeLeftDecides) {
    Rules rules = core::default_rules(Kind::Slots);
    rules.auto_window = true;
    rules.late_yes = true;
    EXPECT_THAT(describe_rules(Kind::Slots, rules, English)[1],
                HasSubstr("hold your spot for 3 to 10 minutes"));
    EXPECT_THAT(describe_rules(Kind::Slots, rules, German)[1], HasSubstr("3 bis 10 Minuten"));
    rules.late_yes = false;
    EXPECT_THAT(describe_rules(Kind::Slots, rules, English)[1],
                HasSubstr("our message says until when"));
    EXPECT_EQ(window_words(rules), WindowWords::ByTime);
}

TEST(RuleWords, TellOfLateAnswersAndOfTheQuestionWhetherTheyStillWantIt) {
    Rules rules = core::default_rules(Kind::Slots);
    rules.late_yes = true;
    rules.ping_after = std::chrono::days{14};
    EXPECT_THAT(describe_rules(Kind::Slots, rules, English),
                Contains(HasSubstr("it's yours before we ask anyone new")));
    EXPECT_THAT(describe_rules(Kind::Slots, rules, English),
                Contains(HasSubstr("If we haven't heard from you for 14 days")));
    rules.payment = core::Money{4500, {'E', 'U', 'R'}};
    const auto paid = describe_rules(Kind::Slots, rules, English);
    EXPECT_THAT(paid, Contains(HasSubstr("we ask you before anyone new")));
    EXPECT_THAT(paid, Not(Contains(HasSubstr("without asking")))) << "they have to agree to pay";
}

TEST(RuleWords, TellWhatADepositIsAndWhenItComesBack) {
    Rules rules = core::default_rules(Kind::Seats);
    rules.payment = core::Money{4500, {'E', 'U', 'R'}};
    rules.tax = core::Tax{.percent_hundredths = 1900, .label = "VAT"};
    rules.deposit = core::Deposit{.share = {.amount = {}, .percent_hundredths = 2000}};
    const auto claiming = describe_rules(Kind::Seats, rules, English);
    EXPECT_THAT(claiming, Contains(HasSubstr("When you claim it, you pay a deposit of €9.00")));
    EXPECT_THAT(claiming, Contains("You get the deposit back if you give your spot back."));
    EXPECT_THAT(claiming, Contains("You don't get the deposit back if you don't come."));
    EXPECT_THAT(claiming, Contains("The price includes €7.18 VAT."));
    rules.deposit->due = core::DepositDue::OnJoining;
    const auto joining = describe_rules(Kind::Seats, rules, English);
    EXPECT_THAT(joining, Contains(HasSubstr("When you join, you pay a deposit of €9.00")));
    EXPECT_THAT(joining,
                Contains("You get the deposit back if you leave the list or give your spot back, "
                         "you're never offered a spot or you don't take a spot that you're "
                         "offered."));
    EXPECT_THAT(describe_rules(Kind::Slots, rules, English), Contains(HasSubstr("deposit of 20%")))
        << "each slot may have a price of its own";
}

TEST(RuleWords, TellWhetherWhatWasPaidComesBack) {
    Rules rules = core::default_rules(Kind::Seats);
    const auto is_told = [&] {
        return testing::Matches(Contains(HasSubstr("you don't get back what you paid")))(
            describe_price(Kind::Seats, rules, English));
    };
    EXPECT_FALSE(is_told()) << "there is no price";
    rules.payment = core::Money{4500, {'E', 'U', 'R'}};
    EXPECT_TRUE(is_told());
    rules.late_fee = core::LateFee{.share = {.amount = {}, .percent_hundredths = 5000},
                                   .within = std::chrono::hours{24}};
    EXPECT_FALSE(is_told());
    rules.late_fee.reset();
    rules.deposit = core::Deposit{.share = {.amount = {}, .percent_hundredths = 2000}};
    EXPECT_FALSE(is_told()) << "only the deposit is paid here, and has words of its own";
    rules.deposit->due = core::DepositDue::OnJoining;
    EXPECT_TRUE(is_told()) << "of the rest";
}

TEST(RuleWords, TellWhatCancellingLateCosts) {
    Rules rules = core::default_rules(Kind::Slots);
    rules.payment = core::Money{4500, {'E', 'U', 'R'}};
    rules.late_fee = core::LateFee{.share = {.amount = {}, .percent_hundredths = 750},
                                   .within = std::chrono::hours{24}};
    EXPECT_THAT(describe_rules(Kind::Slots, rules, English),
                Contains(HasSubstr("before it starts costs 7.5% of what you paid")));
    EXPECT_THAT(describe_rules(Kind::Slots, rules, German), Contains(HasSubstr("7,5\u00a0%")));
    rules.late_fee->share = {.amount = core::Money{1000, {'E', 'U', 'R'}}};
    EXPECT_THAT(describe_rules(Kind::Slots, rules, English),
                Contains(HasSubstr("before it starts costs €10.00.")));
}

TEST(RuleWords, TellTheDrawAndItsCommitment) {
    Rules rules = core::default_rules(Kind::Seats);
    rules.order = core::Order::Lottery;
    rules.draw_at = parse_time("2026-11-21T12:00:00Z").value();
    const Zone berlin = Zone::fixed("Europe/Berlin", std::chrono::hours(1));
    const auto sentences = describe_rules(Kind::Seats, rules, English, berlin, "ba7816bf");
    EXPECT_THAT(sentences[0], HasSubstr("Saturday 21 November 2026 at 1:00 pm (Europe/Berlin)"));
    EXPECT_THAT(sentences[1], HasSubstr("(SHA-256): ba7816bf"));
    EXPECT_THAT(describe_rules(Kind::Seats, rules, English)[0], HasSubstr("12:00 pm (UTC)"));
}

TEST(RuleWords, NameEveryLimitThatIsSet) {
    Rules rules = core::default_rules(Kind::Seats);
    rules.payment = core::Money{4500, {'E', 'U', 'R'}};
    rules.wave_size = 50;
    rules.wave_interval = std::chrono::hours{24};
    rules.cutoff = std::chrono::hours{2};
    rules.max_waiting = 1000;
    rules.verify_email = true;
    rules.visibility = core::Visibility::Band;
    rules.party = core::PartyPolicy::Fit;
    rules.max_offers = 5;
    const auto sentences = describe_rules(Kind::Seats, rules, German);
    for (const char* part :
         {"Ein Platz kostet 45,00\u00a0€", "Runden von bis zu 50 vergeben. Abstand: 1 Tag",
          "Ab 2 Stunden vor Beginn", "höchstens 1.000 Personen", "E-Mail-Adresse bestätigt",
          "ungefähr, wo Sie stehen", "höchstens 3-mal", "höchstens 5 Personen gefragt",
          "erinnern wir Sie einmal"}) {
        EXPECT_THAT(sentences, Contains(HasSubstr(part)));
    }
}

TEST(RuleWords, SayTheSameNumberOfThingsInEveryLanguage) {
    for (const Kind kind : {Kind::Slots, Kind::Seats, Kind::Access}) {
        const auto english = describe_rules(kind, core::default_rules(kind), English);
        for (const Language language : interchange::languages) {
            const auto sentences = describe_rules(kind, core::default_rules(kind), language);
            EXPECT_EQ(sentences.size(), english.size());
            EXPECT_THAT(sentences, Not(Contains(HasSubstr("{"))));
        }
    }
}

}  // namespace
}  // namespace standby::http
