// Tests of who is taken for whom: a contact that was merely typed is not the person.
#include "core/decide/decide.hpp"
#include "core/decide/decide_test_support.hpp"
#include "core/model/limits.hpp"
#include "core/state/used_link.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

using std::chrono::hours;

class IdentityTest : public testing::Test, protected World {
protected:
    void TearDown() override { EXPECT_EQ(contradiction(), ""); }

    static Wants wanting(std::string_view service) {
        Wants wants;
        wants.service = service;
        return wants;
    }
    static Wants moving_up() {
        Wants wants;
        wants.move_up = true;
        return wants;
    }
    Join typed(std::string_view name, Wants wants = {}) {
        Join command = person(name);
        command.wants = std::move(wants);
        command.typed = true;
        return command;
    }
    Ticket booked(std::string_view name) {
        const Ticket entry = join(name);
        open();
        accept(entry);
        return entry;
    }
    // A user of the business's own app who typed this address; empty for none.
    Join signed_join(std::string_view user, std::string_view address, Wants wants = {}) {
        Join command = typed(address.empty() ? user : address, std::move(wants));
        command.vouched = contact(user);
        if (!address.empty()) {
            command.contacts.push_back(command.vouched);
        }
        return command;
    }
    static RulesPatch verifying() { return plain().set(&Rules::verify_email, true); }
    Outcome verify(Ticket entry, std::string_view reader) {
        return give(Verify{.entry = entry, .contacts = {contact(reader)}});
    }
};

TEST_F(IdentityTest, StrangerWhoTypesAnAddressDoesNotMoveUpFromItsBooking) {
    slots();
    const Ticket held = booked("ann");
    const Outcome outcome = give(typed("ann", moving_up()));
    EXPECT_EQ(outcome.answer.entry, held);
    EXPECT_TRUE(outcome.answer.repeated);
    EXPECT_TRUE(outcome.events.empty());
    EXPECT_EQ(entry(held).group, GroupKey{});
}

TEST_F(IdentityTest, HolderOfTheTokenMovesUp) {
    slots();
    const Ticket held = booked("ann");
    Join command = typed("ann", moving_up());
    command.held = held;
    const Ticket earlier = join(command);
    EXPECT_EQ(last<EntryJoined>().moving_up_from, held);
    open(hours{2});
    accept(earlier);
    EXPECT_EQ(state(held), "cancelled");
}

TEST_F(IdentityTest, TokenOfOneEntryDoesNotMoveAnotherOneUp) {
    slots();
    const Ticket held = booked("ann");
    Join command = typed("ann", moving_up());
    command.held = join("mallory");
    EXPECT_EQ(join(command), held);
    EXPECT_EQ(entry(held).group, GroupKey{});
}

TEST_F(IdentityTest, UnverifiedEntryDoesNotStandInTheWayOfTheReader) {
    slots(verifying());
    const Ticket mallory = join(typed("ann", wanting("Perm")));
    const Ticket ann = join(typed("ann", wanting("Cut")));
    EXPECT_NE(ann, mallory);
    verify(ann, "ann");
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(state(mallory), "left");
    EXPECT_EQ(trace(history()).back(), "entry_ended superseded #1");
}

TEST_F(IdentityTest, SameWishTypedTwiceIsOneEntry) {
    slots(verifying());
    const Ticket ann = join(typed("ann", wanting("Cut")));
    EXPECT_EQ(join(typed("ann", wanting("Cut"))), ann);
}

TEST_F(IdentityTest, AddressIsTypedForFewUnverifiedEntriesAtOnce) {
    slots(verifying());
    Ticket last_one = 0;
    for (std::size_t wish = 0; wish < limits::unverified_per_contact_max; ++wish) {
        last_one = join(typed("ann", wanting("service " + std::to_string(wish))));
    }
    EXPECT_EQ(join(typed("ann", wanting("one more"))), last_one);
    verify(last_one, "ann");
    EXPECT_EQ(state(last_one), "waiting") << "the reader gets in all the same";
}

TEST_F(IdentityTest, WhoIsInLineAlreadyKeepsThatPlaceByVerifying) {
    slots();
    const Ticket ann = join("ann");
    patch_rules(RulesPatch{}.set(&Rules::verify_email, true));
    const Ticket other = join(typed("bob"));
    give(UpdateEntry{.entry = other, .contacts_added = {contact("ann")}});
    const Outcome outcome = verify(other, "ann");
    EXPECT_EQ(outcome.answer.entry, ann);
    EXPECT_EQ(state(other), "left");
    EXPECT_EQ(state(ann), "waiting");
}

