// Tests of what the house itself is told.
#include "tests/relay/relay_bench_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::MessageKind;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// October of 2026, as a summary names it.
constexpr std::uint64_t october = 2026 * 12 + 9;

void queue_summary(RelayBench& bench) {
    ASSERT_TRUE(*bench.store.queue_message({.event = october,
                                            .kind = MessageKind::MonthlySummary,
                                            .entry = bench.account.value(),
                                            .due_at = bench.now}));
}

TEST(StaffMessages, ASummaryGoesToTheStaffAddress) {
    RelayBench bench;
    bench.mail.keeps_content = true;
    bench.save([](engine::House& house) { house.staff_email = "desk@example.com"; });
    bench.create();
    queue_summary(bench);
    bench.settle();
    ASSERT_THAT(bench.mail.receipts, SizeIs(1));
    EXPECT_EQ(bench.mail.receipts[0].to, "desk@example.com");
    EXPECT_THAT(bench.mail.receipts[0].content, HasSubstr("October 2026"));
    EXPECT_EQ(bench.count(engine::OutboxState::Done), 1U);
}

TEST(StaffMessages, WithoutAnAddressASummaryStaysHere) {
    RelayBench bench;
    bench.create();
    queue_summary(bench);
    bench.settle();
    EXPECT_THAT(bench.mail.receipts, IsEmpty());
    EXPECT_EQ(bench.count(engine::OutboxState::Done), 1U);
}

TEST(StaffMessages, AreNotAskedForTwice) {
    RelayBench bench;
    queue_summary(bench);
    EXPECT_FALSE(*bench.store.queue_message({.event = october,
                                             .kind = MessageKind::MonthlySummary,
                                             .entry = bench.account.value(),
                                             .due_at = bench.now}));
}

}  // namespace
}  // namespace standby::notify
