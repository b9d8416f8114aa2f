// Whoever runs the server sets up mail, or another mail server, while guests wait.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::MessageKind;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(ChangedProviderTest, WhatComesAfterwardsLeavesByTheNewOne) {
    RelayBench bench({.has_mail = false});
    bench.create(RelayBench::plain());
    bench.join(by_mail("ada"));
    bench.settle();
    EXPECT_EQ(bench.mail.receipts.size(), 0U);
    bench.relay().change_provider(Channel::Mail, &bench.mail);
    bench.release(1);
    bench.settle();
    ASSERT_EQ(bench.mail.sent().size(), 1U);
    EXPECT_EQ(bench.mail.sent().front().to, mail_of("ada"));
    EXPECT_EQ(bench.trace("offer_sent").size(), 1U);
}

// Noor types the password wrong, waits for a while, and mends it: nobody waits for the old one.
TEST(ChangedProviderTest, ACorrectedOneIsTriedAtOnce) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    for (const char* name : {"ada", "ben", "cyd", "dan", "eve", "fay"}) {
        bench.join(by_mail(name));
    }
    bench.settle();
    const std::size_t before = bench.mail.sent().size();
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Unavailable); };
    bench.release(6);
    bench.run_for(minutes{30});
    ASSERT_TRUE(bench.relay().figures().channels.at(Channel::Mail).down_since);
    ScriptedProvider other{bench.now};
    bench.relay().change_provider(Channel::Mail, &other);
    bench.run_for(minutes{1});
    EXPECT_GE(other.sent().size(), 1U);
    EXPECT_FALSE(bench.relay().figures().channels.at(Channel::Mail).down_since);
    bench.run_for(minutes{10});
    EXPECT_EQ(bench.mail.sent().size(), before);
    EXPECT_EQ(bench.trace("offer_sent").size(), 6U);
}

TEST(ChangedProviderTest, WithoutOneNothingIsDownAndMessagesStayHere) {
    BenchOptions options;
    options.relay.told_elsewhere = ToldElsewhere::No;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    for (const char* name : {"ada", "ben", "cyd", "dan", "eve", "fay"}) {
        bench.join(by_mail(name));
    }
    bench.settle();
    bench.mail.script = [](const OutgoingMessage&) { return says(SendOutcome::Unavailable); };
    bench.release(6);
    bench.run_for(minutes{5});
    ASSERT_TRUE(bench.relay().figures().channels.at(Channel::Mail).down_since);
    bench.relay().change_provider(Channel::Mail, nullptr);
    bench.run_for(minutes{11});
    EXPECT_FALSE(bench.relay().figures().channels.at(Channel::Mail).down_since);
    EXPECT_EQ(bench.trace("offer_sent").size(), 0U);
    EXPECT_EQ(bench.trace("offer_unreached").size(), 6U) << "staff are to call them";
}

// It was with the old server when the settings changed: it counts, and is not sent twice.
TEST(ChangedProviderTest, WhatIsUnderWayComesToItsEnd) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.join(by_mail("ada"));
    bench.settle();
    bench.mail.script = [](const OutgoingMessage&) { return takes(seconds{5}); };
    bench.release(1);
    bench.settle();
    const std::size_t begun = bench.mail.receipts.size();
    ScriptedProvider other{bench.now};
    bench.relay().change_provider(Channel::Mail, &other);
    bench.run_for(seconds{10});
    EXPECT_EQ(bench.mail.receipts.size(), begun);
    EXPECT_EQ(other.receipts.size(), 0U);
    EXPECT_EQ(bench.trace("offer_sent").size(), 1U);
}

}  // namespace
}  // namespace standby::notify
