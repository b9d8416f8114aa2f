// A Standby database on a PostgreSQL server: connections, deadlines, what errors mean, and which
// shards this process serves. Calls may come from any thread.
#pragma once

#include "base/guarded.hpp"
#include "base/result.hpp"
#include "engine/ports/store.hpp"
#include "store/postgres/connection.hpp"
#include "store/sql/session.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::store {

struct PostgresOptions {
    std::uint32_t shards = 16;       // when the database is new
    std::string schema = "standby";  // where the tables are
    std::string cluster_secret;      // of the operator's choice; empty: made by the first node
    // This process's name among its connections; ids of its nodes begin with it. Empty: has none.
    std::string instance;
    bool founds = true;  // false: a database without a Standby schema is an error
    std::size_t connections_max = 24;
    std::chrono::milliseconds connect_deadline{5'000};
    std::chrono::milliseconds read_deadline{10'000};
    std::chrono::milliseconds write_deadline{5'000};
    std::chrono::milliseconds lease_deadline{3'000};
    // Told what went wrong, without personal data, from any thread.
    std::function<void(std::string_view)> report;
};

class PgDatabase final : public SqlDatabase {
public:
    static Result<std::unique_ptr<PgDatabase>, std::string> open(const std::string& dsn,
                                                                 const PostgresOptions& options);
    ~PgDatabase() override;
    PgDatabase(const PgDatabase&) = delete;
    PgDatabase& operator=(const PgDatabase&) = delete;

    // All in one transaction and one round trip. Errors are classified: the fence (23502 on the
    // shard's commit_seq) is Fenced; 40001, 40P01, 25006 and whatever the server refused before
    // the commit are NotCommitted; everything else, also a notice that the wait for a standby was
    // cancelled, is OutcomeUnknown, and the connection is closed.
    Result<std::vector<PgRows>, engine::StoreError> write(std::span<const PgStatement> statements);
    // Several statements on one snapshot. Every failure is OutcomeUnknown. A connection that had
    // died in the pool is replaced and the reading repeated once.
    Result<std::vector<PgRows>, engine::StoreError> read(std::span<const PgStatement> statements);
    Result<PgRows, engine::StoreError> read(PgStatement statement);
    // As write, with the short deadline of lease calls and connections of its own. Half of that
    // time it waits for rows that somebody else has locked; then it is NotCommitted, and
    // `when_locked` is called first.
    Result<std::vector<PgRows>, engine::StoreError>
    lease(std::span<const PgStatement> statements, const std::function<void()>& when_locked = {});

    Result<void, engine::StoreError> look(std::span<const SqlStatement> statements,
                                          const EachRow& each) override;
    Result<std::uint64_t, engine::StoreError>
    put(std::span<const SqlStatement> statements) override;
    // One at a time in the whole cluster: it locks the row of `cluster` and counts its version on,
    // for which other nodes look. A job that changes nothing, or fails, takes that back.
    // Serialization failures are tried again.
    Result<void, engine::StoreError> change(const SqlJob& job) override;
    // A reading that decides what to read next.
    using Job = std::function<Result<void, PgError>(PgConnection&, Deadline)>;
    Result<void, engine::StoreError> browse(const Job& job);

    std::uint32_t shards() const;
    engine::ShardNumber shard_of(core::ResourceNumber resource) const;
    void serve(std::vector<engine::ShardNumber> shards);
    std::vector<engine::ShardNumber> served() const;
    // The secret that nodes prove themselves with to each other.
    std::vector<std::byte> cluster_secret() const;

    const PostgresOptions& options() const;
    void report(std::string_view text) const;
    // "postgres://user@host:5432/name", never with a password.
    std::string place() const;

private:
    struct Impl;
    explicit PgDatabase(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::store
