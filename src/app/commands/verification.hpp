// Proving a resource: its events, the chain over them, its rows, and that no place was given twice.
#pragma once

#include "app/commands/data.hpp"
#include "store/migrate/pg_reading.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace standby::app {

struct VerifiedResource {
    core::ResourceNumber resource;
    std::uint64_t events = 0;
    std::vector<std::string> findings;  // empty: all is well
};

// What the rows make in memory, if anything. Left out where the rows are not committed yet.
using LoadResource =
    std::function<Result<std::optional<engine::LoadedResource>, engine::StoreError>(
        core::ResourceNumber)>;

// What was loaded is compared only when it is of the same moment as the pages.
Result<VerifiedResource, std::string>
verify_resource(Pages& pages, const engine::ResourceListing& listing, const LoadResource& load);

// One moment of a cluster's database.
class ReadingPages final : public Pages {
public:
    explicit ReadingPages(store::PgReading& reading) : reading_(reading) {}
    Result<std::vector<engine::ResourceListing>, std::string>
    resources(core::ResourceNumber after, std::size_t limit) override {
        return reading_.resources(after, limit);
    }
    Result<std::vector<engine::EventRow>, std::string>
    events(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) override {
        return reading_.events(resource, after, limit);
    }
    Result<std::vector<engine::StoredRow>, std::string> rows(engine::RowTable table,
                                                             core::ResourceNumber resource,
                                                             std::uint32_t after,
                                                             std::size_t limit) override {
        return reading_.rows(table, resource, after, limit);
    }

private:
    store::PgReading& reading_;
};

struct VerifiedTotal {
    std::uint64_t resources = 0;
    std::uint64_t events = 0;
    std::uint64_t findings = 0;
};
// All resources, or the one given; each is told to `tell` when it was looked at.
Result<VerifiedTotal, std::string>
verify_all(Pages& pages, std::optional<core::ResourceNumber> only, const LoadResource& load,
           const std::function<void(const VerifiedResource&)>& tell);

}  // namespace standby::app
