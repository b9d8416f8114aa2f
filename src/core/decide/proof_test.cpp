// Tests of what becomes of entries whose address nobody confirms, and of addresses that are in line
// already.
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::core {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class ProofTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    void list(RulesPatch rules = plain()) { access(9, rules.set(&Rules::verify_email, true)); }
};

TEST_F(ProofTest, AnEntryThatNobodyConfirmsEndsAfterADay) {
    list();
    const Ticket ann = join("ann");
    pass(hours{1});
    join("bea");
    EXPECT_EQ(next_due(resource()), start + hours{24});
    EXPECT_TRUE(pass(hours{23} - Duration{1}).empty());
    EXPECT_EQ(trace(pass(Duration{1})), (Trace{"entry_ended proof_timeout #1"}));
    EXPECT_EQ(state(ann), "expired");
    EXPECT_EQ(refused(give(Verify{ann})), "entry-ended");
    EXPECT_EQ(trace(pass(hours{1})), (Trace{"entry_ended proof_timeout #2"}));
    EXPECT_EQ(next_due(resource()), std::nullopt);
}

TEST_F(ProofTest, WhoWasForgottenJoinsLikeAnybody) {
    list();
    join("ann");
    pass(hours{24});
    const Ticket again = join("ann");
    EXPECT_EQ(again, 2U);
    give(Verify{again});
    EXPECT_EQ(state(again), "waiting");
}

TEST_F(ProofTest, ConfirmingInTimeIsForGood) {
    list();
    const Ticket ann = join("ann");
    const Ticket bea = join("bea");
    give(Verify{ann});
    EXPECT_EQ(trace(pass(hours{48})), (Trace{"entry_ended proof_timeout #2"}));
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(state(bea), "expired");
}

TEST_F(ProofTest, WhileItCannotBeSentNobodysTimeRunsOut) {
    list();
    const Ticket ann = join("ann");
    pass(hours{1});
    const Ticket bea = join("bea");
    pass(hours{22});
    EXPECT_EQ(trace(give(ReportUnheard{ann})), (Trace{"entry_presence not_reachable #1"}));
    EXPECT_TRUE(give(ReportUnheard{ann}).answer.repeated);
    EXPECT_EQ(next_due(resource()), start + hours{25}) << "of the other one";
    pass(hours{1});
    give(ReportUnheard{ann});
    EXPECT_EQ(trace(pass(hours{1})), (Trace{"entry_ended proof_timeout #2"}));
    EXPECT_EQ(state(bea), "expired");
    EXPECT_TRUE(pass(hours{23} - Duration{1}).empty());
    EXPECT_EQ(trace(pass(Duration{1})), (Trace{"entry_ended proof_timeout #1"}));
    EXPECT_EQ(next_due(resource()), std::nullopt);
}

TEST_F(ProofTest, WhoeverWasReachedLateConfirmsLikeAnybody) {
    list();
    const Ticket ann = join("ann");
    const Ticket bea = join("bea");
    const Ticket cal = join("cal");
    pass(hours{20});
    give(ReportUnheard{bea});
    give(ReportUnheard{ann});
    pass(hours{20});
    EXPECT_EQ(state(cal), "expired");
    give(Verify{bea});
    EXPECT_EQ(trace(pass(hours{100})), (Trace{"entry_ended proof_timeout #1"}));
    EXPECT_EQ(line(), (std::vector{bea}));
}

TEST_F(ProofTest, ARuleSaysHowLongOrNever) {
    list(plain().set(&Rules::prove_within, minutes{30}));
    join("ann");
    patch_rules(RulesPatch{}.set(&Rules::prove_within, Duration{0}));
    EXPECT_EQ(next_due(resource()), std::nullopt);
    EXPECT_TRUE(pass(hours{1000}).empty());
    EXPECT_EQ(trace(patch_rules(RulesPatch{}.set(&Rules::prove_within, hours{2}))),
              (Trace{"rules_changed rules_changed"}));
    EXPECT_EQ(trace(pass(Duration{0})), (Trace{"entry_ended proof_timeout #1"}));
    EXPECT_EQ(refused(patch_rules(RulesPatch{}.set(&Rules::prove_within, Duration{-1}))),
              "invalid-field: rules.prove_within");
}

