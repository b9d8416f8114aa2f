// Who may be written to how often, and that strangers use up nobody else's budget.
#include "notify/relay/budgets.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string_view>

namespace standby::notify {
namespace {

using engine::Channel;
using std::chrono::hours;
using std::chrono::minutes;

constexpr Time start = Time{} + hours{24 * 20'000};

BudgetKey to(std::uint64_t recipient, bool is_strangers) {
    return {.channel = Channel::Mail,
            .recipient = core::ContactKey{recipient},
            .list = core::ResourceNumber{1},
            .account = engine::AccountNumber{1},
            .country = {},
            .is_strangers = is_strangers};
}

// How many leave when somebody tries again and again at this moment.
int leave(Budgets& budgets, const BudgetKey& key, Time now, int tries) {
    int sent = 0;
    for (; tries > 0 && !budgets.check(key, now); --tries) {
        budgets.take(key, now);
        ++sent;
    }
    return sent;
}

TEST(Budgets, StrangersReachOneRecipientThreeTimesAnHourAndSixTimesADay) {
    Budgets budgets{usual_budgets(0, 0)};
    EXPECT_EQ(leave(budgets, to(7, true), start, 100), 3);
    const auto full = budgets.check(to(7, true), start + minutes{10});
    ASSERT_TRUE(full);
    EXPECT_EQ(full->budget, Budget::RecipientHour);
    EXPECT_EQ(full->until, start + hours{1});
    EXPECT_EQ(leave(budgets, to(7, true), start + hours{1}, 100), 3);
    EXPECT_EQ(budgets.check(to(7, true), start + hours{3})->budget, Budget::RecipientDay);
    EXPECT_EQ(leave(budgets, to(7, true), start + hours{24}, 100), 3);
    EXPECT_EQ(leave(budgets, to(8, true), start, 100), 3) << "somebody else's is another";
}

TEST(Budgets, WhatStrangersCauseUsesUpNothingElse) {
    Budgets budgets{usual_budgets(1'000, 1'000)};
    leave(budgets, to(7, true), start, 100);
    EXPECT_EQ(leave(budgets, to(7, false), start, 100), 50);
    EXPECT_EQ(budgets.check(to(7, false), start)->budget, Budget::RecipientDay);
}

TEST(Budgets, OneListGetsAQuarterAndStrangersAFifthOfThat) {
    Budgets budgets{usual_budgets(1'000, 0)};
    int strangers = 0;
    int others = 0;
    for (std::uint64_t recipient = 1; recipient <= 1'000; ++recipient) {
        strangers += leave(budgets, to(recipient, true), start, 1);
        others += leave(budgets, to(recipient, false), start, 1);
    }
    EXPECT_EQ(strangers, 50);
    EXPECT_EQ(others, 250);
    const auto full = budgets.check(to(5'000, true), start);
    EXPECT_EQ(full->budget, Budget::List);
    EXPECT_FALSE(budgets.check(to(5'000, true), full->until));
    EXPECT_GE(full->until, start + hours{24} - minutes{15});
}

TEST(Budgets, TextsAreCountedByCountryToo) {
    Budgets budgets{usual_budgets(0, 400)};
    int sent = 0;
    for (std::uint64_t recipient = 1; recipient <= 1'000; ++recipient) {
        BudgetKey key = to(recipient, true);
        key.channel = Channel::Sms;
        key.country = "DE";
        key.list = core::ResourceNumber{static_cast<std::uint32_t>(recipient)};
        sent += leave(budgets, key, start, 1);
    }
    EXPECT_EQ(sent, 20);
}

// The day's budgets that aren't a recipient's: each stops what it is about, under its own name, and
// a message that differs in just that still leaves.
struct DayBudget {
    const char* test;
    Budget budget;
    std::string_view name;
    int let_through;
    std::function<BudgetKey(std::uint32_t turn)> key;
    std::function<void(BudgetKey&)> become_another;
};

class EachDayBudget : public testing::TestWithParam<DayBudget> {};

TEST_P(EachDayBudget, StopsWhatItIsAboutAndNothingElse) {
    Budgets budgets{usual_budgets(1'000, 1'000)};
    const DayBudget& day = GetParam();
    EXPECT_EQ(name_of(day.budget), day.name);
    int sent = 0;
    std::uint32_t turn = 1;
    for (; turn <= 3'000 && leave(budgets, day.key(turn), start, 1) == 1; ++turn) {
        ++sent;
    }
    EXPECT_EQ(sent, day.let_through);
    BudgetKey key = day.key(turn);
    ASSERT_TRUE(budgets.check(key, start));
    EXPECT_EQ(budgets.check(key, start)->budget, day.budget);
    day.become_another(key);
    EXPECT_FALSE(budgets.check(key, start));
}

BudgetKey text_to(std::uint32_t recipient, std::string country) {
    BudgetKey key = to(recipient, false);
    key.channel = Channel::Sms;
    key.list = core::ResourceNumber{recipient};
    key.country = std::move(country);
    return key;
}

INSTANTIATE_TEST_SUITE_P(
    Budgets, EachDayBudget,
    testing::Values(DayBudget{"Recipient", Budget::RecipientDay, "message_recipient_day", 50,
                              [](std::uint32_t) { return to(7, false); },
                              [](BudgetKey& key) { key.recipient = core::ContactKey{8}; }},
                    DayBudget{"List", Budget::List, "message_list_day", 250,
                              [](std::uint32_t turn) { return to(turn, false); },
                              [](BudgetKey& key) { key.list = core::ResourceNumber{2}; }},
                    DayBudget{"Country", Budget::Country, "message_country_day", 250,
                              [](std::uint32_t turn) { return text_to(turn, "DE"); },
                              [](BudgetKey& key) { key.country = "AT"; }},
                    DayBudget{"Account", Budget::Account, "message_account_day", 500,
                              [](std::uint32_t turn) {
                                  return text_to(turn, turn % 4 == 0   ? "DE"
                                                       : turn % 4 == 1 ? "AT"
                                                       : turn % 4 == 2 ? "CH"
                                                                       : "FR");
                              },
                              [](BudgetKey& key) { key.account = engine::AccountNumber{2}; }},
                    DayBudget{"Server", Budget::Server, "message_server_day", 1'000,
                              [](std::uint32_t turn) {
                                  BudgetKey key = to(turn, false);
                                  key.list = core::ResourceNumber{turn};
                                  key.account = engine::AccountNumber{turn % 10 + 1};
                                  return key;
                              },
                              [](BudgetKey& key) { key.channel = Channel::Sms; }}),
    [](const auto& each) { return std::string(each.param.test); });

TEST(Budgets, WhatDidNotLeaveIsGivenBack) {
    Budgets budgets{usual_budgets(100, 0)};
    for (int count = 0; count < 1'000; ++count) {
        ASSERT_FALSE(budgets.check(to(7, true), start));
        budgets.take(to(7, true), start);
        budgets.give_back(to(7, true), start);
    }
}

TEST(Budgets, SeveralRelaysShareWhatIsNotAListsOwn) {
    Budgets budgets{usual_budgets(80, 0)};
    budgets.share(4);
    int sent = 0;
    for (std::uint64_t recipient = 1; recipient <= 100; ++recipient) {
        BudgetKey key = to(recipient, false);
        key.list = core::ResourceNumber{static_cast<std::uint32_t>(recipient)};
        sent += leave(budgets, key, start, 1);
    }
    EXPECT_EQ(sent, 10) << "half of a quarter";
}

}  // namespace
}  // namespace standby::notify
