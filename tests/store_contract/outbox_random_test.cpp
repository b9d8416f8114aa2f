// Random interleavings of commits, looks, ends and put-backs against a simple model: whatever is
// pending and due is given.
#include "base/prng.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gtest/gtest.h>

#include <map>

namespace standby::store {
namespace {

using engine::OutboxState;

struct ModelMessage {
    std::int64_t due = 0;
    OutboxState state = OutboxState::Pending;
    bool is_given = false;  // since it last became pending
};

template <class UnderTest>
class RandomOutbox {
public:
    explicit RandomOutbox(std::uint64_t seed)
        : random_(seed),
          changes_(under_test_.registry()
                       .allocate_resource(engine::AccountNumber{1}, {}, at(0))
                       .value()) {}

    void step() {
        switch (random_.below(12)) {
        case 0:
        case 1:
            return commit();
        case 2:
        case 3:
        case 4:
            return look(random_.below(4) + 1);
        case 5:
            now_ += random_.between(0, 6);
            return;
        case 6:
            now_ -= random_.below(8) == 0 ? 3 : 0;
            return;
        case 7:
            return drop();
        case 8:
            return random_.below(10) == 0 ? under_test_.restart() : begin_anew();
        default:
            return end();
        }
    }

    // Looks until there is nothing more, and that comes to an end.
    void look_through() {
        std::size_t looks = 0;
        do {
            look(3);
            ASSERT_LE(++looks, model_.size() + 2);
        } while (!is_all_ && !testing::Test::HasFailure());
    }

private:
    void commit() {
        engine::ResourceChange change = changes_.next(1, at(now_));
        const std::uint64_t count = random_.below(5);
        for (std::uint64_t made = 0; made < count; ++made) {
            const std::int64_t due = now_ + random_.between(-5, 8);
            change.outbox.push_back(message(engine::MessageKind::Offer, 1, at(due)));
            change.outbox.back().stays_here = random_.below(5) == 0;
            const bool is_done = change.outbox.back().stays_here;
            model_[++last_id_] = {.due = due,
                                  .state = is_done ? OutboxState::Done : OutboxState::Pending};
        }
        ASSERT_TRUE(under_test_.store().commit(batch_of(std::move(change))));
    }

    void look(std::size_t limit) {
        const auto due = under_test_.store().due_messages(cursor_, at(now_), limit).value();
        ASSERT_LE(due.rows.size(), limit);
        cursor_ = due.next;
        is_all_ = due.is_all;
        looked_at_ = now_;
        for (const engine::OutboxRow& row : due.rows) {
            ModelMessage& given = model_.at(row.id);
            EXPECT_EQ(given.state, OutboxState::Pending);
            EXPECT_LE(given.due, now_);
            EXPECT_EQ(row.due_at, at(given.due));
            given.is_given = true;
        }
        for (const auto& [id, each] : model_) {
            const bool is_due = each.state == OutboxState::Pending && each.due <= now_;
            EXPECT_TRUE(!is_all_ || !is_due || each.is_given) << "message " << id << " left out";
        }
    }

    void begin_anew() {
        if (random_.below(5) == 0) {
            cursor_ = {};
        }
    }

    // Ends a message, or puts one back, also one that had ended.
    void end() {
        if (model_.empty()) {
            return;
        }
        auto chosen = model_.begin();
        std::advance(chosen, static_cast<std::ptrdiff_t>(random_.below(model_.size())));
        engine::MessageEnd end{.id = chosen->first,
                               .state =
                                   random_.below(3) == 0 ? OutboxState::Dead : OutboxState::Done};
        ModelMessage& ended = chosen->second;
        if (random_.below(2) == 0) {
            ended = {.due = looked_at_ + random_.between(1, 9)};
            end.again_at = at(ended.due);
        } else {
            ended.state = end.state;
        }
        ASSERT_TRUE(under_test_.store().finish_messages({&end, 1}));
    }

    void drop() {
        const std::int64_t before = now_ - 5;
        const auto limit = static_cast<std::size_t>(random_.below(3));
        const std::size_t dropped = under_test_.store().drop_messages(at(before), limit).value();
        std::multimap<std::pair<std::int64_t, std::uint64_t>, std::uint64_t> old;
        for (const auto& [id, each] : model_) {
            if (each.state != OutboxState::Pending && each.due < before && id != last_id_) {
                old.emplace(std::pair(each.due, id), id);
            }
        }
        ASSERT_EQ(dropped, std::min(old.size(), limit));
        auto next = old.begin();
        for (std::size_t count = 0; count < dropped; ++count, ++next) {
            model_.erase(next->second);
            EXPECT_EQ(under_test_.store().message(next->second).value(), std::nullopt);
        }
    }

    Prng random_;
    UnderTest under_test_;
    Changes changes_;
    std::map<std::uint64_t, ModelMessage> model_;
    std::uint64_t last_id_ = 0;
    engine::OutboxCursor cursor_;
    bool is_all_ = true;
    std::int64_t now_ = 0;
    std::int64_t looked_at_ = 0;
};

template <class UnderTest>
class OutboxRandomContract : public testing::Test {};
TYPED_TEST_SUITE(OutboxRandomContract, StoresInOrder);

TYPED_TEST(OutboxRandomContract, LeavesNothingOut) {
    if (!is_available<TypeParam>()) {
        GTEST_SKIP() << "run by tests/store_contract/with_postgres";
    }
    const bool is_fast = std::is_same_v<TypeParam, MemoryUnderTest>;
    const std::uint64_t worlds = is_fast ? 300 : 8;
    for (std::uint64_t seed = 1; seed <= worlds && !this->HasFailure(); ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        RandomOutbox<TypeParam> world(seed);
        for (int step = 0; step < 200 && !this->HasFailure(); ++step) {
            world.step();
        }
        world.look_through();
    }
}

}  // namespace
}  // namespace standby::store
