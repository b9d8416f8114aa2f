#include "app/cluster/cluster_node.hpp"

#include "base/text_coding.hpp"
#include "http/auth/crypto.hpp"
#include "store/postgres/postgres_cluster.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

namespace standby::app {
namespace {

using engine::LeaseCall;
using engine::LeaseEvent;
using engine::ShardNumber;
using engine::Uptime;

constexpr std::chrono::milliseconds grant_retry_pause{200};

Uptime uptime() {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::duration_cast<Uptime>(std::chrono::seconds{now.tv_sec} +
                                              std::chrono::nanoseconds{now.tv_nsec});
}

}  // namespace

std::string make_instance() {
    std::array<std::byte, 8> random{};
    http::fill_with_randomness(random);
    return "nod_" + to_hex(random);
}

engine::LeaseOptions lease_options(std::uint32_t lease_seconds) {
    const Duration dead_after = std::chrono::seconds{lease_seconds};
    engine::LeaseOptions options;
    options.dead_after = dead_after;
    options.beat_interval = dead_after / 5;
    options.serve_for = dead_after * 7 / 10;
    return options;
}

ClusterNode::ClusterNode(const engine::LeaseOptions& options, ClusterServices services)
    : services_(std::move(services)),
      shards_(services_.store.shards()),
      silent_after_(3 * options.beat_interval),
      keeper_(options, services_.address, services_.version,
              [instance = services_.store.database().options().instance, count = 0]() mutable {
                  return instance + "-" + std::to_string(++count);
              }),
      beats_(1, 0),
      claims_(2, 0),
      grants_(1, 0),
      chores_(1, 0) {
    services_.store.serve({});
}

ClusterNode::~ClusterNode() {
    stop();
}

void ClusterNode::start() {
    thread_ = std::thread([this] { run(); });
}

LeaseHooks ClusterNode::hooks() {
    LeaseHooks hooks;
    hooks.on_acknowledged = [this](const engine::Fence& fence) {
        const std::scoped_lock lock(mutex_);
        keeper_.on_acknowledged(fence);
    };
    hooks.on_fenced = [this](const engine::Fence& fence) {
        with_keeper([&](Uptime now) { keeper_.on_fenced(fence, now); });
    };
    hooks.on_unknown = [this](const engine::Fence& fence) {
        with_keeper([&](Uptime now) { keeper_.on_unknown(fence, now); });
    };
    hooks.on_drained = [this](const engine::Fence& fence) {
        with_keeper([&](Uptime now) { keeper_.on_drained(fence, now); });
    };
    hooks.may_serve = [this] { return uptime().count() < serve_until_; };
    return hooks;
}

template <class Use>
void ClusterNode::with_keeper(Use use) {
    std::unique_lock lock(mutex_);
    use(uptime());
    pump(lock);
}

void ClusterNode::run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        pump(lock);
        const Duration wait = std::max(Duration{1}, keeper_.next_wake() - uptime());
        changed_.wait_for(lock, wait);
    }
}

// Everything that follows from what the keeper knows now. The lock is held throughout, so that
// events of the same shard reach the engine in their order.
void ClusterNode::pump(std::unique_lock<std::mutex>&) {
    if (stopping_) {
        return;
    }
    for (LeaseCall& call : keeper_.poll(uptime())) {
        post(std::move(call));
    }
    serve_until_ = keeper_.serve_until().count();
    for (const LeaseEvent& event : keeper_.take_events()) {
        take(event);
    }
    changed_.notify_all();
}

void ClusterNode::post(LeaseCall call) {
    const bool is_beat = std::holds_alternative<LeaseCall::Beat>(call.what) ||
                         std::holds_alternative<LeaseCall::AddNode>(call.what);
    (void)(is_beat ? beats_ : claims_).post([this, held = std::move(call)] { make(held); });
}

