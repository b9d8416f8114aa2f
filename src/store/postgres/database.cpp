// Which connection a call takes, how long it may last, and what its failure means.
#include "store/postgres/database.hpp"

#include "store/postgres/connection_pool.hpp"
#include "store/postgres/migrations.hpp"
#include "store/postgres/postgres_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace standby::store {
namespace {

using engine::StoreError;
using Clock = std::chrono::steady_clock;
using Rows = Result<std::vector<PgRows>, PgError>;

constexpr std::size_t lease_connections_max = 4;
constexpr int change_attempts_max = 5;

std::string opening_error(const std::string& place, const PgError& error) {
    const std::string& code = error.sqlstate;
    if (code == "28P01" || code == "28000") {
        return fmt::format("{} refuses this user: {}", place, error.message);
    }
    if (code == "3D000") {
        return fmt::format("there is no such database at {}: {}", place, error.message);
    }
    if (code == "25006") {
        return fmt::format("no host of {} accepts writes: {}", place, error.message);
    }
    if (code == "55000" || place == "the database") {
        return error.message;
    }
    return fmt::format("{} cannot be reached: {}", place, error.message);
}

StoreError classify(const PgError& error) {
    if (error.sqlstate == "23502" && error.place == "shard.commit_seq") {
        return StoreError::Fenced;
    }
    return error.is_unknown ? StoreError::OutcomeUnknown : StoreError::NotCommitted;
}

// For the rest of a session.
PgStatement setting(std::string_view name, std::string_view value) {
    return statement("SELECT set_config($1, $2, false)", name, value);
}

bool is_worth_repeating(const PgError& error) {
    return !error.is_unknown && (error.sqlstate == "40001" || error.sqlstate == "40P01");
}

std::vector<PgStatement> prepared(std::span<const SqlStatement> statements) {
    std::vector<PgStatement> made;
    for (const SqlStatement& statement : statements) {
        made.push_back({.sql = std::string(statement.text), .params = {}});
        for (const SqlValue& value : statement.values) {
            made.back().params.add(value);
        }
    }
    return made;
}

Result<void, std::string> pass_on(const PgRows& rows, const SqlStatement& statement,
                                  const EachRow& each) {
    for (std::size_t index = 0; index < rows.size(); ++index) {
        PgRow row(rows, index);
        each(row);
        if (row.is_damaged()) {
            return std::unexpected(damage_in(statement));
        }
    }
    return {};
}

class PgSession final : public SqlSession {
public:
    PgSession(PgConnection& connection, Deadline deadline)
        : connection_(connection), deadline_(deadline) {}

    Result<std::uint64_t, std::string> run(const SqlStatement& statement,
                                           const EachRow& each) override {
        auto rows = connection_.run(prepared(std::span(&statement, 1)).front(), deadline_);
        if (!rows) {
            error_ = rows.error();
            return std::unexpected(rows.error().message);
        }
        TRY(pass_on(*rows, statement, each));
        return rows->changed();
    }

    // Why a job failed: by the server's word, or by its own. Nothing of it was committed.
    PgError error_of(const std::string& message) const {
        PgError error = error_.value_or(PgError{.sqlstate = {}, .message = message});
        error.is_unknown = false;
        return error;
    }

private:
    PgConnection& connection_;
    Deadline deadline_;
    std::optional<PgError> error_;
};

}  // namespace

struct PgDatabase::Impl {
    PostgresOptions options;
    std::string place;
    ClusterFacts facts;
    std::unique_ptr<PgConnectionPool> connections;
    std::unique_ptr<PgConnectionPool> lease_connections;
    Guarded<std::vector<engine::ShardNumber>> served;

    void report(std::string_view what, const PgError& error) const {
        if (options.report) {
            options.report(fmt::format("{}: {}{}{}", what, error.message,
                                       error.sqlstate.empty() ? "" : ", SQLSTATE ",
                                       error.sqlstate));
        }
    }

    // A server that has gone, or that takes no writes any more, has taken the other connections
    // with it.
    static void settle(PgConnectionPool& pool, PgConnectionPool::Lent lent,
                       const std::optional<PgError>& error) {
        const bool is_gone = error && (error->sqlstate == "25006" || !lent.connection->is_usable());
        pool.give_back(is_gone ? nullptr : std::move(lent.connection));
        if (is_gone) {
            pool.clear();
        }
    }

