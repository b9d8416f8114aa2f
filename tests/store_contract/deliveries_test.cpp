// What became of messages on each channel: recorded with their end, found by message and by
// address, and advanced by the reports of providers.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ContactKey;
using engine::Channel;
using engine::Delivery;
using engine::DeliveryState;
using engine::MessageEnd;
using engine::StoreError;
using testing::ElementsAre;
using testing::IsEmpty;

// A key that does not fit a signed integer.
constexpr ContactKey ada{0xf000'0000'0000'0001};
constexpr ContactKey eve{2};

template <class UnderTest>
class DeliveriesContract : public StoreContract<UnderTest> {
protected:
    void SetUp() override {
        StoreContract<UnderTest>::SetUp();
        if (this->IsSkipped()) {
            return;
        }
        engine::ResourceChange change = Changes(this->allocate()).next(1, at(0));
        for (core::Ticket entry = 1; entry <= 5; ++entry) {
            change.outbox.push_back(message(engine::MessageKind::Offer, entry, at(1)));
        }
        for (core::Ticket entry = 1; entry <= 5; ++entry) {
            change.people.push_back({.entry = entry, .person = person("ada")});
        }
        EXPECT_TRUE(this->commit(change));
    }
    static Delivery delivery(std::uint64_t id, Channel channel, DeliveryState state,
                             ContactKey address) {
        return {.message = id,
                .channel = channel,
                .state = state,
                .address = address,
                .changed_at = at(10),
                .sent_at = at(9),
                .provider_id = "SM" + std::to_string(id),
                .note = "250 Zoë's mail is queued"};
    }
    void record(const Delivery& delivery) {
        const MessageEnd end{.id = delivery.message, .deliveries = {delivery}};
        ASSERT_TRUE(this->store().finish_messages({&end, 1}));
    }
    std::vector<Delivery> of(std::vector<std::uint64_t> messages) {
        return this->store().deliveries(messages).value();
    }
    bool report(std::uint64_t id, Channel channel, DeliveryState state, std::int64_t seconds) {
        return this->store()
            .advance_delivery({.message = id,
                               .channel = channel,
                               .state = state,
                               .changed_at = at(seconds),
                               .note = "reported"})
            .value();
    }
};
TYPED_TEST_SUITE(DeliveriesContract, StoresInOrder);

TYPED_TEST(DeliveriesContract, WordsAreFoundByMessageAndChannelAndTheLastOnesCount) {
    const engine::KeptWords mail{
        .message = 2, .channel = Channel::Mail, .subject = "A spot", .text = "Zoë,\nhello"};
    const engine::KeptWords sms{
        .message = 2, .channel = Channel::Sms, .subject = "", .text = "\x1Alink\x1A"};
    engine::KeptWords first = mail;
    first.text = "before";
    const std::vector<MessageEnd> ends{{.id = 2, .again_at = at(20), .words = {first}},
                                       {.id = 2, .words = {sms, mail}}};
    for (const MessageEnd& end : ends) {
        ASSERT_TRUE(this->store().finish_messages({&end, 1}));
    }
    this->restart();
    const std::vector<std::uint64_t> asked{2, 1, 2, 99};
    EXPECT_THAT(this->store().words(asked).value(), ElementsAre(mail, sms));
    EXPECT_THAT(this->store().words({}).value(), IsEmpty());
    const MessageEnd other{.id = 3, .words = {mail}};
    ASSERT_TRUE(this->store().finish_messages({&other, 1}));
    EXPECT_EQ(this->store().drop_messages(at(100), 10).value(), 2u);
    EXPECT_THAT(this->store().words(asked).value(), IsEmpty()) << "they go with their message";
}

TYPED_TEST(DeliveriesContract, AreFoundByMessageAndChannel) {
    Delivery sms = this->delivery(2, Channel::Sms, DeliveryState::Sent, ada);
    const Delivery mail = this->delivery(2, Channel::Mail, DeliveryState::Trying, ada);
    Delivery webhook = this->delivery(1, Channel::Webhook, DeliveryState::Delivered, {});
    webhook.sent_at.reset();
    webhook.delivered_at = at(11);
    const std::vector<MessageEnd> ends{{.id = 2, .deliveries = {sms, mail}},
                                       {.id = 1, .deliveries = {webhook}}};
    ASSERT_TRUE(this->store().finish_messages(ends));
    this->restart();
    EXPECT_THAT(this->of({2, 1, 3, 2, 99}), ElementsAre(webhook, mail, sms));
    EXPECT_THAT(this->of({3}), IsEmpty());
    EXPECT_THAT(this->of({}), IsEmpty());
}

TYPED_TEST(DeliveriesContract, ReplaceThoseOfTheSameChannel) {
    const Delivery mail = this->delivery(1, Channel::Mail, DeliveryState::Sent, ada);
    this->record(mail);
    this->record(this->delivery(1, Channel::Sms, DeliveryState::Failed, ada));
    Delivery again = this->delivery(1, Channel::Sms, DeliveryState::Trying, eve);
    again.note = "busy";
    this->record(again);
    EXPECT_THAT(this->of({1}), ElementsAre(mail, again));
    EXPECT_THAT(this->store().deliveries_to(ada, Channel::Sms, 9).value(), IsEmpty());
    EXPECT_THAT(this->store().deliveries_to(eve, Channel::Sms, 9).value(), ElementsAre(again));
}

TYPED_TEST(DeliveriesContract, BelongToTheMessageThatEnds) {
    const MessageEnd end{
        .id = 3, .deliveries = {this->delivery(0, Channel::Mail, DeliveryState::Sent, ada)}};
    ASSERT_TRUE(this->store().finish_messages({&end, 1}));
    ASSERT_EQ(this->of({3}).size(), 1u);
    EXPECT_EQ(this->of({3})[0].message, 3u);
}

TYPED_TEST(DeliveriesContract, AreNotRecordedWhenAMessageIsUnknown) {
    const Delivery mail = this->delivery(1, Channel::Mail, DeliveryState::Sent, ada);
    const std::vector<MessageEnd> ends{{.id = 1, .deliveries = {mail}}, {.id = 99}};
    EXPECT_EQ(this->store().finish_messages(ends), std::unexpected(StoreError::NotCommitted));
    EXPECT_THAT(this->of({1}), IsEmpty());
}

TYPED_TEST(DeliveriesContract, AreFoundByAddressNewestFirst) {
    for (const std::uint64_t id : {4, 1, 3}) {
        this->record(this->delivery(id, Channel::Mail, DeliveryState::Failed, ada));
    }
    this->record(this->delivery(5, Channel::Sms, DeliveryState::Sent, ada));
    this->record(this->delivery(2, Channel::Mail, DeliveryState::Sent, eve));
    const auto messages_to = [&](ContactKey address, Channel channel, std::size_t limit) {
        std::vector<std::uint64_t> ids;
        const auto found = this->store().deliveries_to(address, channel, limit).value();
        for (const Delivery& each : found) {
            EXPECT_EQ(each.address, address);
            ids.push_back(each.message);
        }
        return ids;
    };
    EXPECT_THAT(messages_to(ada, Channel::Mail, 9), ElementsAre(4, 3, 1));
    EXPECT_THAT(messages_to(ada, Channel::Mail, 2), ElementsAre(4, 3));
    EXPECT_THAT(messages_to(ada, Channel::Sms, 2), ElementsAre(5));
    EXPECT_THAT(messages_to(eve, Channel::Sms, 2), IsEmpty());
}

TYPED_TEST(DeliveriesContract, AreNotFoundByNoAddress) {
    this->record(this->delivery(1, Channel::Webhook, DeliveryState::Sent, {}));
    EXPECT_THAT(this->store().deliveries_to({}, Channel::Webhook, 9).value(), IsEmpty());
}

TYPED_TEST(DeliveriesContract, AdvanceWithReports) {
    const Delivery sent = this->delivery(1, Channel::Sms, DeliveryState::Sent, ada);
    this->record(sent);
    EXPECT_TRUE(this->report(1, Channel::Sms, DeliveryState::Delivered, 20));
    this->restart();
    Delivery expected = sent;
    expected.state = DeliveryState::Delivered;
    expected.changed_at = at(20);
    expected.delivered_at = at(20);
    expected.note = "reported";
    EXPECT_THAT(this->of({1}), ElementsAre(expected));
    EXPECT_TRUE(this->report(1, Channel::Sms, DeliveryState::Opened, 30));
    EXPECT_EQ(this->of({1})[0].delivered_at, at(20)) << "the first time counts";
    EXPECT_THAT(this->store().deliveries_to(ada, Channel::Sms, 9).value(),
                ElementsAre(this->of({1})[0]));
}

TYPED_TEST(DeliveriesContract, IgnoreReportsThatAreLateRepeatedOrUnknown) {
    this->record(this->delivery(1, Channel::Sms, DeliveryState::Sent, ada));
    EXPECT_FALSE(this->report(1, Channel::Sms, DeliveryState::Sent, 20));
    EXPECT_TRUE(this->report(1, Channel::Sms, DeliveryState::Delivered, 20));
    const std::vector<Delivery> delivered = this->of({1});
    EXPECT_FALSE(this->report(1, Channel::Sms, DeliveryState::Delivered, 21));
    EXPECT_FALSE(this->report(1, Channel::Sms, DeliveryState::Failed, 22));
    EXPECT_FALSE(this->report(1, Channel::Sms, DeliveryState::Sent, 23));
    EXPECT_FALSE(this->report(1, Channel::Mail, DeliveryState::Delivered, 24));
    EXPECT_FALSE(this->report(99, Channel::Sms, DeliveryState::Delivered, 25));
    EXPECT_EQ(this->of({1}), delivered);
    EXPECT_THAT(this->of({99}), IsEmpty());
}

TYPED_TEST(DeliveriesContract, AreNotFurtherOnWhenOnlyATimeIsFilledIn) {
    this->record(this->delivery(1, Channel::Mail, DeliveryState::Opened, ada));
    EXPECT_FALSE(this->report(1, Channel::Mail, DeliveryState::Delivered, 20));
    EXPECT_EQ(this->of({1})[0].state, DeliveryState::Opened);
    EXPECT_EQ(this->of({1})[0].delivered_at, at(20));
    EXPECT_EQ(this->of({1})[0].changed_at, at(10));
}

}  // namespace
}  // namespace standby::store
