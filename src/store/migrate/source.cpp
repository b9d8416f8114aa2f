#include "store/migrate/source.hpp"

#include "store/sqlite/maintenance.hpp"
#include "store/sqlite/migrations.hpp"
#include "store/sqlite/queries.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace standby::store {
namespace {

constexpr std::string_view people_of_archive =
    "SELECT resource, entry, name, email, phone, user_id, time_zone, locale, consent_text,"
    " consent_source, consent_at, '', '' FROM people WHERE resource = ? ORDER BY entry";
// What people agreed to was not kept at first.
constexpr std::string_view people_of_first_archive =
    "SELECT resource, entry, name, email, phone, user_id, time_zone, locale, '', '', NULL, '', ''"
    " FROM people WHERE resource = ? ORDER BY entry";

// The text must live as long as a connection.
std::string_view count_text(std::string_view table) {
    static const auto texts = [] {
        std::map<std::string_view, std::string> made;
        for (const TableRule& each : moved_tables()) {
            made[each.name] = fmt::format("SELECT count(*) FROM {}", each.name);
        }
        return made;
    }();
    return texts.at(table);
}

Result<std::uint64_t, std::string> count_in(Connection& connection, std::string_view table) {
    const auto count = connection.integer_of(count_text(table));
    if (!count) {
        return failure_of(connection);
    }
    return static_cast<std::uint64_t>(*count);
}

std::uint64_t number_in(const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? 0 : static_cast<std::uint64_t>(*number);
}

// Takes the rows that the query yields. Without `resource` the number that says the shard stands in
// the column after the last, if there is one.
Result<std::uint64_t, std::string> take_rows(
    Query& query, const TableRule& table, std::optional<std::uint64_t> resource,
    const std::function<Result<void, std::string>(std::vector<Value>&, std::uint64_t)>& take) {
    std::uint64_t rows = 0;
    while (TRY(query.next())) {
        std::vector<Value> values = TRY(read_values(query, table));
        const std::uint64_t owner = resource ? *resource
                                    : table.sharding == RowSharding::ByColumn
                                        ? query.hash(table.columns.size())
                                        : 0;
        TRY(take(values, owner));
        ++rows;
    }
    return rows;
}

}  // namespace

Result<void, std::string> Source::read_resources(std::uint32_t shards) {
    if (!resources_.empty()) {
        return {};
    }
    resources_ = TRY(main_.all(sql("SELECT number FROM resources ORDER BY number"),
                               [](SqlRow& row) { return row.number<std::uint64_t>(0); }));
    std::ranges::stable_sort(resources_, {},
                             [&](std::uint64_t resource) { return resource % shards; });
    return {};
}

Result<void, std::string> Source::for_each_row(const TableRule& table, std::uint32_t shards,
                                               const Take& take) {
    std::uint64_t rows = 0;
    if (table.sharding != RowSharding::ByResource) {
        Query query = main_.query(table.select);
        rows = TRY(take_rows(query, table, std::nullopt,
                             [&](std::vector<Value>& values, std::uint64_t resource) {
                                 return take(values, resource);
                             }));
    } else {
        TRY(read_resources(shards));
        for (const std::uint64_t resource : resources_) {
            rows += TRY(for_each_of(table, resource, take));
        }
    }
    const std::uint64_t there = TRY(count_in(main_, table.name));
    if (rows != there) {
        return std::unexpected(fmt::format("{}: {} of {} rows belong to no resource; run standby "
                                           "verify",
                                           table.name, there - rows, there));
    }
    return {};
}

Result<std::uint64_t, std::string> Source::for_each_of(const TableRule& table,
                                                       std::uint64_t resource, const Take& take) {
    std::uint64_t rows = 0;
    {
        Query query = main_.query(table.select);
        query.bind(resource);
        rows = TRY(take_rows(
            query, table, resource,
            [&](std::vector<Value>& values, std::uint64_t owner) -> Result<void, std::string> {
                TRY(put_back(table, values));
                return take(values, owner);
            }));
    }
    if (archive_ != nullptr && table.name == "people") {
        from_archive_ += TRY(for_each_archived_person(table, resource, take));
    }
    return rows;
}

Result<std::uint64_t, std::string>
Source::for_each_archived_person(const TableRule& table, std::uint64_t resource, const Take& take) {
    const auto version = archive_->integer_of("PRAGMA user_version");
    Query query = archive_->query(version == 1 ? people_of_first_archive : people_of_archive);
    query.bind(resource);
    std::uint64_t taken = 0;
    TRY(take_rows(
        query, table, resource,
        [&](std::vector<Value>& values, std::uint64_t owner) -> Result<void, std::string> {
            // One that stands in both was about to be moved; the file itself counts.
            Query known = main_.query("SELECT entry FROM people WHERE resource = ? AND entry = ?");
            known.bind(resource, number_in(values[1]));
            if (TRY(known.next())) {
                return {};
            }
            ++taken;
            return take(values, owner);
        }));
    return taken;
}

// What the row lost to the archive.
Result<void, std::string> Source::put_back(const TableRule& table, std::vector<Value>& values) {
    if (archive_ == nullptr || table.archived_column < 0) {
        return {};
    }
    auto* data = std::get_if<std::vector<std::byte>>(
        &values[static_cast<std::size_t>(table.archived_column)]);
    if (data == nullptr || !data->empty()) {
        return {};
    }
    Query query = archive_->query(table.select_archived);
    query.bind(number_in(values[0]), number_in(values[1]));
    if (TRY(query.next())) {
        *data = query.bytes(0);
        ++from_archive_;
    }
    return {};
}

Result<std::uint64_t, std::string> Source::count(const TableRule& table) {
    std::uint64_t rows = TRY(count_in(main_, table.name));
    if (archive_ != nullptr && table.name == "people") {
        rows += TRY(count_in(*archive_, table.name));
    }
    return rows;
}

Result<std::unique_ptr<Connection>, std::string> open_archive_to_read(const Database& database) {
    const std::string path = archive_path(database);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return nullptr;
    }
    auto opened = Connection::open(path, {.mode = Connection::Mode::ReadOnly,
                                          .busy_timeout = database.options().busy_timeout,
                                          .vfs = database.options().vfs});
    if (!opened) {
        return std::unexpected(describe(path, opened.error()));
    }
    int version = 0;
    TRY(check_version(**opened, path, sqlite_archive_migrations(), version));
    if (version == 0) {
        return nullptr;  // made, and never written to
    }
    return *std::move(opened);
}

}  // namespace standby::store