TEST_F(IdentityTest, OnlyTheAddressThatWasReadTakesOver) {
    slots(verifying());
    const Ticket bob = join(typed("bob", wanting("Cut")));
    Join both = typed("ann", wanting("Perm"));
    both.contacts.push_back(contact("bob"));
    const Ticket mallory = join(both);
    verify(mallory, "ann");
    EXPECT_EQ(state(bob), "unverified")
        << "a phone number that was merely typed takes nothing over";
}

TEST_F(IdentityTest, CodeOfAnEntryMakesAGroupWithIt) {
    slots();
    const Ticket ann = join("ann", wanting("Cut"));
    Join command = typed("bob", wanting("Perm"));
    command.beside = ann;
    const Ticket bob = join(command);
    EXPECT_NE(entry(ann).group, GroupKey{});
    EXPECT_EQ(entry(ann).group, entry(bob).group);
    Join third = typed("ann", wanting("Colour"));
    third.beside = bob;
    EXPECT_EQ(entry(join(third)).group, entry(ann).group) << "a further wish of ann's";
}

TEST_F(IdentityTest, CodeOfAnEntryThatHasEndedIsRefused) {
    slots();
    const Ticket ann = join("ann");
    give(Leave{.entry = ann});
    Join command = typed("bob");
    command.beside = ann;
    EXPECT_EQ(refused(give(command)), "invalid-field: group");
}

TEST_F(IdentityTest, GroupOfSomeoneWithASeatGetsNoSecondOne) {
    seats(2);
    const Ticket ann = join("ann");
    ASSERT_EQ(state(ann), "accepted");
    Join command = typed("bob");
    command.beside = ann;
    const Ticket bob = join(command);
    EXPECT_EQ(state(bob), "waiting");
}

TEST_F(IdentityTest, MovingUpDoesNotTieTwoBookingsTogether) {
    slots();
    const Ticket ann = booked("ann");
    const Ticket bob = booked("bob");
    Join command = person("ann");
    command.wants = moving_up();
    command.beside = bob;
    const Ticket earlier = join(command);
    EXPECT_EQ(entry(earlier).group, entry(ann).group);
    EXPECT_EQ(entry(bob).group, GroupKey{});
}

TEST_F(IdentityTest, WhoGetsASeatAtOnceLetsTheUnverifiedOneBesideGo) {
    seats(2, verifying());
    const Ticket ann = join("ann");
    patch_rules(RulesPatch{}.set(&Rules::verify_email, false));
    Join command = typed("bob");
    command.beside = ann;
    EXPECT_EQ(state(join(command)), "accepted");
    EXPECT_EQ(state(ann), "left");
}

TEST_F(IdentityTest, UserWhomTheBusinessVouchesForIsRecognisedByTheUserIdFirst) {
    slots();
    const Ticket ann = join("ann@home");
    const Ticket user = join(signed_join("u1", "ann@work"));
    const Outcome again = give(signed_join("u1", "ann@home"));
    EXPECT_TRUE(again.answer.repeated);
    EXPECT_EQ(again.answer.entry, user) << "the lower number is of an address that was typed";
    EXPECT_EQ(give(signed_join("u2", "ann@home")).answer.entry, ann);
}

TEST_F(IdentityTest, UserWhomTheBusinessVouchesForMovesUpFromTheirOwnBookingOnly) {
    slots();
    const Ticket ann = booked("ann");
    const Ticket user = join(signed_join("u1", "bob"));
    open();
    accept(user);
    EXPECT_EQ(join(signed_join("u2", "ann", moving_up())), ann);
    EXPECT_EQ(entry(ann).group, GroupKey{});
    join(signed_join("u1", "bob", moving_up()));
    EXPECT_EQ(last<EntryJoined>().moving_up_from, user);
}

TEST_F(IdentityTest, AddressThatAUserTypedWaitsForItsProof) {
    slots(verifying());
    const Ticket user = join(signed_join("u1", "ann"));
    EXPECT_EQ(state(user), "unverified");
    EXPECT_EQ(give(signed_join("u1", "ann")).answer.entry, user);
    EXPECT_NE(give(signed_join("u1", "ann", wanting("Cut"))).answer.entry, user);
    verify(user, "ann");
    EXPECT_EQ(state(user), "waiting");
    EXPECT_EQ(join(signed_join("u1", "anna")), user);
}

