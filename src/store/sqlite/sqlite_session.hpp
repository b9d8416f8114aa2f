// A transaction under way on a connection to SQLite, for statements that PostgreSQL takes too.
#pragma once

#include "store/sqlite/connection.hpp"

namespace standby::store {

class SqliteSession final : public SqlSession {
public:
    explicit SqliteSession(Connection& connection) : connection_(connection) {}

    Result<std::uint64_t, std::string> run(const SqlStatement& statement,
                                           const EachRow& each) override;

private:
    Connection& connection_;
};

}  // namespace standby::store
