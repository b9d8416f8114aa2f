// Lotteries whose seed the server draws: who takes part, as whom, and what nobody can change.
#include "core/decide/decide_test_support.hpp"
#include "core/order/draw.hpp"
#include "core/state/rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace standby::core {
namespace {

using std::chrono::hours;

const std::string seed(64, '7');

class LotteryTest : public testing::Test, protected World {
protected:
    void lottery(RulesPatch rules = plain()) {
        rules.set(&Rules::order, Order::Lottery).set(&Rules::draw_at, start + hours{1});
        give(CreateResource{
            .settings = {.kind = Kind::Seats, .capacity = 0}, .rules = rules, .draw_seed = seed});
    }
    std::uint32_t lot(std::string_view name, std::string_view words = {}) {
        return lot_of(seed, words, participant_of(resource().number, contact(name)));
    }
    std::vector<std::string> by_lot(std::vector<std::string> names) {
        std::ranges::sort(names, {}, [&](const std::string& name) { return lot(name); });
        return names;
    }
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }
};

TEST_F(LotteryTest, IsInTheOrderOfJoiningUntilItIsDrawnByPerson) {
    lottery();
    std::vector<std::pair<std::uint32_t, Ticket>> lots;
    std::vector<Ticket> joined;
    for (const std::string_view name : {"ann", "bob", "cleo", "dora", "emil", "finn"}) {
        const Ticket ticket = join(name);
        joined.push_back(ticket);
        lots.emplace_back(lot(name), ticket);
    }
    EXPECT_EQ(line(), joined) << "nothing may tell the lots before the draw";
    pass(hours{1});
    std::ranges::sort(lots);
    std::vector<Ticket> expected;
    for (const auto& [drawn, ticket] : lots) {
        expected.push_back(ticket);
    }
    expected.push_back(join("late"));
    EXPECT_EQ(line(), expected);
}

// Ten thousand joins ago this won a seat: now it is the same lot each time.
TEST_F(LotteryTest, LeavingAndJoiningAgainChangesNothing) {
    lottery();
    join("bob");
    join("cleo");
    Ticket ann = join("ann");
    for (int again = 0; again < 50; ++again) {
        const std::uint64_t before = participant_of(resource(), ann);
        give(Leave{ann});
        EXPECT_EQ(participant_of(resource(), ann), 0U) << "whoever left takes no part";
        ann = join("ann");
        EXPECT_EQ(participant_of(resource(), ann), before);
    }
    pass(hours{1});
    const std::vector<std::string> order = by_lot({"ann", "bob", "cleo"});
    EXPECT_EQ(line().at(static_cast<std::size_t>(std::ranges::find(order, "ann") - order.begin())),
              ann);
}

TEST_F(LotteryTest, AnotherAddressLaterIsTheSamePerson) {
    lottery();
    const Ticket ann = join("ann");
    const std::uint64_t before = participant_of(resource(), ann);
    UpdateEntry change;
    change.entry = ann;
    change.contacts_added = {contact("ann's other address")};
    change.contacts_removed = {contact("ann")};
    give(change);
    EXPECT_EQ(participant_of(resource(), ann), before);
}

TEST_F(LotteryTest, WhoeverProvesTheAddressAfterTheDrawStandsBehindIt) {
    lottery(plain().set(&Rules::verify_email, true));
    const Ticket slow = join("slow");
    const Ticket quick = join("quick");
    give(Verify{.entry = quick, .contacts = {contact("quick")}});
    pass(hours{1});
    give(Verify{.entry = slow, .contacts = {contact("slow")}});
    EXPECT_EQ(line(), (std::vector<Ticket>{quick, slow}));
    EXPECT_EQ(participant_of(resource(), slow), 0U);
    EXPECT_NE(participant_of(resource(), quick), 0U);
}