TEST_F(IdentityTest, StrangersWishDoesNotStandInTheWayOfAUser) {
    slots(verifying());
    const Ticket mallory = join(typed("ann", wanting("Cut")));
    const Ticket user = join(signed_join("u1", "ann", wanting("Cut")));
    EXPECT_NE(user, mallory);
    verify(user, "ann");
    EXPECT_EQ(state(mallory), "left");
}

TEST_F(IdentityTest, UserWhoMistypedTheAddressGivesItUpByJoiningWithAnother) {
    slots(verifying());
    const Ticket wrong = join(signed_join("u1", "amn"));
    const Ticket right = join(signed_join("u1", "ann"));
    EXPECT_NE(right, wrong);
    EXPECT_EQ(state(wrong), "left");
    EXPECT_EQ(state(right), "unverified");
}

TEST_F(IdentityTest, EntryThatIsGivenUpRefersNobody) {
    slots(verifying());
    const Ticket wrong = join(signed_join("u1", "amn"));
    Join right = signed_join("u1", "ann");
    right.referrer = wrong;
    const Ticket user = join(right);
    EXPECT_EQ(state(wrong), "left");
    verify(user, "ann");
    EXPECT_EQ(state(user), "waiting");
}

TEST_F(IdentityTest, AddressThatTheBusinessProvesNeedsNoMessage) {
    slots(verifying());
    Join proven = signed_join("u1", "ann");
    proven.proven = true;
    const Ticket mallory = join(typed("ann"));
    const Ticket user = join(proven);
    EXPECT_NE(user, mallory);
    EXPECT_EQ(state(user), "waiting");
    EXPECT_EQ(verify(mallory, "ann").answer.entry, user);
    EXPECT_EQ(state(mallory), "left");
}

TEST_F(IdentityTest, ProofByTheBusinessKeepsThePlaceOfTheEntryThatWaitedForIt) {
    slots(verifying());
    const Ticket user = join(signed_join("u1", "ann"));
    Join proven = signed_join("u1", "ann");
    proven.proven = true;
    const Outcome outcome = give(proven);
    EXPECT_EQ(outcome.answer.entry, user);
    EXPECT_TRUE(outcome.answer.repeated);
    EXPECT_EQ(state(user), "waiting");
}

TEST_F(IdentityTest, UserIdAloneDoesNotProveAnAddressThatWasTyped) {
    slots(verifying());
    const Ticket user = join(signed_join("u1", "ann"));
    Join bare = signed_join("u1", "");
    bare.proven = true;
    EXPECT_EQ(give(bare).answer.entry, user);
    EXPECT_EQ(state(user), "unverified");
    Join other = signed_join("u2", "");
    other.proven = true;
    EXPECT_EQ(state(join(other)), "waiting") << "there is no address to prove";
}

TEST_F(IdentityTest, LinksEndWhenAnAddressIsGivenUp) {
    slots();
    const Ticket ann = join("ann");
    EXPECT_EQ(entry(ann).link_epoch, 0U);
    give(UpdateEntry{.entry = ann, .contacts_added = {contact("phone")}});
    EXPECT_EQ(entry(ann).link_epoch, 0U) << "one more is no change of address";
    give(UpdateEntry{
        .entry = ann, .contacts_added = {contact("anna")}, .contacts_removed = {contact("ann")}});
    EXPECT_EQ(entry(ann).link_epoch, 2U);
    give(
        UpdateEntry{.entry = ann, .contacts_removed = {contact("nobody")}, .person_changes = true});
    EXPECT_EQ(entry(ann).link_epoch, 2U);
    give(UpdateEntry{.entry = ann, .ends_links = true});
    EXPECT_EQ(entry(ann).link_epoch, 4U);
}

TEST_F(IdentityTest, LinksEndWithProof) {
    slots(verifying());
    const Ticket ann = join(typed("ann"));
    verify(ann, "ann");
    EXPECT_EQ(entry(ann).link_epoch, 1U);
    EXPECT_TRUE(verify(ann, "ann").answer.repeated);
    EXPECT_EQ(entry(ann).link_epoch, 1U);
    give(UpdateEntry{.entry = ann, .ends_links = true});
    EXPECT_EQ(entry(ann).link_epoch, 2U);
}

