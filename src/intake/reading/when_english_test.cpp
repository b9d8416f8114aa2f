// When guests would like to come, in the words of English guests.
#include "intake/reading/reading_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::intake {
namespace {

TEST(WhenInEnglish, ReadsDatesInAllTheirSpellings) {
    EXPECT_EQ(english("Could I come on 14 October?"), "2026-10-14 -");
    EXPECT_EQ(english("Could I come on October 14th, 2026?"), "2026-10-14 -");
    EXPECT_EQ(english("the 14th of October works"), "2026-10-14 -");
    EXPECT_EQ(english("Oct. 14 please"), "2026-10-14 -");
    EXPECT_EQ(english("14-Oct-2026"), "2026-10-14 -");
    EXPECT_EQ(english("my colour is due 2026-10-14"), "2026-10-14 -");
    EXPECT_EQ(english("May twenty first"), "2026-05-21 -");
}

TEST(WhenInEnglish, TakesDaysOfTheMonthForTheNextSuchDay) {
    EXPECT_EQ(english("Anything on the 9th?"), "2026-03-09 -");
    EXPECT_EQ(english("Anything on the 2nd?"), "2026-04-02 -");
    EXPECT_EQ(english("the 12th of this month at 5 pm"), "2026-03-12 17:00");
    EXPECT_EQ(english("the 12th of next month"), "2026-04-12 -");
}

TEST(WhenInEnglish, TellsDaysFromOtherThingsThatAreCounted) {
    EXPECT_EQ(english("We met at the 3rd Cousin"), "- -");
    EXPECT_EQ(english("It's on the 4th floor"), "- -");
    EXPECT_EQ(english("The second one was better"), "- -");
    EXPECT_EQ(english("I've been a regular for 12 years"), "- -");
    EXPECT_EQ(english("This may take a while"), "- -");
    EXPECT_EQ(english("We march on"), "- -");
    EXPECT_EQ(english("You're open 24/7, right?"), "- -");
    EXPECT_EQ(english("that was 8/1.5"), "- -");
}

TEST(WhenInEnglish, KnowsWeekdays) {
    EXPECT_EQ(english("Friday would be lovely"), "2026-03-06 -");
    EXPECT_EQ(english("this Saturday"), "2026-03-07 -");
    EXPECT_EQ(english("next Saturday"), "2026-03-14 -");
    EXPECT_EQ(english("coming Tuesday"), "2026-03-10 -");
    EXPECT_EQ(english("Thursday next week"), "2026-03-12 -");
    EXPECT_EQ(english("next week on Thursday"), "2026-03-12 -");
    EXPECT_EQ(english("the first Friday of April"), "2026-04-03 -");
    // Today or in a week: nobody else can know.
    EXPECT_EQ(english("Wednesday please"), "- -");
    EXPECT_EQ(english("The sun will be out"), "- -");
}

TEST(WhenInEnglish, CountsFromToday) {
    EXPECT_EQ(english("later today"), "2026-03-04 -");
    EXPECT_EQ(english("tomorrow, if you can"), "2026-03-05 -");
    EXPECT_EQ(english("the day after tomorrow"), "2026-03-06 -");
    EXPECT_EQ(english("in two weeks"), "2026-03-18 -");
    EXPECT_EQ(english("3 days from now"), "2026-03-07 -");
    EXPECT_EQ(english("two days before Christmas"), "2026-12-23 -");
    EXPECT_EQ(english("in 3 hours"), "2026-03-04 15:00");
}

TEST(WhenInEnglish, KnowsStretchesOfDays) {
    EXPECT_EQ(english("any time next week"), "2026-03-09..2026-03-15 -");
    EXPECT_EQ(english("this weekend"), "2026-03-07..2026-03-08 -");
    EXPECT_EQ(english("sometime in May"), "2026-05-01..2026-05-31 -");
    EXPECT_EQ(english("from the 11th to the 15th"), "2026-03-11..2026-03-15 -");
    EXPECT_EQ(english("from Monday until Thursday"), "2026-03-09..2026-03-12 -");
    EXPECT_EQ(english("between 3 and 12 September"), "2026-09-03..2026-09-12 -");
    EXPECT_EQ(english("the week of the 18th"), "2026-03-16..2026-03-22 -");
    EXPECT_EQ(english("week 42"), "2026-10-12..2026-10-18 -");
    EXPECT_EQ(english("in the next 3 days"), "2026-03-05..2026-03-07 -");
    EXPECT_EQ(english("late next week"), "2026-03-12..2026-03-14 -");
    EXPECT_EQ(english("from Friday on"), "2026-03-06.. -");
    EXPECT_EQ(english("before Friday"), "..2026-03-05 -");
    EXPECT_EQ(english("by Friday"), "..2026-03-06 -");
    EXPECT_EQ(english("as soon as possible, please"), "2026-03-04.. -");
    EXPECT_EQ(english("next week, Tuesday would be best"), "2026-03-10 -");
    EXPECT_EQ(english("Friday or Saturday"), "2026-03-06..2026-03-07 -");
}

TEST(WhenInEnglish, LeavesWhatContradictsItselfBlank) {
    EXPECT_EQ(english("Thursday, 14 March"), "- -");  // a Saturday
    EXPECT_EQ(english("Monday the 9th"), "2026-03-09 -");
    EXPECT_EQ(english("the 10th. We also need something on the 20th."), "- -");
    EXPECT_EQ(english("on Sat at 7:30pm? If not, Sunday works too"), "- 19:30");
    EXPECT_EQ(english("at 5 pm. My sister comes at 7 pm."), "- -");
}

TEST(WhenInEnglish, LeavesWhatWentByAlone) {
    EXPECT_EQ(english("I was there on 28 February and loved it. Tomorrow again?"), "2026-03-05 -");
    EXPECT_EQ(english("You did my hair last Friday"), "- -");
    EXPECT_EQ(english("I was born on 15 April 1987"), "- -");
}

TEST(WhenInEnglish, TakesBackWhatGuestsTakeBack) {
    EXPECT_EQ(english("on the 11th, not the 10th"), "2026-03-11 -");
    EXPECT_EQ(english("Not today. Make it Friday."), "2026-03-06 -");
    EXPECT_EQ(english("tomorrow at 3 pm, sorry, I mean 4 pm"), "2026-03-05 16:00");
    EXPECT_EQ(english("Friday doesn't work, Saturday does"), "2026-03-07 -");
    EXPECT_EQ(english("please move it from the 10th to the 12th"), "2026-03-12 -");
    EXPECT_EQ(english("Every Monday would work"), "- -");
    EXPECT_EQ(english("not before 4 pm please"), "- 16:00..");
}

TEST(WhenInEnglish, ReadsTimes) {
    EXPECT_EQ(english("at 17:30"), "- 17:30");
    EXPECT_EQ(english("5:30 pm"), "- 17:30");
    EXPECT_EQ(english("5.30pm"), "- 17:30");
    EXPECT_EQ(english("half past five in the evening"), "- 17:30");
    EXPECT_EQ(english("quarter to 5 in the afternoon"), "- 16:45");
    EXPECT_EQ(english("a quarter to 1 in the afternoon"), "- 12:45");
    EXPECT_EQ(english("twenty past nine in the morning"), "- 09:20");
    EXPECT_EQ(english("evening 6"), "- 18:00");
    EXPECT_EQ(english("five pm"), "- 17:00");
    EXPECT_EQ(english("8 o'clock tonight"), "2026-03-04 20:00");
    EXPECT_EQ(english("tonight at 8"), "2026-03-04 20:00");
    EXPECT_EQ(english("noon"), "- 12:00");
    EXPECT_EQ(english("12 am"), "- 00:00");
    EXPECT_EQ(english("ten forty five am"), "- 10:45");
}

TEST(WhenInEnglish, ReadsStretchesOfTime) {
    EXPECT_EQ(english("from 5 to 7 pm"), "- 17:00..19:00");
    EXPECT_EQ(english("from 11 to 3 pm"), "- 11:00..15:00");
    EXPECT_EQ(english("between 2 and 4:30 pm"), "- 14:00..16:30");
    EXPECT_EQ(english("after 5 pm"), "- 17:00..");
    EXPECT_EQ(english("any time before 11 am"), "- ..11:00");
    EXPECT_EQ(english("tomorrow afternoon"), "2026-03-05 12:00..18:00");
    EXPECT_EQ(english("Friday in the evening"), "2026-03-06 17:00..23:00");
}

TEST(WhenInEnglish, TakesTheLikelyHalfOfTheDayAndElseNone) {
    EXPECT_EQ(english("tomorrow at 3"), "2026-03-05 15:00");
    EXPECT_EQ(english("tomorrow at 9"), "2026-03-05 09:00");
    EXPECT_EQ(english("dinner tomorrow at 8"), "2026-03-05 20:00");
    // A table at eight may be breakfast.
    EXPECT_EQ(english("a table tomorrow at 8"), "2026-03-05 -");
}

TEST(WhenInEnglish, TakesNoGreetingForATime) {
    EXPECT_EQ(english("Good evening! Have a nice weekend!"), "- -");
}

TEST(WhenInEnglish, ReadsNumbersInTheOrderOfTheCountry) {
    using enum Moment::Order;
    const auto read = [](Moment::Order order) {
        return read_line("on 4/5", interchange::Language::English, wednesday_noon(order));
    };
    EXPECT_EQ(read(DayFirst), "2026-05-04 -");
    EXPECT_EQ(read(MonthFirst), "2026-04-05 -");
    EXPECT_EQ(read(Unknown), "- -");
    EXPECT_EQ(read_line("on 22/5", interchange::Language::English, wednesday_noon(MonthFirst)),
              "2026-05-22 -");
}

TEST(WhenInEnglish, KeepsTheWordsThatAValueCameFrom) {
    const std::string_view text = "Hi, is next Saturday at half past 5 in the evening free?";
    const When when = read_when(Line(text, interchange::Language::English), wednesday_noon());
    ASSERT_TRUE(when.days && when.times);
    EXPECT_EQ(words_at(text, when.days->span), "next Saturday");
    EXPECT_EQ(words_at(text, when.times->span), "half past 5 in the evening");
}

}  // namespace
}  // namespace standby::intake
