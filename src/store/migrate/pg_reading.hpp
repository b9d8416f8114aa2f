// What a PostgreSQL database holds, page by page over one connection and in one transaction, so
// that everything read is of one moment although nodes go on working, or is what the transaction
// itself has written.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"
#include "store/postgres/connection.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace standby::store {

class PgReading {
public:
    // A snapshot over a connection of its own. The error is a sentence.
    static Result<PgReading, std::string> open(const std::string& dsn, const std::string& schema);
    // In the transaction that was begun on the connection, which must outlive this.
    static Result<PgReading, std::string> inside(PgConnection& connection);

    std::uint32_t shards() const { return shards_; }

    // As engine::Store's functions of the same names; errors are sentences.
    Result<std::vector<engine::ResourceListing>, std::string> resources(core::ResourceNumber after,
                                                                        std::size_t limit);
    Result<std::vector<engine::EventRow>, std::string>
    events(core::ResourceNumber resource, std::uint64_t after, std::size_t limit);
    Result<std::vector<engine::StoredRow>, std::string> rows(engine::RowTable table,
                                                             core::ResourceNumber resource,
                                                             std::uint32_t after,
                                                             std::size_t limit);

    Result<std::vector<engine::HistoryStart>, std::string>
    history_starts(core::ResourceNumber resource);
    // With all days.
    Result<engine::StoredRollup, std::string> rollup(core::ResourceNumber resource);

private:
    explicit PgReading(PgConnection& connection) : connection_(&connection) {}
    Result<PgRows, std::string> run(const PgStatement& statement);
    template <class Make>
    auto all(const PgStatement& statement, std::string_view where, const Make& make)
        -> Result<std::vector<std::invoke_result_t<Make, SqlRow&>>, std::string>;

    std::unique_ptr<PgConnection> own_;
    PgConnection* connection_;
    std::uint32_t shards_ = 1;
};

// A deadline so far away that only a dead server misses it.
Deadline patient_deadline();

}  // namespace standby::store