TEST_F(ProofTest, UnprovenAddressesTakeNobodysRoom) {
    list(plain().set(&Rules::max_waiting, 2));
    join("stranger 1");
    join("stranger 2");
    const Ticket ann = join("ann");
    const Ticket bea = join("bea");
    const Ticket cyd = join("cyd");
    give(Verify{ann});
    give(Verify{bea});
    EXPECT_EQ(refused(give(Verify{cyd})), "list-full") << "others came first";
    EXPECT_EQ(state(cyd), "unverified");
    EXPECT_EQ(refused(give(person("dan"))), "list-full");
    leave(ann);
    give(Verify{cyd});
    EXPECT_EQ(state(cyd), "waiting");
}

TEST_F(ProofTest, ThousandsAreForgottenInPortions) {
    list();
    constexpr std::size_t portion = limits::passed_at_once_max;
    const ZoneBook zones;
    ResourceState state{ResourceNumber{8}};
    const auto context = [&] { return Context{.now = now, .actor = {}, .zones = &zones}; };
    run(state,
        CreateResource{{.kind = Kind::Access, .capacity = 9},
                       plain().set(&Rules::verify_email, true)},
        context());
    for (std::size_t guest = 0; guest < portion + 1; ++guest) {
        run(state, person("guest " + std::to_string(guest)), context());
    }
    now += hours{24};
    EXPECT_EQ(catch_up(state, context()).size(), portion);
    EXPECT_EQ(next_due(state), now + limits::passed_pause);
    EXPECT_TRUE(catch_up(state, context()).empty());
    now += limits::passed_pause;
    EXPECT_EQ(catch_up(state, context()).size(), 1U);
    EXPECT_EQ(next_due(state), std::nullopt);
}

TEST_F(ProofTest, AnErasedPersonsEntryEndsAndItsOfferRollsOn) {
    access(9);
    const Ticket ann = join("ann");
    const Ticket bea = join("bea");
    release("", 1);
    EXPECT_EQ(trace(give(RemoveEntry{ann, RemoveCause::Erased})),
              (Trace{"offer_ended erased #1", "offer_made first_in_line #2"}));
    EXPECT_EQ(state(ann), "removed");
    EXPECT_EQ(state(bea), "offered");
    EXPECT_EQ(join("ann"), 3U) << "a stranger, who may join";
}

class AddressTest : public ProofTest {
protected:
    Outcome change_to(Ticket entry, std::string_view name) {
        UpdateEntry command;
        command.entry = entry;
        command.contacts_added = {contact(name)};
        return give(command);
    }
};

TEST_F(AddressTest, OneThatIsInLineCannotBeTakenByAnotherEntry) {
    access(9);
    join("ann");
    const Ticket bea = join("bea");
    EXPECT_EQ(refused(change_to(bea, "ann")), "address-in-line");
    EXPECT_EQ(refused(change_to(bea, "bea")), "") << "its own is no news";
    leave(1);
    EXPECT_EQ(refused(change_to(bea, "ann")), "") << "free again";
}

TEST_F(AddressTest, OneThatWasMerelyTypedIsNoReason) {
    list();
    join("ann");
    const Ticket bea = join("bea");
    give(Verify{bea});
    EXPECT_EQ(refused(change_to(bea, "ann")), "");
}

TEST_F(AddressTest, ProvingOneThatIsInLineIsRefusedToo) {
    list();
    const Ticket ann = join("ann");
    const Ticket bea = join("bea");
    give(Verify{ann});
    give(Verify{bea});
    EXPECT_EQ(refused(give(Verify{.entry = bea,
                                  .contacts = {contact("ann")},
                                  .contacts_added = {contact("ann")},
                                  .contacts_removed = {contact("bea")}})),
              "address-in-line");
}

TEST_F(AddressTest, OnSlotsAnotherWishAndABookingAreNoReason) {
    slots();
    Wants cut;
    cut.service = "cut";
    Wants colour;
    colour.service = "colour";
    join("ann", cut);
    const Ticket other = join("bea", colour);
    const Ticket same = join("cyd", cut);
    EXPECT_EQ(refused(change_to(other, "ann")), "");
    EXPECT_EQ(refused(change_to(same, "ann")), "address-in-line");
    Slot slot = World::slot();
    slot.service = "cut";
    open(slot);
    accept(Ticket{1});
    EXPECT_EQ(refused(change_to(same, "ann")), "");
}

}  // namespace
}  // namespace standby::core
