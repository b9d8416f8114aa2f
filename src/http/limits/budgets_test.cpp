// Tests that a budget binds whom it is for and nobody else, and that a hall full of guests behind
// one address stays within all of them.
#include "http/limits/budgets.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace standby::http {
namespace {

using std::chrono::seconds;

constexpr double usual_rate = 200;
const Time start{seconds(1'800'000'000)};
const ClientKey hall = client_key("192.0.2.1");

Budgets::Subject about(std::uint64_t entry, std::uint64_t list = 7, std::uint64_t account = 3) {
    return {.entry = entry, .list = list, .account = account};
}

std::uint64_t refused(const Budgets& budgets, std::string_view name) {
    for (const auto& [each, count] : budgets.refused()) {
        if (each == name) {
            return count;
        }
    }
    ADD_FAILURE() << "no budget is called " << name;
    return 0;
}

// Two hundred people in a hall open the page, watch their rank and change a wish within ten
// seconds; each opens a page of ten requests.
TEST(Budgets, LeaveRoomForAHallBehindOneAddress) {
    Budgets budgets(usual_rate);
    std::vector<HeldPlace> streams;
    for (std::uint64_t guest = 1; guest <= 200; ++guest) {
        const Time now = start + std::chrono::milliseconds(50 * guest);
        for (int request = 0; request < 10; ++request) {
            EXPECT_EQ(budgets.request(hall, now), std::nullopt);
        }
        streams.push_back(budgets.stream(hall, guest));
        EXPECT_NE(streams.back(), nullptr);
        EXPECT_EQ(budgets.join(hall, 300, Budgets::KeepsAnswer::No, now), std::nullopt);
        EXPECT_EQ(budgets.change(hall, about(guest), 200, now), std::nullopt);
        EXPECT_EQ(budgets.answer(guest, now), std::nullopt);
    }
    for (const auto& [name, count] : budgets.refused()) {
        EXPECT_EQ(count, 0U) << name;
    }
}

TEST(Budgets, LetOneAddressWriteLessThanAMegabyteAMinute) {
    Budgets budgets(usual_rate);
    constexpr std::size_t body = 300;
    constexpr std::size_t written_per_change = 600;
    std::size_t changes = 0;
    for (int tick = 0; tick < 6'000; ++tick) {
        const Time now = start + std::chrono::milliseconds(10 * tick);
        for (std::uint64_t entry = 0; entry < 20; ++entry) {
            const std::uint64_t fresh = static_cast<std::uint64_t>(tick) * 20 + entry;
            changes += budgets.change(hall, about(fresh), body, now) ? 0 : 1;
        }
    }
    EXPECT_GT(changes, 500U);
    EXPECT_LT(changes * (written_per_change + body), 1024U * 1024U);
    EXPECT_GT(refused(budgets, "client_bytes"), 0U);
}

// What joins write was measured in a SQLite file: so much for a body without wishes, with three
// long names, and with fifty weekly windows twice.
TEST(Budgets, LetOneAddressJoinForLessThanAMegabyteAMinute) {
    struct Case {
        std::size_t body;
        Budgets::KeepsAnswer keeps_answer;
        std::size_t written;
    };
    constexpr auto no = Budgets::KeepsAnswer::No;
    constexpr auto yes = Budgets::KeepsAnswer::Yes;
    for (const Case& each :
         {Case{116, no, 311}, Case{116, yes, 1'241}, Case{447, no, 1'048}, Case{447, yes, 5'742},
          Case{6'663, no, 6'402}, Case{6'663, yes, 11'071}}) {
        Budgets budgets(usual_rate);
        std::size_t joins = 0;
        for (int tick = 0; tick < 6'000; ++tick) {
            const Time now = start + std::chrono::milliseconds(10 * tick);
            joins += budgets.join(hall, each.body, each.keeps_answer, now) ? 0 : 1;
        }
        EXPECT_LT(joins * each.written, 1'000'000U) << each.body;
        EXPECT_GT(refused(budgets, "client_bytes"), 0U);
    }
}

TEST(Budgets, LetAFullHallJoinAtOnceWithAProof) {
    Budgets budgets(usual_rate);
    for (int guest = 0; guest < 400; ++guest) {
        EXPECT_EQ(budgets.join(hall, 300, Budgets::KeepsAnswer::No, start), std::nullopt) << guest;
    }
    EXPECT_EQ(budgets.join(client_key("192.0.2.2"), 200'000, Budgets::KeepsAnswer::Yes, start),
              std::nullopt);
}

TEST(Budgets, BindTheEntryWhateverItsAddress) {
    Budgets budgets(usual_rate);
    std::size_t changes = 0;
    for (int address = 0; address < 100; ++address) {
        const ClientKey client = client_key("192.0.2." + std::to_string(address));
        changes += budgets.change(client, about(1), 10, start) ? 0 : 1;
    }
    EXPECT_EQ(changes, 20U);
    EXPECT_EQ(budgets.change(hall, about(2), 10, start), std::nullopt);
    EXPECT_EQ(refused(budgets, "entry_changes"), 80U);
}

TEST(Budgets, BindAnAccountWhoseListsAreAllCrowdedAndNoOther) {
    Budgets budgets(usual_rate);
    std::size_t changes = 0;
    for (std::uint64_t entry = 1; entry <= 10'000; ++entry) {
        const ClientKey client =
            client_key("198.51." + std::to_string(entry / 250) + "." + std::to_string(entry % 250));
        changes += budgets.change(client, about(entry, entry % 100), 10, start) ? 0 : 1;
    }
    EXPECT_EQ(changes, 6'000U);
    EXPECT_EQ(refused(budgets, "account_changes"), 4'000U);
    EXPECT_EQ(budgets.change(hall, about(20'000, 200, 4), 10, start), std::nullopt);
}

TEST(Budgets, CountOnlyReportsThatAreNobodys) {
    Budgets budgets(usual_rate);
    for (int count = 0; count < 1'000; ++count) {
        EXPECT_EQ(budgets.callback(hall, start), std::nullopt);
    }
    for (int count = 0; count < 20; ++count) {
        budgets.count_bad_callback(hall, start);
    }
    EXPECT_NE(budgets.callback(hall, start), std::nullopt);
    EXPECT_EQ(budgets.callback(hall, start + seconds(2)), std::nullopt);
    EXPECT_EQ(budgets.callback(client_key("192.0.2.2"), start), std::nullopt);
}

ClientKey stranger(std::uint64_t number) {
    return client_key("198." + std::to_string(number / 65'536) + "." +
                      std::to_string(number / 256 % 256) + "." + std::to_string(number % 256));
}

// What each budget lets through at once, and that whoever it isn't about goes on.
struct AtOnce {
    const char* test;
    const char* name;  // of the metric
    std::uint64_t let_through;
    // False: it is turned away.
    std::function<bool(Budgets&, std::uint64_t turn, std::vector<HeldPlace>& held)> again;
    std::function<bool(Budgets&)> by_another;
};

class EachBudget : public testing::TestWithParam<AtOnce> {};

TEST_P(EachBudget, LetsSoManyThroughAndTellsOfTheRest) {
    Budgets budgets(usual_rate);
    const AtOnce& budget = GetParam();
    std::vector<HeldPlace> held;
    std::uint64_t through = 0;
    for (std::uint64_t turn = 0; turn < budget.let_through + 10; ++turn) {
        through += budget.again(budgets, turn, held) ? 1 : 0;
    }
    EXPECT_EQ(through, budget.let_through);
    EXPECT_EQ(refused(budgets, budget.name), 10U);
    for (const auto& [name, count] : budgets.refused()) {
        EXPECT_TRUE(name == budget.name || count == 0) << name << ": " << count;
    }
    EXPECT_TRUE(budget.by_another(budgets));
}

std::vector<AtOnce> all_budgets() {
    const auto explains = [](const ClientKey& client, const Budgets::Subject& subject) {
        return [=](Budgets& budgets) { return !budgets.explanation(client, subject, start); };
    };
    return {
        {"Documents", "documents", 1'000,
         [](Budgets& budgets, std::uint64_t, auto&) { return !budgets.document(start); },
         [](Budgets& budgets) { return !budgets.document(start + seconds(1)); }},
        {"ChangesOfAClient", "client_changes", 200,
         [](Budgets& budgets, std::uint64_t turn, auto&) {
             return !budgets.change(hall, about(turn + 1), 0, start);
         },
         [](Budgets& budgets) { return !budgets.change(stranger(1), about(1'000), 0, start); }},
        {"ChangesOfAList", "list_changes", 2'000,
         [](Budgets& budgets, std::uint64_t turn, auto&) {
             return !budgets.change(stranger(turn), about(turn + 1), 0, start);
         },
         [](Budgets& budgets) { return !budgets.change(hall, about(9'000, 8), 0, start); }},
        {"AnswersOfAnEntry", "entry_answers", 30,
         [](Budgets& budgets, std::uint64_t, auto&) { return !budgets.answer(1, start); },
         [](Budgets& budgets) { return !budgets.answer(2, start); }},
        {"StreamsOfAClient", "streams", 500,
         [](Budgets& budgets, std::uint64_t turn, auto& held) {
             held.push_back(budgets.stream(hall, turn + 1));
             return held.back() != nullptr;
         },
         [](Budgets& budgets) { return budgets.stream(stranger(1), 1'000) != nullptr; }},
        {"ExplanationsOfAClient", "explanations", 50,
         [](Budgets& budgets, std::uint64_t turn, auto&) {
             return !budgets.explanation(hall, about(turn + 1, turn + 1, turn + 1), start);
         },
         explains(stranger(1), about(1'000, 1'000, 1'000))},
        {"ExplanationsOfAList", "explanations", 50,
         [](Budgets& budgets, std::uint64_t turn, auto&) {
             return !budgets.explanation(stranger(turn), about(turn + 1), start);
         },
         explains(hall, about(1'000, 8))},
        {"ExplanationsOfAnAccount", "explanations", 150,
         [](Budgets& budgets, std::uint64_t turn, auto&) {
             return !budgets.explanation(stranger(turn), about(turn + 1, turn + 1), start);
         },
         explains(hall, about(1'000, 1'000, 4))},
    };
}

INSTANTIATE_TEST_SUITE_P(Budgets, EachBudget, testing::ValuesIn(all_budgets()),
                         [](const auto& each) { return std::string(each.param.test); });

TEST(Budgets, HaveNoLimitsAtRateZero) {
    Budgets budgets(0);
    for (int count = 0; count < 10'000; ++count) {
        EXPECT_EQ(budgets.request(hall, start), std::nullopt);
        EXPECT_EQ(budgets.change(hall, about(1), 1'000'000, start), std::nullopt);
        EXPECT_EQ(budgets.join(hall, 1'000'000, Budgets::KeepsAnswer::Yes, start), std::nullopt);
        EXPECT_EQ(budgets.explanation(hall, about(1), start), std::nullopt);
        EXPECT_NE(budgets.stream(hall, 1), nullptr);
    }
}

}  // namespace
}  // namespace standby::http
