// One connection to PostgreSQL, by libpq alone and never blocking: every call has a deadline of its
// own, kept here, because the server's own time-outs do not end a commit that waits for a standby.
// A call that runs out of time closes the connection; it never cancels what the server is doing.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "store/sql/session.hpp"

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace standby::store {

using Deadline = std::chrono::steady_clock::time_point;

struct PgError {
    std::string sqlstate;  // five characters; empty when the server did not say
    std::string message;   // for people, without personal data and without the password
    // Whether something may have been committed although this error came: everything that is not
    // certainly refused, a time-out and a lost connection above all.
    bool is_unknown = true;
    std::string place = {};  // "table.column" or "table", where the server named one
};

// The parameters of one statement, in order. Texts and bytes are copied. What is not UTF-8 in a
// text becomes U+FFFD.
class PgParams {
public:
    PgParams& add(const SqlValue& value);
    template <class Value>
        requires(!std::same_as<Value, SqlValue>)
    PgParams& add(const Value& value) {
        return add(sql_value(value));
    }
    PgParams& add_null();  // of a type that the statement tells
    // One array for unnest; `add_…s` of one statement have the same length.
    PgParams& add_integers(std::span<const std::int64_t> values);
    PgParams& add_integers(std::span<const std::optional<std::int64_t>> values);
    PgParams& add_texts(std::span<const std::string> values);
    PgParams& add_texts(std::span<const std::string_view> values);
    PgParams& add_texts(std::span<const std::optional<std::string>> values);
    using Blob = std::span<const std::byte>;
    PgParams& add_blobs(std::span<const Blob> values);
    PgParams& add_blobs(std::span<const std::optional<Blob>> values);

    struct Value {
        std::uint32_t type = 0;   // its oid
        std::vector<char> bytes;  // in the binary format
        bool is_null = false;
    };
    const std::vector<Value>& values() const { return values_; }

private:
    std::vector<Value> values_;
};

struct PgStatement {
    std::string sql;  // prepared once per connection and text
    PgParams params;
};

// The rows that came back, in the binary format. A value of another type than asked for is an
// unreadable row: it reads as zero or empty, and `is_damaged` stays true.
class PgRows {
public:
    struct Impl;
    explicit PgRows(std::unique_ptr<Impl> impl);
    PgRows(PgRows&&) noexcept;
    PgRows& operator=(PgRows&&) noexcept;
    ~PgRows();

    std::size_t size() const;          // rows
    std::uint64_t changed() const;     // by INSERT, UPDATE, DELETE
    std::string_view command() const;  // what the server says it has done: "COMMIT"
    bool is_null(std::size_t row, std::size_t column) const;
    std::int64_t integer(std::size_t row, std::size_t column) const;  // of any width, and truths
    double real(std::size_t row, std::size_t column) const;
    bool truth(std::size_t row, std::size_t column) const;
    std::string text(std::size_t row, std::size_t column) const;
    std::vector<std::byte> bytes(std::size_t row, std::size_t column) const;
    // Without a copy, as long as these rows live.
    std::string_view view(std::size_t row, std::size_t column) const;
    bool is_damaged() const;

private:
    std::unique_ptr<Impl> impl_;
};

class PgConnection {
public:
    struct Impl;
    explicit PgConnection(std::unique_ptr<Impl> impl);
    // `dsn` is what libpq takes: a postgres:// address or key=value pairs, with several hosts if
    // need be; where it names no target_session_attrs, read-write is meant. Sets the search path.
    static Result<std::unique_ptr<PgConnection>, PgError>
    open(const std::string& dsn, const std::string& schema, Deadline deadline);
    // "postgres://user@host:5432/name", never with a password.
    static std::string place(const std::string& dsn);
    ~PgConnection();
    PgConnection(const PgConnection&) = delete;
    PgConnection& operator=(const PgConnection&) = delete;

    // One statement in a transaction of its own.
    Result<PgRows, PgError> run(const PgStatement& statement, Deadline deadline);
    // All statements in one transaction, sent at once: one round trip. Rows of each.
    Result<std::vector<PgRows>, PgError> transact(std::span<const PgStatement> statements,
                                                  Deadline deadline);
    // The same for readers: one snapshot for all of them.
    Result<std::vector<PgRows>, PgError> look(std::span<const PgStatement> statements,
                                              Deadline deadline);
    // Several statements as plain text without parameters, for migrations and sessions' settings.
    Result<void, PgError> script(const std::string& sql, Deadline deadline);

    // For transactions that decide in between; `commit` may leave the outcome unknown, `roll_back`
    // is implied by destruction.
    Result<void, PgError> begin(Deadline deadline);
    // The same for readers: one snapshot until the end.
    Result<void, PgError> begin_look(Deadline deadline);
    Result<void, PgError> commit(Deadline deadline);
    Result<void, PgError> roll_back(Deadline deadline);

    // Rows into a table, inside a transaction that was begun. `sql` is of the form
    // "COPY table (columns) FROM STDIN (FORMAT binary)"; integers are made as wide as the columns.
    Result<void, PgError> begin_copy(const std::string& sql, Deadline deadline);
    Result<void, PgError> copy_row(const PgParams& values, Deadline deadline);
    Result<std::uint64_t, PgError> end_copy(Deadline deadline);

    // False after an error that ended the connection, or when the server has closed it meanwhile.
    bool is_usable() const;
    std::uint32_t version() const;  // of the server: 150018
private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::store
