// Proving a resource: its events, the chain over them, its rows, and that no place was given twice.
#pragma once

#include "app/commands/data.hpp"
#include "engine/history/rollup/rollup_fold.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace standby::app {

struct VerifiedResource {
    core::ResourceNumber resource;
    std::uint64_t events = 0;           // that are kept
    std::optional<Time> kept_since;     // nothing: all of them are
    std::vector<std::string> findings;  // empty: all is well
    std::size_t of_figures = 0;         // of these: figures that can be counted anew
};

// What the rows make in memory, if anything. Left out where the rows are not committed yet.
using LoadResource =
    std::function<Result<std::optional<engine::LoadedResource>, engine::StoreError>(
        core::ResourceNumber)>;

// The zones that figures are counted by; nothing: the figures are not compared.
using VerifyZones = std::optional<engine::FindZone>;

// What was loaded is compared only when it is of the same moment as the pages.
Result<VerifiedResource, std::string> verify_resource(const Pages& pages,
                                                      const engine::ResourceListing& listing,
                                                      const LoadResource& load,
                                                      const VerifyZones& zones);

struct VerifiedTotal {
    std::uint64_t resources = 0;
    std::uint64_t events = 0;
    std::uint64_t findings = 0;
};
// All resources, or the one given; each is told to `tell` when it was looked at.
Result<VerifiedTotal, std::string>
verify_all(const Pages& pages, std::optional<core::ResourceNumber> only, const LoadResource& load,
           const VerifyZones& zones, const std::function<void(const VerifiedResource&)>& tell);

}  // namespace standby::app
