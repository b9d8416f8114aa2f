// Places that were released, and have been sold elsewhere since.
#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::core {
namespace {

class RevokeTest : public testing::Test, protected World {
protected:
    Outcome revoke(std::string_view event, std::uint32_t quantity) {
        return give(RevokePlaces{.event_id = std::string{event}, .quantity = quantity});
    }
};

TEST_F(RevokeTest, TakesFreePlacesFirst) {
    external_seats();
    release("freed", 3);
    EXPECT_EQ(trace(revoke("sold", 2)), (Trace{"places_revoked capacity_revoked"}));
    EXPECT_EQ(last<PlacesRevoked>().quantity, 2U);
    EXPECT_EQ(last<PlacesRevoked>().missing, 0U);
    EXPECT_EQ(counts().limit, 1U);
}

TEST_F(RevokeTest, WithdrawsTheNewestOffersThatNobodyHasClaimed) {
    external_seats();
    const Ticket ann = join("ann");
    const Ticket bob = join("bob");
    release("freed", 2);
    ASSERT_EQ(state(bob), "offered");
    EXPECT_EQ(trace(revoke("sold", 1)),
              (Trace{"offer_ended capacity_revoked #2", "places_revoked capacity_revoked"}));
    EXPECT_EQ(state(ann), "offered");
    EXPECT_EQ(state(bob), "waiting");
    release("another", 1);
    EXPECT_EQ(state(bob), "offered") << "at its old place in line, without a miss";
}

TEST_F(RevokeTest, SaysHowManyCouldNotBeTakenBack) {
    access(10);
    release("wave", 2);
    join("ann");
    revoke("sold", 5);
    EXPECT_EQ(last<PlacesRevoked>().quantity, 1U);
    EXPECT_EQ(last<PlacesRevoked>().missing, 4U);
    EXPECT_EQ(refused(revoke("more", 1)), "no-free-place");
}

TEST_F(RevokeTest, TheSameEventIdTwiceIsOneRevocation) {
    external_seats();
    release("freed", 3);
    revoke("sold", 1);
    EXPECT_TRUE(revoke("sold", 1).answer.repeated);
    EXPECT_EQ(counts().limit, 2U);
}

TEST_F(RevokeTest, RefusesWhatMakesNoSense) {
    slots();
    EXPECT_EQ(refused(revoke("a", 1)), "wrong-kind");
}

TEST_F(RevokeTest, RefusesSeatsThatAreCountedHere) {
    seats(3);
    EXPECT_EQ(refused(revoke("a", 1)), "not-external");
}

TEST_F(RevokeTest, RefusesBadFieldsByName) {
    external_seats();
    EXPECT_EQ(refused(revoke("", 1)), "invalid-field: event_id");
    EXPECT_EQ(refused(revoke("a", 0)), "invalid-field: quantity");
    EXPECT_EQ(refused(revoke("before its release", 1)), "no-free-place");
}

TEST_F(RevokeTest, WithdrawsASlotByTheEventThatFreedIt) {
    slots();
    OpenSlot freed{.event_id = "freed", .slot = slot()};
    give(freed);
    give(WithdrawOpening{.opening = {}, .event_id = "freed", .reason = Reason::CapacityRevoked});
    EXPECT_EQ(state(OpeningNumber{1}), "withdrawn");
    EXPECT_EQ(refused(give(WithdrawOpening{.opening = {}, .event_id = "another"})),
              "unknown-opening");
}

}  // namespace
}  // namespace standby::core