    Result<std::vector<PgRows>, StoreError>
    transact(PgConnectionPool& pool, std::span<const PgStatement> statements, Deadline deadline,
             const std::function<void()>& when_locked = {}) {
        auto lent = pool.borrow(deadline);
        if (!lent) {
            report("no connection to the database", lent.error());
            return std::unexpected(StoreError::NotCommitted);
        }
        Rows rows = lent->connection->transact(statements, deadline);
        if (rows) {
            settle(pool, *std::move(lent), std::nullopt);
            return *std::move(rows);
        }
        settle(pool, *std::move(lent), rows.error());
        report("a commit failed", rows.error());
        if (when_locked && rows.error().sqlstate == "55P03") {
            when_locked();
        }
        return std::unexpected(classify(rows.error()));
    }

    // Runs a reading; once more when a connection had died meanwhile.
    Result<void, StoreError>
    look(const std::function<Result<void, PgError>(PgConnection&, Deadline)>& reading) {
        const Deadline deadline = Clock::now() + options.read_deadline;
        while (true) {
            auto lent = connections->borrow(deadline);
            if (!lent) {
                report("no connection to the database", lent.error());
                return std::unexpected(StoreError::OutcomeUnknown);
            }
            const bool is_new = lent->is_new;
            const Result<void, PgError> done = reading(*lent->connection, deadline);
            if (done) {
                settle(*connections, *std::move(lent), std::nullopt);
                return {};
            }
            const bool has_died = !lent->connection->is_usable();
            settle(*connections, *std::move(lent), done.error());
            if (is_new || !has_died || Clock::now() >= deadline) {
                report("reading failed", done.error());
                return std::unexpected(StoreError::OutcomeUnknown);
            }
        }
    }

    static Result<void, PgError> change_once(PgConnection& connection, const SqlJob& job,
                                             Deadline deadline) {
        TRY(connection.begin(deadline));
        PgSession session(connection, deadline);
        const auto lock =
            session.run(sql("UPDATE cluster SET control_version = control_version + 1"), {});
        const Result<Change, std::string> done =
            lock ? job(session) : std::unexpected(lock.error());
        if (done && *done == Change::Made) {
            return connection.commit(deadline);
        }
        TRY(connection.roll_back(deadline));
        if (!done) {
            return std::unexpected(session.error_of(done.error()));
        }
        return {};
    }
};

