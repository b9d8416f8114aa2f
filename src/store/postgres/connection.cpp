// Talking to the server: transactions, and waiting for answers, never longer than a deadline.
#include "store/postgres/connection.hpp"

#include "base/assert.hpp"
#include "store/postgres/pipeline.hpp"

#include <poll.h>

#include <algorithm>
#include <utility>

namespace standby::store {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* begin_write = "BEGIN ISOLATION LEVEL READ COMMITTED";
constexpr const char* begin_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

// How long a broken transaction may take to be rolled back before the connection is given up.
constexpr std::chrono::milliseconds roll_back_time{1'000};

PgError closed() {
    return {.sqlstate = "08003",
            .message = "the connection to the database is closed",
            .is_unknown = false};
}

// Ends a transaction that one of its statements has broken.
void clean_up(PgConnection& connection) {
    if (connection.is_usable()) {
        const auto ignored = connection.roll_back(Clock::now() + roll_back_time);
        static_cast<void>(ignored);
    }
}

Result<std::vector<PgRows>, PgError> run_all(PgConnection::Impl& impl, const char* begin,
                                             std::span<const PgStatement> statements, Loss loss,
                                             Deadline deadline) {
    if (impl.handle == nullptr) {
        return std::unexpected(closed());
    }
    impl.was_warned = false;
    Pipeline pipeline(impl, loss);
    TRY(pipeline.send({.sql = begin, .params = {}}));
    for (const PgStatement& statement : statements) {
        TRY(pipeline.send(statement));
    }
    TRY(pipeline.send({.sql = "COMMIT", .params = {}}, true));
    std::vector<PgRows> rows = TRY(pipeline.finish(deadline));
    ASSERT(rows.size() == statements.size() + 2);
    rows.pop_back();
    rows.erase(rows.begin());
    return rows;
}

}  // namespace

std::string first_line(std::string_view message) {
    message = message.substr(0, message.find('\n'));
    while (!message.empty() && (message.back() == ' ' || message.back() == '\r')) {
        message.remove_suffix(1);
    }
    return std::string(message);
}

PgError error_of(const PGresult* result) {
    const auto field = [&](int code) -> std::string {
        const char* text = PQresultErrorField(result, code);
        return text == nullptr ? "" : text;
    };
    PgError error{.sqlstate = field(PG_DIAG_SQLSTATE),
                  .message = field(PG_DIAG_MESSAGE_PRIMARY),
                  .is_unknown = field(PG_DIAG_SEVERITY_NONLOCALIZED) != "ERROR",
                  .place = field(PG_DIAG_TABLE_NAME)};
    if (error.message.empty()) {
        error.message = first_line(PQresultErrorMessage(result));
    }
    if (const std::string column = field(PG_DIAG_COLUMN_NAME); !column.empty()) {
        error.place += "." + column;
    }
    return error;
}

std::unexpected<PgError> PgConnection::Impl::close(std::string message, Loss loss) {
    handle.reset();
    prepared.clear();
    in_transaction = false;
    return std::unexpected(PgError{
        .sqlstate = "", .message = std::move(message), .is_unknown = loss == Loss::IsUnknown});
}

std::unexpected<PgError> PgConnection::Impl::close_lost(Loss loss) {
    const std::string reason = first_line(PQerrorMessage(handle.get()));
    return close(reason.empty() ? "the connection to the database was lost" : reason, loss);
}

Result<void, PgError> PgConnection::Impl::wait(bool for_writing, Deadline deadline, Loss loss) {
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) {
            return close("the database did not answer in time", loss);
        }
        pollfd socket{.fd = PQsocket(handle.get()),
                      .events = static_cast<short>(for_writing ? POLLIN | POLLOUT : POLLIN)};
        const int wait_max = static_cast<int>(std::min<std::int64_t>(left.count(), 60'000));
        if (::poll(&socket, 1, wait_max) > 0) {
            return {};
        }
    }
}

Result<void, PgError> PgConnection::Impl::flush(Deadline deadline, Loss loss) {
    while (true) {
        const int state = PQflush(handle.get());
        if (state == 0) {
            return {};
        }
        // What the server says must be taken in meanwhile, or both sides wait for each other.
        if (state < 0) {
            return close_lost(loss);
        }
        TRY(wait(true, deadline, loss));
        if (PQconsumeInput(handle.get()) == 0) {
            return close_lost(loss);
        }
    }
}

Result<PgResult, PgError> PgConnection::Impl::next_result(Deadline deadline, Loss loss) {
    while (PQisBusy(handle.get()) != 0) {
        TRY(wait(false, deadline, loss));
        if (PQconsumeInput(handle.get()) == 0) {
            // What came before the end still counts, and may say why it ended.
            break;
        }
    }
    PgResult result(PQgetResult(handle.get()));
    if (PQstatus(handle.get()) == CONNECTION_BAD && result == nullptr) {
        return close_lost(loss);
    }
    return result;
}

Result<PgResult, PgError> PgConnection::Impl::simple(const std::string& sql, Deadline deadline) {
    const Loss meaning = loss();
    if (PQsendQuery(handle.get(), sql.c_str()) == 0) {
        return close_lost(meaning);
    }
    TRY(flush(deadline, meaning));
    PgResult last;
    std::optional<PgError> error;
    while (PgResult result = TRY(next_result(deadline, meaning))) {
        const ExecStatusType status = PQresultStatus(result.get());
        if (status == PGRES_FATAL_ERROR && !error) {
            error = error_of(result.get());
            if (meaning == Loss::IsHarmless) {
                error->is_unknown = false;
            }
        }
        if (status == PGRES_TUPLES_OK || last == nullptr) {
            last = std::move(result);
        }
    }
    if (error) {
        return std::unexpected(*std::move(error));
    }
    return last;
}

PgConnection::PgConnection(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PgConnection::~PgConnection() = default;

Result<PgRows, PgError> PgConnection::run(const PgStatement& statement, Deadline deadline) {
    if (impl_->handle == nullptr) {
        return std::unexpected(closed());
    }
    Pipeline pipeline(*impl_, impl_->loss());
    TRY(pipeline.send(statement));
    std::vector<PgRows> rows = TRY(pipeline.finish(deadline));
    return std::move(rows.front());
}

Result<std::vector<PgRows>, PgError> PgConnection::transact(std::span<const PgStatement> statements,
                                                            Deadline deadline) {
    auto rows = run_all(*impl_, begin_write, statements, Loss::IsUnknown, deadline);
    if (!rows) {
        clean_up(*this);
        return rows;
    }
    if (impl_->was_warned) {
        return impl_->close("the server warned that the commit may not have reached its standby",
                            Loss::IsUnknown);
    }
    return rows;
}

Result<std::vector<PgRows>, PgError> PgConnection::look(std::span<const PgStatement> statements,
                                                        Deadline deadline) {
    auto rows = run_all(*impl_, begin_read, statements, Loss::IsHarmless, deadline);
    if (!rows) {
        clean_up(*this);
    }
    return rows;
}

Result<void, PgError> PgConnection::script(const std::string& sql, Deadline deadline) {
    if (impl_->handle == nullptr) {
        return std::unexpected(closed());
    }
    TRY(impl_->simple(sql, deadline));
    return {};
}

Result<void, PgError> PgConnection::begin(Deadline deadline) {
    TRY(run({.sql = begin_write, .params = {}}, deadline));
    impl_->in_transaction = true;
    return {};
}

Result<void, PgError> PgConnection::begin_look(Deadline deadline) {
    TRY(run({.sql = begin_read, .params = {}}, deadline));
    impl_->in_transaction = true;
    return {};
}

Result<void, PgError> PgConnection::commit(Deadline deadline) {
    if (impl_->handle == nullptr) {
        return std::unexpected(closed());
    }
    ASSERT(impl_->in_transaction);
    impl_->was_warned = false;
    Pipeline pipeline(*impl_, Loss::IsUnknown);
    TRY(pipeline.send({.sql = "COMMIT", .params = {}}, true));
    const auto rows = pipeline.finish(deadline);
    impl_->in_transaction = false;  // however it ended
    if (!rows) {
        return std::unexpected(rows.error());
    }
    if (impl_->was_warned) {
        return impl_->close("the server warned that the commit may not have reached its standby",
                            Loss::IsUnknown);
    }
    // A transaction that an error has broken is rolled back by COMMIT, which says so.
    if (rows->front().command() != "COMMIT") {
        return std::unexpected(PgError{.sqlstate = "25P02",
                                       .message = "the transaction was broken before its commit",
                                       .is_unknown = false});
    }
    return {};
}

Result<void, PgError> PgConnection::roll_back(Deadline deadline) {
    if (impl_->handle == nullptr) {
        return {};
    }
    const PGTransactionStatusType status = PQtransactionStatus(impl_->handle.get());
    if (status == PQTRANS_IDLE) {
        impl_->in_transaction = false;
        return {};
    }
    impl_->in_transaction = true;  // a loss is harmless
    auto done = run({.sql = "ROLLBACK", .params = {}}, deadline);
    impl_->in_transaction = false;
    if (!done) {
        return impl_->close(done.error().message, Loss::IsHarmless);
    }
    return {};
}

bool PgConnection::is_usable() const {
    if (impl_->handle == nullptr || PQstatus(impl_->handle.get()) != CONNECTION_OK) {
        return false;
    }
    // A server that was not asked says that it ends, or has ended, or little of worth.
    pollfd socket{.fd = PQsocket(impl_->handle.get()), .events = POLLIN};
    return ::poll(&socket, 1, 0) == 0;
}

std::uint32_t PgConnection::version() const {
    return impl_->handle == nullptr
               ? 0
               : static_cast<std::uint32_t>(PQserverVersion(impl_->handle.get()));
}

}  // namespace standby::store
