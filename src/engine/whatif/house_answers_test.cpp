// Tests of how soon the guests of a house answer.
#include "engine/whatif/house_answers.hpp"

#include <gtest/gtest.h>

namespace standby::engine::whatif {
namespace {

using std::chrono::minutes;

Cell answers(Duration after, std::int64_t yes, std::int64_t ran_out = 0,
             TellingChannel channel = TellingChannel::Sms) {
    Cell cell;
    cell.add(Figure::YesAfter, step_of(answer_steps, after), yes);
    cell.add(Figure::RanOutAfter, step_of(answer_steps, minutes{60}), ran_out);
    cell.add(Figure::ChannelOffers, static_cast<std::uint64_t>(channel), yes + ran_out);
    return cell;
}

TEST(HouseAnswersTest, FewAnswersTellNothing) {
    HouseAnswers house;
    EXPECT_EQ(house.window(), std::nullopt);
    house.add(answers(minutes{2}, 99, 1'000));
    EXPECT_EQ(house.window(), std::nullopt) << "what ran out is no answer";
    house.add(answers(minutes{2}, 1));
    EXPECT_NE(house.window(), std::nullopt) << "lists of one house are added up";
}

TEST(HouseAnswersTest, ANoIsAnAnswer) {
    HouseAnswers house;
    Cell cell;
    cell.add(Figure::NoAfter, 2, 100);
    house.add(cell);
    EXPECT_NE(house.window(), std::nullopt);
}

TEST(HouseAnswersTest, TheWindowIsLongerWhereGuestsTakeLonger) {
    HouseAnswers quick;
    quick.add(answers(minutes{2}, 400, 600));
    HouseAnswers slow;
    slow.add(answers(minutes{40}, 400, 600));
    ASSERT_TRUE(quick.window() && slow.window());
    EXPECT_LE(*quick.window(), minutes{4});
    EXPECT_GE(*slow.window(), minutes{25});
    EXPECT_LE(*slow.window(), minutes{60});
}

TEST(HouseAnswersTest, MillionsOfAnswersTakeNoLongerThanThousands) {
    HouseAnswers house;
    house.add(answers(minutes{40}, 4'000'000'000, 6'000'000'000));
    ASSERT_TRUE(house.window());
    EXPECT_GE(*house.window(), minutes{25});
}

}  // namespace
}  // namespace standby::engine::whatif