PgDatabase::PgDatabase(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PgDatabase::~PgDatabase() = default;

Result<std::unique_ptr<PgDatabase>, std::string> PgDatabase::open(const std::string& dsn,
                                                                  const PostgresOptions& options) {
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    impl->place = PgConnection::place(dsn);
    const Deadline deadline = Clock::now() + options.connect_deadline;
    auto connection = PgConnection::open(dsn, options.schema, deadline);
    if (!connection) {
        return std::unexpected(opening_error(impl->place, connection.error()));
    }
    const auto within = [&](const std::string& problem) {
        return std::unexpected(fmt::format("{}: {}", impl->place, problem));
    };
    if (const auto checked = check_server(**connection, options, deadline); !checked) {
        return within(checked.error());
    }
    if (const auto done = migrate(**connection, options, postgres_migrations()); !done) {
        return within(done.error());
    }
    auto facts = read_cluster(**connection, options, Clock::now() + options.read_deadline);
    if (!facts) {
        return within(facts.error());
    }
    impl->facts = *std::move(facts);
    const auto reopen = [dsn, schema = options.schema, instance = options.instance,
                         limit = options.connect_deadline](
                            Deadline until) -> Result<std::unique_ptr<PgConnection>, PgError> {
        const Deadline deadline_of_it = std::min(until, Clock::now() + limit);
        auto opened = TRY(PgConnection::open(dsn, schema, deadline_of_it));
        // So that others can tell the connections of a node that is dead or frozen, and end them.
        if (!instance.empty()) {
            TRY(opened->run(setting("application_name", instance), deadline_of_it));
        }
        return opened;
    };
    // A lease call says in time that somebody holds what it needs.
    const auto reopen_for_leases =
        [reopen, patience = fmt::format("{}ms", options.lease_deadline.count() / 2)](
            Deadline until) -> Result<std::unique_ptr<PgConnection>, PgError> {
        auto opened = TRY(reopen(until));
        TRY(opened->run(setting("lock_timeout", patience), until));
        return opened;
    };
    impl->connections = std::make_unique<PgConnectionPool>(options.connections_max, reopen);
    impl->lease_connections =
        std::make_unique<PgConnectionPool>(lease_connections_max, reopen_for_leases);
    std::vector<engine::ShardNumber> all(impl->facts.shards);
    std::iota(all.begin(), all.end(), 0u);
    impl->served.exchange(std::move(all));
    // tidy: allow raw_new because the constructor is private and the owner takes it at once
    return std::unique_ptr<PgDatabase>(new PgDatabase(std::move(impl)));
}

Result<std::vector<PgRows>, StoreError> PgDatabase::write(std::span<const PgStatement> statements) {
    return impl_->transact(*impl_->connections, statements,
                           Clock::now() + impl_->options.write_deadline);
}

Result<std::vector<PgRows>, StoreError>
PgDatabase::lease(std::span<const PgStatement> statements,
                  const std::function<void()>& when_locked) {
    return impl_->transact(*impl_->lease_connections, statements,
                           Clock::now() + impl_->options.lease_deadline, when_locked);
}

Result<std::vector<PgRows>, StoreError> PgDatabase::read(std::span<const PgStatement> statements) {
    std::vector<PgRows> rows;
    TRY(impl_->look([&](PgConnection& connection, Deadline deadline) -> Result<void, PgError> {
        rows = TRY(connection.look(statements, deadline));
        return {};
    }));
    return rows;
}

Result<PgRows, StoreError> PgDatabase::read(PgStatement statement) {
    std::vector<PgRows> rows = TRY(read(std::span<const PgStatement>(&statement, 1)));
    return std::move(rows.front());
}

Result<void, StoreError> PgDatabase::look(std::span<const SqlStatement> statements,
                                          const EachRow& each) {
    const std::vector<PgRows> rows = TRY(read(prepared(statements)));
    for (std::size_t index = 0; index < rows.size(); ++index) {
        if (const auto passed = pass_on(rows[index], statements[index], each); !passed) {
            report(passed.error());
            return std::unexpected(StoreError::OutcomeUnknown);
        }
    }
    return {};
}

Result<std::uint64_t, StoreError> PgDatabase::put(std::span<const SqlStatement> statements) {
    std::uint64_t changed = 0;
    for (const PgRows& rows : TRY(write(prepared(statements)))) {
        changed += rows.changed();
    }
    return changed;
}

Result<void, StoreError> PgDatabase::change(const SqlJob& job) {
    const Deadline deadline = Clock::now() + impl_->options.write_deadline;
    PgConnectionPool& pool = *impl_->connections;
    for (int attempt = 1;; ++attempt) {
        auto lent = pool.borrow(deadline);
        if (!lent) {
            impl_->report("no connection to the database", lent.error());
            return std::unexpected(StoreError::NotCommitted);
        }
        const Result<void, PgError> done = Impl::change_once(*lent->connection, job, deadline);
        if (done) {
            Impl::settle(pool, *std::move(lent), std::nullopt);
            return {};
        }
        Impl::settle(pool, *std::move(lent), done.error());
        if (!is_worth_repeating(done.error()) || attempt == change_attempts_max) {
            impl_->report("a change failed", done.error());
            return std::unexpected(classify(done.error()));
        }
    }
}

Result<void, StoreError> PgDatabase::browse(const Job& job) {
    return impl_->look([&](PgConnection& connection, Deadline deadline) -> Result<void, PgError> {
        TRY(connection.begin_look(deadline));
        const Result<void, PgError> done = job(connection, deadline);
        TRY(connection.roll_back(deadline));
        return done;
    });
}

std::uint32_t PgDatabase::shards() const {
    return impl_->facts.shards;
}
engine::ShardNumber PgDatabase::shard_of(core::ResourceNumber resource) const {
    return engine::shard_of(resource, impl_->facts.shards);
}
void PgDatabase::serve(std::vector<engine::ShardNumber> shards) {
    std::ranges::sort(shards);
    impl_->served.exchange(std::move(shards));
}
std::vector<engine::ShardNumber> PgDatabase::served() const {
    return impl_->served.copy();
}
std::vector<std::byte> PgDatabase::cluster_secret() const {
    return impl_->facts.secret;
}
const PostgresOptions& PgDatabase::options() const {
    return impl_->options;
}
void PgDatabase::report(std::string_view text) const {
    if (impl_->options.report) {
        impl_->options.report(text);
    }
}
std::string PgDatabase::place() const {
    return impl_->place;
}

}  // namespace standby::store
