// A PostgreSQL server to test with: tests/store_contract/with_postgres starts one and says where.
#pragma once

#include "store/postgres/postgres_store.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

namespace standby::store {

// Empty when there is none.
inline std::string postgres_address() {
    const char* address = std::getenv("STANDBY_TEST_POSTGRES");
    return address == nullptr ? "" : address;
}

inline Deadline soon() {
    return std::chrono::steady_clock::now() + std::chrono::seconds(20);
}

// A name that no other test uses, for a schema that is dropped at the end.
class TemporarySchema {
public:
    TemporarySchema() : name_(fmt::format("test_{}_{}", ::getpid(), ++count())) {}
    ~TemporarySchema() {
        if (!postgres_address().empty()) {
            const auto ignored = connect()->script(
                fmt::format("SET client_min_messages = error; DROP SCHEMA IF EXISTS {} CASCADE",
                            name_),
                soon());
            static_cast<void>(ignored);
        }
    }
    TemporarySchema(const TemporarySchema&) = delete;
    TemporarySchema& operator=(const TemporarySchema&) = delete;

    const std::string& name() const { return name_; }
    PostgresOptions options() const { return {.shards = 3, .schema = name_}; }

    // A connection beside the store's.
    std::unique_ptr<PgConnection> connect() const {
        auto opened = PgConnection::open(postgres_address(), name_, soon());
        if (!opened) {
            ADD_FAILURE() << opened.error().message;
            std::abort();
        }
        return *std::move(opened);
    }

private:
    static int& count() {
        static int count = 0;
        return count;
    }

    std::string name_;
};

// One value, asked for on the side.
inline std::int64_t number_in(PgConnection& connection, const std::string& sql) {
    const auto rows = connection.run({.sql = sql, .params = {}}, soon());
    if (!rows || rows->size() == 0) {
        ADD_FAILURE() << (rows ? "no row" : rows.error().message) << ": " << sql;
        return -1;
    }
    return rows->integer(0, 0);
}

// Waits until the query gives a number other than 0, and gives it; 0 after a long time.
inline std::int64_t number_once_there(PgConnection& connection, const std::string& sql) {
    const Deadline deadline = soon();
    while (std::chrono::steady_clock::now() < deadline) {
        if (const std::int64_t number = number_in(connection, sql); number != 0) {
            return number;
        }
        std::this_thread::yield();
    }
    ADD_FAILURE() << "never came true: " << sql;
    return 0;
}

// The process of the server that waits for another's lock, once there is one.
inline std::int64_t waiting_backend(PgConnection& connection) {
    return number_once_there(connection, "SELECT coalesce(max(pid), 0) FROM pg_stat_activity"
                                         " WHERE state = 'active' AND wait_event_type = 'Lock'");
}

}  // namespace standby::store
