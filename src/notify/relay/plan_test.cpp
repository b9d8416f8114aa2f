// Tests of what becomes of a message that is due: each plan is told as a short text.
#include "notify/relay/plan.hpp"

#include "core/rules/window_test_support.hpp"
#include "notify/relay/plan_test_support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::notify {
namespace {

using core::EntryState;
using core::time_at;
using engine::Channel;
using engine::ChannelRule;
using engine::DeliveryState;
using engine::MessageKind;
using std::chrono::hours;

EntryState state_for(MessageKind kind) {
    switch (kind) {
    case MessageKind::Verify:
        return EntryState::Unverified;
    case MessageKind::Waitlisted:
    case MessageKind::StatusLink:
    case MessageKind::Expired:
    case MessageKind::Taken:
    case MessageKind::BookingTaken:
    case MessageKind::BookingGivenUp:
    case MessageKind::PaymentLate:
    case MessageKind::PaymentReleased:
    case MessageKind::PaymentRefunded:
        return EntryState::Waiting;
    case MessageKind::Confirmed:
    case MessageKind::EventReminder:
        return EntryState::Accepted;
    case MessageKind::Cancelled:
        return EntryState::Cancelled;
    default:
        return EntryState::Offered;
    }
}

class PlanTest : public testing::Test {
protected:
    // A message that is true, to somebody with a number and an address.
    static Gathered message(MessageKind kind) {
        Gathered gathered;
        gathered.row = {.id = 7,
                        .resource = core::ResourceNumber{1},
                        .event = 3,
                        .kind = kind,
                        .entry = 1,
                        .offer = core::OfferNumber{1},
                        .due_at = time_at("2026-07-01T12:00:00Z")};
        gathered.made_at = gathered.row.due_at;
        Scene scene{.resource = "Salon", .time_zone = "UTC", .quiet_hours = core::QuietHours{}};
        scene.entry = core::EntryView{.ticket = 1, .state = state_for(kind)};
        scene.offer =
            core::OfferView{.number = core::OfferNumber{1}, .state = core::OfferState::Live};
        gathered.scene = scene;
        gathered.person = engine::Person{.email = "ada@example.com", .phone = "+4915112345678"};
        gathered.email = core::ContactKey{11};
        gathered.phone = core::ContactKey{12};
        gathered.house.staff_email = "desk@example.com";
        return gathered;
    }
    static engine::Delivery tried(Channel channel, DeliveryState state) {
        return {.message = 7,
                .channel = channel,
                .state = state,
                .changed_at = time_at("2026-07-01T12:00:00Z")};
    }

    std::string plan(const Gathered& gathered) const {
        return text_of(plan_message(gathered, ways_, *zone_, now_));
    }

    Ways ways_{.mail = true, .sms = true};
    Zone berlin_ = core::load_zone("Europe/Berlin");
    Zone utc_ = Zone::utc();
    const Zone* zone_ = &utc_;
    Time now_ = time_at("2026-07-01T12:00:00Z");
};

TEST_F(PlanTest, TextsIfThereIsANumberAndMailsOtherwise) {
    Gathered offer = message(MessageKind::Offer);
    EXPECT_EQ(plan(offer), "send by sms");
    offer.phone = {};
    EXPECT_EQ(plan(offer), "send by mail");
}

TEST_F(PlanTest, FollowsTheRuleOfTheHouse) {
    Gathered offer = message(MessageKind::Offer);
    offer.house.channels = ChannelRule::MailFirst;
    EXPECT_EQ(plan(offer), "send by mail");
    offer.house.channels = ChannelRule::Both;
    EXPECT_EQ(plan(offer), "send by sms mail");
    offer.email = {};
    EXPECT_EQ(plan(offer), "send by sms") << "both of those there are";
}

TEST_F(PlanTest, WhatsAppComesBeforeTextsAndTheyStandInForIt) {
    ways_.whatsapp = true;
    Gathered offer = message(MessageKind::Offer);
    EXPECT_EQ(plan(offer), "send by whatsapp");
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::WhatsApp, DeliveryState::Failed)};
    EXPECT_EQ(plan(offer), "send by sms");
    offer.deliveries.push_back(tried(Channel::Sms, DeliveryState::Failed));
    EXPECT_EQ(plan(offer), "send by mail");
    offer.deliveries.push_back(tried(Channel::Mail, DeliveryState::Failed));
    EXPECT_EQ(plan(offer), "no way: bounced");
    ways_.sms = false;
    offer.deliveries = {tried(Channel::WhatsApp, DeliveryState::Failed)};
    offer.email = {};
    EXPECT_EQ(plan(offer), "no way: bounced") << "nobody carries texts";
}

