// What SQLite and PostgreSQL both give, so that SQL which both understand is written once: that of
// the control plane. Commits and the looks of shards and of the relay go their own ways.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/ports/store.hpp"
#include "store/sql/row.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace standby::store {

using SqlValue = std::variant<std::monostate, std::int64_t, double, bool, std::string_view,
                              std::span<const std::byte>>;

// Of numbers, enums, ids, times, texts, bytes, and optionals of these.
template <class Value>
SqlValue sql_value(const Value& value) {
    if constexpr (std::is_same_v<Value, bool> || std::is_floating_point_v<Value>) {
        return value;
    } else if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
        return static_cast<std::int64_t>(value);
    } else if constexpr (std::is_same_v<Value, Time>) {
        return std::int64_t{value.time_since_epoch().count()};
    } else if constexpr (std::is_same_v<Value, Duration>) {
        return std::int64_t{value.count()};
    } else if constexpr (requires { value.has_value(); }) {
        return value ? sql_value(*value) : SqlValue{};
    } else if constexpr (requires { typename Value::Integer; }) {
        return static_cast<std::int64_t>(value.value());
    } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
        return std::string_view(value);
    } else {
        return std::span<const std::byte>(value);
    }
}

// A text with $1, $2… for its values. The text is a literal; texts and bytes among the values must
// stay as they are until the statement has run. Without a value only an integer can be meant.
struct SqlStatement {
    std::string_view text;
    std::vector<SqlValue> values;
    std::string about = {};  // whose rows it gives, for the log; empty: its text tells
};

template <class... Values>
SqlStatement sql(std::string_view text, const Values&... values) {
    return {.text = text, .values = {sql_value(values)...}, .about = {}};
}

// Each value once, ascending.
template <class Value>
std::vector<Value> each_once(std::span<const Value> values) {
    std::vector<Value> once(values.begin(), values.end());
    std::ranges::sort(once);
    const auto repeated = std::ranges::unique(once);
    once.erase(repeated.begin(), repeated.end());
    return once;
}

// The statement for all of these values, sixteen at a time; it has that many parameters for them,
// after those that it has values for. The last value stands in for those that are missing.
template <class Value>
std::vector<SqlStatement> in_sixteens(const SqlStatement& statement,
                                      const std::vector<Value>& values) {
    constexpr std::size_t at_once = 16;
    std::vector<SqlStatement> statements;
    for (std::size_t at = 0; at < values.size(); at += at_once) {
        statements.push_back(statement);
        for (std::size_t index = at; index < at + at_once; ++index) {
            statements.back().values.push_back(
                sql_value(values[std::min(index, values.size() - 1)]));
        }
    }
    return statements;
}

// A limit as databases take it.
inline std::int64_t limit_of(std::size_t limit) {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(limit, most));
}

using EachRow = std::function<void(SqlRow&)>;

// A transaction under way.
class SqlSession {
public:
    virtual ~SqlSession() = default;
    // Calls `each` with the rows that come back, and returns how many rows were changed. The error
    // is a sentence; a damaged row is one too.
    virtual Result<std::uint64_t, std::string> run(const SqlStatement& statement,
                                                   const EachRow& each = {}) = 0;

    // All rows, or the first one, each made by `make(row)`.
    template <class Make>
    auto all(const SqlStatement& statement, const Make& make)
        -> Result<std::vector<std::invoke_result_t<Make, SqlRow&>>, std::string> {
        std::vector<std::invoke_result_t<Make, SqlRow&>> found;
        TRY(run(statement, [&](SqlRow& row) { found.push_back(make(row)); }));
        return found;
    }
    template <class Make>
    auto first(const SqlStatement& statement, const Make& make)
        -> Result<std::optional<std::invoke_result_t<Make, SqlRow&>>, std::string> {
        auto found = TRY(all(statement, make));
        return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
    }
};

// A job of several statements that has nothing to change has written nothing either.
enum class Change : std::uint8_t { Made, None };

// What is wrong with a damaged row.
inline std::string damage_in(const SqlStatement& statement) {
    return "damaged row in " +
           (statement.about.empty() ? std::string(statement.text) : statement.about);
}

class SqlDatabase {
public:
    virtual ~SqlDatabase() = default;

    // Several statements on one snapshot. Every failure is OutcomeUnknown.
    virtual Result<void, engine::StoreError> look(std::span<const SqlStatement> statements,
                                                  const EachRow& each) = 0;
    // Several statements in one transaction. Returns how many rows they changed.
    virtual Result<std::uint64_t, engine::StoreError>
    put(std::span<const SqlStatement> statements) = 0;
    // A change of the control plane, of which there is one at a time, and which other nodes hear
    // of. The job may be called again after what it wrote was taken back.
    using SqlJob = std::function<Result<Change, std::string>(SqlSession&)>;
    virtual Result<void, engine::StoreError> change(const SqlJob& job) = 0;

    template <class Make>
    auto all(std::span<const SqlStatement> statements, const Make& make)
        -> Result<std::vector<std::invoke_result_t<Make, SqlRow&>>, engine::StoreError> {
        std::vector<std::invoke_result_t<Make, SqlRow&>> found;
        if (!statements.empty()) {
            TRY(look(statements, [&](SqlRow& row) { found.push_back(make(row)); }));
        }
        return found;
    }
    template <class Make>
    auto all(const SqlStatement& statement, const Make& make) {
        return all(std::span(&statement, 1), make);
    }
    template <class Make>
    auto first(const SqlStatement& statement, const Make& make)
        -> Result<std::optional<std::invoke_result_t<Make, SqlRow&>>, engine::StoreError> {
        auto found = TRY(all(statement, make));
        return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
    }
};

}  // namespace standby::store
