// The inside of a shard: the queues, the resources in memory, the batch under way.
#pragma once

#include "engine/shard/resident.hpp"
#include "engine/shard/shard.hpp"

#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace standby::engine {

inline Reply failed(Failure failure) {
    return {.answer = {}, .replayed = false, .failure = failure};
}

// All that the shard has to do with one resource.
struct Slot {
    std::unique_ptr<Resident> resident;
    bool loading = false;
    bool was_due = false;          // the load was asked for because its time had come
    bool uncommitted = false;      // something of it is decided and not yet durable
    std::vector<Queued> waiting;   // for the load, in order of arrival
    std::vector<Query> queries;    // for the load or the commit
    std::optional<Touched> doubt;  // a commit of unknown outcome, to be settled by the load

    bool is_unused() const {
        return !resident && !loading && !uncommitted && waiting.empty() && queries.empty() &&
               !doubt;
    }
};

struct Shard::Impl {
    Impl(const ShardLimits& shard_limits, const core::ZoneBook& zone_book,
         std::function<void(const Committed&)> publish_events)
        : limits(shard_limits), zones(zone_book), publish(std::move(publish_events)) {}

    // Queues.
    void admit(Request&& request, Time now);
    Duration expected_wait(std::size_t queued) const;
    void look(Query query, Time now);
    std::vector<Query> take_queries(Slot& slot);
    void put_back(std::vector<Queued> waiting);

    // Deciding: everything for the next commit, also while one is under way.
    void decide(Time now, Work& work);
    void bridge_gap(core::ResourceNumber resource, Slot& slot, Time now);
    void act_on_timers(Time now, Work& work);
    void decide_queue(std::deque<Queued>& queue, std::size_t requests_max, Time now, Work& work);
    void carry_out(Queued queued, Slot& slot, Time now, Work& work);
    void answer_repeated(Queued queued, Slot& slot, std::uint64_t number, Work& work);
    void answer_unwritten(core::ResourceNumber resource, Queued queued, Reply reply);
    void answer_unknown_resource(Queued queued, Time now);
    void record(const Request& request, const core::Outcome& outcome, Touched& touched,
                Resident& resident, Time now);
    void request_load(core::ResourceNumber resource, Slot& slot, Work& work);
    Touched& touch(core::ResourceNumber resource, Slot& slot);
    Touched* find_uncommitted(core::ResourceNumber resource);
    void close_batch(Time now, Work& work);
    void evict(Time now);
    core::Context context_of(core::ResourceNumber resource, Time now,
                             const core::Actor& actor) const {
        return {.now = now,
                .actor = actor,
                .zones = &zones,
                .answer_window = limits.answer_window(resource)};
    }

    // After a store call.
    void give_up(core::ResourceNumber resource, Slot& slot, Time now);
    void give_up_batch(Time now);
    void release(core::ResourceNumber resource, Touched touched);
    void settle_doubt(core::ResourceNumber resource, Slot& slot, const LoadedHead* head);
    void fail_all(Slot& slot, Failure failure);
    void show(Slot& slot, Time now);
    void set_due(core::ResourceNumber resource, std::optional<Time> due);
    void forget_if_unused(core::ResourceNumber resource);
    void turn_away(Failure failure);
    static void answer(Touched touched, Failure failure);

    ShardLimits limits;
    const core::ZoneBook& zones;
    std::function<void(const Committed&)> publish;

    std::deque<Queued> reserved;
    std::deque<Queued> normal;
    std::size_t waiting_for_loads = 0;
    std::size_t waiting_looks = 0;  // for a load or a commit; at most limits.queue_max
    std::size_t loads_under_way = 0;
    std::vector<core::ResourceNumber> wanted;  // to be loaded for queries or doubts
    std::unordered_map<core::ResourceNumber, Slot> slots;
    std::map<core::ResourceNumber, Touched> batch;  // being decided, on top of what is in flight
    std::map<core::ResourceNumber, Touched> in_flight;            // being committed
    std::vector<std::pair<core::ResourceNumber, Touched>> ended;  // durable, to be answered
    bool committing = false;
    Time committing_since{};
    Duration commit_time{};  // of the last few, the newest counting most
    // Somebody wants to look at what is durable: nothing more is decided until all is.
    bool has_waiting_look = false;
    std::size_t batch_requests = 0;
    std::size_t batch_events = 0;

    std::set<std::pair<Time, core::ResourceNumber>> due;
    std::unordered_map<core::ResourceNumber, Time> due_of;
    Time next_eviction{};
    std::optional<core::Gap> gap;   // nobody served these resources then
    std::optional<Failure> closed;  // decides nothing more; everybody is answered with this

    std::map<std::pair<core::ResourceNumber, std::uint64_t>, std::vector<Queued>> replays;
    ShardFigures figures;
};

}  // namespace standby::engine
