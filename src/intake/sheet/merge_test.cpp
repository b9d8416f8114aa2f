// What people do to a sheet, one story at a time.
#include "intake/sheet/merge.hpp"

#include "intake/sheet/sheet_test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace standby::intake::sheet {
namespace {

using test::cell_of;
using test::Entry;
using test::List;
using test::row_of;

constexpr Time noon =
    std::chrono::sys_days{std::chrono::year{2026} / 11 / 2} + std::chrono::hours{12};

// Six people, seen and marked.
class SheetMerge : public testing::Test {
protected:
    void SetUp() override {
        sheet_.columns = FieldSet::everything();
        for (const char* name : {"Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"}) {
            const std::string phone = "+4915100000" + std::to_string(sheet_.rows.size());
            sheet_.rows.push_back(
                row_of({{Field::Name, name}, {Field::Phone, phone}, {Field::Service, "Colour"}}));
            look();
        }
        before_ = list_.line();
    }

    Plan look() {
        now_ += std::chrono::minutes{1};
        return list_.look(sheet_, now_);
    }
    Row& row(const std::string& name) {
        return *std::ranges::find_if(
            sheet_.rows, [&](const Row& one) { return one.cells[Field::Name].text == name; });
    }
    const Entry& entry(const std::string& name) const {
        for (const auto& [ticket, one] : list_.entries) {
            if (one.values[Field::Name] == name && one.standing != Standing::Ended) {
                return one;
            }
        }
        static const Entry none;
        return none;
    }
    void remove(const std::string& name) {
        sheet_.rows.erase(sheet_.rows.begin() + (&row(name) - sheet_.rows.data()));
    }
    bool asks(const Plan& plan, Question question) const {
        return std::ranges::any_of(plan.slips,
                                   [&](const Slip& slip) { return slip.question == question; });
    }
    void expect_nothing_happened(const Plan& plan) const {
        EXPECT_TRUE(plan.joins.empty());
        EXPECT_TRUE(plan.changes.empty());
        EXPECT_TRUE(plan.leaves.empty());
        EXPECT_TRUE(plan.notes.empty());
        EXPECT_TRUE(plan.slips.empty());
        EXPECT_EQ(list_.line(), before_);
    }