TEST_F(IdentityTest, AnotherAddressIsInForceOnceItIsProven) {
    slots(verifying());
    const Ticket ann = join(typed("ann"));
    verify(ann, "ann");
    give(UpdateEntry{.entry = ann, .person_changes = true, .asks_proof = true});
    EXPECT_TRUE(last<EntryUpdated>().asks_proof);
    const Ticket stranger = join(typed("anna", wanting("Cut")));
    const Outcome outcome = give(Verify{.entry = ann,
                                        .contacts = {contact("anna")},
                                        .contacts_added = {contact("anna")},
                                        .contacts_removed = {contact("ann")}});
    EXPECT_FALSE(outcome.answer.repeated);
    EXPECT_EQ(entry(ann).link_epoch, 3U);
    EXPECT_EQ(state(ann), "waiting");
    EXPECT_EQ(state(stranger), "left") << "whoever typed it before";
    Join again = person("anna");
    EXPECT_EQ(give(again).answer.entry, ann);
    EXPECT_NE(give(person("ann")).answer.entry, ann);
}

TEST_F(IdentityTest, TheReaderOfAnAddressTakesOverWhatOthersTyped) {
    slots();
    const Ticket entry_of_mallory = join(typed("vera"));
    const auto prove = [&](std::uint32_t epoch) {
        return give(
            Verify{.entry = entry_of_mallory, .contacts = {contact("vera")}, .epoch = epoch});
    };
    EXPECT_FALSE(prove(0).answer.repeated);
    EXPECT_EQ(entry(entry_of_mallory).link_epoch, 1U);
    EXPECT_TRUE(prove(0).answer.repeated) << "once by each link";
    EXPECT_TRUE(prove(1).answer.repeated) << "what is proven already";
    EXPECT_EQ(entry(entry_of_mallory).link_epoch, 1U);
}

TEST_F(IdentityTest, WhatWasTypedBesideTheAddressToVerifyIsNobodys) {
    slots(verifying());
    Join mallory = typed("mallory");
    mallory.contacts.push_back(contact("vera's phone"));
    verify(join(mallory), "mallory");
    Join vera = typed("vera");
    vera.contacts = {contact("vera's phone")};
    EXPECT_FALSE(give(vera).answer.repeated);
}

TEST_F(IdentityTest, TheCodeOfAGroupEndsWithTheLinks) {
    slots();
    const Ticket ann = join("ann");
    give(UpdateEntry{.entry = ann, .ends_links = true});
    Join command = typed("bob");
    command.beside = ann;
    EXPECT_EQ(refused(give(command)), "invalid-field: group");
    command.beside_epoch = 2;
    const Ticket bob = join(command);
    EXPECT_EQ(entry(bob).group, entry(ann).group);
}

TEST(UsedLink, OpensWhatItWasMadeFor) {
    const UsedLink status{.entry = 1, .epoch = 2};
    EXPECT_TRUE(is_good(status, EntryState::Waiting, 2));
    EXPECT_FALSE(is_good(status, EntryState::Waiting, 3));
    UsedLink proof{.entry = 1, .epoch = 2, .is_confirmation = true, .names_address = true};
    EXPECT_TRUE(is_good(proof, EntryState::Unverified, 2));
    EXPECT_TRUE(is_good(proof, EntryState::Waiting, 3)) << "what it proved";
    EXPECT_FALSE(is_good(proof, EntryState::Waiting, 2)) << "what it has yet to prove";
    EXPECT_FALSE(is_good(proof, EntryState::Waiting, 4));
    proof.is_used_to_prove = true;
    EXPECT_TRUE(is_good(proof, EntryState::Waiting, 2));
    proof = {.entry = 1, .is_confirmation = true};
    EXPECT_TRUE(is_good(proof, EntryState::Waiting, 0)) << "verified by the version before";
}

// Of entries that have all ended, whole chunks are given up; only their states can be asked.
TEST(Identity, WhoVerifiesMayHaveBeenOnTheListLongAgo) {
    const ZoneBook zones;
    ResourceState state{ResourceNumber{7}};
    const auto give = [&](const Command& command) {
        return run(state, command,
                   {.now = World::start, .actor = {.kind = ActorKind::Staff}, .zones = &zones});
    };
    give(CreateResource{{.kind = Kind::Slots}, plain().set(&Rules::verify_email, true)});
    for (Ticket ticket = 1; ticket < EntryTable::chunk_size + 500; ++ticket) {
        give(person("guest " + std::to_string(ticket)));
    }
    for (Ticket ticket = 1; ticket < EntryTable::chunk_size; ++ticket) {
        give(Leave{ticket});
    }
    Join again = person("guest 4000");
    again.group = GroupKey{5};
    const Ticket entry = give(again).answer.entry;
    give(Verify{.entry = entry, .contacts = again.contacts});
    EXPECT_EQ(state.entries.state(entry), EntryState::Waiting);
}

}  // namespace
}  // namespace standby::core
