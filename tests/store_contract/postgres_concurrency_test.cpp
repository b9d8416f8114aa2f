// Two nodes on one database at the same moment: what is given once is given once, and each node
// hears of what the other changed.
#include "tests/store_contract/postgres_pair_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::AccountNumber;
using engine::LinkPurpose;
using engine::LinkUse;
using engine::Member;
using engine::OneTimeLink;
using engine::Role;
using engine::StaffError;
using engine::StaffRefusal;
using testing::SizeIs;

constexpr AccountNumber one{1};
using Numbers = std::multiset<std::uint32_t>;

engine::StaffSession session(std::uint64_t number, std::uint64_t member = 0) {
    return {.hash = link_of(number),
            .member = member,
            .created_at = at(10),
            .last_seen_at = at(10),
            .expires_at = at(100)};
}

OneTimeLink invitation(std::uint64_t number, const std::string& email) {
    return {.hash = link_of(number),
            .purpose = LinkPurpose::Invite,
            .account = one,
            .name = "Zoë",
            .email = email,
            .role = Role::Owner,
            .created_at = at(1),
            .expires_at = at(100)};
}

LinkUse use(std::uint64_t link, std::uint64_t session_number) {
    return {.hash = link_of(link),
            .name = {},
            .email = {},
            .password_hash = "$argon2id$hash",
            .session = session(session_number),
            .now = at(10)};
}

