// A connection to an SQLite file and the statements prepared on it. A connection is used by one
// thread at a time. Errors are not thrown: a step fails, and the connection tells why.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/strong_id.hpp"
#include "base/time.hpp"

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

enum class Step : std::uint8_t { Row, Done, Failed };

// A prepared statement while it runs. It is given back to its connection, ready to be run again,
// when the query goes out of scope, which must happen before the connection closes.
class Query {
public:
    explicit Query(sqlite3_stmt* statement) : statement_(statement) {}
    ~Query();
    Query(Query&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
    Query& operator=(Query&&) = delete;

    // Gives the parameters their values, in order: numbers, enums, ids, times, texts, bytes, or
    // optionals of these. Texts and bytes must stay as they are until the query has run.
    template <class... Values>
    Query& bind(const Values&... values) {
        int index = 0;
        (put(++index, values), ...);
        return *this;
    }
    // Values that are bound by their position, when the rest stays as it was.
    template <class Value>
    void put(int index, const Value& value);

    Step step();
    // For statements that yield no rows: runs them and makes ready for new values.
    bool run();

    // Columns of the row at hand, counted from 0. What does not fit the type asked for is zero,
    // and makes the row `damaged`.
    template <class Number>
    Number number(int column);
    template <class Id>
    Id id(int column) {
        return Id{number<typename Id::Integer>(column)};
    }
    template <class Enum>
    Enum choice(int column, Enum last);
    double real(int column) const;
    bool is_null(int column) const;
    Time time(int column);
    Duration duration(int column);
    std::optional<Time> optional_time(int column);
    Sha256Digest digest(int column);
    // Valid until the next step.
    std::string_view text(int column) const;
    std::span<const std::byte> blob(int column) const;
    std::vector<std::byte> bytes(int column) const;

    bool damaged() const { return damaged_; }

private:
    void put_integer(int index, std::int64_t value);
    void put_real(int index, double value);
    void put_text(int index, std::string_view value);
    void put_blob(int index, std::span<const std::byte> value);
    void put_null(int index);
    std::int64_t integer(int column) const;

    sqlite3_stmt* statement_;
    bool damaged_ = false;
};

class Connection {
public:
    enum class Mode : std::uint8_t { ReadOnly, ReadWrite, Create };
    struct Options {
        Mode mode = Mode::ReadWrite;
        std::chrono::milliseconds busy_timeout{5000};
        std::string vfs;  // of the file system to use; empty for the usual one
    };
    static Result<std::unique_ptr<Connection>, SqlError> open(const std::string& path,
                                                              const Options& options);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Runs one or more statements without parameters.
    bool execute(const std::string& sql);

    // The statement is prepared once; its text must live as long as the connection, as literals do.
    Query query(std::string_view sql);
    template <class... Values>
    bool run(std::string_view sql, const Values&... values) {
        return query(sql).bind(values...).run();
    }
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

template <class Value>
void Query::put(int index, const Value& value) {
    if constexpr (std::is_integral_v<Value>) {
        put_integer(index, static_cast<std::int64_t>(value));
    } else if constexpr (std::is_floating_point_v<Value>) {
        put_real(index, value);
    } else if constexpr (std::is_enum_v<Value>) {
        put_integer(index, static_cast<std::int64_t>(value));
    } else if constexpr (std::is_same_v<Value, Time>) {
        put_integer(index, value.time_since_epoch().count());
    } else if constexpr (std::is_same_v<Value, Duration>) {
        put_integer(index, value.count());
    } else if constexpr (requires { typename Value::Integer; }) {
        put_integer(index, static_cast<std::int64_t>(value.value()));
    } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
        put_text(index, value);
    } else if constexpr (std::is_convertible_v<const Value&, std::span<const std::byte>>) {
        put_blob(index, value);
    } else if constexpr (std::is_same_v<Value, std::nullopt_t>) {
        put_null(index);
    } else {
        if (value.has_value()) {
            put(index, *value);
        } else {
            put_null(index);
        }
    }
}

template <class Number>
Number Query::number(int column) {
    const std::int64_t value = integer(column);
    if constexpr (sizeof(Number) < sizeof(std::int64_t)) {
        if (!std::in_range<Number>(value)) {
            damaged_ = true;
            return 0;
        }
    }
    return static_cast<Number>(value);
}

template <class Enum>
Enum Query::choice(int column, Enum last) {
    const auto value = number<std::underlying_type_t<Enum>>(column);
    if (value > static_cast<std::underlying_type_t<Enum>>(last)) {
        damaged_ = true;
        return last;
    }
    return static_cast<Enum>(value);
}

}  // namespace standby::store