// On a worker's thread, without the lock.
void ClusterNode::make(const LeaseCall& call) {
    store::PostgresStore& store = services_.store;
    const Time wall = services_.clock.now();
    if (const auto* add = std::get_if<LeaseCall::AddNode>(&call.what)) {
        engine::NodeRow node = add->node;
        node.seen_at = wall;
        const auto result = store.add_node(node);
        with_keeper([&](Uptime now) { keeper_.on_add_node(*add, result, now); });
    } else if (const auto* beat = std::get_if<LeaseCall::Beat>(&call.what)) {
        const auto result = store.beat(beat->node, beat->heartbeat, beat->state, wall);
        with_keeper([&](Uptime now) {
            keeper_.on_beat(*beat, result, now);
            if (result && *result) {
                note_movements(now);
                tell_of_control_changes();
            }
        });
    } else if (const auto* remove = std::get_if<LeaseCall::RemoveNode>(&call.what)) {
        const auto result = store.remove_node(remove->node, remove->heartbeat);
        if (result && *result && remove->node != node()) {
            services_.log.write(LogLevel::Warning, "node_declared_dead",
                                {{"node", std::string_view(remove->node)}});
        }
        with_keeper([&](Uptime now) { keeper_.on_remove_node(*remove, result, now); });
    } else if (const auto* claim = std::get_if<LeaseCall::Claim>(&call.what)) {
        const auto result = store.claim(claim->shard, claim->epoch, claim->owner, wall);
        with_keeper([&](Uptime now) { keeper_.on_claim(*claim, result, now); });
    } else if (const auto* hand_over = std::get_if<LeaseCall::HandOver>(&call.what)) {
        const auto result = store.hand_over(hand_over->shard, hand_over->epoch, hand_over->owner,
                                            hand_over->to, wall);
        with_keeper([&](Uptime now) { keeper_.on_hand_over(*hand_over, result, now); });
        if (result && *result && !hand_over->address.empty()) {
            services_.tell(hand_over->address, hand_over->to);
        }
    } else if (const auto* halt = std::get_if<LeaseCall::Halt>(&call.what)) {
        const auto result = store.halt(halt->shard);
        with_keeper([&](Uptime now) { keeper_.on_halt(*halt, result, now); });
    }
}

void ClusterNode::take(const LeaseEvent& event) {
    const auto number = [](ShardNumber shard) { return static_cast<std::int64_t>(shard); };
    if (const auto* gained = std::get_if<LeaseEvent::Gained>(&event.what)) {
        held_.insert_or_assign(gained->fence.shard, gained->fence);
        begin_grant(*gained);
    } else if (const auto* renewed = std::get_if<LeaseEvent::Renewed>(&event.what)) {
        held_.insert_or_assign(renewed->fence.shard, renewed->fence);
        services_.engine.shard(renewed->fence.shard).renew(renewed->fence);
        services_.log.write(LogLevel::Warning, "lease_renewed",
                            {{"shard", number(renewed->fence.shard)},
                             {"epoch", static_cast<std::int64_t>(renewed->fence.epoch)}});
    } else if (const auto* lost = std::get_if<LeaseEvent::Lost>(&event.what)) {
        lose(lost->shard);
    } else if (const auto* drain = std::get_if<LeaseEvent::Drain>(&event.what)) {
        services_.engine.shard(drain->shard).drain();
    } else if (const auto* halted = std::get_if<LeaseEvent::Halted>(&event.what)) {
        services_.log.write(LogLevel::Error, "shard_halted",
                            {{"shard", number(halted->shard)},
                             {"acknowledged", static_cast<std::int64_t>(halted->acknowledged)},
                             {"found", static_cast<std::int64_t>(halted->found)}});
    } else if (const auto* expelled = std::get_if<LeaseEvent::Expelled>(&event.what)) {
        services_.log.write(LogLevel::Warning, "node_expelled",
                            {{"node", std::string_view(expelled->node)}});
    }
}