TEST_F(PlanTest, WhoeverIsNotOnWhatsAppGetsATextAtOnce) {
    ways_.whatsapp = true;
    Gathered offer = message(MessageKind::Offer);
    offer.is_off_whatsapp = true;
    EXPECT_EQ(plan(offer), "send by sms");
    ways_.sms = false;
    EXPECT_EQ(plan(offer), "send by mail");
    offer.email = {};
    EXPECT_EQ(plan(offer), "no way: bounced");
}

TEST_F(PlanTest, AProviderThatIsDownLeavesTheOtherWayToThePhone) {
    ways_.whatsapp = true;
    ways_.whatsapp_works = false;
    EXPECT_EQ(plan(message(MessageKind::Offer)), "send by sms");
    ways_.sms_works = false;
    EXPECT_EQ(plan(message(MessageKind::Offer)), "send by mail");
}

TEST_F(PlanTest, TheHouseMayWantTextsOnlyOrNone) {
    ways_.whatsapp = true;
    Gathered offer = message(MessageKind::Offer);
    offer.house.phone_messages = engine::PhoneRule::TextsOnly;
    EXPECT_EQ(plan(offer), "send by sms");
    offer.house.phone_messages = engine::PhoneRule::WhatsAppOnly;
    EXPECT_EQ(plan(offer), "send by whatsapp");
    offer.is_off_whatsapp = true;
    EXPECT_EQ(plan(offer), "send by mail");
    ways_.whatsapp = false;
    EXPECT_EQ(plan(offer), "send by sms") << "until WhatsApp is set up";
}

TEST_F(PlanTest, BothMeansAPhoneOnceAndAnAddress) {
    ways_.whatsapp = true;
    Gathered offer = message(MessageKind::Offer);
    offer.house.channels = ChannelRule::Both;
    EXPECT_EQ(plan(offer), "send by whatsapp mail");
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::WhatsApp, DeliveryState::Failed),
                        tried(Channel::Mail, DeliveryState::Sent)};
    EXPECT_EQ(plan(offer), "send by sms");
    offer.deliveries.push_back(tried(Channel::Sms, DeliveryState::Sent));
    EXPECT_EQ(plan(offer), "drop: sent");
    offer.deliveries = {tried(Channel::WhatsApp, DeliveryState::Sent),
                        tried(Channel::Mail, DeliveryState::Sent)};
    EXPECT_EQ(plan(offer), "drop: sent") << "no text on top of it";
}

TEST_F(PlanTest, WhoeverSaidStopIsWrittenToByNeitherWayToThePhone) {
    ways_.whatsapp = true;
    Gathered offer = message(MessageKind::Offer);
    offer.phone_is_closed = true;
    EXPECT_EQ(plan(offer), "send by mail");
    offer.email = {};
    EXPECT_EQ(plan(offer), "no way: blocked");
}

TEST_F(PlanTest, WhatStaffWroteGoesByWhatsAppWhileAnyWordsMay) {
    ways_.whatsapp = true;
    Gathered written = message(MessageKind::StaffMessage);
    written.staff_message.emplace();
    written.staff_message->text = "We open at ten.";
    EXPECT_EQ(plan(written), "send by sms");
    written.any_words_until = now_ + std::chrono::hours{1};
    EXPECT_EQ(plan(written), "send by whatsapp");
    written.any_words_until = now_;
    written.house.phone_messages = engine::PhoneRule::WhatsAppOnly;
    EXPECT_EQ(plan(written), "send by mail");
}

TEST_F(PlanTest, StaffAreNotWrittenToOnWhatsApp) {
    ways_ = {.mail = false, .sms = true, .whatsapp = true};
    EXPECT_EQ(plan(message(MessageKind::HandedBack)), "send by sms");
}

TEST_F(PlanTest, BothAreTriedUntilBothHaveEnded) {
    Gathered offer = message(MessageKind::Offer);
    offer.house.channels = ChannelRule::Both;
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::Sms, DeliveryState::Sent),
                        tried(Channel::Mail, DeliveryState::Trying)};
    EXPECT_EQ(plan(offer), "send by mail");
    offer.deliveries[1].state = DeliveryState::Failed;
    EXPECT_EQ(plan(offer), "drop: sent");
}

TEST_F(PlanTest, FallsOverToTheOtherChannelAndThenThereIsNoWay) {
    struct Case {
        DeliveryState state;
        std::string no_way;
    };
    for (const Case& each : {Case{DeliveryState::Failed, "no way: bounced"},
                             Case{DeliveryState::Blocked, "no way: blocked"}}) {
        Gathered offer = message(MessageKind::Offer);
        offer.row.attempts = 1;
        offer.deliveries = {tried(Channel::Sms, each.state)};
        EXPECT_EQ(plan(offer), "send by mail");
        offer.deliveries.push_back(tried(Channel::Mail, each.state));
        EXPECT_EQ(plan(offer), each.no_way);
        offer.email = {};
        EXPECT_EQ(plan(offer), each.no_way) << "nor with the number alone";
    }
}

