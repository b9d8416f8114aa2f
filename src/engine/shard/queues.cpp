// Admission of requests, and what becomes of those who wait when a store call has ended.
#include "base/assert.hpp"
#include "base/probe.hpp"
#include "engine/shard/shard_impl.hpp"

#include <iterator>
#include <ranges>
#include <utility>

namespace standby::engine {

void Shard::Impl::admit(Request&& request, Time now) {
    if (closed) {
        request.done(failed(*closed));
        return;
    }
    const std::size_t queued = reserved.size() + normal.size() + waiting_for_loads;
    const bool is_reserved = request.priority == Priority::Reserved;
    const std::size_t room =
        is_reserved ? limits.queue_max : limits.queue_max - limits.queue_reserved;
    if (queued >= room) {
        PROBE("shard sheds a request because its queue is full");
        ++figures.shed_full;
        request.done(failed(Failure::Overloaded));
        return;
    }
    if (!is_reserved && expected_wait(queued) > limits.queue_wait_max) {
        PROBE("shard sheds a request that would wait too long");
        ++figures.shed_slow;
        request.done(failed(Failure::Overloaded));
        return;
    }
    (is_reserved ? reserved : normal).push_back({std::move(request), now});
}

// How long a request waits until its own commit begins, when so many are before it. What fits into
// the next batch is always taken: there is nothing to be gained by turning it away.
Duration Shard::Impl::expected_wait(std::size_t queued) const {
    const std::size_t batches = (queued + batch_requests) / limits.batch_requests_max;
    return commit_time * static_cast<Duration::rep>(batches);
}

void Shard::Impl::put_back(std::vector<Queued> waiting) {
    for (Queued& queued : std::views::reverse(waiting)) {
        const bool is_reserved = queued.request.priority == Priority::Reserved;
        (is_reserved ? reserved : normal).push_front(std::move(queued));
    }
}

void Shard::Impl::look(Query query, Time now) {
    if (closed) {
        query.look({.state = nullptr, .name = nullptr, .failure = closed});
        return;
    }
    const core::ResourceNumber resource = query.resource;
    Slot& slot = slots[resource];
    const bool waits = !slot.resident || slot.uncommitted;
    if (waits && waiting_looks >= limits.queue_max) {
        PROBE("shard sheds a look because too many are waiting");
        ++figures.shed_full;
        forget_if_unused(resource);
        query.look({.state = nullptr, .name = nullptr, .failure = Failure::Overloaded});
        return;
    }
    slot.queries.push_back(std::move(query));
    ++waiting_looks;
    if (!slot.resident) {
        wanted.push_back(resource);
    } else if (slot.uncommitted) {
        has_waiting_look = true;
    } else {
        show(slot, now);
    }
}

std::vector<Query> Shard::Impl::take_queries(Slot& slot) {
    waiting_looks -= slot.queries.size();
    return std::exchange(slot.queries, {});
}

void Shard::Impl::show(Slot& slot, Time now) {
    if (slot.queries.empty()) {
        return;
    }
    ASSERT(slot.resident && !slot.uncommitted);
    slot.resident->last_used = now;
    // One that waits to be created is not there yet.
    Query::View view;
    if (slot.resident->state->status != core::ResourceStatus::None) {
        view = {.state = slot.resident->state.get(),
                .name = &slot.resident->name,
                .failure = std::nullopt};
    }
    for (Query& query : take_queries(slot)) {
        query.look(view);
    }
}

void Shard::Impl::release(core::ResourceNumber resource, Touched touched) {
    if (!touched.events.empty() || touched.has_messages) {
        publish({.resource = resource,
                 .events = std::move(touched.events),
                 .links = std::move(touched.links),
                 .has_messages = touched.has_messages});
    }
    for (auto& pending : touched.replies) {
        pending.queued.request.done(std::move(pending.reply));
    }
}

// The rows tell whether the commit had happened. A part that left no trace of its own in them
// cannot be told.
void Shard::Impl::settle_doubt(core::ResourceNumber resource, Slot& slot, const LoadedHead* head) {
    Touched touched = *std::exchange(slot.doubt, std::nullopt);
    if (!touched.leaves_trace) {
        for (auto& pending : touched.replies) {
            pending.queued.request.done(failed(Failure::Unknown));
        }
        return;
    }
    // Answers of other batches may have been forgotten meanwhile, so only its own can tell.
    const bool happened = head != nullptr && head->last_event == touched.last_event &&
                          head->last_link == touched.last_link &&
                          (touched.answers.empty() || head->last_answer == touched.last_answer);
    if (happened) {
        PROBE("shard finds that a commit of unknown outcome had happened");
        release(resource, std::move(touched));
        return;
    }
    // What was never created leaves nothing that could tell.
    const bool is_certain = head != nullptr && head->is_settled;
    PROBE("shard finds that a commit of unknown outcome had not happened");
    for (auto& pending : touched.replies) {
        pending.queued.request.done(failed(is_certain ? Failure::Unavailable : Failure::Unknown));
    }
}

// Forgets the state in memory, which is ahead of what is stored, and has it read again.
void Shard::Impl::give_up(core::ResourceNumber resource, Slot& slot, Time now) {
    ++figures.reloads;
    slot.uncommitted = false;
    slot.resident.reset();
    set_due(resource, now);
}

// What was decided on top of a commit that failed is decided anew; nobody has heard of it.
void Shard::Impl::give_up_batch(Time now) {
    std::vector<Queued> again;
    for (auto& [resource, touched] : std::exchange(batch, {})) {
        PROBE("shard decides anew what stood on a failed commit");
        give_up(resource, slots.at(resource), now);
        for (auto& pending : touched.replies) {
            again.push_back(std::move(pending.queued));
        }
    }
    put_back(std::move(again));
}

void Shard::Impl::fail_all(Slot& slot, Failure failure) {
    if (auto doubt = std::exchange(slot.doubt, std::nullopt)) {
        for (auto& pending : doubt->replies) {
            pending.queued.request.done(failed(Failure::Unknown));
        }
    }
    auto waiting = std::exchange(slot.waiting, {});
    waiting_for_loads -= waiting.size();
    for (Queued& queued : waiting) {
        queued.request.done(failed(failure));
    }
    for (Query& query : take_queries(slot)) {
        query.look({.state = nullptr, .name = nullptr, .failure = failure});
    }
}

void Shard::Impl::set_due(core::ResourceNumber resource, std::optional<Time> at) {
    if (const auto known = due_of.find(resource); known != due_of.end()) {
        if (at == known->second) {
            return;
        }
        due.erase({known->second, resource});
        due_of.erase(known);
    }
    if (at) {
        due.emplace(*at, resource);
        due_of.emplace(resource, *at);
    }
}

void Shard::Impl::forget_if_unused(core::ResourceNumber resource) {
    const auto slot = slots.find(resource);
    if (slot != slots.end() && slot->second.is_unused()) {
        slots.erase(slot);
    }
}

}  // namespace standby::engine
