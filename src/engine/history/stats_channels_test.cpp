// Tests of counting offers by the channel that told the guest first.
#include "engine/history/stats_channels.hpp"

#include "core/decide/decide_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using core::OfferNumber;
using core::Ticket;
using core::World;
using std::chrono::minutes;

constexpr Time noon = World::start;

// Three offers: the first is accepted, the second declined, the third still open.
ChannelFold three_offers() {
    World world;
    world.seats(0);
    for (const char* name : {"a", "b", "c"}) {
        world.join(name);
    }
    world.patch_capacity(3);
    world.accept(Ticket{1});
    world.decline(Ticket{2});
    ChannelFold fold;
    for (const core::Event& event : world.history()) {
        fold.add(event);
    }
    return fold;
}

OutboxRow message(std::uint32_t offer, MessageKind kind = MessageKind::Offer) {
    return {.id = offer, .kind = kind, .offer = OfferNumber{offer}};
}
Delivery delivery(Channel channel, DeliveryState state, std::optional<Time> sent,
                  std::optional<Time> delivered = std::nullopt) {
    return {.channel = channel,
            .state = state,
            .changed_at = noon,
            .sent_at = sent,
            .delivered_at = delivered};
}

ChannelFigures counted(const OutboxRow& row, const std::vector<Delivery>& deliveries) {
    ChannelFold fold = three_offers();
    fold.add(row, deliveries);
    return fold.result();
}

TEST(ChannelFold, CountsByWhatWasSent) {
    const auto mail = delivery(Channel::Mail, DeliveryState::Sent, noon);
    EXPECT_EQ(counted(message(1), {mail}), (ChannelFigures{.mail = {1, 1}}));
    EXPECT_EQ(counted(message(2), {mail}), (ChannelFigures{.mail = {1, 0}}));
    EXPECT_EQ(counted(message(3, MessageKind::MoveUp), {mail}), (ChannelFigures{.mail = {1, 0}}));
}

TEST(ChannelFold, TheFirstOfTwoCounts) {
    const auto mail = delivery(Channel::Mail, DeliveryState::Sent, noon);
    const auto text = delivery(Channel::Sms, DeliveryState::Sent, noon - minutes{1});
    EXPECT_EQ(counted(message(1), {mail, text}), (ChannelFigures{.sms = {1, 1}}));
}

TEST(ChannelFold, WhatArrivedCountsBeforeWhatWasOnlySent) {
    const auto mail = delivery(Channel::Mail, DeliveryState::Sent, noon);
    const auto text =
        delivery(Channel::Sms, DeliveryState::Delivered, noon + minutes{1}, noon + minutes{2});
    EXPECT_EQ(counted(message(1), {mail, text}), (ChannelFigures{.sms = {1, 1}}));
}

TEST(ChannelFold, WhatDidNotLeaveIsThePage) {
    const ChannelFigures page{.page = {1, 1}};
    EXPECT_EQ(counted(message(1), {}), page);
    EXPECT_EQ(counted(message(1), {delivery(Channel::Mail, DeliveryState::Failed, noon),
                                   delivery(Channel::Sms, DeliveryState::Blocked, {})}),
              page);
    EXPECT_EQ(counted(message(1), {delivery(Channel::Webhook, DeliveryState::Sent, noon)}), page);
}

TEST(ChannelFold, OtherMessagesAndLaterOffersDoNotCount) {
    EXPECT_EQ(counted(message(1, MessageKind::Reminder), {}), ChannelFigures{});
    EXPECT_EQ(counted(message(1, MessageKind::Confirmed), {}), ChannelFigures{});
    EXPECT_EQ(counted(message(4), {}), ChannelFigures{});
}

TEST(ChannelFold, AForgottenMessageIsLeftOut) {
    EXPECT_EQ(three_offers().result(), ChannelFigures{});
}

TEST(ChannelFold, AnInstantYesNeedsNoMessage) {
    World world;
    world.seats(0);
    core::Wants eager;
    eager.instant_yes = core::InstantYes{};
    world.join("a", eager);
    world.patch_capacity(1);
    ChannelFold fold;
    for (const core::Event& event : world.history()) {
        fold.add(event);
    }
    EXPECT_EQ(fold.result(), (ChannelFigures{.page = {1, 1}}));
}

}  // namespace
}  // namespace standby::engine
