// However many messages there are at once: they leave in fair order, never above the rate, and
// every offer has its full window.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace standby::notify {
namespace {

using engine::MessageKind;
using engine::OutboxState;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

using Receipts = std::vector<ScriptedProvider::Receipt>;

std::size_t most_in_a_second(const Receipts& messages) {
    std::size_t most = 0;
    for (auto first = messages.begin(); first != messages.end(); ++first) {
        const auto end = std::ranges::find_if(first, messages.end(), [&](const auto& message) {
            return message.at >= first->at + seconds{1};
        });
        most = std::max(most, static_cast<std::size_t>(end - first));
    }
    return most;
}

Receipts only(const RelayBench& bench, const Receipts& messages, MessageKind kind) {
    Receipts some;
    std::ranges::copy_if(messages, std::back_inserter(some), [&](const auto& message) {
        return bench.row_of(message.id).kind == kind;
    });
    return some;
}

std::string numbered(std::string_view name, int number) {
    return std::string(name) + std::to_string(number);
}

// What each offer went through.
struct Course {
    std::optional<Time> sent_at;
    Time expires_at{};
    bool ended_before_it_was_sent = false;
};
std::map<core::OfferNumber, Course> courses(RelayBench& bench) {
    std::map<core::OfferNumber, Course> all;
    for (const core::Event& event : bench.events()) {
        if (const auto* sent = std::get_if<core::OfferSent>(&event.body)) {
            all[event.offer].sent_at = sent->sent_at;
            all[event.offer].expires_at = sent->expires_at;
        } else if (std::holds_alternative<core::OfferMade>(event.body)) {
            all[event.offer];
        } else if (std::holds_alternative<core::OfferEnded>(event.body)) {
            all[event.offer].ended_before_it_was_sent = !all[event.offer].sent_at;
        }
    }
    return all;
}

struct Storm {
    double rate;
    Duration tick;
    Duration length;
};

void PrintTo(const Storm& storm, std::ostream* out) {
    *out << storm.rate << " a second";
}

class StormTest : public testing::TestWithParam<Storm> {};

TEST_P(StormTest, FiveHundredOffersLeaveInOrderEachWithItsFullWindow) {
    constexpr Duration window = minutes{1};
    BenchOptions options;
    options.relay.rates.mail = GetParam().rate;
    RelayBench bench(options);
    bench.create(RelayBench::plain().set(&core::Rules::claim_window, window));
    for (int number = 0; number < 500; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.settle();
    bench.release(500);
    bench.run_for(GetParam().length, GetParam().tick);

    const Receipts offers = only(bench, bench.mail.receipts, MessageKind::Offer);
    ASSERT_EQ(offers.size(), 500U);
    EXPECT_TRUE(std::ranges::is_sorted(offers, {}, [&](const auto& message) {
        return bench.row_of(message.id).id;
    })) << "in the order in which they were made";
    EXPECT_LE(most_in_a_second(bench.mail.receipts), static_cast<std::size_t>(GetParam().rate));
    const Duration spent = offers.back().at - RelayBench::start;
    EXPECT_LE(spent, seconds{static_cast<int>(500 / GetParam().rate * 1.1) + 3})
        << "and the rate is used";
    const auto all = courses(bench);
    ASSERT_EQ(all.size(), 500U);
    for (const auto& [number, course] : all) {
        ASSERT_TRUE(course.sent_at) << number.value();
        EXPECT_GE(course.expires_at, *course.sent_at + window) << number.value();
        EXPECT_FALSE(course.ended_before_it_was_sent) << number.value();
    }
}

INSTANTIATE_TEST_SUITE_P(AtEachRate, StormTest,
                         testing::Values(Storm{1, milliseconds{91}, seconds{510}},
                                         Storm{20, milliseconds{10}, seconds{30}},
                                         Storm{200, milliseconds{5}, seconds{5}}),
                         [](const auto& storm) {
                             return numbered("Rate", static_cast<int>(storm.param.rate));
                         });

TEST(PaceTest, ASlowNumberDoesNotHoldUpMails) {
    BenchOptions options;
    options.has_sms = true;
    options.relay.rates.sms = 1;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    for (int number = 0; number < 300; ++number) {
        bench.join({.name = "guest", .phone = numbered("+49", number)});
    }
    for (int number = 0; number < 50; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.run_for(seconds{2}, milliseconds{50});
    EXPECT_EQ(bench.mail.receipts.size(), 50U);
    EXPECT_LE(bench.sms.receipts.size(), 3U);
    bench.run_for(seconds{310}, milliseconds{91});
    EXPECT_EQ(bench.sms.receipts.size(), 300U);
    EXPECT_LE(most_in_a_second(bench.sms.receipts), 1U);
}

TEST(PaceTest, OffersOvertakeAMassOfOrdinaryMails) {
    BenchOptions options;
    options.relay.rates.mail = 2;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    for (int number = 0; number < 5'000; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.run_for(seconds{5}, milliseconds{100});
    bench.release(5);
    const Time released_at = bench.now;
    bench.run_for(seconds{5}, milliseconds{20});
    const Receipts offers = only(bench, bench.mail.receipts, MessageKind::Offer);
    ASSERT_EQ(offers.size(), 5U);
    EXPECT_LE(offers.back().at, released_at + milliseconds{2'600});
}

TEST(PaceTest, EachNumberHasItsOwnRate) {
    BenchOptions options;
    options.has_sms = true;
    options.sms_from = {"+100", "+200"};
    options.relay.rates.sms_sender = 1;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    for (int number = 0; number < 200; ++number) {
        bench.join({.name = "guest", .phone = numbered("+49", number)});
    }
    bench.run_for(seconds{140}, milliseconds{250});
    std::map<std::string, Receipts> by_sender;
    for (const auto& message : bench.sms.receipts) {
        by_sender[message.from].push_back(message);
    }
    ASSERT_EQ(by_sender.size(), 2U);
    EXPECT_EQ(bench.sms.receipts.size(), 200U) << "a full lane does not starve the other";
    for (const auto& [sender, messages] : by_sender) {
        EXPECT_LE(most_in_a_second(messages), 1U) << sender;
    }
}

TEST(PaceTest, AHouseWithALimitHoldsUpNoOther) {
    RelayBench bench;
    bench.save([](engine::House& house) { house.rate = 1; });
    bench.create(RelayBench::plain());
    for (int number = 0; number < 200; ++number) {
        bench.join(by_mail(numbered("slow", number)));
    }
    bench.run_for(seconds{1}, milliseconds{100});
    const engine::AccountNumber other =
        bench.store.create_account("Other", bench.now).value().number;
    bench.create_for(other, RelayBench::plain());
    for (int number = 0; number < 20; ++number) {
        bench.join(by_mail(numbered("fast", number)));
    }
    bench.run_for(seconds{1}, milliseconds{100});
    Receipts slow;
    std::size_t fast = 0;
    for (const auto& message : bench.mail.receipts) {
        if (message.to.starts_with("slow")) {
            slow.push_back(message);
        } else {
            ++fast;
        }
    }
    EXPECT_EQ(fast, 20U);
    EXPECT_LE(slow.size(), 3U);
    bench.run_for(seconds{210}, milliseconds{91});
    EXPECT_EQ(bench.count(OutboxState::Done), 220U);
    std::erase_if(bench.mail.receipts,
                  [](const auto& message) { return message.to.starts_with("fast"); });
    EXPECT_LE(most_in_a_second(bench.mail.receipts), 1U);
}

TEST(PaceTest, WebhooksDoNotUseUpTheRateOfTheHouse) {
    RelayBench bench;
    bench.save([](engine::House& house) {
        house.rate = 1;
        house.webhook_url = "https://example.com/hook";
    });
    bench.create(RelayBench::plain());
    for (int number = 0; number < 30; ++number) {
        bench.join(by_mail(numbered("guest", number)));
    }
    bench.run_for(seconds{40}, milliseconds{100});
    EXPECT_EQ(bench.webhook.receipts.size(), 30U);
    EXPECT_EQ(bench.mail.receipts.size(), 30U);
    EXPECT_LE(most_in_a_second(bench.mail.receipts), 1U);
}

TEST(BacklogTest, AHundredThousandRowsAreSentWithFewOfThemInMemory) {
    BenchOptions options;
    options.has_sms = true;
    options.relay.known_max = 1'000;
    RelayBench bench(options);
    bench.create(RelayBench::plain());
    for (int number = 0; number < 100'000; ++number) {
        bench.join({.name = "guest", .phone = numbered("+49", number)});
    }
    ASSERT_EQ(bench.count(OutboxState::Pending), 100'000U);
    std::size_t most_known = 0;
    bench.after_step = [&] { most_known = std::max(most_known, bench.relay().figures().known); };
    bench.settle();
    bench.run_for(seconds{10}, milliseconds{5});
    EXPECT_EQ(bench.sms.receipts.size(), 100'000U);
    EXPECT_EQ(bench.count(OutboxState::Done), 100'000U);
    EXPECT_LE(most_known, 3'000U) << "one look may bring two thousand more";
}

}  // namespace
}  // namespace standby::notify
