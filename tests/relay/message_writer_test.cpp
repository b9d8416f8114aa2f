// What the messages say that leave: envelopes, links, calendar parts, and what programs are told.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace standby::notify {
namespace {

using std::chrono::hours;
using testing::HasSubstr;
using testing::Not;

class MessageWriterTest : public testing::Test {
protected:
    MessageWriterTest() : bench_({.has_sms = true, .sms_from = {"+100", "+200", "+300"}}) {
        bench_.mail.keeps_content = true;
        bench_.sms.keeps_content = true;
        bench_.webhook.keeps_content = true;
        bench_.save([](engine::House& house) {
            house.name = "Salon Müller";
            house.reply_to = "hello@salon.example";
        });
    }
    const std::string& last_mail() const { return bench_.mail.receipts.back().content; }

    RelayBench bench_;
};

TEST_F(MessageWriterTest, AMailNamesItsMessageAndTheWayOut) {
    bench_.create(RelayBench::plain());
    bench_.join(by_mail("ada"));
    bench_.settle();
    EXPECT_EQ(bench_.mail.receipts.back().from, "desk@house.example");
    EXPECT_THAT(last_mail(), HasSubstr("Reply-To: hello@salon.example\r\n"));
    EXPECT_THAT(last_mail(), HasSubstr("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
    EXPECT_THAT(last_mail(), HasSubstr("<https://x.test/u/ent_"));
    EXPECT_THAT(last_mail(), HasSubstr("Message-ID: <msg_1@house.example>\r\n"));
    EXPECT_THAT(last_mail(), Not(HasSubstr("\n.\r\n")));
}

TEST_F(MessageWriterTest, AConfirmationCarriesTheEventAndACancellationTakesItBack) {
    bench_.create(RelayBench::plain(), RelayBench::start + hours{48});
    bench_.release(1);
    bench_.join(by_mail("ada"));
    bench_.settle();
    EXPECT_THAT(last_mail(), testing::ContainsRegex("text/calendar;.*method=\"?REQUEST"));
    bench_.give(core::CancelEntry{1});
    bench_.settle();
    EXPECT_THAT(last_mail(), testing::ContainsRegex("text/calendar;.*method=\"?CANCEL"));
}

TEST_F(MessageWriterTest, AGuestAlwaysHearsFromTheSameNumber) {
    bench_.create(RelayBench::plain());
    for (int number = 0; number < 20; ++number) {
        bench_.join({.name = "guest", .phone = "+49" + std::to_string(number)});
    }
    bench_.release(20);
    bench_.settle();
    std::map<std::string, std::set<std::string>> senders;
    std::set<std::string> all;
    for (const auto& message : bench_.sms.receipts) {
        senders[message.to].insert(message.from);
        all.insert(message.from);
    }
    ASSERT_EQ(senders.size(), 20U);
    for (const auto& [to, from] : senders) {
        EXPECT_EQ(from.size(), 1U) << to;
    }
    EXPECT_EQ(all.size(), 3U) << "and each number is used";
}

TEST_F(MessageWriterTest, ATextCarriesTheLinkOfItsOffer) {
    bench_.create(RelayBench::plain());
    bench_.join({.name = "Ada", .phone = "+49151"});
    bench_.settle();
    bench_.release(1);
    bench_.settle();
    EXPECT_THAT(bench_.sms.receipts.back().content, HasSubstr("https://x.test/o/off_"));
}

TEST_F(MessageWriterTest, ProgramsAreToldWhatHappenedWithoutPersonalData) {
    bench_.save([](engine::House& house) {
        house.webhook_url = "https://example.com/hook";
        house.webhook_secret = {std::byte{'k'}};
    });
    bench_.create(RelayBench::plain());
    bench_.join(by_mail("ada"));
    bench_.settle();
    bench_.release(1);
    bench_.settle();
    const auto& told = bench_.webhook.receipts.back();
    EXPECT_EQ(told.to, "https://example.com/hook");
    const engine::OutboxRow row = bench_.row_of(told.id);
    EXPECT_EQ(told.content,
              R"({"type":"offer.made","timestamp":"2026-11-16T12:00:00Z","data":{"message_id":")" +
                  told.id + R"(","resource_id":")" + core::format_id(row.resource) + R"(","seq":)" +
                  std::to_string(row.event) + R"(,"entry_id":")" +
                  core::format_id(core::entry_id(row.resource, row.entry)) + R"(","offer_id":")" +
                  core::format_id(core::offer_id(row.resource, row.offer)) + R"("}})");
    EXPECT_EQ(told.id, bench_.mail.receipts.back().id) << "one message, one id";
}

TEST_F(MessageWriterTest, AnExpiredOfferAsksWhetherTheyWouldStillTakeIt) {
    bench_.create_slots(RelayBench::plain().set(&core::Rules::late_yes, true));
    bench_.join(by_mail("ada"));
    bench_.join(by_mail("ben"));
    bench_.open_slot(RelayBench::start + hours{5});
    bench_.run_for(std::chrono::minutes{11}, std::chrono::minutes{1});
    const auto& receipts = bench_.mail.receipts;
    const auto expired = std::ranges::find_if(
        receipts, [](const auto& one) { return one.content.contains("has expired"); });
    ASSERT_NE(expired, receipts.end());
    EXPECT_THAT(expired->content, HasSubstr("Would you still take it if it comes free?"));
    EXPECT_THAT(expired->content, HasSubstr("https://x.test/o/off_"));
}

TEST_F(MessageWriterTest, ABookingThatNobodyAskedAboutSaysWhyItCame) {
    bench_.create_slots(RelayBench::plain().set(&core::Rules::late_yes, true));
    core::Wants wants;
    wants.instant_yes = core::InstantYes{.min_notice = hours{2}};
    bench_.join(by_mail("ada"), wants);
    bench_.open_slot(RelayBench::start + hours{5});
    bench_.settle();
    EXPECT_THAT(last_mail(), HasSubstr("because you asked us to book you in without asking"));
    EXPECT_THAT(last_mail(), HasSubstr("You can undo this until 3:00 pm"));
    EXPECT_THAT(last_mail(), testing::ContainsRegex("text/calendar;.*method=\"?REQUEST"))
        << "it is a confirmation like any other";
    bench_.create_slots(RelayBench::plain().set(&core::Rules::late_yes, true));
    const core::Ticket ben = bench_.join(by_mail("ben"));
    const core::OpeningNumber slot = bench_.open_slot(RelayBench::start + hours{5});
    bench_.run_for(std::chrono::minutes{11}, std::chrono::minutes{1});
    bench_.give(core::LateYes{.entry = ben, .offer = core::OfferNumber{1}, .opening = slot});
    bench_.settle();
    EXPECT_THAT(last_mail(), HasSubstr("You said you'd take it if it came free: it's yours."));
}

TEST_F(MessageWriterTest, GuestsAreWrittenToInTheirOwnLanguage) {
    bench_.create(RelayBench::plain());
    engine::Person ada{.name = "Ada", .phone = "+49151", .locale = "de-CH"};
    bench_.join(ada);
    bench_.join({.name = "Ben", .phone = "+49152", .locale = "xx"});
    bench_.settle();
    ASSERT_EQ(bench_.sms.receipts.size(), 2U);
    EXPECT_THAT(bench_.sms.receipts[0].content, HasSubstr("Sie stehen auf der Liste"));
    EXPECT_THAT(bench_.sms.receipts[1].content, Not(HasSubstr("Sie stehen auf der Liste")));
}

}  // namespace
}  // namespace standby::notify