TEST_F(PlanTest, WhatFailedSoFarComesLast) {
    Gathered offer = message(MessageKind::Offer);
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::Sms, DeliveryState::Trying)};
    EXPECT_EQ(plan(offer), "send by mail");
    offer.deliveries.push_back(tried(Channel::Mail, DeliveryState::Trying));
    EXPECT_EQ(plan(offer), "send by sms");
}

TEST_F(PlanTest, WhereAddressesAreVerifiedNothingGoesToANumberBesideOne) {
    Gathered gathered = message(MessageKind::Offer);
    const std::string either_way = plan(gathered);
    gathered.scene->verifies = true;
    EXPECT_NE(plan(gathered), either_way);
    EXPECT_EQ(plan(gathered), "send by mail");
    gathered.email = {};
    EXPECT_EQ(plan(gathered), "send by sms");
}

TEST_F(PlanTest, AsksWhoeverWantsAnotherAddressToProveIt) {
    Gathered gathered = message(MessageKind::Verify);
    gathered.scene->entry->state = EntryState::Waiting;
    EXPECT_EQ(plan(gathered), "drop: the address is confirmed");
    gathered.person->pending_email = "new@example.com";
    EXPECT_EQ(plan(gathered), "send by mail");
}

TEST_F(PlanTest, OptOutsAreHonouredBeforeAnythingIsQueued) {
    Gathered offer = message(MessageKind::Offer);
    offer.phone_is_closed = true;
    EXPECT_EQ(plan(offer), "send by mail");
    offer.email_is_closed = true;
    EXPECT_EQ(plan(offer), "no way: blocked");
    offer.house.channels = ChannelRule::Both;
    EXPECT_EQ(plan(offer), "no way: blocked");
}

TEST_F(PlanTest, WithoutAProviderNobodyIsTold) {
    ways_ = {};
    Gathered offer = message(MessageKind::Offer);
    offer.house_has_staff = true;
    EXPECT_EQ(plan(offer), "no way: no_channel");
    EXPECT_EQ(plan(message(MessageKind::Waitlisted)), "keep: local") << "nothing hangs on it";
    EXPECT_EQ(plan(message(MessageKind::NobodyFits)), "keep: local");
    ways_.told_elsewhere = ToldElsewhere::Yes;
    EXPECT_EQ(plan(offer), "keep: local") << "the operator's software does";
    ways_.mail = true;
    EXPECT_EQ(plan(offer), "send by mail");
}

TEST_F(PlanTest, WithoutAProviderAndStaffProgramsTellGuests) {
    ways_ = {};
    EXPECT_EQ(plan(message(MessageKind::Offer)), "keep: local");
    ways_.told_elsewhere = ToldElsewhere::No;
    EXPECT_EQ(plan(message(MessageKind::Offer)), "no way: no_channel");
}

TEST_F(PlanTest, WhoeverHasNoAddressIsNotReachedWhereMessagesAreSent) {
    for (const MessageKind kind : {MessageKind::Offer, MessageKind::Waitlisted}) {
        Gathered gathered = message(kind);
        gathered.email = {};
        gathered.phone = {};
        EXPECT_EQ(plan(gathered),
                  kind == MessageKind::Offer ? "no way: no_channel" : "keep: local");
    }
    Gathered offer = message(MessageKind::Offer);
    offer.email = {};
    ways_.sms = false;
    EXPECT_EQ(plan(offer), "no way: no_channel") << "nobody carries texts";
    offer.house.webhook_url = "https://example.com/hook";
    EXPECT_EQ(plan(offer), "send by webhook") << "the business's own programs tell them";
    ways_ = {};
    offer.house.webhook_url.clear();
    offer.house_has_staff = true;
    EXPECT_EQ(plan(offer), "no way: no_channel");
    ways_.told_elsewhere = ToldElsewhere::Yes;
    EXPECT_EQ(plan(offer), "keep: local");
    ways_.mail = true;
    EXPECT_EQ(plan(offer), "no way: no_channel") << "where somebody carries, an address is needed";
}

