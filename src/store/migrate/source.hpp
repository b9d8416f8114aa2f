// The rows of a Standby file in the order in which they are moved, with what was moved to the
// archive beside it put back in its place.
#pragma once

#include "base/result.hpp"
#include "store/migrate/table.hpp"
#include "store/sqlite/database.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace standby::store {

class Source {
public:
    // `archive` may be null. Both must outlive the source.
    Source(Connection& main, Connection* archive) : main_(main), archive_(archive) {}

    // The values of a row, and the number that says its shard: as a rule that of its resource.
    using Take = std::function<Result<void, std::string>(const std::vector<Value>& values,
                                                         std::uint64_t place)>;
    // Every row of the table, shard by shard. An error of `take` ends it; rows that belong to no
    // resource are an error.
    Result<void, std::string> for_each_row(const TableRule& table, std::uint32_t shards,
                                           const Take& take);
    // How many there are.
    Result<std::uint64_t, std::string> count(const TableRule& table);
    // How many rows so far came from the archive, in part or as a whole.
    std::uint64_t from_archive() const { return from_archive_; }

private:
    Result<void, std::string> read_resources(std::uint32_t shards);
    Result<std::uint64_t, std::string> for_each_of(const TableRule& table, std::uint64_t resource,
                                                   const Take& take);
    Result<std::uint64_t, std::string>
    for_each_archived_person(const TableRule& table, std::uint64_t resource, const Take& take);
    Result<void, std::string> put_back(const TableRule& table, std::vector<Value>& values);

    Connection& main_;
    Connection* archive_;
    std::vector<std::uint64_t> resources_;  // shard by shard
    std::uint64_t from_archive_ = 0;
};

// The archive beside the file, only to be read; null when there is none.
Result<std::unique_ptr<Connection>, std::string> open_archive_to_read(const Database& database);

// Calls the function with the rows of the file as they are at one moment.
template <class T>
Result<T, std::string> with_source(Database& database,
                                   const std::function<Result<T, std::string>(Source&)>& function) {
    const std::unique_ptr<Connection> archive = TRY(open_archive_to_read(database));
    Result<T, std::string> result = std::unexpected(database.path() + " cannot be read");
    // The job's own error would only be logged, so it is carried past.
    static_cast<void>(database.read([&](Connection& connection) -> Result<void, std::string> {
        Source source(connection, archive.get());
        result = function(source);
        return {};
    }));
    return result;
}

}  // namespace standby::store