void ClusterNode::begin_grant(const LeaseEvent::Gained& gained) {
    services_.log.write(LogLevel::Info, "shard_gained",
                        {{"shard", static_cast<std::int64_t>(gained.fence.shard)},
                         {"epoch", static_cast<std::int64_t>(gained.fence.epoch)}});
    (void)grants_.post([this, gained] { grant(gained); });
}

// Reads what is due and lets the shard be served, unless it was lost meanwhile.
void ClusterNode::grant(const LeaseEvent::Gained& gained) {
    const ShardNumber shard = gained.fence.shard;
    const auto is_current = [&] {
        const auto held = held_.find(shard);
        return !stopping_ && held != held_.end() && held->second.epoch == gained.fence.epoch;
    };
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return serves_ || !is_current(); });
    }
    auto schedule = services_.store.schedule(shard, shards_);
    while (!schedule) {
        std::unique_lock lock(mutex_);
        if (!is_current()) {
            return;
        }
        changed_.wait_for(lock, grant_retry_pause);
        lock.unlock();
        schedule = services_.store.schedule(shard, shards_);
    }
    services_.before_grant(shard);
    // A shard that was never served has no gap.
    const bool has_gap = gained.served_at != Time{} &&
                         (!services_.gaps_before || gained.served_at < *services_.gaps_before);
    const auto served_until = has_gap ? std::optional(gained.served_at) : std::nullopt;
    const std::scoped_lock lock(mutex_);
    if (!is_current()) {
        return;
    }
    services_.engine.shard(shard).grant(
        {.fence = gained.fence, .schedule = *std::move(schedule), .served_until = served_until},
        [this, fence = gained.fence] { on_granted(fence); });
}

// Messages are looked for only where the engine can be asked about them.
void ClusterNode::on_granted(const engine::Fence& fence) {
    const std::scoped_lock lock(mutex_);
    const auto held = held_.find(fence.shard);
    if (held == held_.end() || held->second.epoch < fence.epoch) {
        return;
    }
    served_.insert(fence.shard);
    services_.store.serve({served_.begin(), served_.end()});
    (void)chores_.post([this, shard = fence.shard] { services_.on_gained(shard); });
}

void ClusterNode::lose(ShardNumber shard) {
    held_.erase(shard);
    served_.erase(shard);
    services_.store.serve({served_.begin(), served_.end()});
    services_.engine.shard(shard).revoke(
        [this, shard] { (void)chores_.post([this, shard] { services_.on_lost(shard); }); });
    services_.log.write(LogLevel::Info, "shard_lost",
                        {{"shard", static_cast<std::int64_t>(shard)}});
}

void ClusterNode::note_movements(Uptime now) {
    viewed_at_ = now;
    std::map<std::string, Movement> seen;
    for (const engine::NodeRow& row : keeper_.view().nodes) {
        const auto known = movements_.find(row.id);
        const bool has_moved =
            known == movements_.end() || known->second.heartbeat != row.heartbeat;
        seen.emplace(row.id, has_moved ? Movement{row.heartbeat, now} : known->second);
    }
    movements_ = std::move(seen);
}

void ClusterNode::tell_of_control_changes() {
    const std::uint64_t version = keeper_.view().control_version;
    if (std::exchange(control_version_, version) != version) {
        (void)chores_.post([this] { services_.on_control_changed(); });
    }
}

bool ClusterNode::wait(std::chrono::milliseconds patience, const std::function<bool()>& is_done) {
    constexpr std::chrono::milliseconds step{50};
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!is_done()) {
        std::unique_lock lock(mutex_);
        if (std::chrono::steady_clock::now() >= end) {
            return false;
        }
        changed_.wait_for(lock, step);
    }
    return true;
}

void ClusterNode::begin_serving() {
    {
        const std::scoped_lock lock(mutex_);
        serves_ = true;
    }
    changed_.notify_all();
}

bool ClusterNode::has_joined() const {
    const std::scoped_lock lock(mutex_);
    return viewed_at_.has_value();
}

