// A connection to an SQLite file and the statements prepared on it. A connection is used by one
// thread at a time.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "store/sql/session.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace standby::store {

// SQLite's result code (extended) and its message.
struct SqlError {
    int code = 0;
    std::string text;

    bool is_busy() const;
    bool is_full() const;
    bool is_not_a_database() const;
    bool is_damaged() const;
    bool is_read_only() const;
};
std::string text_of(const SqlError& error);

// A prepared statement while it runs, and the row at hand. It is given back to its connection,
// ready to be run again, when the query goes out of scope, which must happen before the connection
// closes.
class Query final : public SqlRow {
public:
    Query(sqlite3* handle, sqlite3_stmt* statement) : handle_(handle), statement_(statement) {}
    ~Query() override;
    Query(Query&& other) noexcept
        : handle_(other.handle_), statement_(std::exchange(other.statement_, nullptr)) {}
    Query& operator=(Query&&) = delete;

    // Gives the parameters their values, in order. Texts and bytes must stay as they are until the
    // query has run.
    template <class... Values>
    Query& bind(const Values&... values) {
        int index = 0;
        (put(++index, values), ...);
        return *this;
    }
    // By the names $1, $2….
    Query& bind_named(std::span<const SqlValue> values);
    // Values that are bound by their position, when the rest stays as it was.
    template <class Value>
    void put(int index, const Value& value) {
        put(index, sql_value(value));
    }
    void put(int index, const SqlValue& value);

    // Goes to the next row; false when there is none. The error says why it failed.
    Result<bool, std::string> next();
    // For statements that yield no rows: runs them and makes ready for new values.
    Result<void, std::string> run();

    std::int64_t integer(std::size_t column) const override;
    double real(std::size_t column) const override;
    bool is_null(std::size_t column) const override;
    std::string_view view(std::size_t column) const override;
    std::span<const std::byte> blob(std::size_t column) const override;

private:
    void put_integer(int index, std::int64_t value);
    void put_real(int index, double value);
    void put_text(int index, std::string_view value);
    void put_blob(int index, std::span<const std::byte> value);
    void put_null(int index);

    sqlite3* handle_;
    sqlite3_stmt* statement_;
};

class Connection final : public SqlSession {
public:
    enum class Mode : std::uint8_t { ReadOnly, ReadWrite, Create };
    struct Options {
        Mode mode = Mode::ReadWrite;
        std::chrono::milliseconds busy_timeout{5000};
        std::string vfs;  // of the file system to use; empty for the usual one
    };
    static Result<std::unique_ptr<Connection>, SqlError> open(const std::string& path,
                                                              const Options& options);
    ~Connection() override;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Runs one or more statements without parameters.
    bool execute(const std::string& sql);

    // The statement is prepared once; its text must live as long as the connection, as literals do.
    Query query(std::string_view sql);
    template <class... Values>
    Result<void, std::string> run(std::string_view sql, const Values&... values) {
        return query(sql).bind(values...).run();
    }
    // With its values by the names $1, $2….
    Result<std::uint64_t, std::string> run(const SqlStatement& statement,
                                           const EachRow& each = {}) override;
    // The first column of the first row, or nothing when there is none or the query failed.
    std::optional<std::int64_t> integer_of(std::string_view sql);
    std::optional<std::string> text_of(std::string_view sql);

    // Why the last statement that failed did so.
    SqlError error() const;
    // The rows that the last statement changed.
    std::int64_t changes() const;
    std::int64_t last_insert_id() const;
    bool in_transaction() const;

private:
    explicit Connection(sqlite3* handle) : handle_(handle) {}

    sqlite3* handle_;
    std::unordered_map<std::string_view, sqlite3_stmt*> statements_;
};

inline void Query::put(int index, const SqlValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        put_integer(index, *integer);
    } else if (const auto* text = std::get_if<std::string_view>(&value)) {
        put_text(index, *text);
    } else if (const auto* blob = std::get_if<std::span<const std::byte>>(&value)) {
        put_blob(index, *blob);
    } else if (const auto* real = std::get_if<double>(&value)) {
        put_real(index, *real);
    } else if (const auto* truth = std::get_if<bool>(&value)) {
        put_integer(index, *truth ? 1 : 0);
    } else {
        put_null(index);
    }
}

}  // namespace standby::store
