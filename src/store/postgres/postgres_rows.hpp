// Small helpers for the files that turn values into statements and rows into values.
#pragma once

#include "base/result.hpp"
#include "store/postgres/connection.hpp"
#include "store/postgres/database.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
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
    if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
        params.add_texts(value);
    } else if constexpr (std::is_same_v<Value, std::vector<std::int64_t>> ||
                         std::is_same_v<Value, std::vector<std::optional<std::int64_t>>>) {
        params.add_integers(value);
    } else {
        params.add(sql_value(value));
    }
}

template <class... Values>
PgStatement statement(std::string sql, const Values&... values) {
    PgStatement made{.sql = std::move(sql), .params = {}};
    (add_value(made.params, values), ...);
    return made;
}

// One row out of several.
class PgRow final : public SqlRow {
public:
    PgRow(const PgRows& rows, std::size_t row) : rows_(rows), row_(row) {}

    std::int64_t integer(std::size_t column) const override { return rows_.integer(row_, column); }
    double real(std::size_t column) const override { return rows_.real(row_, column); }
    bool is_null(std::size_t column) const override { return rows_.is_null(row_, column); }
    std::string_view view(std::size_t column) const override { return rows_.view(row_, column); }
    std::span<const std::byte> blob(std::size_t column) const override {
        return std::as_bytes(std::span(rows_.view(row_, column)));
    }
    bool is_damaged() const override { return SqlRow::is_damaged() || rows_.is_damaged(); }

private:
    const PgRows& rows_;
    std::size_t row_;
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

// Shards as an array for `unnest` or `= ANY`.
inline std::vector<std::int64_t> shard_array(const std::vector<engine::ShardNumber>& shards) {
    return {shards.begin(), shards.end()};
}

}  // namespace standby::store
