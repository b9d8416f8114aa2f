// Whether the figures that are kept are those that the events tell. What messages told is forgotten
// with them, so that is not compared; and of a history that begins later, only what happened since.
#pragma once

#include "engine/history/rollup/rollup_fold.hpp"
#include "engine/ports/store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace standby::engine {

class RollupCheck {
public:
    // No more findings than this are listed.
    static constexpr std::size_t findings_max = 20;

    RollupCheck(const StoredRollup& stored, FindZone find_zone);

    // Where the history begins, before its first event.
    void begin(const core::ResourceState& state, std::optional<Time> since);
    // All events in order.
    void add(const core::Event& event, const Sha256Digest& link);
    // What is wrong, a sentence each; none where there are no figures, or only such as are made
    // anew by themselves.
    std::vector<std::string> finish();

private:
    void compare(const std::string& when, const DayCells& kept, const DayCells& told,
                 bool day_only);
    void complain(std::string what);
    bool is_usable() const { return kept_.has_value(); }

    const StoredRollup& stored_;
    std::optional<RollupState> kept_;
    RollupFold fold_;
    std::uint64_t begins_after_ = 0;
    std::uint64_t last_ = 0;
    Sha256Digest link_{};  // of the last event that is counted
    std::vector<std::string> findings_;
    std::uint64_t unlisted_ = 0;
};

}  // namespace standby::engine
