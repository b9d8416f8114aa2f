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
    // Whether all others were.
    bool are_all_lively() const { return silent_ == 0; }
    // When take_dead has something to give, though nothing else happens.
    std::optional<Uptime> next_wake() const;

private:
    struct Watched {
        std::uint64_t heartbeat = 0;
        Duration still{0};  // for so long, as far as this node was watching
        std::uint32_t looks = 0;
        bool removing = false;
        Uptime retry_at{};
        std::uint64_t seen_in = 0;  // which look
    };
    bool is_silent(const Watched& watched) const;
    bool is_dead(const Watched& watched) const;

    const LeaseOptions options_;
    std::map<std::string, Watched> nodes_;
    std::optional<Uptime> looked_at_;
    std::uint64_t looks_ = 0;
    std::size_t silent_ = 0;  // as of the last look
    std::size_t dead_ = 0;
};

}  // namespace standby::engine
