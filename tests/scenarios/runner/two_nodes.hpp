// Two nodes of a cluster on a PostgreSQL, to which calls go in turn, so that about half of them are
// forwarded. Instead of restarting, the list moves: the node that serves it is asked to leave,
// killed, or held up until the other has taken over, and comes back.
//
// The clocks of both are moved from one moment at which something is due to the next. So a list
// that moves in between finds the time where it left it.
#pragma once

#include "tests/scenarios/runner/http_host.hpp"
#include "tests/scenarios/runner/http_node.hpp"
#include "tests/scenarios/runner/story_database.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace standby::scenarios {

struct TwoNodesSettings {
    std::string binary;
    std::string postgres;  // see StoryDatabase
    // Of so many restarts that a story wants, one moves the list. With more than one it is told
    // once, and otherwise as it stands first.
    std::uint64_t moves_every = 1;
    // Which way the list moves first, so that not all short stories have the same.
    std::uint64_t first_way = 0;
};

class TwoNodes final : public HttpHost {
public:
    TwoNodes(const TwoNodesSettings& settings, std::unique_ptr<StoryDatabase> database);

    Result<void, std::string> start(Time now) override;
    Result<void, std::string> stop() override;
    Result<void, std::string> restart(Time now, std::string_view resource) override;
    Result<HttpAnswer, std::string> call(HttpCall call) override;
    Result<void, std::string> advance(Time to) override;
    Result<void, std::string> use_relay(Relay relay) override;

private:
    // Lets both do all that is due at one moment, until no shard was left out. Returns when
    // something falls due next.
    Result<std::optional<Time>, std::string> settle(Time at);
    Result<void, std::string> move_list(HttpNode& node, HttpNode& other, Time now);
    Result<void, std::string> hold_up(HttpNode& node, HttpNode& other, Time now);
    // Until every shard is where it stays. A message that finds its list on the way leaves two
    // seconds later, which is right, but no part of a story.
    Result<void, std::string> come_to_rest();
    static Result<bool, std::string> is_at_rest(HttpNode& node);
    // Which of them served the list when the clock was last moved.
    std::size_t owner_of(std::string_view resource) const;

    const std::uint64_t moves_every_;
    const std::unique_ptr<StoryDatabase> database_;  // outlives the nodes
    std::array<HttpNode, 2> nodes_;
    std::array<std::vector<engine::ShardNumber>, 2> served_;
    std::optional<Time> now_;
    std::uint64_t reads_ = 0;
    std::uint64_t changes_ = 0;
    std::uint64_t restarts_ = 0;
    std::uint64_t moves_;  // so far, and the way it began with
};

}  // namespace standby::scenarios
