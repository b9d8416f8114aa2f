// What only SQLite has to do: several threads at once, one disk, and a disk that is full.
#include "store/sqlite/maintenance.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::StoreError;
using testing::Each;
using testing::ElementsAre;

class SqliteWriting : public testing::Test {
protected:
    std::unique_ptr<SqliteStore> open(const SqliteOptions& options = {}) const {
        return SqliteStore::open(directory_.file("standby.db"), options).value();
    }
    static ResourceNumber allocate(SqliteStore& store) {
        return store.allocate_resource(engine::AccountNumber{1}, {}, at(0)).value();
    }
    // Commits these batches from a thread each, all of them waiting before the first is written.
    static std::vector<Result<void, StoreError>>
    commit_together(SqliteStore& store, const std::vector<engine::Batch>& batches) {
        std::vector<Result<void, StoreError>> results(batches.size());
        std::vector<std::jthread> threads;
        const auto held = store.database().exclusively([&](Connection&) {
            for (std::size_t index = 0; index < batches.size(); ++index) {
                threads.emplace_back([&store, &batches, &results, index] {
                    results[index] = store.commit(batches[index]);
                });
            }
            while (store.database().waiting_writes() < batches.size()) {
                std::this_thread::yield();
            }
            return Result<void, std::string>{};
        });
        EXPECT_TRUE(held.has_value());
        threads.clear();
        return results;
    }

    TemporaryDirectory directory_;
};

TEST_F(SqliteWriting, MergesTheCommitsOfSeveralThreads) {
    const auto store = open();
    std::vector<engine::Batch> batches;
    for (int count = 0; count < 6; ++count) {
        batches.push_back(batch_of(Changes(allocate(*store)).next(2, at(1))));
    }
    const std::uint64_t before = store->database().transactions();
    EXPECT_THAT(commit_together(*store, batches), Each(Result<void, StoreError>{}));
    EXPECT_EQ(store->database().transactions(), before + 1);
    for (const engine::Batch& batch : batches) {
        EXPECT_EQ(store->events(batch.resources[0].resource, 0, 9).value().size(), 2u);
    }
}

TEST_F(SqliteWriting, KeepsABadBatchFromSpoilingTheOthers) {
    const auto store = open();
    const ResourceNumber good = allocate(*store);
    const ResourceNumber other = allocate(*store);
    const std::vector<engine::Batch> batches = {
        batch_of(Changes(good).next(1, at(1))),
        batch_of(Changes(ResourceNumber{99}).next(1, at(1))),
        batch_of(Changes(other).next(1, at(1)))};
    const Result<void, StoreError> written;
    EXPECT_THAT(commit_together(*store, batches),
                ElementsAre(written,
                            Result<void, StoreError>(std::unexpected(StoreError::NotCommitted)),
                            written));
    EXPECT_EQ(store->events(good, 0, 9).value().size(), 1u);
    EXPECT_EQ(store->events(other, 0, 9).value().size(), 1u);
}

TEST_F(SqliteWriting, ServesManyThreadsAtOnce) {
    const auto store = open();
    constexpr int rounds = 15;
    std::vector<std::jthread> threads;
    for (int count = 0; count < 4; ++count) {
        threads.emplace_back([&store] {
            Changes changes(allocate(*store));
            for (int round = 0; round < rounds; ++round) {
                engine::ResourceChange change = changes.next(2, at(round));
                change.outbox = {message(engine::MessageKind::Offer, 1, at(round))};
                const ResourceNumber resource = change.resource;
                EXPECT_TRUE(store->commit(batch_of(std::move(change))));
                EXPECT_EQ(store->events(resource, 0, 99).value().size(),
                          static_cast<std::size_t>(2 * (round + 1)));
            }
        });
    }
    threads.clear();
    EXPECT_EQ(store->due_messages({}, at(99), 999).value().rows.size(), 4u * rounds);
}

TEST_F(SqliteWriting, KnowsUntilWhenItWasServed) {
    auto store = open();
    EXPECT_EQ(store->served_until().value(), std::nullopt) << "nobody said so";
    ASSERT_TRUE(store->note_served(at(5)));
    ASSERT_TRUE(store->note_served(at(7)));
    EXPECT_EQ(store->served_until().value(), at(7));
    ASSERT_TRUE(store->note_served(at(3))) << "the clock was put back";
    store.reset();
    store = open();
    EXPECT_EQ(store->served_until().value(), at(3)) << "opening is not serving";
    ASSERT_TRUE(backup_to(store->database(), directory_.file("copy.db")));
    const auto copy = SqliteStore::open(directory_.file("copy.db"), {}).value();
    EXPECT_EQ(copy->served_until().value(), at(3));
}

TEST_F(SqliteWriting, SurvivesAFullDisk) {
    const auto store = open({.pages_max = 160});
    const ResourceNumber resource = allocate(*store);
    Changes changes(resource);
    engine::ResourceChange filling = changes.next(1, at(1));
    filling.answers = {answer(1, at(1))};
    filling.answers[0].body = std::string(200'000, 'x');
    ASSERT_TRUE(store->commit(batch_of(filling)));

    Changes copy = changes;
    engine::ResourceChange too_much = copy.next(1, at(2));
    too_much.rows.entries = {entry_row(1, core::EntryState::Waiting, "x")};
    too_much.answers = {answer(2, at(2))};
    too_much.answers[0].body = std::string(400'000, 'y');
    EXPECT_EQ(store->commit(batch_of(too_much)), std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(store->events(resource, 0, 9).value().size(), 1u);
    EXPECT_EQ(store->row(engine::RowTable::Entries, resource, 1).value(), std::nullopt);

    EXPECT_TRUE(store->commit(batch_of(changes.next(1, at(3))))) << "what fits is still written";
    ASSERT_TRUE(store->drop_answers(at(2)));
    engine::ResourceChange again = changes.next(1, at(4));
    again.answers = {answer(2, at(4))};
    again.answers[0].body = std::string(200'000, 'z');
    EXPECT_TRUE(store->commit(batch_of(again))) << "space that was freed is used again";
}

}  // namespace
}  // namespace standby::store