void ClusterNode::leave(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    if (stopping_ || !thread_.joinable()) {
        return;
    }
    keeper_.leave(uptime());
    pump(lock);
    changed_.wait_for(lock, patience, [this] { return keeper_.has_left(); });
}

void ClusterNode::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    beats_.stop();
    claims_.stop();
    grants_.stop();
    chores_.stop();
}

bool ClusterNode::owns(ShardNumber shard) const {
    const std::scoped_lock lock(mutex_);
    return held_.contains(shard);
}

bool ClusterNode::is_in_touch() const {
    return uptime().count() < serve_until_;
}

std::size_t ClusterNode::nodes_up() const {
    const std::scoped_lock lock(mutex_);
    return std::max<std::size_t>(1, keeper_.view().nodes.size());
}

std::size_t ClusterNode::count_own() const {
    const std::scoped_lock lock(mutex_);
    return held_.size();
}

std::size_t ClusterNode::count_halted() const {
    const std::scoped_lock lock(mutex_);
    return static_cast<std::size_t>(
        std::ranges::count_if(keeper_.view().shards, &engine::ShardRow::is_halted));
}

void ClusterNode::refresh_replicas() {
    (void)chores_.post([this] {
        std::vector<interchange::ClusterReport::Replica> found;
        if (auto replicas = store::replicas_of(services_.store.database())) {
            for (store::Replica& replica : *replicas) {
                found.push_back({.name = std::move(replica.name),
                                 .state = std::move(replica.state),
                                 .sync = std::move(replica.sync),
                                 .lag = replica.lag});
            }
        }
        const std::scoped_lock lock(mutex_);
        replicas_ = std::move(found);
    });
}

http::Placement::Owner ClusterNode::owner_of(ShardNumber shard) const {
    const std::scoped_lock lock(mutex_);
    if (held_.contains(shard)) {
        return {.is_here = true, .node = keeper_.node(), .address = services_.address};
    }
    const engine::ClusterView& view = keeper_.view();
    if (shard >= view.shards.size() || view.shards[shard].owner == keeper_.node()) {
        return {};
    }
    const auto owner =
        std::ranges::find(view.nodes, view.shards[shard].owner, &engine::NodeRow::id);
    if (owner == view.nodes.end()) {
        return {};
    }
    return {.is_here = false, .node = owner->id, .address = owner->address};
}

std::optional<ShardNumber> ClusterNode::own_shard() const {
    const std::scoped_lock lock(mutex_);
    return held_.empty() ? std::nullopt : std::optional(held_.begin()->first);
}

void ClusterNode::look_again() {
    with_keeper([&](Uptime) { keeper_.look_again(); });
}

std::string ClusterNode::node() const {
    const std::scoped_lock lock(mutex_);
    return keeper_.node();
}

interchange::ClusterReport ClusterNode::report() const {
    const std::scoped_lock lock(mutex_);
    const Uptime now = uptime();
    const engine::ClusterView& view = keeper_.view();
    interchange::ClusterReport report;
    report.node = keeper_.node();
    for (const engine::NodeRow& row : view.nodes) {
        const auto movement = movements_.find(row.id);
        const bool is_here = row.id == report.node;
        const Duration silent_for =
            movement == movements_.end() ? Duration{0} : now - movement->second.moved_at;
        report.nodes.push_back({.row = row,
                                .is_here = is_here,
                                .silent_for = silent_for,
                                .is_silent = !is_here && silent_for >= silent_after_});
    }
    for (const engine::ShardRow& row : view.shards) {
        const bool is_here = held_.contains(row.shard);
        report.shards.push_back(
            {.row = row,
             .is_here = is_here,
             .is_served = is_here && services_.engine.shard(row.shard).is_serving()});
    }
    report.replicas = replicas_;
    report.view_age = viewed_at_ ? now - *viewed_at_ : Duration{0};
    report.is_serving = now.count() < serve_until_;
    return report;
}

}  // namespace standby::app