TEST_F(PlanTest, WhoeverGotOrLostAPlaceByThemselvesIsNotReachedEither) {
    Gathered confirmed = message(MessageKind::Confirmed);
    confirmed.email = {};
    ways_.sms = false;
    EXPECT_EQ(plan(confirmed), "keep: local") << "they have just said yes";
    EXPECT_FALSE(has_to_know(confirmed));
    for (const core::YesBy yes_by : {core::YesBy::InstantYes, core::YesBy::LateYes}) {
        confirmed.yes_by = yes_by;
        EXPECT_EQ(plan(confirmed), "no way: no_channel");
        EXPECT_TRUE(has_to_know(confirmed));
    }
    Gathered cancelled = message(MessageKind::EventCancelled);
    cancelled.email = {};
    EXPECT_EQ(plan(cancelled), "keep: local") << "they only waited";
    cancelled.had_place = true;
    EXPECT_EQ(plan(cancelled), "no way: no_channel");
    EXPECT_TRUE(has_to_know(cancelled));
    cancelled.house.webhook_url = "https://example.com/hook";
    EXPECT_EQ(plan(cancelled), "send by webhook") << "the business's own programs tell them";
}

TEST_F(PlanTest, AnotherAddressOrAnEndedBlockIsTriedAgain) {
    Gathered offer = message(MessageKind::Offer);
    offer.phone = {};
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::Mail, DeliveryState::Failed)};
    offer.deliveries.front().address = core::ContactKey{11};
    EXPECT_EQ(plan(offer), "no way: bounced");
    offer.email = core::ContactKey{13};
    EXPECT_EQ(plan(offer), "send by mail") << "what bounced was another one";
    offer.deliveries.front() = tried(Channel::Mail, DeliveryState::Blocked);
    EXPECT_EQ(plan(offer), "no way: blocked");
    now_ += std::chrono::minutes{2};
    EXPECT_EQ(plan(offer), "send by mail") << "they allow messages again";
    offer.email_is_closed = true;
    EXPECT_EQ(plan(offer), "no way: blocked");
}

TEST_F(PlanTest, ABouncedOfferHasNoWayWhenNobodyCarriesTheOther) {
    ways_.mail = false;
    Gathered offer = message(MessageKind::Offer);
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::Sms, DeliveryState::Failed)};
    EXPECT_EQ(plan(offer), "no way: bounced") << "it must not stay alive unsent";
}

TEST_F(PlanTest, AnAddressThatIsClosedBecauseItBouncedHasBounced) {
    Gathered offer = message(MessageKind::Offer);
    offer.phone = {};
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::Mail, DeliveryState::Failed)};
    offer.email_is_closed = true;
    EXPECT_EQ(plan(offer), "no way: bounced");
}

TEST_F(PlanTest, NobodyIsWrittenToWhoWasErased) {
    Gathered offer = message(MessageKind::Offer);
    offer.person.reset();
    EXPECT_EQ(plan(offer), "no way: no_channel") << "others must not wait for them";
    offer.scene->offer->state = core::OfferState::Expired;
    EXPECT_EQ(plan(offer), "drop: the person was erased");
    offer.scene.reset();
    EXPECT_EQ(plan(offer), "drop: the list no longer exists");
}

TEST_F(PlanTest, WhatIsNotTrueAnyMoreIsNotSent) {
    struct Case {
        MessageKind kind;
        EntryState state;
        std::string plan;
    };
    for (const Case& each :
         {Case{MessageKind::Verify, EntryState::Waiting, "drop: the address is confirmed"},
          Case{MessageKind::Waitlisted, EntryState::Offered, "send by sms"},
          Case{MessageKind::Waitlisted, EntryState::Left, "drop: is no longer waiting"},
          Case{MessageKind::Confirmed, EntryState::Cancelled, "drop: no longer has a place"},
          Case{MessageKind::StatusLink, EntryState::Accepted, "send by sms mail"},
          Case{MessageKind::StatusLink, EntryState::Left, "drop: is no longer on the list"},
          Case{MessageKind::Cancelled, EntryState::Cancelled, "send by sms"}}) {
        Gathered gathered = message(each.kind);
        gathered.scene->entry->state = each.state;
        EXPECT_EQ(plan(gathered), each.plan) << engine::name_of(each.kind);
    }
}

TEST_F(PlanTest, WhoeverJoinsIntoAFreeSlotIsToldOfTheOfferAlone) {
    Gathered joined = message(MessageKind::Waitlisted);
    joined.scene->entry->state = EntryState::Offered;
    joined.scene->offer->made_at = joined.row.due_at;
    joined.scene->offer->send_at = now_;
    EXPECT_EQ(plan(joined), "drop: the offer tells them");
    joined.scene->offer->send_at = now_ + hours{9};
    EXPECT_EQ(plan(joined), "send by sms") << "it keeps until the morning";
    joined.scene->offer->made_at += hours{1};
    EXPECT_EQ(plan(joined), "send by sms") << "they had joined before";
    joined.scene->offer->sent_at = now_;
    EXPECT_EQ(plan(joined), "drop: the offer tells them") << "it would arrive after it";
}

