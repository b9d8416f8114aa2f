// One guest who cannot be reached, or nobody: the stories of real people.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::MessageKind;
using engine::OutboxState;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using Lines = std::vector<std::string>;

engine::Person at_domain(std::string_view name, std::string_view domain) {
    return {.name = std::string(name), .email = std::string(name) + "@" + std::string(domain)};
}

std::function<Answer(const OutgoingMessage&)> puts_off(std::string_view domain) {
    return [domain](const OutgoingMessage& message) {
        return says(message.to.ends_with(domain) ? SendOutcome::Later : SendOutcome::Sent);
    };
}

// When each was told of their offer, and until when they may answer.
struct Told {
    core::Ticket entry = 0;
    Time at{};
    Time until{};
};
std::vector<Told> told(RelayBench& bench) {
    std::vector<Told> all;
    for (const core::Event& event : bench.events()) {
        if (const auto* sent = std::get_if<core::OfferSent>(&event.body)) {
            all.push_back({event.entry, sent->sent_at, sent->expires_at});
        }
    }
    return all;
}

void expect_whole_windows(RelayBench& bench) {
    for (const Told& one : told(bench)) {
        EXPECT_GE(one.until - one.at, minutes{10}) << one.entry;
    }
}

// Nobody lost an offer because they could not be told of it.
void expect_nobody_harmed(RelayBench& bench) {
    for (const std::string& line : bench.trace("offer_ended")) {
        EXPECT_FALSE(line.contains("not_reachable")) << line;
        EXPECT_FALSE(line.contains("timeout") || line.contains("no_answer")) << line;
    }
    EXPECT_EQ(bench.trace("entry_ended"), Lines{});
}

TEST(ReachTest, ThreeGuestsOfOneGreylistingDomainWaitAndAreTold) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    for (const char* name : {"ada", "ben", "cyd"}) {
        bench.join(at_domain(name, "grey.test"));
    }
    bench.settle();
    bench.mail.script = puts_off("grey.test");
    bench.release(3);
    bench.run_for(minutes{15});
    bench.mail.script = nullptr;
    bench.run_for(minutes{7});
    EXPECT_EQ(told(bench).size(), 3U);
    expect_whole_windows(bench);
    expect_nobody_harmed(bench);
}

// Nobody sends texts here, and staff have phoned.
TEST(ReachTest, WhoeverStaffToldThemselvesStaysTold) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.join({.name = "ada", .phone = "+49151"});
    bench.settle();
    bench.release(1);
    bench.settle();
    EXPECT_EQ(bench.trace("offer_unreached"), (Lines{"offer_unreached no_channel #1"}));
    bench.run_for(minutes{1});
    bench.give(core::ReportSent{core::OfferNumber{1}, bench.now});
    bench.run_for(minutes{9});
    EXPECT_EQ(bench.trace("offer_unreached").size(), 1U);
    ASSERT_EQ(told(bench).size(), 1U);
    EXPECT_EQ(told(bench).front().until - told(bench).front().at, minutes{10});
}

// What the mailboxes of one provider refuse is no outage for anybody else.
TEST(ReachTest, ADomainThatPutsEverybodyOffHoldsUpNobodyElse) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    for (int number = 0; number < 12; ++number) {
        bench.join(at_domain("guest" + std::to_string(number), "grey.test"));
    }
    bench.join(at_domain("zoe", "fine.test"));
    bench.settle();
    bench.mail.script = puts_off("grey.test");
    bench.release(12);
    bench.run_for(seconds{20});
    ASSERT_TRUE(bench.relay().figures().channels.at(Channel::Mail).is_open);
    bench.release(1);  // to Zoe
    bench.run_for(seconds{20});
    ASSERT_EQ(told(bench).size(), 1U) << "she is the one who finds out";
    EXPECT_EQ(told(bench)[0].entry, 13U);
    bench.run_for(hours{1});
    bench.mail.script = nullptr;
    bench.run_for(minutes{12});
    EXPECT_EQ(told(bench).size(), 13U);
    expect_whole_windows(bench);
    expect_nobody_harmed(bench);
}

TEST(ReachTest, AServerThatTakesTheFirstAndThenPutsOffAllIsAnOutage) {
    RelayBench bench;
    bench.create(RelayBench::plain().set(&core::Rules::claim_window, hours{24}));
    for (int number = 0; number < 20; ++number) {
        bench.join(by_mail("guest" + std::to_string(number)));
    }
    bench.settle();
    bench.mail.receipts.clear();
    bench.mail.script = [&](const OutgoingMessage&) {
        return says(bench.mail.receipts.size() < 6 ? SendOutcome::Sent : SendOutcome::Later);
    };
    bench.release(15);
    bench.run_for(hours{3}, seconds{5});
    EXPECT_EQ(told(bench).size(), 6U);
    EXPECT_TRUE(bench.relay().figures().channels.at(Channel::Mail).down_since);
    EXPECT_EQ(bench.trace("offer_unreached"), Lines{});
    bench.mail.script = nullptr;
    bench.run_for(minutes{7});
    ASSERT_EQ(told(bench).size(), 15U);
    for (std::size_t index = 0; index < 15; ++index) {
        EXPECT_LE(told(bench)[index].entry, 15U) << "the first fifteen, and nobody else";
    }
    expect_nobody_harmed(bench);
}

