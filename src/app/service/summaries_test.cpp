// Tests of when monthly summaries are written.
#include "app/service/summaries.hpp"

#include "tests/memory_store/memory_store.hpp"

#include <gtest/gtest.h>

namespace standby::app {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

class SummariesTest : public testing::Test {
protected:
    static constexpr engine::MonthNumber october = 2026U * 12 + 9;

    SummariesTest() {
        house_.account = store_.create_account("Salon", at(1) - days{90}).value().number;
        house_.staff_email = "desk@example.com";
        save();
        look_for_suggestion();
    }

    // A day of November of 2026, at midnight in UTC.
    static Time at(unsigned day) {
        return std::chrono::sys_days{std::chrono::year{2026} / std::chrono::November /
                                     std::chrono::day{day}};
    }
    // There is none.
    void look_for_suggestion(engine::MonthNumber month = october) {
        ASSERT_TRUE(store_.keep_suggestion(house_.account, month, std::nullopt, at(1)));
    }
    void save() { ASSERT_TRUE(store_.save_house(house_, at(1))); }
    std::size_t queue(Time now, Duration messages_kept = days{90}) {
        return queue_summaries(store_, store_, zones_, now, messages_kept);
    }

    store::MemoryStore store_;
    core::ZoneBook zones_;
    engine::House house_;
};

TEST_F(SummariesTest, AreWrittenOnTheFirstMorningOfAMonthAboutTheOneBefore) {
    EXPECT_EQ(queue(at(1) + hours{8}), 0U);
    EXPECT_EQ(queue(at(1) + hours{9}), 1U);
    const auto all = store_.messages({}, 0, 10).value();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].row.kind, engine::MessageKind::MonthlySummary);
    EXPECT_EQ(all[0].row.event, 2026U * 12 + 9) << "October";
    EXPECT_EQ(all[0].row.entry, house_.account.value());
    EXPECT_EQ(all[0].row.due_at, at(1) + hours{9});
}

TEST_F(SummariesTest, WaitForTheSuggestionButNotForEver) {
    house_.account = store_.create_account("Spa", at(1) - days{90}).value().number;
    house_.staff_email = "spa@example.com";
    save();
    EXPECT_EQ(queue(at(1) + hours{9}), 1U) << "the salon's alone";
    EXPECT_EQ(queue(at(3) + hours{8}), 0U);
    EXPECT_EQ(queue(at(3) + hours{9}), 1U);
    house_.account = store_.create_account("Clinic", at(1) - days{90}).value().number;
    house_.staff_email = "clinic@example.com";
    save();
    look_for_suggestion();
    EXPECT_EQ(queue(at(2)), 1U) << "as soon as it was looked for";
}

TEST_F(SummariesTest, AreWrittenOnce) {
    EXPECT_EQ(queue(at(1) + hours{9}), 1U);
    EXPECT_EQ(queue(at(1) + hours{9} + minutes{1}), 0U);
    EXPECT_EQ(queue(at(2)), 0U);
}

TEST_F(SummariesTest, AreWrittenLateWhenTheServerWasDownAndOnce) {
    EXPECT_EQ(queue(at(1) + hours{22}), 1U);
    EXPECT_EQ(queue(at(3)), 0U);
    EXPECT_EQ(store_.messages({}, 0, 10).value().at(0).row.due_at, at(1) + hours{9});
}

TEST_F(SummariesTest, AreNoNewsAfterAWeek) {
    EXPECT_EQ(queue(at(8) + hours{10}), 0U);
    EXPECT_EQ(queue(at(15)), 0U);
}

TEST_F(SummariesTest, AreNotWrittenAgainOnceTheyAreForgotten) {
    EXPECT_EQ(queue(at(3), days{1}), 0U);
    EXPECT_EQ(queue(at(2), days{1}), 1U);
}

TEST_F(SummariesTest, KeepTheHoursOfTheHouse) {
    house_.time_zone = "Pacific/Auckland";
    zones_.add(Zone::fixed("Pacific/Auckland", hours{13}));
    save();
    EXPECT_EQ(queue(at(1) - hours{5}), 0U) << "8 in the morning over there";
    EXPECT_EQ(queue(at(1) - hours{4}), 1U);
    EXPECT_EQ(store_.messages({}, 0, 10).value().at(0).row.event, 2026U * 12 + 9);
}

TEST_F(SummariesTest, AreNotForHousesThatAreNewerThanTheMonth) {
    const engine::Account young = store_.create_account("Studio", at(2)).value();
    engine::House house = house_;
    house.account = young.number;
    ASSERT_TRUE(store_.save_house(house, at(2)));
    EXPECT_EQ(queue(at(3)), 1U) << "only the salon's";
}

TEST_F(SummariesTest, OfJanuaryAreAboutDecember) {
    const Time january =
        std::chrono::sys_days{std::chrono::year{2027} / std::chrono::January / 1} + hours{10};
    look_for_suggestion(october + 2);
    EXPECT_EQ(queue(january), 1U);
    EXPECT_EQ(store_.messages({}, 0, 10).value().at(0).row.event, 2026U * 12 + 11);
}

TEST_F(SummariesTest, GoToTheHouseAndToEachOwnerOnce) {
    const auto add = [&](const char* email, engine::Role role) {
        Sha256Digest hash{};
        hash.back() = static_cast<std::byte>(email[0]);
        ASSERT_TRUE(store_.add_link({.hash = hash,
                                     .purpose = engine::LinkPurpose::Invite,
                                     .account = house_.account,
                                     .name = "Someone",
                                     .email = email,
                                     .role = role,
                                     .created_at = at(1),
                                     .expires_at = at(2)}));
        ASSERT_TRUE(store_.use_link({.hash = hash,
                                     .name = {},
                                     .email = {},
                                     .password_hash = "$argon2id$hash",
                                     .session = {.hash = hash,
                                                 .created_at = at(1),
                                                 .last_seen_at = at(1),
                                                 .expires_at = at(2)},
                                     .now = at(1)}));
    };
    add("ada@example.com", engine::Role::Owner);
    add("desk@example.com", engine::Role::Owner);
    add("help@example.com", engine::Role::Staff);
    EXPECT_EQ(queue(at(1) + hours{9}), 2U) << "the desk, and Ada";
    EXPECT_EQ(queue(at(1) + hours{10}), 0U);
    house_.staff_email.clear();
    save();
    EXPECT_EQ(queue(at(1) + hours{11}), 1U) << "the owner whose address was the house's";
}

TEST_F(SummariesTest, AreNotForHousesThatDoNotWantThemOrHaveNobodyToReadThem) {
    house_.monthly_summary = false;
    save();
    EXPECT_EQ(queue(at(1) + hours{9}), 0U);
    house_.monthly_summary = true;
    house_.staff_email.clear();
    save();
    EXPECT_EQ(queue(at(1) + hours{9}), 0U);
}

}  // namespace
}  // namespace standby::app
