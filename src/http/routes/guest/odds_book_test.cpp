// Tests of how long odds are kept, and that only one caller counts them.
#include "http/routes/guest/odds_book.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

const core::ResourceNumber list{7};
const Odds odds{.waited = 40, .got_place = 12};

TEST(OddsBook, LetsOneCallerCountAndKeepsTheResult) {
    OddsBook book;
    EXPECT_TRUE(book.look(list, Time{}).is_due);
    EXPECT_FALSE(book.look(list, Time{}).is_due);
    book.put(list, odds, Time{});
    const Time later = Time{} + OddsBook::kept_for;
    EXPECT_FALSE(book.look(list, later - std::chrono::milliseconds(1)).is_due);
    EXPECT_EQ(book.look(list, Time{}).odds, odds);
    const OddsBook::Look due = book.look(list, later);
    EXPECT_TRUE(due.is_due);
    EXPECT_EQ(due.odds, odds) << "the old ones are told until the new ones are there";
}

TEST(OddsBook, TriesAgainAfterAFailure) {
    OddsBook book;
    EXPECT_TRUE(book.look(list, Time{}).is_due);
    book.give_up(list);
    EXPECT_TRUE(book.look(list, Time{}).is_due);
}

}  // namespace
}  // namespace standby::http