TEST_F(PlanTest, StaffAreNotToldOfASlotThatHasStarted) {
    Gathered free = message(MessageKind::HandedBack);
    free.scene->slot = core::Slot{.starts_at = now_ + hours{1}};
    EXPECT_EQ(plan(free), "send by mail");
    free.scene->slot->starts_at = now_;
    EXPECT_EQ(plan(free), "drop: the slot has started");
    free.scene->slot.reset();
    EXPECT_EQ(plan(free), "send by mail") << "seats are free until the end";
}

TEST_F(PlanTest, AnOfferThatHasEndedIsNotSent) {
    for (const MessageKind kind :
         {MessageKind::Offer, MessageKind::MoveUp, MessageKind::Reminder}) {
        Gathered offer = message(kind);
        offer.scene->offer->state = core::OfferState::Expired;
        EXPECT_EQ(plan(offer), "drop: the offer has ended");
        offer.scene->offer.reset();
        EXPECT_EQ(plan(offer), "drop: the offer has ended");
    }
}

TEST_F(PlanTest, AnOfferThatWasSentBeforeACrashIsNotSentAgain) {
    Gathered offer = message(MessageKind::Offer);
    offer.scene->offer->sent_at = now_;
    EXPECT_EQ(plan(offer), "drop: it was sent before");
    EXPECT_TRUE(is_to_be_sent(offer, now_)) << "so the guest's own page shows it";
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::Sms, DeliveryState::Failed)};
    EXPECT_EQ(plan(offer), "send by mail") << "known to have failed later";
}

TEST_F(PlanTest, AReminderTakesTheOtherWayThanItsOffer) {
    Gathered reminder = message(MessageKind::Reminder);
    EXPECT_EQ(plan(reminder), "send by sms");
    reminder.offer_deliveries = {tried(Channel::Sms, DeliveryState::Sent)};
    EXPECT_EQ(plan(reminder), "send by mail");
    reminder.email_is_closed = true;
    EXPECT_EQ(plan(reminder), "send by sms") << "the same is better than none";
    reminder.email_is_closed = false;
    ways_.mail_works = false;
    EXPECT_EQ(plan(reminder), "send by sms");
}

TEST_F(PlanTest, NobodyIsRemindedOfAnOfferThatWasOpened) {
    Gathered reminder = message(MessageKind::Reminder);
    reminder.offer_deliveries = {tried(Channel::Mail, DeliveryState::Opened)};
    EXPECT_EQ(plan(reminder), "drop: the offer was opened");
    reminder.offer_deliveries = {tried(Channel::Mail, DeliveryState::Delivered)};
    EXPECT_EQ(plan(reminder), "send by sms");
}

TEST_F(PlanTest, AProviderThatDoesNotAnswerComesLast) {
    ways_.sms_works = false;
    Gathered offer = message(MessageKind::Offer);
    EXPECT_EQ(plan(offer), "send by mail");
    offer.email = {};
    EXPECT_EQ(plan(offer), "send by sms") << "waits for it when there is no other";
}

TEST_F(PlanTest, QuietHoursHoldBackWhatNobodyWaitsFor) {
    now_ = time_at("2026-07-01T23:30:00Z");
    for (const MessageKind kind :
         {MessageKind::Reminder, MessageKind::Expired, MessageKind::Taken}) {
        EXPECT_EQ(plan(message(kind)), "wait until 2026-07-02T08:00:00Z") << engine::name_of(kind);
        Gathered loud = message(kind);
        loud.scene->quiet_hours.reset();
        EXPECT_EQ(plan(loud), "send by sms") << engine::name_of(kind);
    }
    for (const MessageKind kind : {MessageKind::Offer, MessageKind::MoveUp, MessageKind::Confirmed,
                                   MessageKind::Waitlisted, MessageKind::Cancelled}) {
        EXPECT_EQ(plan(message(kind)), "send by sms") << engine::name_of(kind);
    }
    EXPECT_EQ(plan(message(MessageKind::StatusLink)), "send by sms mail");
    EXPECT_EQ(plan(message(MessageKind::Verify)), "send by mail");
}

// A stranger may have joined with somebody's address and a number of their own.
TEST_F(PlanTest, TheLinkOfAnEntryGoesToEachContactThatWasMerelyTyped) {
    Gathered link = message(MessageKind::StatusLink);
    EXPECT_EQ(plan(link), "send by sms mail");
    link.deliveries = {tried(Channel::Sms, DeliveryState::Sent)};
    EXPECT_EQ(plan(link), "send by mail");
    link.deliveries = {tried(Channel::Sms, DeliveryState::Failed)};
    EXPECT_EQ(plan(link), "send by mail");
    link = message(MessageKind::StatusLink);
    link.scene->verifies = true;
    EXPECT_EQ(plan(link), "send by mail") << "the address alone is proven";
    link = message(MessageKind::StatusLink);
    link.link_epoch = 1;
    EXPECT_EQ(plan(link), "send by sms") << "whoever proved a contact added the other";
}

