// Tests that messages leave in fair order, and that no lane holds up another.
#include "notify/relay/lanes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::MessageKind;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Time start{std::chrono::days{20'000}};

class LanesTest : public testing::Test {
protected:
    void push(const RateKey& key, std::uint64_t id, MessageKind kind = MessageKind::Waitlisted,
              Duration due_after = {}) {
        lanes_.push(key, {.row = {.id = id, .kind = kind, .due_at = start + due_after},
                          .gathered = nullptr});
    }
    // The ids of all that may go now, in order.
    std::string pick_all(Channel channel, Time now = start) {
        std::string ids;
        while (auto picked = lanes_.pick(channel, rates_, now)) {
            ids += fmt::format("{}{}", ids.empty() ? "" : " ", picked->waiting.row.id);
        }
        return ids;
    }

    Lanes lanes_;
    Rates rates_{RateLimits{}, Time{}};
    RateKey mail_{.channel = Channel::Mail, .sender = "house@example.com"};
};

RateKey text_from(std::string sender) {
    return {.channel = Channel::Sms, .sender = std::move(sender)};
}

RateKey mail_of(std::uint32_t account, double rate) {
    return {.channel = Channel::Mail,
            .sender = "house@example.com",
            .account = engine::AccountNumber{account},
            .account_rate = rate};
}

TEST_F(LanesTest, OffersGoFirstThenWhatFellDueFirstThenWhatWasWrittenFirst) {
    push(mail_, 1);
    push(mail_, 2, MessageKind::Waitlisted, seconds{-1});
    push(mail_, 6, MessageKind::Offer, seconds{5});
    push(mail_, 4, MessageKind::Offer);
    push(mail_, 3, MessageKind::MoveUp);
    push(mail_, 5, MessageKind::EventReminder, seconds{-2});
    EXPECT_EQ(pick_all(Channel::Mail), "3 4 6 5 2 1");
}

TEST_F(LanesTest, ChannelsAreApart) {
    push(mail_, 1);
    push(text_from("+1"), 2);
    EXPECT_EQ(lanes_.size(Channel::Mail), 1U);
    EXPECT_EQ(pick_all(Channel::Mail), "1");
    EXPECT_EQ(lanes_.next(Channel::Mail, rates_, start), std::nullopt);
    EXPECT_EQ(lanes_.next(Channel::Sms, rates_, start), start);
    EXPECT_EQ(pick_all(Channel::Sms), "2");
}

TEST_F(LanesTest, PickingTakesATokenOfTheProvider) {
    rates_ = Rates{{.mail = 2}, Time{}};
    for (const std::uint64_t id : {1, 2, 3}) {
        push(mail_, id);
    }
    EXPECT_EQ(pick_all(Channel::Mail), "1");
    EXPECT_EQ(lanes_.next(Channel::Mail, rates_, start), start + milliseconds{501});
    EXPECT_EQ(pick_all(Channel::Mail, start + milliseconds{500}), "");
    EXPECT_EQ(pick_all(Channel::Mail, start + milliseconds{501}), "2");
    EXPECT_EQ(pick_all(Channel::Mail, start + milliseconds{1002}), "3");
}

TEST_F(LanesTest, ASlowNumberHoldsUpNoOther) {
    rates_ = Rates{{.sms_sender = 1}, Time{}};
    push(text_from("+1"), 1);
    push(text_from("+1"), 2);
    push(text_from("+2"), 3);
    EXPECT_EQ(pick_all(Channel::Sms), "1 3");
    EXPECT_EQ(lanes_.next(Channel::Sms, rates_, start), start + milliseconds{1001});
    EXPECT_EQ(pick_all(Channel::Sms, start + milliseconds{1001}), "2");
}

TEST_F(LanesTest, ABusyHouseHoldsUpNoOther) {
    push(mail_of(1, 1), 1);
    push(mail_of(1, 1), 2);
    push(mail_of(2, 1), 3);
    push(mail_of(3, 0), 4);
    push(mail_of(4, 0), 5);
    EXPECT_EQ(lanes_.size(mail_of(1, 1)), 2U);
    EXPECT_EQ(lanes_.size(mail_of(3, 0)), 2U) << "houses without a limit share a lane";
    EXPECT_EQ(pick_all(Channel::Mail), "1 3 4 5");
    EXPECT_EQ(pick_all(Channel::Mail, start + milliseconds{1001}), "2");
}

TEST_F(LanesTest, GivingBackTakesNothingFromOthers) {
    rates_ = Rates{{.sms_sender = 1}, Time{}};
    push(mail_of(1, 1), 1);
    push(mail_of(1, 1), 2);
    EXPECT_EQ(pick_all(Channel::Mail), "1");
    rates_.give_back({.channel = Channel::Webhook, .account = engine::AccountNumber{1}});
    EXPECT_EQ(pick_all(Channel::Mail), "") << "a webhook had taken no token of the house";
    rates_.give_back(mail_of(1, 1));
    EXPECT_EQ(pick_all(Channel::Mail), "2");
}

TEST_F(LanesTest, TellsWhetherSomethingWouldGoAhead) {
    const Turn urgent{.is_bulk = false, .due_at = start, .id = 9};
    EXPECT_FALSE(lanes_.would_overtake(urgent));
    push(mail_, 1);
    EXPECT_TRUE(lanes_.would_overtake(urgent));
    push(mail_, 2, MessageKind::Offer, seconds{-1});
    EXPECT_FALSE(lanes_.would_overtake(urgent));
}

TEST_F(LanesTest, WhoeverFindsOutIsRatherSomebodyElse) {
    const RateKey key{.channel = Channel::Mail};
    lanes_.push(key, {.row = {.id = 1, .kind = MessageKind::Offer}, .neighbours = 7});
    lanes_.push(key, {.row = {.id = 2, .kind = MessageKind::Offer}, .neighbours = 7});
    lanes_.push(key, {.row = {.id = 3, .kind = MessageKind::Offer}, .neighbours = 8});
    lanes_.push(key, {.row = {.id = 4, .kind = MessageKind::Offer}, .neighbours = 9});
    const auto pick = [&](const std::set<std::uint64_t>& put_off) {
        const auto picked = lanes_.pick_beside(Channel::Mail, rates_, start, put_off);
        return picked ? picked->waiting.row.id : 0;
    };
    EXPECT_EQ(pick({7}), 3U);
    EXPECT_EQ(pick({7, 9}), 1U) << "or the one whose turn it is";
    EXPECT_EQ(pick({}), 2U);
    EXPECT_EQ(pick({7}), 4U);
    EXPECT_EQ(pick({}), 0U);
}

TEST_F(LanesTest, AChannelCanBeCleared) {
    push(mail_, 1);
    push(mail_of(1, 1), 2);
    push(text_from("+1"), 3);
    EXPECT_EQ(lanes_.take_all(Channel::Mail).size(), 2U);
    EXPECT_EQ(pick_all(Channel::Mail), "");
    EXPECT_EQ(pick_all(Channel::Sms), "3");
}

}  // namespace
}  // namespace standby::notify
