// The stores that the contract is run for: each can be made, and stopped and started again on what
// it had made durable.
#pragma once

#include "store/sqlite/sqlite_store.hpp"
#include "tests/memory_store/memory_store.hpp"
#include "tests/store_contract/builders_test_support.hpp"
#include "tests/store_contract/postgres_test_support.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

namespace standby::store {

// A directory of its own for each test, removed at its end.
class TemporaryDirectory {
public:
    TemporaryDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "standby.XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

class MemoryUnderTest {
public:
    MemoryUnderTest() : store_(std::make_unique<MemoryStore>()) { store_->set_shards(3); }
    engine::Store& store() { return *store_; }
    engine::Registry& registry() { return *store_; }
    engine::Leases& leases() { return *store_; }
    void restart() { store_ = std::make_unique<MemoryStore>(MemoryContent(store_->content())); }

private:
    std::unique_ptr<MemoryStore> store_;
};

template <CommitsTo commits>
class SqliteWithCommits {
public:
    SqliteWithCommits() { open(); }
    engine::Store& store() { return *store_; }
    engine::Registry& registry() { return *store_; }
    void restart() {
        store_.reset();
        open();
    }

private:
    void open() {
        auto opened = SqliteStore::open(directory_.file("standby.db"), {.commits = commits});
        if (!opened) {
            ADD_FAILURE() << opened.error();
            std::abort();
        }
        store_ = *std::move(opened);
    }

    TemporaryDirectory directory_;
    std::unique_ptr<SqliteStore> store_;
};
using SqliteUnderTest = SqliteWithCommits<CommitsTo::Tables>;
using SqliteLogUnderTest = SqliteWithCommits<CommitsTo::Log>;

template <std::uint32_t shards>
class PostgresWithShards {
public:
    PostgresWithShards() {
        if (is_available()) {
            open();
        }
    }
    static bool is_available() { return !postgres_address().empty(); }
    engine::Store& store() { return *store_; }
    engine::Registry& registry() { return *store_; }
    engine::Leases& leases() { return *store_; }
    void restart() {
        store_.reset();
        open();
    }

private:
    void open() {
        PostgresOptions options = schema_.options();
        options.shards = shards;
        auto opened = PostgresStore::open(postgres_address(), options);
        if (!opened) {
            ADD_FAILURE() << opened.error();
            std::abort();
        }
        store_ = *std::move(opened);
    }

    TemporarySchema schema_;
    std::unique_ptr<PostgresStore> store_;
};
using PostgresUnderTest = PostgresWithShards<3>;

// Whether the store can be tested here; all but PostgreSQL always can.
template <class UnderTest>
bool is_available() {
    if constexpr (requires { UnderTest::is_available(); }) {
        return UnderTest::is_available();
    }
    return true;
}

template <class UnderTest>
class StoreContract : public testing::Test {
protected:
    void SetUp() override {
        if (!is_available<UnderTest>()) {
            GTEST_SKIP() << "run by tests/store_contract/with_postgres";
        }
    }
    engine::Store& store() { return under_test_.store(); }
    engine::Registry& registry() { return under_test_.registry(); }
    void restart() { under_test_.restart(); }

    core::ResourceNumber allocate(std::uint32_t account = 1) {
        return registry().allocate_resource(engine::AccountNumber{account}, {}, at(0)).value();
    }
    Result<void, engine::StoreError> commit(engine::ResourceChange change) {
        return store().commit(batch_of(std::move(change)));
    }

    UnderTest under_test_;
};

using Stores =
    testing::Types<MemoryUnderTest, SqliteUnderTest, PostgresUnderTest, SqliteLogUnderTest>;
// Those in which messages are numbered 1, 2, 3…, as with one shard only.
using StoresInOrder = testing::Types<MemoryUnderTest, SqliteUnderTest, PostgresWithShards<1>>;

}  // namespace standby::store
