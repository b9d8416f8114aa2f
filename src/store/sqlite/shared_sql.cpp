// Statements of the kind that PostgreSQL understands too.
#include "store/sqlite/database.hpp"
#include "store/sqlite/queries.hpp"

namespace standby::store {

Result<void, engine::StoreError> Database::look(std::span<const SqlStatement> statements,
                                                const EachRow& each) {
    return read([&](Connection& connection) -> Result<void, std::string> {
        std::optional<Snapshot> snapshot;
        if (statements.size() > 1) {
            snapshot.emplace(connection);
        }
        for (const SqlStatement& statement : statements) {
            TRY(connection.run(statement, each));
        }
        return {};
    });
}

Result<std::uint64_t, engine::StoreError> Database::put(std::span<const SqlStatement> statements) {
    std::uint64_t changed = 0;
    TRY(write([&](Connection& connection) -> Result<void, std::string> {
        changed = 0;
        for (const SqlStatement& statement : statements) {
            changed += TRY(connection.run(statement));
        }
        return {};
    }));
    return changed;
}

Result<void, engine::StoreError> Database::change(const SqlJob& job) {
    return write([&](Connection& connection) -> Result<void, std::string> {
        TRY(job(connection));
        return {};
    });
}

}  // namespace standby::store
