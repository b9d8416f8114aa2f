// Tests of the sentences of the board.
#include "interchange/view/board_words.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

using std::chrono::hours;

const Time now = *parse_time("2026-11-16T12:00:00Z");  // a Monday
const Zone berlin = Zone::fixed("Berlin", hours{1});

core::Slot slot(std::string_view starts_at, std::string service = "Colour") {
    return {.starts_at = *parse_time(starts_at), .service = std::move(service)};
}
OpeningFacts opening(std::uint32_t offers_made) {
    return {.slot = slot("2026-11-21T13:00:00Z"), .offers_made = offers_made};
}

TEST(BoardWords, NameASlotByItsServiceStaffAndLocalTime) {
    EXPECT_EQ(slot_words(slot("2026-11-21T13:00:00Z"), berlin, now),
              "Colour on Saturday 21 November at 2:00 pm");
    core::Slot with_staff = slot("2026-11-21T13:05:00Z");
    with_staff.staff = "Mia";
    EXPECT_EQ(slot_words(with_staff, berlin, now),
              "Colour with Mia on Saturday 21 November at 2:05 pm");
    EXPECT_EQ(slot_words(slot("2026-11-16T23:30:00Z", ""), berlin, now),
              "The slot on Tuesday 17 November at 12:30 am");
}

TEST(BoardWords, GiveTheYearWhereTheDateCouldMislead) {
    EXPECT_EQ(slot_words(slot("2026-11-15T09:00:00Z"), berlin, now),
              "Colour on Sunday 15 November at 10:00 am");
    EXPECT_EQ(slot_words(slot("2027-11-15T09:00:00Z"), berlin, now),
              "Colour on Monday 15 November 2027 at 10:00 am");
}

TEST(BoardWords, TellHowManyWereAskedInVain) {
    EXPECT_EQ(handed_back_words(opening(0), berlin, now),
              "Colour on Saturday 21 November at 2:00 pm couldn't be offered to anyone in time.");
    EXPECT_EQ(
        handed_back_words(opening(1), berlin, now),
        "Colour on Saturday 21 November at 2:00 pm was offered to 1 person, who didn't claim it.");
    EXPECT_EQ(handed_back_words(opening(3), berlin, now),
              "Colour on Saturday 21 November at 2:00 pm was offered to 3 people, and nobody "
              "claimed it.");
    OpeningFacts still_asked = opening(1);
    still_asked.asks_newcomers = true;
    EXPECT_TRUE(handed_back_words(still_asked, berlin, now)
                    .ends_with(" If someone who matches joins in time, they'll be asked."));
    EXPECT_EQ(nobody_fits_words(opening(0), berlin, now),
              "No match: nobody waiting wants Colour on Saturday 21 November at 2:00 pm.");
    EXPECT_EQ(
        nobody_fits_words(opening(1), berlin, now),
        "No match: Colour on Saturday 21 November at 2:00 pm was offered to 1 person, and nobody "
        "else waiting wants it.");
    EXPECT_EQ(
        nobody_fits_words(opening(2), berlin, now),
        "No match: Colour on Saturday 21 November at 2:00 pm was offered to 2 people, and nobody "
        "else waiting wants it.");
}

TEST(BoardWords, TellWhatAClaimWaitsFor) {
    OfferFacts offer{.places = 1, .expires_at = now + hours{2}};
    offer.awaiting = core::Awaiting::Booking;
    const OpeningFacts what = opening(1);
    EXPECT_EQ(confirming_words(offer, &what, berlin, now),
              "Colour on Saturday 21 November at 2:00 pm was claimed: confirm or reject the "
              "booking by 3:00 pm.");
    offer.awaiting = core::Awaiting::Payment;
    EXPECT_EQ(confirming_words(offer, nullptr, berlin, now),
              "A place was claimed; the payment is due by 3:00 pm.");
    offer.places = 3;
    EXPECT_EQ(confirming_words(offer, nullptr, berlin, now),
              "3 places were claimed; the payment is due by 3:00 pm.");
}

TEST(BoardWords, TellWhomWeCannotReachAndUntilWhen) {
    OfferFacts offer{.state = core::OfferState::Live, .places = 1};
    offer.unreached = core::Undeliverable::Blocked;
    offer.patience_until = now + hours{2};
    const OpeningFacts what = opening(1);
    EXPECT_EQ(
        unreached_words(offer, &what, berlin, now),
        "Colour on Saturday 21 November at 2:00 pm is offered to them, but we can't tell "
        "them: they've stopped our messages. After 3:00 pm, we ask the next person who fits.");
    offer.places = 2;
    offer.unreached = core::Undeliverable::NoChannel;
    offer.patience_until = now;
    EXPECT_EQ(unreached_words(offer, nullptr, berlin, now),
              "2 places are offered to them, but we can't tell them: there's no way to send them a "
              "message. Nobody else fits for now, so it stays theirs to claim.");
}

TEST(BoardWords, TellThatNothingLeaves) {
    EXPECT_EQ(trouble_words({.channel = engine::Channel::Mail, .note = "451 4.3.0 Try later"}),
              "E-mail isn't leaving: 451 4.3.0 Try later. Nobody loses a place over it: offers "
              "wait, and their time starts once they're sent.");
}

TEST(BoardWords, TellWhyAMessageWasNotSent) {
    engine::OutboxListing message;
    message.row.kind = engine::MessageKind::Offer;
    EXPECT_EQ(dead_message_words(message), "An offer to a guest could not be sent.");
    message.note = "550 unknown here";
    EXPECT_EQ(dead_message_words(message),
              "An offer to a guest could not be sent: 550 unknown here.");
    message.note = "It was refused.";
    EXPECT_EQ(dead_message_words(message),
              "An offer to a guest could not be sent: It was refused.");
}

TEST(BoardWords, HaveAnOwnSentenceForEveryKindOfMessage) {
    engine::OutboxListing unknown;
    unknown.row.kind = engine::MessageKind::ReplyHelp;
    for (int kind = 1; kind <= static_cast<int>(engine::last_in_outbox); ++kind) {
        engine::OutboxListing message;
        message.row.kind = static_cast<engine::MessageKind>(kind);
        EXPECT_NE(dead_message_words(message), dead_message_words(unknown)) << kind;
    }
}

}  // namespace
}  // namespace standby::interchange