TEST_F(LotteryTest, TheLastRowSaysWhoWasInTheDraw) {
    lottery();
    const Ticket early = join("early");
    const Ticket drawn = join("drawn");
    const auto last_row = [&](Ticket ticket) {
        ResourceState copy = resource();
        forget_changes(copy);
        for (const Event& event : give(Leave{ticket}).events) {
            apply(copy, event);
        }
        return decode_entry_row(take_changes(copy).entries.front().data)->participant;
    };
    EXPECT_EQ(last_row(early), 0U);
    pass(hours{1});
    EXPECT_EQ(last_row(drawn), participant_of(resource().number, contact("drawn")));
}

TEST_F(LotteryTest, WordsArePartOfTheLotsAndStayOnceSomebodyHasJoined) {
    lottery(plain().set(&Rules::draw_words, "winter"));
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_words, "summer"))), "");
    join("ann");
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_words, "autumn"))),
              "invalid-field: rules.draw_words");
    EXPECT_NE(lot("ann", "winter"), lot("ann", "summer"));
    pass(hours{1});
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_words, "autumn"))),
              "lottery-drawn: rules");
}

TEST_F(LotteryTest, TheSeedStaysThroughEveryOtherChange) {
    lottery();
    patch_rules(RulesPatch{}.set(&Rules::max_offers, 3U));
    EXPECT_EQ(resource().draw_seed, seed);
    PatchResource again;
    again.rules = RulesPatch{}.set(&Rules::max_offers, 4U);
    again.draw_seed = std::string(64, '8');
    give(again);
    EXPECT_EQ(resource().draw_seed, seed) << "one that was drawn for nothing";
    join("ann");
    pass(hours{1});
    patch_rules(RulesPatch{}.set(&Rules::max_offers, 5U));
    EXPECT_EQ(resource().draw_seed, seed);
}

TEST_F(LotteryTest, WaitingElsewhereIsOfNoUse) {
    lottery();
    Join moved = person("ann");
    moved.waits_since = start - hours{1};
    const Ticket ann = join(moved);
    EXPECT_EQ(entry(ann).joined_at, start);
    EXPECT_FALSE(resource().by_time);
}

TEST_F(LotteryTest, AListThatBecomesALotteryTakesTheSeedDrawnForIt) {
    seats(1);
    PatchResource patch;
    patch.rules = RulesPatch{}.set(&Rules::order, Order::Lottery).set(&Rules::draw_at, start);
    EXPECT_EQ(refused(give(patch)), "invalid-field: rules.draw_seed") << "none was drawn";
    patch.draw_seed = seed;
    EXPECT_EQ(refused(give(patch)), "");
    EXPECT_EQ(resource().draw_seed, seed);
}

TEST_F(LotteryTest, AListThatIsNoLotteryAnyMoreHasNoSeed) {
    lottery();
    patch_rules(RulesPatch{}.set(&Rules::order, Order::Fifo));
    EXPECT_EQ(resource().draw_seed, "");
}

TEST_F(LotteryTest, HasOneSeedOnly) {
    lottery();
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::draw_seed, "mine"))),
              "invalid-field: rules.draw_seed");
}

TEST_F(LotteryTest, OneThatStaffChoseGivesWayToTheServers) {
    give(CreateResource{.settings = {.kind = Kind::Seats},
                        .rules = plain()
                                     .set(&Rules::order, Order::Lottery)
                                     .set(&Rules::draw_at, start + hours{1})
                                     .set(&Rules::draw_seed, "mine"),
                        .draw_seed = seed});
    EXPECT_EQ(resource().rules.draw_seed, "");
    EXPECT_EQ(resource().draw_seed, seed);
}

TEST_F(LotteryTest, TheSamePersonTwiceHasOneLotAndStandsByJoining) {
    lottery();
    Join first = person("ann");
    first.group = GroupKey{7};
    Join second = first;
    second.wants.max_price = euros(5);
    const Ticket one = join(first);
    const Ticket two = join(second);
    ASSERT_NE(one, two);
    EXPECT_EQ(participant_of(resource(), one), participant_of(resource(), two));
    pass(hours{1});
    EXPECT_EQ(line(), (std::vector<Ticket>{one, two}));
}

}  // namespace
}  // namespace standby::core