// Else whoever typed the address and a phone of their own could confirm it.
TEST_F(PlanTest, AnAddressIsConfirmedByNoOtherWay) {
    Gathered both = message(MessageKind::Verify);
    EXPECT_EQ(plan(both), "send by mail");
    both.email = {};
    EXPECT_EQ(plan(both), "send by sms");
}

TEST_F(PlanTest, TheNightIsThatOfTheRecipientAlsoWhenClocksChange) {
    zone_ = &berlin_;
    now_ = time_at("2026-07-01T19:30:00Z");  // half past nine in the evening
    EXPECT_EQ(plan(message(MessageKind::Expired)), "wait until 2026-07-02T06:00:00Z");
    now_ = time_at("2026-10-24T21:00:00Z");  // the night in which summer time ends
    EXPECT_EQ(plan(message(MessageKind::Expired)), "wait until 2026-10-25T07:00:00Z");
    now_ = time_at("2026-03-28T21:00:00Z");  // the night in which it begins
    EXPECT_EQ(plan(message(MessageKind::Expired)), "wait until 2026-03-29T06:00:00Z");
}

TEST_F(PlanTest, AReminderOfAnUrgentOfferIsNotHeldBack) {
    now_ = time_at("2026-07-01T23:30:00Z");
    Gathered reminder = message(MessageKind::Reminder);
    reminder.scene->plain_clock = true;
    EXPECT_EQ(plan(reminder), "send by sms");
}

class EventReminderTest : public PlanTest {
protected:
    EventReminderTest() { reminder_.scene->starts_at = time_at("2026-07-05T18:00:00Z"); }
    Gathered reminder_ = message(MessageKind::EventReminder);
};

TEST_F(EventReminderTest, GoesAsLongBeforeTheStartAsTheHouseWants) {
    EXPECT_EQ(plan(reminder_), "wait until 2026-07-04T18:00:00Z");
    reminder_.house.event_reminder = hours{2};
    EXPECT_EQ(plan(reminder_), "wait until 2026-07-05T16:00:00Z");
    now_ = time_at("2026-07-05T16:00:00Z");
    EXPECT_EQ(plan(reminder_), "send by sms");
    reminder_.house.event_reminder = hours{0};
    EXPECT_EQ(plan(reminder_), "drop: too late for a reminder") << "the house wants none";
}

TEST_F(EventReminderTest, FollowsAStartThatMoves) {
    now_ = time_at("2026-07-04T18:00:00Z");
    reminder_.row.due_at = now_;
    reminder_.scene->starts_at = time_at("2026-07-08T18:00:00Z");
    EXPECT_EQ(plan(reminder_), "wait until 2026-07-07T18:00:00Z");
    reminder_.scene->starts_at = time_at("2026-07-05T10:00:00Z");
    EXPECT_EQ(plan(reminder_), "send by sms") << "it begins earlier, but the place is not new";
}

TEST_F(EventReminderTest, IsLeftOutWhenThePlaceWasGivenShortlyBefore) {
    now_ = time_at("2026-07-05T09:00:00Z");
    reminder_.row.due_at = now_;
    reminder_.made_at = now_;
    EXPECT_EQ(plan(reminder_), "drop: too late for a reminder");
    now_ = time_at("2026-07-05T18:00:00Z");
    EXPECT_EQ(plan(reminder_), "drop: no longer has a place") << "it has begun";
}

TEST_F(EventReminderTest, WaitsForTheMorningAndIsSentThen) {
    reminder_.scene->starts_at = time_at("2026-07-05T23:00:00Z");
    now_ = time_at("2026-07-04T23:00:00Z");
    EXPECT_EQ(plan(reminder_), "wait until 2026-07-05T08:00:00Z");
    now_ = time_at("2026-07-05T08:00:00Z");
    reminder_.row.due_at = now_;  // as the outbox has it now
    EXPECT_EQ(plan(reminder_), "send by sms");
}

TEST_F(EventReminderTest, IsStillSentWhenItIsTriedAgain) {
    now_ = time_at("2026-07-04T18:00:05Z");
    reminder_.row.due_at = now_;
    reminder_.row.attempts = 1;
    reminder_.deliveries = {tried(Channel::Sms, DeliveryState::Trying)};
    EXPECT_EQ(plan(reminder_), "send by mail");
}

TEST_F(EventReminderTest, DoesNotWaitForAMorningThatIsAfterTheStart) {
    reminder_.house.event_reminder = hours{4};
    reminder_.scene->starts_at = time_at("2026-07-05T02:00:00Z");
    now_ = time_at("2026-07-04T22:00:00Z");
    EXPECT_EQ(plan(reminder_), "send by sms");
}

