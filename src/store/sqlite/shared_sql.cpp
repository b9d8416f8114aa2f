// Statements of the kind that PostgreSQL understands too.
#include "store/sqlite/database.hpp"
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_session.hpp"

namespace standby::store {

Result<std::uint64_t, std::string> SqliteSession::run(const SqlStatement& statement,
                                                      const EachRow& each) {
    Query query = connection_.query(statement.text);
    query.bind_named(statement.values);
    while (TRY(query.next())) {
        each(query);
        if (query.is_damaged()) {
            return std::unexpected(damage_in(statement));
        }
    }
    return static_cast<std::uint64_t>(connection_.changes());
}

Result<void, engine::StoreError> Database::look(std::span<const SqlStatement> statements,
                                                const EachRow& each) {
    return read([&](Connection& connection) -> Result<void, std::string> {
        std::optional<Snapshot> snapshot;
        if (statements.size() > 1) {
            snapshot.emplace(connection);
        }
        SqliteSession session(connection);
        for (const SqlStatement& statement : statements) {
            TRY(session.run(statement, each));
        }
        return {};
    });
}

Result<std::uint64_t, engine::StoreError> Database::put(std::span<const SqlStatement> statements) {
    std::uint64_t changed = 0;
    TRY(write([&](Connection& connection) -> Result<void, std::string> {
        changed = 0;
        SqliteSession session(connection);
        for (const SqlStatement& statement : statements) {
            changed += TRY(session.run(statement, {}));
        }
        return {};
    }));
    return changed;
}

Result<void, engine::StoreError> Database::change(const SqlJob& job) {
    return write([&](Connection& connection) -> Result<void, std::string> {
        SqliteSession session(connection);
        TRY(job(session));
        return {};
    });
}

}  // namespace standby::store
