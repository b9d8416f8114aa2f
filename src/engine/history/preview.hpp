// What a change would do, tried out on a copy of a resource: who would be offered a place at once,
// and who would be next then.
#pragma once

#include "base/result.hpp"
#include "core/model/command.hpp"
#include "core/model/refusal.hpp"
#include "core/run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace standby::engine {

// More of those who would be offered a place than this are only counted.
inline constexpr std::size_t previewed_promotions_max = 100;
inline constexpr std::size_t previewed_next_max = 3;

// Settings and rules together, or so many places more.
struct PreviewedChange {
    core::PatchResource patch;
    std::optional<std::uint32_t> release;
};

struct PreviewedEntry {
    core::Ticket ticket = 0;
    std::optional<std::uint64_t> rank_now;  // before the change; nothing before a draw
    std::uint32_t party_size = 0;
    std::uint8_t tier = 0;
    std::int32_t points = 0;
    friend bool operator==(const PreviewedEntry&, const PreviewedEntry&) = default;
};

struct Preview {
    std::vector<PreviewedEntry> promoted;  // in the order of their offers
    std::uint64_t promoted_count = 0;
    std::vector<PreviewedEntry> next;  // empty while a draw is still to come
    std::uint64_t waiting_after = 0;
    std::uint64_t free_after = 0;
    core::Rules rules_before;
    core::Rules rules_after;
};

// Carries the change out on the state, which is a copy of the resource and of no use afterwards.
// What has fallen due by now is done before, so that only what the change itself brings about is
// told. Refused as the real change would be; a closed list in any case.
Result<Preview, core::Refusal> preview(core::ResourceState& state, const PreviewedChange& change,
                                       const core::Context& context);

}  // namespace standby::engine