TEST_F(EventReminderTest, IsNotSentToWhoeverHasNoPlaceAnyMore) {
    reminder_.scene->entry->state = EntryState::Cancelled;
    EXPECT_EQ(plan(reminder_), "drop: no longer has a place");
}

class WebhookTest : public PlanTest {
protected:
    static Gathered with_webhook(MessageKind kind) {
        Gathered gathered = message(kind);
        gathered.house.webhook_url = "https://example.com/hook";
        return gathered;
    }
};

TEST_F(WebhookTest, GoesBesideTheMessage) {
    Gathered offer = with_webhook(MessageKind::Offer);
    EXPECT_EQ(plan(offer), "send by sms webhook");
    offer.row.attempts = 2;
    offer.deliveries = {tried(Channel::Sms, DeliveryState::Sent),
                        tried(Channel::Webhook, DeliveryState::Trying)};
    EXPECT_EQ(plan(offer), "send by webhook");
    offer.deliveries[1].state = DeliveryState::Failed;
    EXPECT_EQ(plan(offer), "drop: sent");
}

TEST_F(WebhookTest, TellsAlsoWhatIsOver) {
    Gathered offer = with_webhook(MessageKind::Offer);
    offer.scene->offer->state = core::OfferState::Accepted;
    EXPECT_EQ(plan(offer), "send by webhook");
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::Webhook, DeliveryState::Sent)};
    EXPECT_EQ(plan(offer), "drop: the offer has ended");
}

TEST_F(WebhookTest, WithoutAnyOtherProviderTheMessageStaysHereBeside) {
    ways_ = {};
    Gathered offer = with_webhook(MessageKind::Offer);
    EXPECT_EQ(plan(offer), "send by webhook");
    offer.row.attempts = 1;
    offer.deliveries = {tried(Channel::Webhook, DeliveryState::Sent)};
    EXPECT_EQ(plan(offer), "keep: local");
}

TEST_F(WebhookTest, TellsAlsoWhatTheGuestDoesNotWantToHear) {
    for (const MessageKind kind : {MessageKind::Waitlisted, MessageKind::Confirmed}) {
        Gathered gathered = with_webhook(kind);
        gathered.scene->entry->state =
            kind == MessageKind::Confirmed ? EntryState::Accepted : EntryState::Waiting;
        gathered.phone_is_closed = gathered.email_is_closed = true;
        EXPECT_EQ(plan(gathered), "send by webhook") << engine::name_of(kind);
        gathered.row.attempts = 1;
        gathered.deliveries = {tried(Channel::Webhook, DeliveryState::Trying)};
        EXPECT_EQ(plan(gathered), "send by webhook") << engine::name_of(kind);
        gathered.deliveries = {tried(Channel::Webhook, DeliveryState::Sent)};
        EXPECT_EQ(plan(gathered), "no way: blocked") << engine::name_of(kind);
    }
}

TEST_F(WebhookTest, SystemsHearByWebhookAlone) {
    for (const MessageKind kind : {MessageKind::Refund, MessageKind::Release}) {
        EXPECT_EQ(plan(message(kind)), "keep: local");
        EXPECT_EQ(plan(with_webhook(kind)), "send by webhook");
    }
}

TEST_F(PlanTest, StaffHearByMail) {
    for (const MessageKind kind :
         {MessageKind::HandedBack, MessageKind::NobodyFits, MessageKind::MonthlySummary}) {
        Gathered gathered = message(kind);
        gathered.person.reset();
        gathered.phone = {};
        EXPECT_EQ(plan(gathered), "send by mail") << engine::name_of(kind);
        gathered.deliveries = {tried(Channel::Mail, DeliveryState::Trying)};
        EXPECT_EQ(plan(gathered), "send by mail") << engine::name_of(kind);
        gathered.deliveries = {tried(Channel::Mail, DeliveryState::Failed)};
        EXPECT_EQ(plan(gathered), "drop: sent") << engine::name_of(kind);
        gathered.deliveries.clear();
        gathered.house.staff_email.clear();
        EXPECT_EQ(plan(gathered), "keep: local") << engine::name_of(kind);
    }
    Gathered summary = message(MessageKind::MonthlySummary);
    summary.scene.reset();
    EXPECT_EQ(plan(summary), "send by mail") << "it is about no single list";
}

