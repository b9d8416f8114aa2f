// Small helpers for the files that turn values into statements and rows into values.
#pragma once

#include "base/result.hpp"
#include "store/postgres/connection.hpp"
#include "store/postgres/database.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace standby::store {

// Adds a value of any type that is stored, always under the same type of the database.
template <class Value>
void add_value(PgParams& params, const Value& value) {
    if constexpr (std::is_same_v<Value, bool> || std::is_floating_point_v<Value>) {
        params.add(value);
    } else if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
        params.add(static_cast<std::int64_t>(value));
    } else if constexpr (std::is_same_v<Value, Time> ||
                         std::is_same_v<Value, std::optional<Time>>) {
        params.add_time(value);
    } else if constexpr (std::is_same_v<Value, Duration>) {
        params.add(std::int64_t{value.count()});
    } else if constexpr (requires { typename Value::Integer; }) {
        params.add(static_cast<std::int64_t>(value.value()));
    } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
        params.add(std::string_view(value));
    } else if constexpr (std::is_convertible_v<const Value&, std::span<const std::byte>>) {
        params.add_bytes(value);
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
        params.add_texts(value);
    } else {
        params.add_integers(value);
    }
}

template <class... Values>
PgStatement statement(std::string sql, const Values&... values) {
    PgStatement made{.sql = std::move(sql), .params = {}};
    (add_value(made.params, values), ...);
    return made;
}

// One row out of several. What does not fit the type asked for is zero and makes it damaged.
class PgRow {
public:
    PgRow(const PgRows& rows, std::size_t row) : rows_(rows), row_(row) {}

    template <class Number>
    Number number(std::size_t column) {
        const std::int64_t value = rows_.integer(row_, column);
        if (!std::in_range<Number>(value)) {
            is_damaged_ = true;
            return 0;
        }
        return static_cast<Number>(value);
    }
    template <class Id>
    Id id(std::size_t column) {
        return Id{number<typename Id::Integer>(column)};
    }
    core::ContactKey contact(std::size_t column) const {
        return core::ContactKey{rows_.hash(row_, column)};
    }
    template <class Enum>
    Enum choice(std::size_t column, Enum last) {
        const auto value = number<std::underlying_type_t<Enum>>(column);
        is_damaged_ = is_damaged_ || value > static_cast<std::underlying_type_t<Enum>>(last);
        return is_damaged_ ? last : static_cast<Enum>(value);
    }
    bool is_null(std::size_t column) const { return rows_.is_null(row_, column); }
    bool truth(std::size_t column) const { return rows_.truth(row_, column); }
    double real(std::size_t column) const { return rows_.real(row_, column); }
    std::string text(std::size_t column) const { return rows_.text(row_, column); }
    std::string_view view(std::size_t column) const { return rows_.view(row_, column); }
    std::vector<std::byte> bytes(std::size_t column) const { return rows_.bytes(row_, column); }
    Sha256Digest digest(std::size_t column) const { return rows_.digest(row_, column); }
    Time time(std::size_t column) const { return rows_.time(row_, column); }
    std::optional<Time> optional_time(std::size_t column) const {
        return rows_.optional_time(row_, column);
    }
    Duration duration(std::size_t column) const { return Duration{rows_.integer(row_, column)}; }

    bool is_damaged() const { return is_damaged_ || rows_.is_damaged(); }

private:
    const PgRows& rows_;
    std::size_t row_;
    bool is_damaged_ = false;
};

// An error by which a job takes everything back.
inline std::unexpected<PgError> taken_back(std::string why) {
    return std::unexpected(PgError{.sqlstate = {}, .message = std::move(why), .is_unknown = false});
}

// Each row, made by `make(row)`.
template <class Make>
auto collect(const PgRows& rows, std::string_view where, Make&& make)
    -> Result<std::vector<std::invoke_result_t<Make, PgRow&>>, PgError> {
    std::vector<std::invoke_result_t<Make, PgRow&>> found;
    found.reserve(rows.size());
    for (std::size_t index = 0; index < rows.size(); ++index) {
        PgRow row(rows, index);
        found.push_back(make(row));
        if (row.is_damaged()) {
            return taken_back(fmt::format("damaged row in {}", where));
        }
    }
    return found;
}

// The first row, if there is one.
template <class Make>
auto pick(const PgRows& rows, std::string_view where, Make&& make)
    -> Result<std::optional<std::invoke_result_t<Make, PgRow&>>, PgError> {
    auto found = TRY(collect(rows, where, make));
    if (found.empty()) {
        return std::nullopt;
    }
    return std::move(found.front());
}

// What was made of rows that were read outside of a job. Damage is reported here.
template <class Value>
Result<Value, engine::StoreError> unless_damaged(const PgDatabase& database,
                                                 Result<Value, PgError> made) {
    if (!made) {
        database.report(made.error().message);
        return std::unexpected(engine::StoreError::OutcomeUnknown);
    }
    return *std::move(made);
}

template <class Make>
auto read_all(PgDatabase& database, PgStatement statement, std::string_view where, Make&& make)
    -> Result<std::vector<std::invoke_result_t<Make, PgRow&>>, engine::StoreError> {
    const PgRows rows = TRY(database.read(std::move(statement)));
    return unless_damaged(database, collect(rows, where, make));
}

template <class Make>
auto read_first(PgDatabase& database, PgStatement statement, std::string_view where, Make&& make)
    -> Result<std::optional<std::invoke_result_t<Make, PgRow&>>, engine::StoreError> {
    const PgRows rows = TRY(database.read(std::move(statement)));
    return unless_damaged(database, pick(rows, where, make));
}

// A limit as the database takes it.
inline std::int64_t row_limit(std::size_t limit) {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(limit, most));
}

// Shards as an array for `unnest` or `= ANY`.
inline std::vector<std::int64_t> shard_array(const std::vector<engine::ShardNumber>& shards) {
    return {shards.begin(), shards.end()};
}

}  // namespace standby::store