// Fifty slots on a Friday, a mail server that is down until Monday, and two restarts in between.
TEST(ReachTest, AWeekendWithRestartsHarmsNobody) {
    RelayBench bench;
    bench.create_slots(RelayBench::plain());
    for (int number = 0; number < 60; ++number) {
        bench.join(by_mail("guest" + std::to_string(number)));
    }
    bench.settle();
    bench.mail.script = puts_off(".com");
    for (int slot = 0; slot < 50; ++slot) {
        bench.open_slot(bench.now + hours{96} + minutes{slot});
    }
    const core::OpeningNumber early = bench.open_slot(bench.now + hours{5});
    bench.run_for(hours{20}, minutes{1});
    bench.kill();
    bench.run_for(hours{20}, minutes{1});
    bench.kill();
    bench.run_for(hours{20}, minutes{1});
    EXPECT_EQ(told(bench).size(), 0U);
    EXPECT_EQ(bench.trace("offer_ended"), Lines{"offer_ended never_sent #51"})
        << "only the slot that has begun";
    EXPECT_EQ(bench.trace("opening_moved"), Lines{"opening_moved never_sent #0"});
    EXPECT_NE(early, core::OpeningNumber{});

    bench.mail.script = nullptr;
    bench.mail.receipts.clear();
    bench.run_for(minutes{7});
    ASSERT_EQ(told(bench).size(), 50U);
    std::vector<core::Ticket> entries;
    for (const Told& one : told(bench)) {
        entries.push_back(one.entry);
    }
    EXPECT_TRUE(std::ranges::is_sorted(entries.begin() + 1, entries.end()))
        << "the oldest first, but for the one that found out";
    std::ranges::sort(entries);
    for (core::Ticket ticket = 1; ticket <= 50; ++ticket) {
        EXPECT_EQ(entries[ticket - 1], ticket) << "everybody has the slot they had";
    }
    expect_whole_windows(bench);
    expect_nobody_harmed(bench);
}

TEST(ReachTest, WhoeverStoppedMessagesStepsAsideAlsoDuringAnOutage) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    ASSERT_TRUE(bench.store.opt_out(
        {PlainKeys::key_of(mail_of("ada")), engine::OptOutSource::Unsubscribed, bench.now}));
    for (const char* name : {"ada", "ben", "cyd", "dan", "eve"}) {
        bench.join(by_mail(name));
    }
    bench.settle();
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Unavailable); };
    bench.release(3);  // to Ada, Ben and Cyd
    bench.run_for(hours{4}, seconds{5});
    EXPECT_EQ(bench.trace("offer_unreached"), Lines{"offer_unreached blocked #1"});
    EXPECT_EQ(bench.trace("offer_ended"), Lines{"offer_ended not_reachable #1"})
        << "after the patience it was Dan's, who waits like the others";
    EXPECT_EQ(told(bench).size(), 0U);
    bench.mail.script = nullptr;
    bench.run_for(minutes{7});
    EXPECT_EQ(told(bench).size(), 3U);
    expect_whole_windows(bench);
    EXPECT_EQ(bench.trace("entry_ended"), Lines{}) << "Ada keeps her place";
}

TEST(ReachTest, StartDuringThePatienceBringsTheOfferWithTheWholeWindow) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    const core::ContactKey ada = PlainKeys::key_of(mail_of("ada"));
    ASSERT_TRUE(bench.store.opt_out({ada, engine::OptOutSource::Stop, bench.now}));
    bench.join(by_mail("ada"));
    bench.join(by_mail("ben"));
    bench.settle();
    bench.release(1);
    bench.run_for(minutes{3});  // of five
    ASSERT_TRUE(bench.store.opt_in(ada, {}));
    bench.relay().look_again();
    bench.run_for(minutes{2} - seconds{1});
    ASSERT_EQ(told(bench).size(), 1U);
    EXPECT_EQ(told(bench)[0].entry, 1U);
    EXPECT_GE(told(bench)[0].at, RelayBench::start + minutes{3});
    expect_whole_windows(bench);
    bench.run_for(minutes{5});
    EXPECT_EQ(bench.trace("offer_ended"), Lines{}) << "the patience is over, and it is hers";
}

TEST(ReachTest, WhileMailIsDownATextTellsAtOnceAndIsTriedAgain) {
    BenchOptions options;
    options.has_sms = true;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    bench.save([](engine::House& house) { house.channels = engine::ChannelRule::MailFirst; });
    for (int number = 0; number < 4; ++number) {
        bench.join(by_mail("guest" + std::to_string(number)));
    }
    bench.join(by_both("ada", "+49151"));
    bench.settle();
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Unavailable); };
    bench.release(4);
    bench.run_for(seconds{30});
    ASSERT_TRUE(bench.relay().figures().channels.at(Channel::Mail).is_open);
    int texts = 0;
    bench.sms.script = [&](const OutgoingMessage&) {
        return says(++texts == 1 ? SendOutcome::Later : SendOutcome::Sent);
    };
    const Time freed_at = bench.now;
    bench.release(1);
    bench.run_for(seconds{10});
    ASSERT_EQ(told(bench).size(), 1U) << "the text is tried again rather than the mail";
    EXPECT_LE(told(bench)[0].at, freed_at + seconds{5});
    EXPECT_EQ(bench.mail.sent().size(), 5U);
}

}  // namespace
}  // namespace standby::notify
