// A provider that does not answer, a store that fails now and then, an engine that is overloaded:
// nothing is lost, and nobody is hammered.
#include "base/prng.hpp"
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace standby::notify {
namespace {

using engine::MessageKind;
using engine::OutboxState;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

std::string numbered(std::string_view name, int number) {
    return std::string(name) + std::to_string(number);
}

std::size_t count_of(RelayBench& bench, std::string_view line_start) {
    const auto lines = bench.trace(line_start.substr(0, line_start.find(' ')));
    return static_cast<std::size_t>(std::ranges::count_if(
        lines, [&](const std::string& line) { return line.starts_with(line_start); }));
}

Answer is_down(const OutgoingMessage&) {
    return says(SendOutcome::Unavailable);
}

TEST(OutageTest, OffersOutliveAnHourWithoutTheProvider) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    for (int number = 0; number < 20; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.settle();
    bench.mail.receipts.clear();
    bench.mail.script = is_down;
    bench.release(20);
    bench.run_for(hours{1});
    EXPECT_LE(bench.mail.receipts.size(), 40U) << "few attempts";
    EXPECT_GE(bench.mail.receipts.size(), 10U) << "but it is tried";
    EXPECT_EQ(count_of(bench, "offer_ended"), 0U);
    EXPECT_GE(count_of(bench, "offer_extended not_yet_sent"), 20U * 5);
    EXPECT_EQ(std::ranges::count(bench.reports, "provider_is_down mail: unavailable"), 1);

    bench.mail.script = nullptr;
    const Time back_at = bench.now;
    bench.run_for(minutes{6});
    EXPECT_EQ(count_of(bench, "offer_sent"), 20U);
    for (const core::Event& event : bench.events()) {
        if (const auto* sent = std::get_if<core::OfferSent>(&event.body)) {
            EXPECT_GE(sent->sent_at, back_at);
            EXPECT_GE(sent->expires_at, sent->sent_at + minutes{10});
        }
    }
    EXPECT_EQ(bench.mail.sent().size(), 20U);
    EXPECT_EQ(bench.count(OutboxState::Dead), 0U);
}

Answer puts_off(const OutgoingMessage&) {
    return says(SendOutcome::Later);
}

// Everybody's offer, in the order of the line.
std::vector<core::Ticket> asked(RelayBench& bench) {
    std::vector<core::Ticket> tickets;
    for (const core::Event& event : bench.events()) {
        if (std::holds_alternative<core::OfferMade>(event.body)) {
            tickets.push_back(event.entry);
        }
    }
    return tickets;
}

// Whoever joins while nothing can be sent has not been asked to confirm anything.
TEST(OutageTest, NobodysTimeToConfirmRunsOutWhileNothingCanBeSent) {
    RelayBench bench;
    bench.create(RelayBench::plain().set(&core::Rules::verify_email, true));
    bench.mail.script = is_down;
    for (int number = 0; number < 5; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.run_for(hours{20}, seconds{5});
    bench.join(by_mail("late"));
    bench.run_for(hours{40}, seconds{5});
    EXPECT_EQ(count_of(bench, "entry_ended"), 0U);
    EXPECT_LE(bench.events().size(), 6U * 60 * 3 + 10) << "and the history stays readable";

    bench.mail.script = nullptr;
    bench.run_for(minutes{10});
    EXPECT_EQ(bench.mail.sent().size(), 6U);
    bench.run_for(hours{23}, seconds{5});
    EXPECT_EQ(count_of(bench, "entry_ended"), 0U) << "the whole time to confirm";
    bench.run_for(hours{1}, seconds{5});
    EXPECT_EQ(count_of(bench, "entry_ended proof_timeout"), 6U);
}

TEST(OutageTest, AConfirmationThatIsGreylistedForAMinuteLeavesNoTrace) {
    RelayBench bench;
    bench.create(RelayBench::plain().set(&core::Rules::verify_email, true));
    bench.mail.script = [&](const OutgoingMessage&) {
        return bench.now < RelayBench::start + seconds{40} ? says(SendOutcome::Later) : takes({});
    };
    bench.join(by_mail("ada"));
    bench.run_for(minutes{5});
    EXPECT_EQ(bench.mail.sent().size(), 1U);
    EXPECT_EQ(count_of(bench, "entry_presence"), 0U);
}

// Fifty places come free on a Friday evening, and the mail server puts everybody off until Monday.
TEST(OutageTest, AWeekendThatPutsEverybodyOffChangesNobodysOrder) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    for (int number = 0; number < 80; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.settle();
    bench.mail.receipts.clear();
    bench.mail.script = puts_off;
    bench.release(50);
    bench.run_for(hours{60}, minutes{1});
    EXPECT_EQ(count_of(bench, "offer_ended"), 0U) << "the line stands still";
    EXPECT_LE(bench.mail.receipts.size(), 60U * 12 + 60)
        << "one at a time, at most every 5 minutes";
    EXPECT_EQ(std::ranges::count(bench.reports, "provider_is_down mail: later"), 1);
    for (const core::Event& event : bench.events()) {
        EXPECT_TRUE(event.at < RelayBench::start + minutes{1} ||
                    !std::holds_alternative<core::OfferUnreached>(event.body))
            << "nobody is taken for unreachable";
    }

    bench.mail.script = nullptr;
    bench.mail.receipts.clear();
    const Time back_at = bench.now;
    bench.run_for(minutes{7});
    ASSERT_EQ(bench.mail.sent().size(), 50U);
    EXPECT_EQ(asked(bench).size(), 50U) << "the first fifty, and nobody else";
    EXPECT_EQ(asked(bench).front(), 1U);
    EXPECT_EQ(asked(bench).back(), 50U);
    for (const core::Event& event : bench.events()) {
        if (const auto* sent = std::get_if<core::OfferSent>(&event.body)) {
            EXPECT_GE(sent->sent_at, back_at);
            EXPECT_GE(sent->expires_at, sent->sent_at + minutes{10}) << "with the whole window";
        }
    }
    EXPECT_EQ(std::ranges::count_if(bench.reports,
                                    [](const std::string& line) {
                                        return line.starts_with("provider_is_back mail");
                                    }),
              1);
    EXPECT_FALSE(bench.relay().figures().channels.at(engine::Channel::Mail).down_since);
}

TEST(OutageTest, WhatWaitedGoesOutOldestFirst) {
    BenchOptions options;
    options.relay.in_flight_max = 1;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    for (int number = 0; number < 10; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.settle();
    bench.mail.script = puts_off;
    bench.release(10);
    bench.run_for(hours{3});
    bench.mail.script = nullptr;
    bench.mail.receipts.clear();
    bench.run_for(minutes{10});
    ASSERT_EQ(bench.mail.sent().size(), 10U);
    // One of them found out that it works again.
    for (std::size_t index = 2; index < 10; ++index) {
        EXPECT_LT(bench.row_of(bench.mail.sent()[index - 1].id).id,
                  bench.row_of(bench.mail.sent()[index].id).id);
    }
}

TEST(OutageTest, OneWhoWasTakenForUnreachableIsNotWhenNobodyIsReached) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    for (int number = 0; number < 5; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.settle();
    bench.mail.script = puts_off;
    bench.release(1);
    bench.run_for(seconds{30});
    EXPECT_EQ(count_of(bench, "offer_unreached not_yet_sent #1"), 1U);
    bench.release(2);
    bench.run_for(hours{2});
    EXPECT_EQ(count_of(bench, "offer_unreached not_yet_sent #1"), 2U) << "it was taken back";
    EXPECT_EQ(count_of(bench, "offer_ended"), 0U);
    bench.mail.script = nullptr;
    bench.run_for(minutes{7});
    EXPECT_EQ(count_of(bench, "offer_sent"), 3U);
    EXPECT_EQ(asked(bench), (std::vector<core::Ticket>{1, 2, 3}));
}

TEST(OutageTest, ASlotWhoseCutoffComesMeanwhileIsHandedBackForThatReason) {
    RelayBench bench;
    bench.create_slots(RelayBench::plain());
    bench.join(by_mail("ada"));
    bench.settle();
    bench.mail.script = is_down;
    bench.open_slot(bench.now + hours{2});
    bench.run_for(hours{2} + minutes{1});
    EXPECT_EQ(bench.trace("offer_ended"), std::vector<std::string>{"offer_ended never_sent #1"});
    EXPECT_EQ(bench.trace("opening_moved"),
              std::vector<std::string>{"opening_moved never_sent #0"});
}

class TwoChannelsTest : public testing::Test {
protected:
    static BenchOptions options(double mail_rate = 0) {
        BenchOptions made;
        made.has_sms = true;
        made.relay.rates.mail = mail_rate;
        return made;
    }
    static void fill(RelayBench& bench) {
        bench.create(RelayBench::plain());
        bench.save([](engine::House& house) { house.channels = engine::ChannelRule::MailFirst; });
        for (int number = 0; number < 20; ++number) {
            bench.join(by_both(numbered("guest", number), numbered("+49", number)));
        }
    }
};

TEST_F(TwoChannelsTest, WithASecondChannelOffersGoThereAtOnce) {
    RelayBench bench(options());
    fill(bench);
    bench.settle();
    ASSERT_EQ(bench.mail.sent().size(), 20U);
    bench.mail.script = is_down;
    bench.release(20);
    bench.settle();
    EXPECT_EQ(bench.sms.sent().size(), 20U);
    EXPECT_EQ(count_of(bench, "offer_sent"), 20U);
}

TEST_F(TwoChannelsTest, WhatWaitsForTheRateOfADeadProviderGoesByTheOther) {
    RelayBench bench(options(0.5));
    fill(bench);
    bench.run_for(minutes{1});
    bench.mail.script = is_down;
    bench.release(20);
    bench.run_for(seconds{15});  // five failures, two seconds apart
    EXPECT_EQ(count_of(bench, "offer_sent"), 20U);
}

TEST_F(TwoChannelsTest, AProviderThatIsBackIsNoticed) {
    RelayBench bench(options());
    fill(bench);
    bench.settle();
    bench.mail.script = is_down;
    bench.release(10);
    bench.run_for(minutes{30});
    bench.mail.script = nullptr;
    bench.mail.receipts.clear();
    bench.release(10);
    bench.run_for(minutes{10});
    EXPECT_GE(bench.mail.sent().size(), 1U);
    EXPECT_EQ(count_of(bench, "offer_sent"), 20U);
    EXPECT_FALSE(bench.relay().figures().channels.at(engine::Channel::Mail).is_open);
}

TEST(OutageTest, AnAnswerThatNeverComesHoldsUpOnlyItsPlace) {
    BenchOptions options;
    options.relay.in_flight_max = 4;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    bench.mail.script = [&](const OutgoingMessage&) {
        Answer answer = takes({});
        answer.is_never = bench.mail.receipts.empty();
        return answer;
    };
    for (int number = 0; number < 20; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.run_for(minutes{1});
    EXPECT_EQ(bench.count(OutboxState::Done), 19U);
    bench.kill();
    bench.settle();
    EXPECT_EQ(bench.count(OutboxState::Done), 20U);
}

// Some calls of the store fail, each in the way that is asked for.
struct Weather {
    std::set<store::Call> calls;
    store::Fault fault;
    std::string name;
};

void PrintTo(const Weather& weather, std::ostream* out) {
    *out << weather.name;
}

class StoreFaultTest : public testing::TestWithParam<Weather> {};

TEST_P(StoreFaultTest, NothingIsLostAndNothingIsSentTwice) {
    BenchOptions options;
    options.has_sms = true;
    RelayBench bench(options);
    bench.create(RelayBench::plain().set(&core::Rules::claim_window, hours{24}));
    Prng random{7};
    for (int number = 0; number < 30; ++number) {
        bench.join(number % 3 == 0 ? by_both(numbered("guest", number), numbered("+49", number))
                                   : by_mail(numbered("guest", number)));
    }
    bench.release(10);
    bench.store.set_faults([&](store::Call call) {
        return GetParam().calls.contains(call) && random.below(3) == 0 ? GetParam().fault
                                                                       : store::Fault::None;
    });
    bench.sms.script = [&](const OutgoingMessage&) {
        return says(random.below(2) == 0 ? SendOutcome::Later : SendOutcome::Sent);
    };
    bench.run_for(minutes{9}, milliseconds{500});
    bench.store.set_faults({});
    bench.run_for(minutes{40});
    EXPECT_EQ(bench.count(OutboxState::Pending), 0U);
    EXPECT_EQ(bench.count(OutboxState::Dead), 0U);
    EXPECT_EQ(count_of(bench, "offer_sent"), 10U);
    std::set<std::string> ids;
    for (const ScriptedProvider* provider : {&bench.mail, &bench.sms}) {
        for (const auto& message : provider->sent()) {
            EXPECT_TRUE(ids.insert(message.id).second) << message.id << " was sent twice";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    InEachWeather, StoreFaultTest,
    testing::Values(
        Weather{{store::Call::FinishMessages}, store::Fault::FailBefore, "FinishFails"},
        Weather{{store::Call::FinishMessages}, store::Fault::UnknownBefore, "FinishUnknown"},
        Weather{{store::Call::FinishMessages}, store::Fault::UnknownAfter, "FinishUnknownDone"},
        Weather{{store::Call::DueMessages, store::Call::NextMessageDue, store::Call::Deliveries,
                 store::Call::Messages},
                store::Fault::FailBefore,
                "Reads"},
        Weather{{store::Call::Person, store::Call::Registry, store::Call::Events},
                store::Fault::FailBefore,
                "People"},
        Weather{{store::Call::Commit}, store::Fault::FailBefore, "Commits"},
        Weather{{store::Call::Commit}, store::Fault::UnknownAfter, "CommitsUnknown"}),
    [](const auto& weather) { return weather.param.name; });

TEST(PutOffTest, WhatIsPutOffIsFoundAgainWhenPuttingOffTookLong) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.mail.script = [&](const OutgoingMessage&) {
        return says(bench.mail.receipts.empty() ? SendOutcome::Later : SendOutcome::Sent);
    };
    bench.store.set_faults([](store::Call call) {
        return call == store::Call::FinishMessages ? store::Fault::FailBefore : store::Fault::None;
    });
    bench.join(by_mail("ada"));
    bench.run_for(minutes{1}, milliseconds{100});
    bench.store.set_faults({});
    bench.run_for(minutes{1}, milliseconds{100});
    EXPECT_EQ(bench.count(OutboxState::Done), 1U);
}

TEST(PutOffTest, AStoreThatIsDownIsNotAskedWithoutPause) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    for (int number = 0; number < 20; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    std::size_t calls = 0;
    for (const bool is_found : {false, true}) {
        bench.store.set_faults([&](store::Call call) {
            ++calls;
            const bool is_look =
                call == store::Call::DueMessages || call == store::Call::NextMessageDue;
            return is_look && is_found ? store::Fault::None : store::Fault::UnknownBefore;
        });
        bench.run_for(minutes{1}, milliseconds{100});
    }
    EXPECT_LE(calls, 20'000U);
    bench.store.set_faults({});
    bench.run_for(minutes{1}, milliseconds{100});
    EXPECT_EQ(bench.count(OutboxState::Done), 20U);
    EXPECT_EQ(bench.mail.sent().size(), 20U);
}

TEST(EngineTest, AReportIsRepeatedWithoutSendingAgain) {
    RelayBench bench;
    bench.create(RelayBench::plain());
    bench.join(by_mail("ada"));
    bench.settle();
    bench.release(1);
    int refusals = 0;
    bench.is_overloaded = [&] { return ++refusals <= 20; };
    bench.settle();
    EXPECT_EQ(bench.messages(MessageKind::Offer).front().state, OutboxState::Pending)
        << "not over before the engine knows";
    bench.run_for(seconds{30}, milliseconds{100});
    EXPECT_EQ(count_of(bench, "offer_sent"), 1U);
    EXPECT_EQ(bench.mail.sent().size(), 2U) << "waitlisted, and one offer";
    EXPECT_EQ(bench.messages(MessageKind::Offer).front().state, OutboxState::Done);
    for (const core::Event& event : bench.events()) {
        if (const auto* sent = std::get_if<core::OfferSent>(&event.body)) {
            EXPECT_EQ(sent->sent_at, RelayBench::start) << "when it was sent, not when it was told";
        }
    }
}

}  // namespace
}  // namespace standby::notify
