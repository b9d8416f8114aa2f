// Tests of messages as JSON: what they are about and what became of them, never to whom.
#include "interchange/view/message.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::interchange {
namespace {

using engine::Channel;
using engine::DeliveryState;
using engine::MessageKind;

const Time noon = *parse_time("2026-11-16T12:00:00Z");

std::string text_of(const engine::OutboxListing& listing, std::string_view link,
                    std::span<const engine::Delivery> deliveries) {
    std::string text;
    JsonWriter writer{text};
    write_message(writer, listing, link, deliveries);
    return text;
}

TEST(MessageJson, SaysWhatItIsAboutAndNotToWhom) {
    engine::OutboxListing listing;
    listing.row = {.id = 79,
                   .resource = core::ResourceNumber{7},
                   .kind = MessageKind::Expired,
                   .entry = 1,
                   .offer = core::OfferNumber{2},
                   .due_at = noon,
                   .attempts = 2};
    listing.state = engine::OutboxState::Dead;
    listing.note = "no channel";
    EXPECT_EQ(text_of(listing, "/e/x", {}),
              R"({"id":"msg_2F","kind":"expired","state":"dead",)"
              R"("due_at":"2026-11-16T12:00:00Z","resource_id":"res_7","entry_id":"ent_W000001",)"
              R"("offer_id":"off_W000002","opening_id":null,"attempts":2,"note":"no channel",)"
              R"("link":"/e/x","deliveries":[],"first_delivered_by":null})");
}

TEST(MessageJson, TellsByWhichChannelItArrivedFirst) {
    engine::OutboxListing listing;
    listing.row = {.id = 1, .resource = core::ResourceNumber{7}, .due_at = noon};
    engine::Delivery deliveries[] = {
        {.message = 1,
         .channel = Channel::Mail,
         .state = DeliveryState::Delivered,
         .address = core::ContactKey{99},
         .sent_at = noon,
         .delivered_at = noon + std::chrono::seconds{9},
         .provider_id = "provider"},
        {.message = 1, .channel = Channel::Sms, .state = DeliveryState::Failed, .note = "30003"},
    };
    std::string text = text_of(listing, "", deliveries);
    EXPECT_TRUE(text.ends_with(
        R"("link":null,"deliveries":[{"channel":"mail","state":"delivered",)"
        R"("sent_at":"2026-11-16T12:00:00Z","delivered_at":"2026-11-16T12:00:09Z","note":null},)"
        R"({"channel":"sms","state":"failed","sent_at":null,"delivered_at":null,)"
        R"("note":"30003"}],"first_delivered_by":"mail"})"))
        << text;
    EXPECT_EQ(text.find("99"), std::string::npos);
    deliveries[1].delivered_at = noon + std::chrono::seconds{1};
    text = text_of(listing, "", deliveries);
    EXPECT_TRUE(text.ends_with(R"("first_delivered_by":"sms"})")) << text;
}

TEST(MessageJson, NamesNoEntryWhereThereIsNoResource) {
    engine::OutboxListing listing;
    listing.row = {.id = 1, .kind = MessageKind::MonthlySummary, .entry = 3, .due_at = noon};
    EXPECT_NE(text_of(listing, "", {}).find(R"("resource_id":null,"entry_id":null)"),
              std::string::npos);
}

TEST(MessageJson, ShowsGuestsOnlyWhatIsForThem) {
    for (const MessageKind kind :
         {MessageKind::HandedBack, MessageKind::NobodyFits, MessageKind::Refund,
          MessageKind::Release, MessageKind::MonthlySummary, MessageKind::ReplyHelp,
          MessageKind::Verify}) {
        EXPECT_FALSE(is_for_guests(kind)) << engine::name_of(kind);
    }
    EXPECT_TRUE(is_for_guests(MessageKind::Offer));
    EXPECT_TRUE(is_for_guests(MessageKind::EventReminder));
}

TEST(MessageJson, ReadsOutWhatWasSaid) {
    const InboxItem item{.row = {.id = 1, .kind = MessageKind::Offer, .due_at = noon},
                         .standing = {.state = InboxState::Sent,
                                      .channel = Channel::Mail,
                                      .at = noon + std::chrono::seconds{2}},
                         .progress = {.state = ProgressState::Opened, .channel = Channel::Mail},
                         .said = {.subject = "A place", .text = "One\nTwo"},
                         .is_as_sent = true};
    std::string text;
    JsonWriter writer{text};
    write_inbox_item(writer, item);
    EXPECT_EQ(text, R"({"id":"msg_1","kind":"offer","state":"sent","channel":"mail",)"
                    R"("at":"2026-11-16T12:00:02Z","subject":"A place","text":"One\nTwo",)"
                    R"("as_sent":true,"offer_id":null,)"
                    R"("delivery":{"state":"opened","channel":"mail"}})");
}

// What becomes of a message, from the guest's side.
class InboxStandingTest : public testing::Test {
protected:
    InboxStandingTest() { listing.row = {.id = 1, .kind = MessageKind::Offer, .due_at = noon}; }

