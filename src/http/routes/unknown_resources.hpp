// Look-ups of resources that this node does not know: a few at a time, the others wait their turn,
// and what is not there is remembered for a moment. Made-up ids must not keep the database busy.
#pragma once

#include "base/guarded.hpp"
#include "core/model/ids.hpp"
#include "http/routes/turns.hpp"

#include <chrono>
#include <cstddef>
#include <unordered_map>

namespace standby::http {

class UnknownResources {
public:
    using Instant = std::chrono::steady_clock::time_point;
    static constexpr std::size_t looks_max = 4;
    static constexpr std::size_t waiting_max = 5'000;
    static constexpr std::size_t remembered_max = 10'000;
    static constexpr std::chrono::milliseconds remembered_for{500};

    bool contains(core::ResourceNumber resource, Instant now) const {
        return until_.with([&](const Until& until) {
            const auto found = until.find(resource);
            return found != until.end() && now < found->second;
        });
    }
    Turns looks{{.at_a_time_max = looks_max, .waiting_max = waiting_max}};
    void add(core::ResourceNumber resource, Instant now) {
        until_.with([&](Until& until) {
            if (until.size() >= remembered_max) {
                until.clear();
            }
            until.insert_or_assign(resource, now + remembered_for);
        });
    }

private:
    using Until = std::unordered_map<core::ResourceNumber, Instant>;
    Guarded<Until> until_;
};

}  // namespace standby::http
