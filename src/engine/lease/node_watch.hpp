// How a node tells that another one is dead: its counter has stood still for long enough, as seen
// in enough looks. Time in which this node did not look itself hardly counts, so that nobody is
// declared dead because whoever watches was away, or because the database was.
#pragma once

#include "engine/lease/lease_keeper.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace standby::engine {

class NodeWatch {
public:
    explicit NodeWatch(const LeaseOptions& options) : options_(options) {}

    // All nodes as they are now; `now` is when the answer came.
    void look(const std::vector<NodeRow>& nodes, const std::string& self, Uptime now);
    // Those that are dead and not being removed yet; from now on they are.
    std::vector<LeaseCall::RemoveNode> take_dead(Uptime now);
    // Not removed: it moved, or the call failed.
    void on_not_removed(const std::string& node, Uptime try_again_at);

    // Whether it was seen to move lately.
    bool is_lively(const std::string& node) const;
    // When take_dead has something to give, though nothing else happens.
    std::optional<Uptime> next_wake() const;

private:
    struct Watched {
        std::uint64_t heartbeat = 0;
        Duration still{0};  // for so long, as far as this node was watching
        std::uint32_t looks = 0;
        bool removing = false;
        Uptime retry_at{};
    };
    bool is_dead(const Watched& watched) const;

    const LeaseOptions options_;
    std::map<std::string, Watched> nodes_;
    std::optional<Uptime> looked_at_;
};

}  // namespace standby::engine
