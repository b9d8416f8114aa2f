// The rules of a resource through time, from its events.
#pragma once

#include "base/time.hpp"
#include "core/model/event.hpp"
#include "core/state/resource_state.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace standby::engine {

struct RulesVersion {
    std::uint32_t version = 0;  // from 1
    Time at{};
    core::Actor actor;
    core::Rules rules;
    friend bool operator==(const RulesVersion&, const RulesVersion&) = default;
};

class RuleVersions {
public:
    // So many are told. One more is kept, because the oldest of them is compared with it.
    static constexpr std::size_t count_max = 1'000;

    // The resource as it was before the first event, unless that made it; the rules it had then
    // count as of that moment, and nobody knows who made them.
    void begin(const core::ResourceState& state);
    // The events of one resource, in order, from there on.
    void add(const core::Event& event);

    // Oldest first.
    const std::deque<RulesVersion>& versions() const { return versions_; }
    core::Kind kind() const { return kind_; }
    // Whether the lottery has been drawn: then its seed is no secret any more.
    bool is_drawn() const { return is_drawn_; }

private:
    void add_version(const core::Event& event, const core::Rules& rules);

    std::deque<RulesVersion> versions_;
    core::Kind kind_ = core::Kind::Slots;
    bool is_drawn_ = false;
};

}  // namespace standby::engine
