#include "tests/scenarios/runner/two_nodes.hpp"

#include "core/model/ids.hpp"
#include "engine/lease/lease_keeper.hpp"
#include "tests/scenarios/runner/http_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

namespace standby::scenarios {
namespace {

constexpr int status_unavailable = 503;
constexpr std::uint32_t shard_count = 4;
// A dead node is replaced within three seconds, a busy machine takes its time.
constexpr int tries_max = 1'500;

// Until the nodes have got on with what they do in their own time.
void wait_a_moment() {
    // tidy: allow sleep because leases run in real time, on processes of their own
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
}

std::vector<std::string> flags_for(const StoryDatabase& database) {
    return {"--store", database.url(), "--shards", std::to_string(shard_count), "--lease-seconds",
            "2"};
}

}  // namespace

TwoNodes::TwoNodes(const TwoNodesSettings& settings, std::unique_ptr<StoryDatabase> database)
    : moves_every_(settings.moves_every),
      database_(std::move(database)),
      nodes_{HttpNode(settings.binary, flags_for(*database_)),
             HttpNode(settings.binary, flags_for(*database_))},
      moves_(settings.first_way) {}

Result<void, std::string> TwoNodes::start(Time now) {
    now_ = now;
    for (HttpNode& node : nodes_) {
        TRY(node.begin_start(now));
    }
    for (HttpNode& node : nodes_) {
        TRY(node.finish_start());
    }
    return come_to_rest();
}

Result<void, std::string> TwoNodes::stop() {
    for (HttpNode& node : nodes_) {
        TRY(node.stop());
    }
    return {};
}

// A call that finds the list on its way is answered with 503 after a while; nothing was changed,
// and it is made again, as anybody would.
Result<HttpAnswer, std::string> TwoNodes::call(HttpCall call) {
    HttpNode& node = nodes_[(call.method == "GET" ? reads_ : changes_)++ % nodes_.size()];
    HttpAnswer answer = TRY(node.call(call));
    for (int tries = 1; tries < tries_max && answer.status == status_unavailable &&
                        !answer.body.contains("unknown whether");
         ++tries) {
        wait_a_moment();
        answer = TRY(node.call(call));
    }
    return answer;
}

Result<std::optional<Time>, std::string> TwoNodes::settle(Time at) {
    for (int tries = 0; tries < tries_max; ++tries) {
        std::set<engine::ShardNumber> served;
        std::optional<Time> next;
        for (std::size_t node = 0; node < nodes_.size(); ++node) {
            ClockAnswer moved = TRY(nodes_[node].move_clock(at));
            served.insert(moved.shards.begin(), moved.shards.end());
            if (moved.next && (!next || *moved.next < *next)) {
                next = moved.next;
            }
            served_[node] = std::move(moved.shards);
        }
        if (served.size() == shard_count && (!next || *next > at)) {
            return next;
        }
        wait_a_moment();
    }
    return std::unexpected("not everything that is due is done: the nodes do not come to rest");
}

Result<void, std::string> TwoNodes::advance(Time to) {
    while (true) {
        const std::optional<Time> next = TRY(settle(*now_));
        if (*now_ >= to) {
            return {};
        }
        now_ = next && *next < to ? *next : to;
    }
}

Result<void, std::string> TwoNodes::use_relay(Relay relay) {
    for (HttpNode& node : nodes_) {
        TRY(node.use_relay(relay));
    }
    return {};
}

std::size_t TwoNodes::owner_of(std::string_view resource) const {
    const auto number = core::parse_resource_id(resource);
    const engine::ShardNumber shard = number ? engine::shard_of(*number, shard_count) : 0;
    return std::ranges::find(served_[0], shard) != served_[0].end() ? 0 : 1;
}

Result<void, std::string> TwoNodes::restart(Time now, std::string_view resource) {
    if (++restarts_ % moves_every_ != 0) {
        return {};
    }
    const std::size_t owner = owner_of(resource);
    TRY(move_list(nodes_[owner], nodes_[1 - owner], now));
    return come_to_rest();
}

Result<void, std::string> TwoNodes::move_list(HttpNode& node, HttpNode& other, Time now) {
    switch (moves_++ % 3) {
    case 0:
        TRY(node.stop());
        return node.start(now);
    case 1:
        node.kill();
        return node.start(now);
    default:
        return hold_up(node, other, now);
    }
}

Result<void, std::string> TwoNodes::hold_up(HttpNode& node, HttpNode& other, Time now) {
    node.server().pause();
    for (int tries = 0; tries < tries_max; ++tries) {
        const ClockAnswer moved = TRY(other.move_clock(now));
        if (moved.shards.size() == shard_count) {
            node.server().resume();
            return {};
        }
        wait_a_moment();
    }
    node.server().resume();
    return std::unexpected("a node that is held up is not replaced");
}

Result<void, std::string> TwoNodes::come_to_rest() {
    for (int tries = 0; tries < tries_max; ++tries) {
        if (TRY(is_at_rest(nodes_[0])) && TRY(is_at_rest(nodes_[1]))) {
            return {};
        }
        wait_a_moment();
    }
    return std::unexpected("the lists do not find their nodes");
}

// As a node sees it: nobody else is there, and each shard is with the node that it prefers.
Result<bool, std::string> TwoNodes::is_at_rest(HttpNode& node) {
    HttpAnswer answer = TRY(node.call({"GET", "/v1/cluster", "", ""}));
    const Json json = TRY(Json::read(std::move(answer.body)));
    const JsonValue* nodes = member(json.root(), "nodes");
    const JsonValue* shards = member(json.root(), "shards");
    if (nodes == nullptr || shards == nullptr || nodes->items.size() != 2) {
        return false;
    }
    std::vector<std::string> names;
    for (const JsonValue& each : nodes->items) {
        names.push_back(text_in(each, "id"));
    }
    return std::ranges::all_of(shards->items, [&](const JsonValue& shard) {
        const auto number = static_cast<engine::ShardNumber>(natural_in(shard, "shard"));
        return text_in(shard, "owner") == engine::preferred_owner(number, names);
    });
}

}  // namespace standby::scenarios
