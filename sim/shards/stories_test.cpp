// The stories are worth telling only as long as the interesting things happen in them.
#include "sim/shards/stories.hpp"

#include "sim/shards/exhaustive.hpp"
#include "sim/world/zone_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace standby::sim {
namespace {

using ::testing::IsSupersetOf;

// "offer_ended window_ended" for each event of the story's first resource.
std::set<std::string> happenings(std::size_t index) {
    const ZoneBook zones = load_zones().value();
    Disk disk;
    Report report;
    const Ending ending = tell(small_stories()[index], {}, disk, zones, report);
    EXPECT_TRUE(report.ok());
    std::set<std::string> names;
    for (const Event& event : ending.history[0]) {
        names.insert(fmt::format("{} {}", core::type_of(event), core::name_of(event.reason)));
    }
    return names;
}

TEST(Stories, ASlotIsDeclinedMissedTakenAndHandedBack) {
    EXPECT_THAT(happenings(0),
                IsSupersetOf({"offer_ended requested", "offer_ended window_ended",
                              "offer_accepted requested", "opening_moved list_exhausted",
                              "opening_added cancellation"}));
}

TEST(Stories, ASeatIsPaidForNotPaidForAndPaidForTooLate) {
    EXPECT_THAT(happenings(1),
                IsSupersetOf({"offer_accepted payment_succeeded", "offer_ended payment_failed",
                              "offer_ended payment_timeout", "compensation_due late",
                              "offer_made manual", "offer_reminded reminder"}));
}

TEST(Stories, AccessIsGivenInWavesAndToThoseWhoBringOthers) {
    EXPECT_THAT(happenings(2),
                IsSupersetOf({"places_released capacity_released", "points_changed referral",
                              "points_changed fraud", "offer_made previous_declined"}));
}

TEST(Stories, ABookingSystemRefusesConfirmsAndConfirmsTooLate) {
    EXPECT_THAT(happenings(3),
                IsSupersetOf({"offer_ended booking_conflict", "offer_accepted booking_confirmed",
                              "offer_ended booking_timeout", "compensation_due late"}));
}

TEST(Stories, ALateYesIsTakenBackAndGivesTheSlotTwice) {
    EXPECT_THAT(happenings(4),
                IsSupersetOf({"standing_yes requested", "offer_made late_yes",
                              "offer_accepted late_yes", "opening_moved list_exhausted"}));
}

}  // namespace
}  // namespace standby::sim
