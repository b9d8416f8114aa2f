// Tests of the catalogues that a node knows: read by one at a time, and never lost meanwhile.
#include "http/routes/catalogue_book.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using engine::AccountNumber;
using std::chrono::seconds;

constexpr AccountNumber salon{1};
constexpr Time start{seconds{1'000}};

std::vector<engine::CatalogueItem> offering(std::string name) {
    return {{.number = 1, .account = salon, .name = std::move(name)}};
}

std::size_t known_in(const CatalogueBook& book, AccountNumber account) {
    return book.with(account,
                     [](const interchange::OfferedNames& names) { return names.items().size(); });
}

TEST(CatalogueBook, IsReadByWhoeverAsksFirst) {
    CatalogueBook book;
    EXPECT_TRUE(book.is_due(salon, start));
    EXPECT_EQ(known_in(book, salon), 0U) << "nothing is known so far";
    book.put(salon, offering("Cut"), start);
    EXPECT_FALSE(book.is_due(salon, start + seconds{4}));
    EXPECT_EQ(known_in(book, salon), 1U);
    EXPECT_TRUE(book.is_due(AccountNumber{2}, start)) << "each account by itself";
    EXPECT_EQ(known_in(book, AccountNumber{2}), 0U);
}

TEST(CatalogueBook, LetsOthersGoOnWithTheOldOneWhileItIsRead) {
    CatalogueBook book;
    book.put(salon, offering("Cut"), start);
    const Time later = start + CatalogueBook::kept_for;
    EXPECT_TRUE(book.is_due(salon, later));
    EXPECT_FALSE(book.is_due(salon, later)) << "somebody reads it already";
    EXPECT_EQ(known_in(book, salon), 1U);
    book.give_up(salon);
    EXPECT_TRUE(book.is_due(salon, later)) << "that did not work: the next one tries";
    book.put(salon, {}, later);
    EXPECT_EQ(known_in(book, salon), 0U);
    EXPECT_FALSE(book.is_due(salon, later));
}

}  // namespace
}  // namespace standby::http
