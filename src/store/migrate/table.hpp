// The tables of a Standby store as they are moved from SQLite to PostgreSQL: which there are, their
// columns in order, how they are read there and written here, and a digest over their rows that
// does not depend on the order in which they come.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "store/postgres/connection.hpp"
#include "store/sqlite/connection.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::store {

enum class ColumnKind : std::uint8_t { Small, Integer, Big, Real, Truth, Text, Bytes };

struct ColumnRule {
    std::string_view name;
    ColumnKind kind = ColumnKind::Big;
};

// How rows find their shard.
enum class RowSharding : std::uint8_t {
    None,        // a table of the control plane
    ByResource,  // read resource by resource, the resource's number bound to the query
    ByColumn,    // read in one go; one more column, the last, has the number that says the shard
};

struct TableRule {
    std::string_view name;
    RowSharding sharding = RowSharding::None;
    std::span<const ColumnRule> columns;
    std::string_view select;  // of SQLite
    // The column whose value may have gone to the archive, and how it is read there by resource and
    // number; -1 and nothing when it stays.
    int archived_column = -1;
    std::string_view select_archived;
};
// In the order in which they are moved.
std::span<const TableRule> moved_tables();

// A value of a row: nothing, a whole number (or a truth), a real number, or text or bytes.
using Value = std::variant<std::monostate, std::int64_t, double, std::vector<std::byte>>;

// The values of a row; damage is an error. In texts, what PostgreSQL does not take (zeros, broken
// UTF-8) is replaced.
Result<std::vector<Value>, std::string> read_values(SqlRow& row, const TableRule& table);
// As COPY takes it. Nothing: a number does not fit its column.
std::optional<PgParams> copied(const TableRule& table, std::span<const Value> values,
                               std::optional<std::uint32_t> shard);
// "COPY entries (shard_id, resource, …) FROM STDIN (FORMAT binary)"
std::string copy_text(const TableRule& table);
// "SELECT resource, number, … FROM entries"
std::string select_text(const TableRule& table);

// How many rows, and what is in them.
class RowDigest {
public:
    void add(std::span<const Value> values);
    std::uint64_t rows() const { return rows_; }
    friend bool operator==(const RowDigest&, const RowDigest&) = default;

private:
    std::uint64_t rows_ = 0;
    std::array<std::uint64_t, 4> sum_{};  // of the rows' digests
};

}  // namespace standby::store
