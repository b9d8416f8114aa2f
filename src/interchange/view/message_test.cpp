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
                         .said = {.subject = "A place", .text = "One\nTwo"}};
    std::string text;
    JsonWriter writer{text};
    write_inbox_item(writer, item);
    EXPECT_EQ(text, R"({"id":"msg_1","kind":"offer","at":"2026-11-16T12:00:00Z",)"
                    R"("subject":"A place","text":"One\nTwo"})");
}

}  // namespace
}  // namespace standby::interchange
