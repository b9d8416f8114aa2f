// Messages that have their own time: reminders of events, and what waits for the morning.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::MessageKind;
using engine::OutboxState;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class TimingTest : public testing::Test {
protected:
    // Ada has a place for something that begins in five days.
    TimingTest() {
        bench_.create(RelayBench::plain(), starts_at);
        bench_.release(1);
        bench_.join(by_mail("ada"));
        bench_.settle();
    }
    std::vector<Time> sent_times(MessageKind kind) const {
        std::vector<Time> times;
        for (const ScriptedProvider::Receipt& message : bench_.mail.sent()) {
            if (bench_.row_of(message.id).kind == kind) {
                times.push_back(message.at);
            }
        }
        return times;
    }

    static constexpr Time starts_at = RelayBench::start + hours{120};
    RelayBench bench_;
};

TEST_F(TimingTest, AnEventReminderIsBookedWithTheConfirmationAndSentADayBefore) {
    EXPECT_EQ(sent_times(MessageKind::Confirmed), (std::vector<Time>{RelayBench::start}));
    bench_.run_for(hours{130}, minutes{1});
    EXPECT_EQ(sent_times(MessageKind::EventReminder), (std::vector<Time>{starts_at - hours{24}}));
    EXPECT_EQ(bench_.count(OutboxState::Pending), 0U);
}

TEST_F(TimingTest, AnEventReminderIsNotSentAfterACancellation) {
    bench_.run_for(hours{48}, minutes{10});
    bench_.give(core::CancelEntry{1});
    bench_.run_for(hours{80}, minutes{10});
    EXPECT_TRUE(sent_times(MessageKind::EventReminder).empty());
    EXPECT_EQ(bench_.messages(MessageKind::EventReminder).front().note, "no longer has a place");
    EXPECT_EQ(sent_times(MessageKind::Cancelled).size(), 1U);
}

TEST_F(TimingTest, AnEventReminderThatFailsOnceIsSentAMomentLater) {
    bench_.run_for(hours{95}, minutes{10});
    const std::size_t before = bench_.mail.receipts.size();
    bench_.mail.script = [&](const OutgoingMessage&) {
        return says(bench_.mail.receipts.size() == before ? SendOutcome::Later : SendOutcome::Sent);
    };
    bench_.run_for(hours{2}, seconds{10});
    ASSERT_EQ(sent_times(MessageKind::EventReminder).size(), 1U);
    EXPECT_GT(sent_times(MessageKind::EventReminder).front(), starts_at - hours{24});
}

TEST_F(TimingTest, AnEventReminderThatCannotBeLookedUpIsSentLater) {
    bench_.run_for(hours{95}, minutes{10});
    bench_.store.set_faults([](store::Call call) {
        return call == store::Call::Person ? store::Fault::FailBefore : store::Fault::None;
    });
    bench_.run_for(minutes{70}, seconds{10});
    EXPECT_TRUE(sent_times(MessageKind::EventReminder).empty());
    bench_.store.set_faults({});
    bench_.run_for(minutes{1});
    EXPECT_EQ(sent_times(MessageKind::EventReminder).size(), 1U);
}

TEST_F(TimingTest, AnEventThatIsPutOffIsRemindedOfLater) {
    core::PatchResource later;
    later.starts_at = starts_at + hours{48};
    bench_.give(later);
    bench_.run_for(hours{160}, minutes{1});
    EXPECT_EQ(sent_times(MessageKind::EventReminder), (std::vector<Time>{starts_at + hours{24}}));
}

TEST(QuietHoursTest, WhatIsTakenBackAtNightIsToldInTheMorning) {
    RelayBench bench;
    bench.zones.add(Zone::fixed("Asia/Tokyo", hours{9}));
    bench.create_slots(core::RulesPatch{}.set(&core::Rules::claim_window, hours{30}));
    bench.join(by_mail("ada"));
    engine::Person ben = by_mail("ben");
    ben.time_zone = "Asia/Tokyo";
    bench.join(ben, {.time_zone = "Asia/Tokyo"});
    const core::OpeningNumber first = bench.open_slot(RelayBench::start + hours{240});
    const core::OpeningNumber second = bench.open_slot(RelayBench::start + hours{242});
    bench.run_for(hours{24}, minutes{10});
    bench.run_for(hours{11}, minutes{10});  // eleven at night in London, eight in Tokyo
    bench.mail.receipts.clear();
    bench.give(core::WithdrawOpening{first});
    bench.give(core::WithdrawOpening{second});
    bench.run_for(hours{12}, minutes{1});
    ASSERT_EQ(bench.mail.receipts.size(), 2U);
    EXPECT_EQ(bench.mail.receipts[0].to, mail_of("ben"));
    EXPECT_EQ(bench.mail.receipts[0].at, RelayBench::start + hours{35});
    EXPECT_EQ(bench.mail.receipts[1].to, mail_of("ada"));
    EXPECT_EQ(bench.mail.receipts[1].at, RelayBench::start + hours{44});
}

TEST(QuietHoursTest, AReminderOfAnOfferWaitsForTheMorning) {
    RelayBench bench;
    bench.create(core::RulesPatch{}
                     .set(&core::Rules::order, core::Order::Fifo)
                     .set(&core::Rules::claim_window, hours{12})
                     .set(&core::Rules::reminder_after, hours{3}));
    bench.join(by_mail("ada"));
    bench.run_for(hours{8}, minutes{10});  // eight in the evening
    bench.release(1);
    bench.run_for(hours{24}, minutes{1});
    std::vector<Time> times;
    for (const ScriptedProvider::Receipt& message : bench.mail.sent()) {
        if (bench.row_of(message.id).kind == MessageKind::Reminder) {
            times.push_back(message.at);
        }
    }
    ASSERT_EQ(times.size(), 1U);
    const Duration of_day = times.front() - std::chrono::floor<std::chrono::days>(times.front());
    EXPECT_GE(of_day, hours{8});
    EXPECT_LT(of_day, hours{21});
}

}  // namespace
}  // namespace standby::notify
