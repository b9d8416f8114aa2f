// Two nodes on one PostgreSQL, for what a node alone cannot show.
#pragma once

#include "tests/store_contract/builders_test_support.hpp"
#include "tests/store_contract/postgres_test_support.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace standby::store {

class PostgresPair : public testing::Test {
protected:
    void SetUp() override {
        if (postgres_address().empty()) {
            GTEST_SKIP() << "run by tests/store_contract/with_postgres";
        }
        first_ = open();
        second_ = open();
    }
    PostgresStore& first() { return *first_; }
    PostgresStore& second() { return *second_; }

    TemporarySchema schema_;

private:
    std::unique_ptr<PostgresStore> open() {
        PostgresOptions options = schema_.options();
        options.shards = 4;
        auto opened = PostgresStore::open(postgres_address(), options);
        if (!opened) {
            ADD_FAILURE() << opened.error();
            std::abort();
        }
        return *std::move(opened);
    }

    std::unique_ptr<PostgresStore> first_;
    std::unique_ptr<PostgresStore> second_;
};

}  // namespace standby::store