    // "sent", or "" when it is not shown.
    std::string state(std::initializer_list<engine::Delivery> deliveries = {}) const {
        const auto standing = inbox_standing(listing, deliveries, noon);
        return std::string(standing ? name_of(standing->state) : "");
    }
    static engine::Delivery by(Channel channel, DeliveryState state) {
        return {.message = 1, .channel = channel, .state = state, .sent_at = noon};
    }
    void ended(engine::OutboxState state, std::string_view note) {
        listing.state = state;
        listing.note = note;
    }

    engine::OutboxListing listing;
};

TEST_F(InboxStandingTest, OneThatIsTriedAgainIsOnItsWay) {
    listing.row.due_at = noon + std::chrono::minutes{5};
    EXPECT_EQ(state(), "") << "it is yet to come";
    listing.row.attempts = 3;
    EXPECT_EQ(state({by(Channel::Mail, DeliveryState::Trying)}), "on_its_way");
    listing.row.attempts = 0;
    listing.note = "held back: too many messages to this recipient in an hour";
    EXPECT_EQ(state(), "on_its_way");
}

TEST_F(InboxStandingTest, OneThatNobodySentAndNobodyWillIsNotShown) {
    ended(engine::OutboxState::Done, "too late for a reminder");
    EXPECT_EQ(state(), "");
    ended(engine::OutboxState::Done, "the offer has ended");
    EXPECT_EQ(state({by(Channel::Webhook, DeliveryState::Sent)}), "")
        << "only programs heard of it";
    ended(engine::OutboxState::Done, engine::note_local);
    EXPECT_EQ(state(), "here");
    listing.row.due_at = noon + std::chrono::minutes{1};
    EXPECT_EQ(state(), "") << "its time has not come";
}

TEST_F(InboxStandingTest, OneThatCouldNotBeSentIsShownAsThat) {
    ended(engine::OutboxState::Dead, "550 no such user");
    EXPECT_EQ(state({by(Channel::Mail, DeliveryState::Failed)}), "not_delivered");
    ended(engine::OutboxState::Done, "sent");
    EXPECT_EQ(state({by(Channel::Mail, DeliveryState::Failed)}), "not_delivered")
        << "it came back after it was sent";
    ended(engine::OutboxState::Done, engine::note_opted_out);
    EXPECT_EQ(state(), "stopped");
}

TEST_F(InboxStandingTest, TheWayThatWorkedCounts) {
    ended(engine::OutboxState::Done, "sent");
    const auto standing = inbox_standing(listing,
                                         std::vector{by(Channel::Mail, DeliveryState::Failed),
                                                     by(Channel::Sms, DeliveryState::Opened)},
                                         noon);
    ASSERT_TRUE(standing);
    EXPECT_EQ(standing->state, InboxState::Delivered);
    EXPECT_EQ(standing->channel, Channel::Sms);
    ended(engine::OutboxState::Done, engine::note_sent_before);
    EXPECT_EQ(state(), "sent") << "a crash lost by which way";
}

}  // namespace
}  // namespace standby::interchange
