// How far the word to a guest has come, out of what is known of it.
#include "interchange/view/message_progress.hpp"

#include "interchange/view/message.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace standby::interchange {
namespace {

using engine::Channel;
using engine::DeliveryState;

const Time noon = *parse_time("2026-11-16T12:00:00Z");

engine::Delivery by(Channel channel, DeliveryState state) {
    return {.message = 1, .channel = channel, .state = state, .changed_at = noon};
}

// "left mail".
std::string text_of(const MessageProgress& progress) {
    std::string text{name_of(progress.state)};
    return progress.channel ? text + " " + std::string(engine::name_of(*progress.channel)) : text;
}
std::string of(const OfferFacts& offer, const std::vector<engine::Delivery>& deliveries) {
    return text_of(progress_of(offer, deliveries));
}

TEST(MessageProgress, TellsHowFarTheWordOfAnOfferHasCome) {
    OfferFacts offer;
    EXPECT_EQ(of(offer, {}), "waiting");
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Trying)}), "waiting");
    offer.sent_at = noon;
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Sent)}), "left mail");
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Sent),
                         by(Channel::Sms, DeliveryState::Delivered)}),
              "delivered sms");
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Opened),
                         by(Channel::Sms, DeliveryState::Failed)}),
              "opened mail");
}

// The mail bounced at once, and the text is still to be tried: nobody gave up yet.
TEST(MessageProgress, WaitsWhileThereIsAnotherWay) {
    EXPECT_EQ(of(OfferFacts{}, {by(Channel::Mail, DeliveryState::Failed),
                                by(Channel::Sms, DeliveryState::Trying)}),
              "waiting");
}

// The page is the message where nobody else carries it, and what programs heard is a word to the
// guest only where nobody else can be asked.
TEST(MessageProgress, KnowsWhenNoMessageCarriedIt) {
    OfferFacts offer;
    EXPECT_EQ(of(offer, {by(Channel::Webhook, DeliveryState::Sent)}), "waiting");
    offer.sent_at = noon;
    EXPECT_EQ(of(offer, {}), "page");
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Trying)}), "page")
        << "staff told them meanwhile";
    EXPECT_EQ(of(offer, {by(Channel::Webhook, DeliveryState::Sent)}), "left webhook");
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Sent),
                         by(Channel::Webhook, DeliveryState::Sent)}),
              "left mail");
}

TEST(MessageProgress, SaysFirstThatTheGuestCannotBeReached) {
    OfferFacts offer;
    offer.unreached = core::Undeliverable::Bounced;
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Failed)}), "bounced mail");
    EXPECT_EQ(of(offer, {}), "bounced");
    offer.unreached = core::Undeliverable::NoChannel;
    EXPECT_EQ(of(offer, {}), "not_reachable");
    offer.unreached = core::Undeliverable::Blocked;
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Sent)}), "not_reachable");
}

// Staff told them by phone after the mail came back.
TEST(MessageProgress, RemembersThatTheMessageCameBack) {
    OfferFacts offer;
    offer.sent_at = noon;
    EXPECT_EQ(of(offer, {by(Channel::Mail, DeliveryState::Failed)}), "bounced mail");
    EXPECT_EQ(of(offer, {by(Channel::Sms, DeliveryState::Blocked)}), "not_reachable sms");
}

TEST(MessageProgress, IsTheSameInTheInbox) {
    const auto inbox = [](InboxState state, std::vector<engine::Delivery> deliveries,
                          std::optional<Channel> channel = std::nullopt) {
        return text_of(progress_of(InboxStanding{.state = state, .channel = channel}, deliveries));
    };
    EXPECT_EQ(
        inbox(InboxState::OnItsWay, {by(Channel::Mail, DeliveryState::Trying)}, Channel::Mail),
        "waiting mail");
    EXPECT_EQ(inbox(InboxState::Sent, {by(Channel::Mail, DeliveryState::Sent)}, Channel::Mail),
              "left mail");
    EXPECT_EQ(inbox(InboxState::Sent, {}), "left") << "by which way is lost";
    EXPECT_EQ(
        inbox(InboxState::Delivered, {by(Channel::Mail, DeliveryState::Opened)}, Channel::Mail),
        "opened mail");
    EXPECT_EQ(
        inbox(InboxState::NotDelivered, {by(Channel::Sms, DeliveryState::Failed)}, Channel::Sms),
        "bounced sms");
    EXPECT_EQ(inbox(InboxState::Here, {}), "page");
    EXPECT_EQ(inbox(InboxState::Stopped, {}), "not_reachable");
}

}  // namespace
}  // namespace standby::interchange
