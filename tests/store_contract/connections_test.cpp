// Connections to other systems: numbers are never given twice, of two looks at the same time one is
// kept whole, and a card is settled once.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::Connection;
using engine::ConnectionCard;
using engine::ConnectionItem;
using engine::ConnectionKind;
using engine::ConnectionLook;
using testing::ElementsAre;
using testing::IsEmpty;

template <class UnderTest>
class ConnectionsContract : public StoreContract<UnderTest> {
protected:
    Connection add(ConnectionKind kind) {
        return this->registry()
            .add_connection({.account = AccountNumber{1},
                             .resource = core::ResourceNumber{7},
                             .kind = kind,
                             .settings = R"({"url":"https://example.com/a.ics"})",
                             .sealed = {std::byte{0}, std::byte{255}},
                             .created_at = at(1),
                             .changed_at = at(1)})
            .value();
    }
    std::vector<ConnectionItem> items(std::uint64_t connection) {
        return this->registry().connection_items(connection, "", 100).value();
    }
};
TYPED_TEST_SUITE(ConnectionsContract, Stores);

ConnectionLook look(std::uint64_t connection, std::uint64_t replaces, std::uint64_t mark) {
    return {.connection = connection,
            .replaces = replaces,
            .mark = mark,
            .state = R"({"token":"é"})",
            .looked_at = at(5),
            .items = {{"b", "2"}, {"B", "3"}, {"a", "1"}},
            .dropped = {}};
}

ConnectionCard card(std::uint64_t number, std::uint64_t connection) {
    return {.number = number,
            .account = AccountNumber{1},
            .resource = core::ResourceNumber{7},
            .connection = connection,
            .kind = "many_gone",
            .data = R"({"rows":12})",
            .made_at = at(5),
            .settled_at = std::nullopt,
            .outcome = ""};
}

TYPED_TEST(ConnectionsContract, KeepsThemAsTheyWereGivenByKind) {
    const Connection sheet = this->add(ConnectionKind::Sheet);
    Connection calendar = this->add(ConnectionKind::Calendar);
    EXPECT_EQ(sheet.number, 1u);
    calendar.settings = "{}";
    calendar.sealed.clear();
    calendar.changed_at = at(2);
    EXPECT_TRUE(this->registry().change_connection(calendar).value());
    Connection foreign = calendar;
    foreign.account = AccountNumber{2};
    foreign.settings = "stolen";
    EXPECT_FALSE(this->registry().change_connection(foreign).value());
    this->restart();
    EXPECT_THAT(this->registry().connections(ConnectionKind::Sheet).value(), ElementsAre(sheet));
    EXPECT_THAT(this->registry().connections(ConnectionKind::Calendar).value(),
                ElementsAre(calendar));
}

TYPED_TEST(ConnectionsContract, KeepsOneOfTwoLooksAtTheSameTime) {
    const std::uint64_t number = this->add(ConnectionKind::Sheet).number;
    EXPECT_EQ(this->registry().connection_state(number).value(), engine::ConnectionState{});
    EXPECT_TRUE(this->registry().save_look(look(number, 0, 11)).value());
    ConnectionLook late = look(number, 0, 12);
    late.items = {{"a", "late"}, {"z", "late"}};
    late.dropped = {"b"};
    late.cards = {card(50, number)};
    EXPECT_FALSE(this->registry().save_look(late).value());
    this->restart();
    EXPECT_EQ(this->registry().connection_state(number).value(),
              (engine::ConnectionState{11, R"({"token":"é"})", at(5)}));
    EXPECT_THAT(this->items(number), ElementsAre(ConnectionItem{"B", "3"}, ConnectionItem{"a", "1"},
                                                 ConnectionItem{"b", "2"}));
    EXPECT_THAT(this->registry().connection_items(number, "B", 1).value(),
                ElementsAre(ConnectionItem{"a", "1"}));
    EXPECT_THAT(this->registry().open_cards(AccountNumber{1}, 0, 10).value(), IsEmpty());
}

TYPED_TEST(ConnectionsContract, ReplacesAndDropsItems) {
    const std::uint64_t number = this->add(ConnectionKind::Sheet).number;
    const std::uint64_t other = this->add(ConnectionKind::Sheet).number;
    EXPECT_TRUE(this->registry().save_look(look(number, 0, 11)).value());
    EXPECT_TRUE(this->registry().save_look(look(other, 0, 11)).value());
    ConnectionLook next = look(number, 11, 12);
    next.items = {{"a", "new"}};
    next.dropped = {"b", "B", "nothing"};
    EXPECT_TRUE(this->registry().save_look(next).value());
    EXPECT_THAT(this->items(number), ElementsAre(ConnectionItem{"a", "new"}));
    EXPECT_EQ(this->items(other).size(), 3u);
}

TYPED_TEST(ConnectionsContract, SettlesACardOnce) {
    const std::uint64_t number = this->add(ConnectionKind::Calendar).number;
    ConnectionLook first = look(number, 0, 11);
    first.cards = {card(50, number), card(40, number)};
    EXPECT_TRUE(this->registry().save_look(first).value());
    const AccountNumber owner{1};
    const AccountNumber stranger{2};
    EXPECT_THAT(this->registry().open_cards(owner, 0, 10).value(),
                ElementsAre(card(40, number), card(50, number)));
    EXPECT_THAT(this->registry().open_cards(owner, 40, 10).value(), ElementsAre(card(50, number)));
    EXPECT_FALSE(this->registry().settle_card(stranger, 40, "freed", at(6)).value());
    EXPECT_TRUE(this->registry().settle_card(owner, 40, "freed", at(6)).value());
    EXPECT_FALSE(this->registry().settle_card(owner, 40, "kept", at(7)).value());
    this->restart();
    ConnectionCard settled = card(40, number);
    settled.settled_at = at(6);
    settled.outcome = "freed";
    EXPECT_EQ(this->registry().connection_card(owner, 40).value(), settled);
    EXPECT_EQ(this->registry().connection_card(stranger, 40).value(), std::nullopt);
    EXPECT_THAT(this->registry().open_cards(owner, 0, 10).value(), ElementsAre(card(50, number)));
}

TYPED_TEST(ConnectionsContract, ForgetsWhatARemovedOneKnew) {
    const std::uint64_t number = this->add(ConnectionKind::Sheet).number;
    ConnectionLook first = look(number, 0, 11);
    first.cards = {card(40, number)};
    EXPECT_TRUE(this->registry().save_look(first).value());
    EXPECT_FALSE(this->registry().remove_connection(AccountNumber{2}, number, at(6)).value());
    EXPECT_TRUE(this->registry().remove_connection(AccountNumber{1}, number, at(6)).value());
    EXPECT_FALSE(this->registry().remove_connection(AccountNumber{1}, number, at(7)).value());
    EXPECT_FALSE(this->registry().save_look(look(number, 11, 12)).value()) << "it was under way";
    EXPECT_THAT(this->registry().connections(ConnectionKind::Sheet).value(), IsEmpty());
    EXPECT_THAT(this->items(number), IsEmpty());
    EXPECT_EQ(this->registry().connection_state(number).value(), engine::ConnectionState{});
    EXPECT_THAT(this->registry().open_cards(AccountNumber{1}, 0, 10).value(), IsEmpty());
    EXPECT_EQ(this->add(ConnectionKind::Sheet).number, number + 1);
}

}  // namespace
}  // namespace standby::store
