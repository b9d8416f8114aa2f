// WhatsApp beside texts: when a template is needed, who is written to by text instead, and for how
// long that is remembered.
#include "engine/outbox/outages.hpp"
#include "tests/relay/relay_bench_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::DeliveryState;
using engine::WhatsAppNews;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view phone = "+4915112345678";

class WhatsAppTest : public testing::Test {
protected:
    static engine::Person ada() { return {.name = "ada", .phone = std::string(phone)}; }
    void hear(Time at) {
        ASSERT_TRUE(bench_.store.note_whatsapp(PlainKeys::key_of(phone), WhatsAppNews::Heard, at));
    }
    // On a new list.
    void join() {
        bench_.create(RelayBench::plain());
        bench_.join(ada());
        bench_.settle();
    }
    std::vector<std::string> forms() const {
        std::vector<std::string> made;
        for (const auto& receipt : bench_.whatsapp.sent()) {
            made.push_back(receipt.form);
        }
        return made;
    }
    static Answer absent() {
        return {.result = {.outcome = SendOutcome::Bounced,
                           .note = "131026: not there",
                           .news = WhatsAppNews::Absent}};
    }

    RelayBench bench_{{.has_mail = false, .has_sms = true, .has_whatsapp = true}};
};

TEST_F(WhatsAppTest, EachKindHasItsTemplate) {
    join();
    bench_.release(1);
    bench_.settle();
    EXPECT_THAT(forms(), ElementsAre("news", "offer"));
    EXPECT_THAT(bench_.sms.receipts, IsEmpty());
}

TEST_F(WhatsAppTest, FreeWordsAreForADayAfterTheGuestWrote) {
    bench_.whatsapp.keeps_content = true;
    hear(bench_.now - hours{24} + minutes{10});
    join();
    EXPECT_THAT(forms(), ElementsAre(""));
    EXPECT_THAT(bench_.whatsapp.receipts.back().content, HasSubstr("You're on the list"));
    bench_.now += minutes{15};
    join();
    EXPECT_THAT(forms(), ElementsAre("", "news"))
        << "yesterday at two is too long ago at five past";
}

TEST_F(WhatsAppTest, WhoeverIsNotThereGetsATextAndIsNotTriedAgainForAWeek) {
    bench_.whatsapp.script = [](const OutgoingMessage&) { return absent(); };
    join();
    ASSERT_EQ(bench_.sms.sent().size(), 1U);
    EXPECT_EQ(bench_.sms.sent().front().at, bench_.now) << "at once";
    EXPECT_EQ(bench_.whatsapp.receipts.size(), 1U);
    join();
    EXPECT_EQ(bench_.whatsapp.receipts.size(), 1U) << "it is known";
    EXPECT_EQ(bench_.sms.sent().size(), 2U);
    bench_.whatsapp.script = {};
    bench_.now += days{7};
    join();
    EXPECT_EQ(bench_.whatsapp.sent().size(), 1U);
}

TEST_F(WhatsAppTest, WhoeverWritesIsThereAgain) {
    bench_.whatsapp.script = [](const OutgoingMessage&) { return absent(); };
    join();
    bench_.whatsapp.script = {};
    hear(bench_.now);
    join();
    EXPECT_EQ(bench_.whatsapp.sent().size(), 1U);
}

TEST_F(WhatsAppTest, AnOfferThatATextCarriesIsNotUnreached) {
    bench_.whatsapp.script = [](const OutgoingMessage&) { return absent(); };
    join();
    bench_.release(1);
    bench_.settle();
    EXPECT_THAT(bench_.trace("offer_undeliverable"), IsEmpty());
    ASSERT_EQ(bench_.sms.sent().size(), 2U);
}

TEST_F(WhatsAppTest, ARefusedTemplateIsToldUntilItIsTaken) {
    bool is_refused = true;
    bench_.whatsapp.script = [&](const OutgoingMessage& message) {
        Answer answer = is_refused ? says(SendOutcome::Refused) : takes({});
        answer.result.form = message.form ? message.form->name : "";
        return answer;
    };
    join();
    join();
    EXPECT_EQ(bench_.sms.sent().size(), 2U);
    EXPECT_EQ(bench_.relay().figures().channels.at(Channel::WhatsApp).refused.size(), 1U);
    EXPECT_EQ(std::ranges::count(bench_.reports, "whatsapp_template_refused refused"), 1);
    is_refused = false;
    join();
    EXPECT_THAT(bench_.relay().figures().channels.at(Channel::WhatsApp).refused, IsEmpty());
}

TEST_F(WhatsAppTest, AProviderThatIsDownLeavesItToTexts) {
    bench_.whatsapp.script = [](const OutgoingMessage&) { return says(SendOutcome::Unavailable); };
    join();
    ASSERT_EQ(bench_.sms.sent().size(), 1U);
}

TEST_F(WhatsAppTest, HousesAreToldOfItsOutageByItsName) {
    EXPECT_EQ(engine::channel_of_outage(engine::outage_number(Channel::WhatsApp, bench_.now)),
              Channel::WhatsApp);
    for (const Channel channel : {Channel::Mail, Channel::Sms, Channel::Webhook}) {
        EXPECT_EQ(engine::channel_of_outage(engine::outage_number(channel, bench_.now)), channel);
        EXPECT_NE(engine::outage_number(channel, bench_.now),
                  engine::outage_number(Channel::WhatsApp, bench_.now));
    }
}

}  // namespace
}  // namespace standby::notify
