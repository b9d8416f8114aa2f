// The data as the offline commands use it: a file that one process owns, or the database of a
// cluster, beside whose nodes they work.
#pragma once

#include "app/commands/command.hpp"
#include "base/result.hpp"
#include "core/model/event.hpp"
#include "engine/history/history_start.hpp"
#include "engine/ports/leases.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "store/migrate/pg_reading.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

// Whether this is the database of a cluster.
bool is_cluster(const DataPlace& place);

// The file, for what only a file has.
Result<std::string, std::string> database_path(const DataPlace& place);

// A store that is open. Exactly one of the two is set.
class OpenData {
public:
    explicit OpenData(std::unique_ptr<store::SqliteStore> file);
    explicit OpenData(std::unique_ptr<store::PostgresStore> cluster);

    engine::Store& store() const;
    engine::Registry& registry() const;
    // Until when a server is known to have served the file. For a cluster nothing: its nodes know.
    std::optional<Time> served_until() const;
    store::SqliteStore* file() const { return file_.get(); }
    store::PostgresStore* cluster() const { return cluster_.get(); }

private:
    std::unique_ptr<store::SqliteStore> file_;
    std::unique_ptr<store::PostgresStore> cluster_;
};

// For reading, beside whoever uses the data: a file as it is at this moment.
Result<OpenData, Complaint> open_to_read(const DataPlace& place);

enum class Missing : std::uint8_t {
    IsAnError,
    IsMade,  // the directory and the file
};
// For writing: a file alone, a cluster's control plane and people beside its nodes. That the server
// must be stopped is part of the error, which is_in_use recognises. What a cluster misses is never
// made here: `standby migrate` does that.
Result<OpenData, Complaint> open_to_write(const DataPlace& place, Missing missing);

// The settings of a database that commands open for themselves.
store::PostgresOptions command_options(const DataPlace& place);

bool is_in_use(std::string_view error);

// What can be walked through page by page: a store, or one moment of it. Errors are sentences.
struct Pages {
    // Not explicit: whatever walks through pages takes either. Both must outlive the pages.
    Pages(engine::Store& store);
    Pages(store::PgReading& reading);

    template <class Row, class... Which>
    using Read = std::function<Result<std::vector<Row>, std::string>(Which..., std::size_t limit)>;
    Read<engine::ResourceListing, core::ResourceNumber> resources;  // after this one
    Read<engine::EventRow, core::ResourceNumber, std::uint64_t> events;
    Read<engine::StoredRow, engine::RowTable, core::ResourceNumber, std::uint32_t> rows;
    std::function<Result<std::vector<engine::HistoryStart>, std::string>(core::ResourceNumber)>
        starts;
    // With all days.
    std::function<Result<engine::StoredRollup, std::string>(core::ResourceNumber)> rollup;
};

// Calls the function for every resource, or for the one given, ascending. An error of the function
// ends it.
using ResourceFunction = std::function<Result<void, std::string>(const engine::ResourceListing&)>;
Result<void, std::string> for_each_resource(const Pages& pages,
                                            std::optional<core::ResourceNumber> only,
                                            const ResourceFunction& function);

// Where the history of a resource begins, or a sentence that says why nothing can begin there.
Result<engine::Beginning, std::string> history_of(const Pages& pages,
                                                  core::ResourceNumber resource);
// "the history of res_1 is kept since 2026-05-04T…"
std::string kept_since_text(core::ResourceNumber resource, Time since);

// Calls the function for every stored event of a resource after the given one, in order, until it
// returns false.
using EventFunction = std::function<Result<bool, std::string>(const engine::EventRow&)>;
Result<void, std::string> for_each_event(const Pages& pages, core::ResourceNumber resource,
                                         std::uint64_t after, const EventFunction& function);

// Rows of a table, in order.
using RowFunction = std::function<Result<void, std::string>(const engine::StoredRow&)>;
Result<void, std::string> for_each_row(const Pages& pages, engine::RowTable table,
                                       core::ResourceNumber resource, const RowFunction& function);

// An event that can be taken for genuine after the ones in `state`, or a sentence that names it.
Result<core::Event, std::string> trusted_event(const core::ResourceState& state,
                                               const engine::EventRow& row);

Time system_now();
// Without fractions of a second.
std::string in_seconds(Time time);

}  // namespace standby::app