class PostgresConcurrency : public PostgresPair {
protected:
    Member add_member(std::uint64_t number, const std::string& email) {
        EXPECT_TRUE(first().add_link(invitation(number, email)));
        return first().use_link(use(number, number)).value().member;
    }
    // Carries out the job in several threads at once, half of them at each node.
    void at_both(const std::function<void(PostgresStore&, std::uint64_t)>& job,
                 std::uint64_t threads_max = 8) {
        std::vector<std::thread> threads;
        for (std::uint64_t number = 0; number < threads_max; ++number) {
            threads.emplace_back(
                [&, number] { job(number % 2 == 0 ? first() : second(), number); });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
    std::uint64_t version() { return second().view().value().control_version; }
};

TEST_F(PostgresConcurrency, OneLinkLetsOneInWhicheverNodeTheyComeTo) {
    for (std::uint64_t round = 0; round < 5; ++round) {
        const std::uint64_t link = 100 + round;
        ASSERT_TRUE(first().add_link(invitation(link, std::to_string(round) + "@example.org")));
        std::atomic<int> let_in = 0;
        std::atomic<int> refused = 0;
        at_both([&](PostgresStore& node, std::uint64_t number) {
            const auto used = node.use_link(use(link, round * 8 + number));
            const bool is_used = !used && used.error() == StaffError{StaffRefusal::LinkUsed};
            let_in += used ? 1 : 0;
            refused += is_used ? 1 : 0;
        });
        EXPECT_EQ(let_in, 1);
        EXPECT_EQ(refused, 7);
    }
    EXPECT_THAT(second().members().value(), SizeIs(5));
    EXPECT_THAT(second().sessions().value(), SizeIs(5));
}

TEST_F(PostgresConcurrency, OneAddressBecomesOneMember) {
    ASSERT_TRUE(first().add_link(invitation(1, "a@example.org")));
    OneTimeLink elsewhere = invitation(2, "a@example.org");
    elsewhere.account = AccountNumber{2};
    ASSERT_TRUE(first().add_link(elsewhere));
    std::atomic<int> let_in = 0;
    std::atomic<int> refused = 0;
    at_both(
        [&](PostgresStore& node, std::uint64_t number) {
            const auto used = node.use_link(use(number + 1, number));
            const bool is_taken = !used && used.error() == StaffError{StaffRefusal::AddressTaken};
            let_in += used ? 1 : 0;
            refused += is_taken ? 1 : 0;
        },
        2);
    EXPECT_EQ(let_in, 1);
    EXPECT_EQ(refused, 1);
}

TEST_F(PostgresConcurrency, TwoOwnersWhoRemoveEachOtherLeaveOne) {
    for (std::uint64_t round = 0; round < 5; ++round) {
        const auto members = first().members().value();
        const auto left =
            std::ranges::find_if(members, [](const Member& member) { return !member.removed_at; });
        const std::uint64_t here =
            left == members.end() ? add_member(200, "first@example.org").number : left->number;
        const std::uint64_t there =
            add_member(round + 1, std::to_string(round) + "@example.org").number;
        std::atomic<int> removed = 0;
        std::atomic<int> refused = 0;
        at_both(
            [&](PostgresStore& node, std::uint64_t number) {
                const auto done = node.remove_member(number == 0 ? here : there, at(20));
                const bool is_last = !done && done.error() == StaffError{StaffRefusal::LastOwner};
                removed += done ? 1 : 0;
                refused += is_last ? 1 : 0;
            },
            2);
        EXPECT_EQ(removed, 1);
        EXPECT_EQ(refused, 1);
    }
}

TEST_F(PostgresConcurrency, ACodeCountsOnceInTheWholeCluster) {
    const Member member = add_member(1, "a@example.org");
    std::atomic<int> begun = 0;
    std::atomic<int> refused = 0;
    at_both([&](PostgresStore& node, std::uint64_t number) {
        const auto done = node.begin_session(session(10 + number, member.number),
                                             {.totp_step = 7, .recovery_code = {}});
        const bool is_used = !done && done.error() == StaffError{StaffRefusal::CodeUsed};
        begun += done ? 1 : 0;
        refused += is_used ? 1 : 0;
    });
    EXPECT_EQ(begun, 1);
    EXPECT_EQ(refused, 7);
}

TEST_F(PostgresConcurrency, EveryResourceGetsANumberOfItsOwn) {
    first().serve({0, 2});
    second().serve({2, 3});
    Guarded<Numbers> numbers;
    at_both([&](PostgresStore& node, std::uint64_t) {
        const bool is_first = &node == &first();
        for (int count = 0; count < 20; ++count) {
            const auto number = node.allocate_resource(one, {}, at(1));
            ASSERT_TRUE(number);
            const engine::ShardNumber shard = engine::shard_of(*number, node.shards());
            EXPECT_TRUE(shard == 2 || shard == (is_first ? 0 : 3)) << "not served here";
            numbers.with([&](Numbers& all) { all.insert(number->value()); });
        }
    });
    numbers.with([](const Numbers& all) {
        EXPECT_THAT(all, SizeIs(160));
        EXPECT_THAT(std::set<std::uint32_t>(all.begin(), all.end()), SizeIs(160));
    });
}

TEST_F(PostgresConcurrency, OneRequestGetsOneNumberAtBothNodes) {
    first().serve({0});
    second().serve({1});
    for (std::uint64_t round = 0; round < 5; ++round) {
        const engine::RequestKey key{.high = 1, .low = 0xffff'ffff'ffff'0000 + round};
        Guarded<Numbers> numbers;
        at_both([&](PostgresStore& node, std::uint64_t) {
            const auto number = node.allocate_resource(one, key, at(1));
            ASSERT_TRUE(number);
            numbers.with([&](Numbers& all) { all.insert(number->value()); });
        });
        numbers.with([&](const Numbers& all) {
            ASSERT_THAT(std::set<std::uint32_t>(all.begin(), all.end()), SizeIs(1));
            EXPECT_EQ(second().account_of(ResourceNumber{*all.begin()}).value(), one);
        });
    }
}

TEST_F(PostgresConcurrency, OneMessageIsQueuedOnce) {
    const engine::OutboxRow summary{
        .event = 24'000, .kind = engine::MessageKind::MonthlySummary, .entry = 7, .due_at = at(5)};
    std::atomic<int> queued = 0;
    at_both([&](PostgresStore& node, std::uint64_t) {
        const auto is_new = node.queue_message(summary);
        ASSERT_TRUE(is_new);
        queued += *is_new ? 1 : 0;
    });
    EXPECT_EQ(queued, 1);
    EXPECT_THAT(second().messages({}, 0, 9).value(), SizeIs(1));
}

TEST_F(PostgresConcurrency, ADeliveryAdvancesOnce) {
    ASSERT_TRUE(first().queue_message({.event = 1, .entry = 7, .due_at = at(5)}));
    const std::uint64_t id = first().messages({}, 0, 9).value().at(0).row.id;
    const engine::MessageEnd end{
        .id = id, .deliveries = {{.state = engine::DeliveryState::Sent, .changed_at = at(6)}}};
    ASSERT_TRUE(first().finish_messages({&end, 1}));
    std::atomic<int> further = 0;
    at_both([&](PostgresStore& node, std::uint64_t) {
        const auto done = node.advance_delivery(
            {.message = id, .state = engine::DeliveryState::Delivered, .changed_at = at(7)});
        ASSERT_TRUE(done);
        further += *done ? 1 : 0;
    });
    EXPECT_EQ(further, 1);
}

TEST_F(PostgresConcurrency, EveryChangeOfTheControlPlaneIsHeardOf) {
    std::uint64_t before = version();
    const auto is_heard = [&] {
        const std::uint64_t now = version();
        return std::exchange(before, now) < now;
    };
    ASSERT_TRUE(first().create_account("One", at(1)));
    EXPECT_TRUE(is_heard());
    const engine::ApiKey key = first().add_key({.account = one}).value();
    EXPECT_TRUE(is_heard());
    ASSERT_TRUE(first().revoke_key(key.number, at(2)));
    EXPECT_TRUE(is_heard());
    ASSERT_TRUE(first().save_house({.account = one}, at(3)));
    EXPECT_TRUE(is_heard());
    ASSERT_TRUE(first().save_voice(one, {}));
    EXPECT_TRUE(is_heard());
    ASSERT_TRUE(first().add_secret(engine::SecretPurpose::GuestTokens, bytes_of("s"), at(4)));
    EXPECT_TRUE(is_heard());
    const Member member = add_member(1, "a@example.org");
    EXPECT_TRUE(is_heard());
    ASSERT_TRUE(first().change_member({.number = member.number, .name = "Ada"}));
    EXPECT_TRUE(is_heard());
    ASSERT_TRUE(first().begin_session(session(2, member.number), {}));
    EXPECT_TRUE(is_heard());
    ASSERT_TRUE(first().end_session(link_of(2)));
    EXPECT_TRUE(is_heard());
    add_member(3, "b@example.org");
    before = version();
    ASSERT_TRUE(first().remove_member(member.number, at(20)));
    EXPECT_TRUE(is_heard());
}

TEST_F(PostgresConcurrency, WhatConcernsNobodyElseIsNotHeardOf) {
    const Member member = add_member(1, "a@example.org");
    const std::uint64_t before = version();
    ASSERT_TRUE(first().touch_session(link_of(1), at(50)));
    EXPECT_EQ(second().members().value().at(0).last_seen_at, at(50));
    EXPECT_FALSE(first().use_link(use(99, 99)));
    EXPECT_FALSE(first().remove_member(member.number, at(20)));
    ASSERT_TRUE(first().opt_out({.address = core::ContactKey{1}, .at = at(1)}));
    ASSERT_TRUE(first().allocate_resource(one, {}, at(1)));
    EXPECT_EQ(version(), before);
}

}  // namespace
}  // namespace standby::store
