#include "store/migrate/table.hpp"

#include "store/sqlite/queries.hpp"

#include <fmt/core.h>

#include <bit>
#include <utility>

namespace standby::store {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

// What a provider once said may hold bytes that PostgreSQL does not take in a text; they are
// replaced when the text becomes a parameter, and so they are here, before anything is compared.
std::vector<std::byte> storable(std::string_view text) {
    const PgParams params = PgParams().add(text);
    return bytes_of({params.values().front().bytes.data(), params.values().front().bytes.size()});
}

// COPY makes numbers as narrow as their columns; here it is only seen whether they fit.
bool fits(ColumnKind kind, std::int64_t value) {
    switch (kind) {
    case ColumnKind::Small:
        return std::in_range<std::int16_t>(value);
    case ColumnKind::Integer:
        return std::in_range<std::int32_t>(value);
    case ColumnKind::Truth:
        return value == 0 || value == 1;
    default:
        return true;
    }
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string names_of(const TableRule& table) {
    std::string names;
    for (const ColumnRule& column : table.columns) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", column.name);
    }
    return names;
}

void put_number(std::vector<std::byte>& bytes, std::uint64_t number) {
    for (std::size_t shift = 0; shift < 64; shift += 8) {
        bytes.push_back(static_cast<std::byte>((number >> shift) & 0xff));
    }
}

}  // namespace

Result<std::vector<Value>, std::string> read_values(SqlRow& row, const TableRule& table) {
    std::vector<Value> values;
    values.reserve(table.columns.size());
    for (std::size_t index = 0; index < table.columns.size(); ++index) {
        if (row.is_null(index)) {
            values.emplace_back();
            continue;
        }
        switch (table.columns[index].kind) {
        case ColumnKind::Real:
            values.emplace_back(row.real(index));
            break;
        case ColumnKind::Text:
            values.emplace_back(storable(row.view(index)));
            break;
        case ColumnKind::Bytes:
            values.emplace_back(row.bytes(index));
            break;
        default:
            values.emplace_back(row.integer(index));
        }
    }
    if (row.is_damaged()) {
        return damage_in(table.name);
    }
    return values;
}

std::optional<PgParams> copied(const TableRule& table, std::span<const Value> values,
                               std::optional<std::uint32_t> shard) {
    PgParams params;
    if (shard) {
        params.add(std::int64_t{*shard});
    }
    for (std::size_t index = 0; index < values.size(); ++index) {
        const ColumnKind kind = table.columns[index].kind;
        const Value& value = values[index];
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            if (!fits(kind, *number)) {
                return std::nullopt;
            }
            kind == ColumnKind::Truth ? params.add(*number != 0) : params.add(*number);
        } else if (const auto* real = std::get_if<double>(&value)) {
            params.add(*real);
        } else if (const auto* bytes = std::get_if<std::vector<std::byte>>(&value)) {
            kind == ColumnKind::Text ? params.add(text_of(*bytes)) : params.add(*bytes);
        } else {
            params.add_null();
        }
    }
    return params;
}

std::string copy_text(const TableRule& table) {
    return fmt::format("COPY {} ({}{}) FROM STDIN (FORMAT binary)", table.name,
                       table.sharding == RowSharding::None ? "" : "shard_id, ", names_of(table));
}

std::string select_text(const TableRule& table) {
    return fmt::format("SELECT {} FROM {}", names_of(table), table.name);
}

void RowDigest::add(std::span<const Value> values) {
    std::vector<std::byte> bytes;
    for (const Value& value : values) {
        bytes.push_back(static_cast<std::byte>(value.index()));
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            put_number(bytes, static_cast<std::uint64_t>(*number));
        } else if (const auto* real = std::get_if<double>(&value)) {
            put_number(bytes, std::bit_cast<std::uint64_t>(*real));
        } else if (const auto* content = std::get_if<std::vector<std::byte>>(&value)) {
            put_number(bytes, content->size());
            bytes.insert(bytes.end(), content->begin(), content->end());
        }
    }
    const Sha256Digest digest = sha256(bytes);
    for (std::size_t index = 0; index < sum_.size(); ++index) {
        std::uint64_t lane = 0;
        for (std::size_t byte = 0; byte < 8; ++byte) {
            lane = lane << 8 | std::to_integer<std::uint64_t>(digest[index * 8 + byte]);
        }
        sum_[index] += lane;
    }
    ++rows_;
}

}  // namespace standby::store
