// The data as the offline commands use it: a file that one process owns, or the database of a
// cluster, beside whose nodes they work.
#pragma once

#include "app/commands/command.hpp"
#include "base/result.hpp"
#include "core/model/event.hpp"
#include "engine/ports/leases.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

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
class Pages {
public:
    virtual ~Pages() = default;
    virtual Result<std::vector<engine::ResourceListing>, std::string>
    resources(core::ResourceNumber after, std::size_t limit) = 0;
    virtual Result<std::vector<engine::EventRow>, std::string>
    events(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) = 0;
    virtual Result<std::vector<engine::StoredRow>, std::string> rows(engine::RowTable table,
                                                                     core::ResourceNumber resource,
                                                                     std::uint32_t after,
                                                                     std::size_t limit) = 0;
};
class StorePages final : public Pages {
public:
    explicit StorePages(engine::Store& store) : store_(store) {}
    Result<std::vector<engine::ResourceListing>, std::string> resources(core::ResourceNumber after,
                                                                        std::size_t limit) override;
    Result<std::vector<engine::EventRow>, std::string>
    events(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) override;
    Result<std::vector<engine::StoredRow>, std::string> rows(engine::RowTable table,
                                                             core::ResourceNumber resource,
                                                             std::uint32_t after,
                                                             std::size_t limit) override;

private:
    engine::Store& store_;
};

// Calls the function for every resource, or for the one given, ascending. An error of the function
// ends it.
using ResourceFunction = std::function<Result<void, std::string>(const engine::ResourceListing&)>;
Result<void, std::string> for_each_resource(Pages& pages, std::optional<core::ResourceNumber> only,
                                            const ResourceFunction& function);
Result<void, std::string> for_each_resource(engine::Store& store,
                                            std::optional<core::ResourceNumber> only,
                                            const ResourceFunction& function);

// Calls the function for every stored event of a resource, in order, until it returns false.
using EventFunction = std::function<Result<bool, std::string>(const engine::EventRow&)>;
Result<void, std::string> for_each_event(Pages& pages, core::ResourceNumber resource,
                                         const EventFunction& function);
Result<void, std::string> for_each_event(engine::Store& store, core::ResourceNumber resource,
                                         const EventFunction& function);

// Rows of a table, in order.
using RowFunction = std::function<Result<void, std::string>(const engine::StoredRow&)>;
Result<void, std::string> for_each_row(Pages& pages, engine::RowTable table,
                                       core::ResourceNumber resource, const RowFunction& function);
Result<void, std::string> for_each_row(engine::Store& store, engine::RowTable table,
                                       core::ResourceNumber resource, const RowFunction& function);

// An event that can be taken for genuine after the ones in `state`, or a sentence that names it.
Result<core::Event, std::string> trusted_event(const core::ResourceState& state,
                                               const engine::EventRow& row);

Time system_now();

}  // namespace standby::app