TEST_F(PlanTest, StaffHearByTextWhereAMailDoesNotGetThere) {
    Gathered gathered = message(MessageKind::HandedBack);
    gathered.person.reset();
    EXPECT_EQ(plan(gathered), "send by mail");
    ways_.mail_works = false;
    EXPECT_EQ(plan(gathered), "send by sms") << "mails reach nobody";
    ways_.sms_works = false;
    EXPECT_EQ(plan(gathered), "send by mail") << "nor do texts";
    ways_.mail_works = ways_.sms_works = true;
    gathered.deliveries = {tried(Channel::Mail, DeliveryState::Failed)};
    EXPECT_EQ(plan(gathered), "send by sms") << "the address does not work";
    gathered.deliveries.push_back(tried(Channel::Sms, DeliveryState::Sent));
    EXPECT_EQ(plan(gathered), "drop: sent");
    gathered.deliveries.clear();
    gathered.house.staff_email.clear();
    EXPECT_EQ(plan(gathered), "send by sms") << "there is no address";
    gathered.phone_is_closed = true;
    EXPECT_EQ(plan(gathered), "keep: local") << "they texted STOP";
    Gathered summary = message(MessageKind::MonthlySummary);
    summary.house.staff_email.clear();
    EXPECT_EQ(plan(summary), "keep: local") << "too long for a text";
}

class OutagePlanTest : public PlanTest {
protected:
    Gathered word(MessageKind kind, Channel down) {
        Gathered gathered = message(kind);
        gathered.person.reset();
        gathered.scene.reset();
        gathered.house.webhook_url = "https://hooks.example/standby";
        gathered.outage = OutageWord{.channel = down};
        return gathered;
    }
};

TEST_F(OutagePlanTest, ItIsToldByEveryWayButTheOneThatIsDown) {
    EXPECT_EQ(plan(word(MessageKind::ChannelDown, Channel::Mail)), "send by sms webhook");
    EXPECT_EQ(plan(word(MessageKind::ChannelDown, Channel::Sms)), "send by mail webhook");
    Gathered alone = word(MessageKind::ChannelDown, Channel::Mail);
    alone.phone = {};
    EXPECT_EQ(plan(alone), "send by webhook");
    alone.house.webhook_url.clear();
    EXPECT_EQ(plan(alone), "keep: local");
}

TEST_F(OutagePlanTest, NobodyIsToldOfAnOutageThatIsOver) {
    Gathered late = word(MessageKind::ChannelDown, Channel::Mail);
    late.outage->is_over = true;
    EXPECT_EQ(plan(late), "drop: it was back before anybody was told");
    late.deliveries = {tried(Channel::Webhook, DeliveryState::Sent)};
    EXPECT_EQ(plan(late), "drop: sent");
}

TEST_F(OutagePlanTest, ThoseWhoWereToldHearThatItIsBack) {
    Gathered back = word(MessageKind::ChannelBack, Channel::Mail);
    back.outage->is_over = true;
    EXPECT_EQ(plan(back), "drop: nobody was told that it was down");
    back.outage->is_first_pending = true;
    EXPECT_TRUE(plan(back).starts_with("wait until ")) << "one after the other";
    back.outage->first_deliveries = {tried(Channel::Sms, DeliveryState::Delivered),
                                     tried(Channel::Webhook, DeliveryState::Failed)};
    EXPECT_EQ(plan(back), "send by sms") << "whoever knows need not wait for the others";
    back.outage->is_first_pending = false;
    EXPECT_EQ(plan(back), "send by sms");
}

TEST_F(PlanTest, AMemberHearsOfTheirSignInByMailAlone) {
    Gathered gathered = message(MessageKind::StaffNotice);
    gathered.person.reset();
    gathered.scene.reset();
    gathered.house.webhook_url = "https://hooks.example/standby";
    EXPECT_EQ(plan(gathered), "drop: the member is gone");
    gathered.notice = engine::StaffNotice{.email = "noor@aster.example"};
    EXPECT_EQ(plan(gathered), "send by mail") << "programs do not hear of it";
    gathered.deliveries = {tried(Channel::Mail, DeliveryState::Trying)};
    EXPECT_EQ(plan(gathered), "send by mail");
    gathered.deliveries = {tried(Channel::Mail, DeliveryState::Sent)};
    EXPECT_EQ(plan(gathered), "drop: sent");
    gathered.notice->email.clear();
    EXPECT_EQ(plan(gathered), "drop: the member is gone");
}

// The mail server was away for an hour: the link would be dead on arrival.
TEST_F(PlanTest, ALinkForANewPasswordIsNotSentTooLate) {
    Gathered gathered = message(MessageKind::StaffNotice);
    gathered.person.reset();
    gathered.scene.reset();
    gathered.notice = engine::StaffNotice{.kind = engine::NoticeKind::PasswordForgotten,
                                          .email = "noor@aster.example",
                                          .at = now_ - std::chrono::minutes{59}};
    EXPECT_EQ(plan(gathered), "send by mail");
    gathered.notice->at = now_ - hours{1};
    EXPECT_EQ(plan(gathered), "drop: its link has expired");
}

}  // namespace
}  // namespace standby::notify
