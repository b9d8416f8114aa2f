// The loop that a server spreads over threads.
#include "app/commands/offline_engine.hpp"

#include "engine/history/load_whole.hpp"

#include <utility>

namespace standby::app {
namespace {

// Nobody waits for an answer, so nothing is turned away because the disk is slow.
engine::ShardLimits offline_limits(OfflineMessages messages) {
    engine::ShardLimits limits;
    limits.queue_wait_max = std::chrono::hours{24};
    limits.queue_age_max = std::chrono::hours{24};
    limits.messages_stay_here = [messages] { return messages == OfflineMessages::StayHere; };
    return limits;
}

}  // namespace

OfflineEngine::OfflineEngine(engine::Store& store, const core::ZoneBook& zones,
                             const engine::Clock& clock, OfflineMessages messages,
                             std::optional<Time> served_until)
    : store_(store),
      clock_(clock),
      shard_(offline_limits(messages), zones, [](const engine::Committed&) {}) {
    if (served_until && *served_until < clock.now()) {
        shard_.set_gap({.from = *served_until, .to = clock.now()});
    }
}

void OfflineEngine::carry_out(std::vector<engine::Request> requests) {
    for (engine::Request& request : requests) {
        shard_.submit(std::move(request), clock_.now());
    }
    // Every store call ends before the next poll, so a shard that is not idle always has work.
    while (!shard_.is_idle()) {
        engine::Work work = shard_.poll(clock_.now());
        for (const core::ResourceNumber resource : work.loads) {
            const Time answers_after = clock_.now() - engine::ShardLimits{}.answers_kept;
            shard_.on_loaded(resource, engine::load_whole(store_, resource, answers_after),
                             clock_.now());
        }
        for (const engine::Work::AnswerLookup& lookup : work.lookups) {
            shard_.on_answer(lookup.resource, lookup.number,
                             store_.answer(lookup.resource, lookup.number), clock_.now());
        }
        if (work.commit) {
            shard_.on_commit(store_.commit(*work.commit), clock_.now());
        }
    }
}

}  // namespace standby::app