    Time now_ = noon;
    List list_;
    SheetNow sheet_;
    std::vector<Ticket> before_;
};

TEST_F(SheetMerge, LetsRowsJoinInTheOrderInWhichTheyCame) {
    EXPECT_EQ(before_, (std::vector<Ticket>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(entry("Cleo").values[Field::Phone], "+49151000002");
    EXPECT_TRUE(row("Cleo").id.starts_with("3·"));
}

TEST_F(SheetMerge, SeesNothingInASort) {
    std::ranges::reverse(sheet_.rows);
    expect_nothing_happened(look());
}

TEST_F(SheetMerge, KeepsThePlaceOfARowThatIsCutAndPastedElsewhere) {
    std::ranges::rotate(sheet_.rows, sheet_.rows.begin() + 2);
    sheet_.rows.insert(sheet_.rows.begin() + 3, row_of({}));
    expect_nothing_happened(look());
}

TEST_F(SheetMerge, AsksAboutNamesThatWereSortedAlone) {
    std::vector<std::string> names;
    for (const Row& one : sheet_.rows) {
        names.push_back(one.cells[Field::Name].text);
    }
    std::ranges::reverse(names);
    for (std::size_t index = 0; index < names.size(); ++index) {
        sheet_.rows[index].cells[Field::Name] = cell_of(names[index]);
    }
    const Plan plan = look();
    EXPECT_TRUE(asks(plan, Question::SortedAlone));
    EXPECT_TRUE(plan.changes.empty());
    EXPECT_TRUE(plan.joins.empty());
    EXPECT_EQ(entry("Anna").values[Field::Phone], "+49151000000");
}

TEST_F(SheetMerge, AsksAboutNumbersThatWereSortedAlone) {
    for (std::size_t index = 0; index < sheet_.rows.size() / 2; ++index) {
        std::swap(sheet_.rows[index].cells[Field::Phone],
                  sheet_.rows[sheet_.rows.size() - 1 - index].cells[Field::Phone]);
    }
    const Plan plan = look();
    EXPECT_FALSE(plan.slips.empty());
    EXPECT_TRUE(plan.changes.empty());
    EXPECT_TRUE(plan.joins.empty());
    EXPECT_TRUE(plan.leaves.empty());
    look();
    EXPECT_EQ(entry("Anna").values[Field::Phone], "+49151000000");
    EXPECT_EQ(list_.line(), before_);
}

TEST_F(SheetMerge, FindsEverybodyWhenTheMarksWereSortedAlone) {
    for (std::size_t index = 0; index + 1 < sheet_.rows.size(); ++index) {
        std::swap(sheet_.rows[index].id, sheet_.rows[index + 1].id);
    }
    expect_nothing_happened(look());
    EXPECT_TRUE(row("Anna").id.starts_with("1·"));
}

TEST_F(SheetMerge, TakesACopiedRowThatWasTypedOverForSomebodyNew) {
    Row copy = row("Ben");
    copy.cells[Field::Name] = cell_of("Gina");
    copy.cells[Field::Phone] = cell_of("+491777");
    sheet_.rows.insert(sheet_.rows.begin(), copy);
    const Plan plan = look();
    EXPECT_EQ(plan.joins.size(), 1U);
    EXPECT_EQ(entry("Ben").ticket, 2U);
    EXPECT_EQ(list_.line().back(), entry("Gina").ticket);
    EXPECT_TRUE(row("Gina").id.starts_with("7·"));
}

TEST_F(SheetMerge, SaysSoWhenARowIsThereTwice) {
    sheet_.rows.insert(sheet_.rows.begin(), row("Ben"));
    const Plan plan = look();
    ASSERT_EQ(plan.notes.size(), 1U);
    EXPECT_EQ(plan.notes.front().trouble, Trouble::SecondRow);
    EXPECT_EQ(list_.line(), before_);
}

TEST_F(SheetMerge, LetsARowTypedOverWithSomebodyElseBeSomebodyElse) {
    row("Ben").cells[Field::Phone] = cell_of("+491777");
    row("Ben").cells[Field::Name] = cell_of("Gina");
    look();
    look();
    EXPECT_EQ(entry("Ben").ticket, 0U);
    EXPECT_EQ(list_.line().back(), entry("Gina").ticket);
}

TEST_F(SheetMerge, KeepsThePlaceOfSomebodyWhoseNumberIsCorrected) {
    row("Ben").cells[Field::Phone] = cell_of("+491777");
    look();
    EXPECT_EQ(entry("Ben").values[Field::Phone], "+491777");
    EXPECT_EQ(list_.line(), before_);
    expect_nothing_happened(look());
}

TEST_F(SheetMerge, KeepsThePlaceOfSomebodyWhoMarries) {
    row("Cleo").cells[Field::Name] = cell_of("Cleo Winter");
    look();
    EXPECT_EQ(entry("Cleo Winter").ticket, 3U);
    EXPECT_EQ(list_.line(), before_);
}

TEST_F(SheetMerge, CountsADeletedRowAtTheSecondLook) {
    remove("Dora");
    EXPECT_TRUE(look().leaves.empty());
    EXPECT_EQ(look().leaves, (std::vector<Ticket>{4}));
    EXPECT_EQ(entry("Dora").ticket, 0U);
}

TEST_F(SheetMerge, GivesADeletedRowThatComesBackItsPlaceAgain) {
    const std::vector<Row> saved = sheet_.rows;
    remove("Ben");
    look();
    look();
    ASSERT_EQ(entry("Ben").ticket, 0U);
    sheet_.rows = saved;
    look();
    const std::vector<Ticket> line = list_.line();
    ASSERT_EQ(line.size(), 6U);
    EXPECT_EQ(line[1], entry("Ben").ticket);
    EXPECT_TRUE(look().joins.empty());
}

TEST_F(SheetMerge, AsksBeforeFourLeaveAtOnce) {
    sheet_.rows.resize(2);
    look();
    Plan plan = look();
    EXPECT_TRUE(plan.leaves.empty());
    EXPECT_TRUE(asks(plan, Question::ManyVanished));
    EXPECT_EQ(list_.line(), before_);
    plan = list_.look(sheet_, now_, true);
    EXPECT_EQ(plan.leaves.size(), 4U);
}

TEST_F(SheetMerge, AsksWhenTheRowOfSomebodyWithAnOfferIsGone) {
    list_.entries.at(1).standing = Standing::Offered;
    remove("Anna");
    look();
    const Plan plan = look();
    EXPECT_TRUE(plan.leaves.empty());
    EXPECT_TRUE(asks(plan, Question::OfferVanished));
}

TEST_F(SheetMerge, LeavesABookingAloneWhenItsRowIsTidiedAway) {
    list_.entries.at(1).standing = Standing::Booked;
    remove("Anna");
    look();
    look();
    EXPECT_EQ(list_.entries.at(1).standing, Standing::Booked);
}

TEST_F(SheetMerge, LosesNothingWhenAHeadingIsRenamed) {
    const SheetNow saved = sheet_;
    sheet_.columns = FieldSet{}.add(Field::Name).add(Field::Service);
    for (Row& one : sheet_.rows) {
        one.cells[Field::Phone] = cell_of("");
    }
    const Plan plan = look();
    EXPECT_TRUE(plan.changes.empty());
    EXPECT_TRUE(asks(plan, Question::ColumnGone));
    EXPECT_EQ(list_.line(), before_);
    EXPECT_EQ(entry("Anna").values[Field::Phone], "+49151000000");
    sheet_ = saved;
    expect_nothing_happened(look());
}

TEST_F(SheetMerge, AsksBeforeAWholeColumnIsEmptied) {
    for (Row& one : sheet_.rows) {
        one.cells[Field::Service] = cell_of("");
    }
    const Plan plan = look();
    EXPECT_TRUE(plan.changes.empty());
    EXPECT_TRUE(asks(plan, Question::ColumnEmptied));
    EXPECT_EQ(entry("Anna").values[Field::Service], "Colour");
}

TEST_F(SheetMerge, TakesAWishThatStaffChanged) {
    row("Anna").cells[Field::Service] = cell_of("Cut");
    look();
    EXPECT_EQ(entry("Anna").values[Field::Service], "Cut");
}

TEST_F(SheetMerge, WritesAWishThatTheGuestChanged) {
    list_.entries.at(1).values[Field::Service] = "Cut";
    look();
    EXPECT_EQ(row("Anna").cells[Field::Service].text, "Cut");
    expect_nothing_happened(look());
}

TEST_F(SheetMerge, LetsStaffHaveTheLastWordWhereBothChangedIt) {
    list_.entries.at(1).values[Field::Service] = "Cut";
    row("Anna").cells[Field::Service] = cell_of("Perm");
    look();
    EXPECT_EQ(entry("Anna").values[Field::Service], "Perm");
    EXPECT_EQ(row("Anna").cells[Field::Service].text, "Perm");
}

TEST_F(SheetMerge, KeepsWhatItHasWhereACellCannotBeRead) {
    row("Anna").cells[Field::Service] = cell_of("?");
    row("Ben").cells[Field::Service] = cell_of("Cut");
    const Plan plan = look();
    ASSERT_EQ(plan.notes.size(), 1U);
    EXPECT_EQ(plan.notes.front().field, Field::Service);
    EXPECT_EQ(entry("Anna").values[Field::Service], "Colour");
    EXPECT_EQ(entry("Ben").values[Field::Service], "Cut");
}

TEST_F(SheetMerge, AsksForAContactAndTakesTheRest) {
    sheet_.rows.push_back(row_of({{Field::Name, "Gina"}, {Field::Phone, "?4.41E+11"}}));
    sheet_.rows.push_back(row_of({{Field::Name, "Hans"}, {Field::Email, "hans@example.com"}}));
    const Plan plan = look();
    EXPECT_EQ(plan.joins.size(), 1U);
    EXPECT_TRUE(std::ranges::any_of(plan.notes, [](const Note& note) {
        return note.trouble == Trouble::NeedsContact && note.row == 6;
    }));
}

TEST_F(SheetMerge, NeverLeavesSomebodyWithoutAContact) {
    row("Anna").cells[Field::Phone] = cell_of("");
    const Plan plan = look();
    EXPECT_TRUE(plan.changes.empty());
    ASSERT_EQ(plan.notes.size(), 1U);
    EXPECT_EQ(plan.notes.front().trouble, Trouble::NeedsContact);
}

TEST_F(SheetMerge, TakesTheJoinTimeOfTheSheetUnlessItIsInTheFuture) {
    sheet_.rows.push_back(row_of({{Field::Name, "Gina"},
                                  {Field::Phone, "+491777"},
                                  {Field::Joined, "2026-11-02T11:00:00Z"}}));
    sheet_.rows.push_back(row_of({{Field::Name, "Hans"},
                                  {Field::Phone, "+491778"},
                                  {Field::Joined, "2031-01-01T00:00:00Z"}}));
    const Plan plan = look();
    EXPECT_EQ(list_.line().front(), entry("Gina").ticket);
    EXPECT_EQ(list_.line().back(), entry("Hans").ticket);
    ASSERT_EQ(plan.notes.size(), 1U);
    EXPECT_EQ(plan.notes.front().trouble, Trouble::InFuture);
}

TEST_F(SheetMerge, SaysThatAJoinTimeCannotBeChangedLater) {
    row("Fritz").cells[Field::Joined] = cell_of("2020-01-01T00:00:00Z");
    const Plan plan = look();
    ASSERT_EQ(plan.notes.size(), 1U);
    EXPECT_EQ(plan.notes.front().trouble, Trouble::JoinIsFixed);
    EXPECT_EQ(list_.line(), before_);
}

TEST_F(SheetMerge, AddsWhoeverJoinedElsewhere) {
    PerField<std::string> values;
    values[Field::Name] = "Gina";
    values[Field::Email] = "gina@example.com";
    list_.join(values, now_);
    EXPECT_EQ(look().without_row.size(), 1U);
    ASSERT_EQ(sheet_.rows.size(), 7U);
    EXPECT_EQ(sheet_.rows.back().cells[Field::Name].text, "Gina");
    EXPECT_TRUE(look().without_row.empty());
}

TEST_F(SheetMerge, ClearsTheRowOfWhoeverWasErased) {
    list_.entries.at(2).standing = Standing::Ended;
    list_.entries.at(2).is_erased = true;
    sheet_.rows.push_back(row("Ben"));  // and a copy of it
    const Plan plan = look();
    EXPECT_EQ(plan.cleared.size(), 2U);
    EXPECT_TRUE(plan.joins.empty());
    EXPECT_EQ(sheet_.rows.size(), 5U);
    for (int times = 0; times < 5; ++times) {
        EXPECT_TRUE(look().joins.empty());
    }
    EXPECT_FALSE(list_.memory.contains(2));
}

TEST_F(SheetMerge, LetsSomebodyWhoseRowStaysAfterTheyLeftNotJoinAgain) {
    list_.entries.at(2).standing = Standing::Ended;
    for (int times = 0; times < 5; ++times) {
        EXPECT_TRUE(look().joins.empty());
    }
    // A new row of theirs is a new wish.
    sheet_.rows.push_back(
        row_of({{Field::Name, "Ben"}, {Field::Phone, "+49151000001"}, {Field::Service, "Cut"}}));
    EXPECT_EQ(look().joins.size(), 1U);
}

TEST_F(SheetMerge, TakesNoMarkOfAnotherListsSheet) {
    Row foreign = row_of({{Field::Name, "Gina"}, {Field::Phone, "+491777"}}, "2·aaaa");
    sheet_.rows.push_back(foreign);
    EXPECT_EQ(look().joins.size(), 1U);
    EXPECT_EQ(entry("Ben").ticket, 2U);
}

TEST(SheetMergeWithoutMarks, FindsWhoeverHasAnotherNumberByAllTheRest) {
    List list(false);
    SheetNow sheet;
    sheet.columns = FieldSet::everything();
    sheet.rows.push_back(
        row_of({{Field::Name, "Anna Aster"}, {Field::Phone, "+49151"}, {Field::Service, "Cut"}}));
    list.look(sheet, noon);
    sheet.rows.front().cells[Field::Phone] = cell_of("+49152");
    const Plan plan = list.look(sheet, noon + std::chrono::minutes{1});
    EXPECT_EQ(plan.changes.size(), 1U);
    EXPECT_TRUE(plan.joins.empty());
    EXPECT_EQ(list.entries.at(1).values[Field::Phone], "+49152");
}

TEST(SheetMergeWithoutMarks, TellsStaffToDeleteTheRowOfWhoeverWasErased) {
    List list(false);
    SheetNow sheet;
    sheet.columns = FieldSet::everything();
    sheet.rows.push_back(row_of({{Field::Name, "Anna"}, {Field::Phone, "+49151"}}));
    list.look(sheet, noon);
    list.entries.at(1).standing = Standing::Ended;
    list.entries.at(1).is_erased = true;
    for (int times = 0; times < 5; ++times) {
        const Plan plan = list.look(sheet, noon + std::chrono::minutes{1});
        EXPECT_TRUE(plan.joins.empty());
        ASSERT_EQ(plan.notes.size(), 1U);
        EXPECT_EQ(plan.notes.front().trouble, Trouble::Erased);
    }
}

}  // namespace
}  // namespace standby::intake::sheet
