// The way in and out of a shard: requests come in, work goes out, results of store calls come in.
#include "engine/shard/shard.hpp"

#include "base/assert.hpp"
#include "base/probe.hpp"
#include "engine/shard/shard_impl.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine {
Shard::Shard(const ShardLimits& limits, const core::ZoneBook& zones,
             std::function<void(const Committed&)> publish)
    : impl_(std::make_unique<Impl>(limits, zones, std::move(publish))) {}

Shard::~Shard() = default;

void Shard::wake_at(core::ResourceNumber resource, Time due) {
    impl_->set_due(resource, due);
}

void Shard::set_gap(const core::Gap& gap) {
    impl_->gap = gap;
}

void Shard::submit(Request&& request, Time now) {
    impl_->admit(std::move(request), now);
}

void Shard::submit(Query query, Time now) {
    impl_->look(std::move(query), now);
}

Work Shard::poll(Time now) {
    Work work;
    if (!impl_->committing || !impl_->has_waiting_look) {
        impl_->decide(now, work);
    }
    for (const core::ResourceNumber resource : std::exchange(impl_->wanted, {})) {
        const auto slot = impl_->slots.find(resource);
        if (slot != impl_->slots.end() && !slot->second.resident) {
            impl_->request_load(resource, slot->second, work);
        }
    }
    return work;
}

void Shard::on_commit(Result<void, StoreError> result, Time now) {
    take_commit(result, now);
    give_answers();
}

void Shard::give_answers() {
    for (auto& [resource, touched] : std::exchange(impl_->ended, {})) {
        impl_->release(resource, std::move(touched));
    }
}

void Shard::take_commit(Result<void, StoreError> result, Time now) {
    Impl& impl = *impl_;
    ASSERT(impl.committing);
    impl.committing = false;
    // A clock that was set must not count for more than a request may wait.
    const Duration took =
        std::clamp(now - impl.committing_since, Duration{0}, impl.limits.queue_age_max);
    impl.commit_time += (took - impl.commit_time) / 4;
    auto touched_resources = std::exchange(impl.in_flight, {});
    if (!result) {
        impl.give_up_batch(now);
    }
    for (auto& [resource, touched] : touched_resources) {
        Slot& slot = impl.slots.at(resource);
        if (result) {
            slot.uncommitted = impl.batch.contains(resource);
            impl.ended.emplace_back(resource, std::move(touched));
            if (!slot.uncommitted) {
                impl.show(slot, now);
            }
            continue;
        }
        PROBE("shard drops what a failed commit touched");
        impl.give_up(resource, slot, now);
        if (result.error() == StoreError::OutcomeUnknown) {
            slot.doubt = std::move(touched);
            impl.wanted.push_back(resource);
            continue;
        }
        Impl::answer(std::move(touched), Failure::Unavailable);
        impl.forget_if_unused(resource);
    }
    impl.has_waiting_look &= !impl.batch.empty();
    if (impl.closed) {
        impl.turn_away(*impl.closed);
    }
}

void Shard::on_loaded(core::ResourceNumber resource,
                      Result<std::optional<LoadedResource>, StoreError> result, Time now) {
    Impl& impl = *impl_;
    Slot& slot = impl.slots.at(resource);
    ASSERT(slot.loading && !slot.resident);
    slot.loading = false;
    const bool was_due = std::exchange(slot.was_due, false);
    --impl.loads_under_way;
    if (impl.closed) {
        impl.forget_if_unused(resource);
        return;
    }
    if (!result) {
        PROBE("shard could not load a resource");
        const bool is_damaged = result.error() == StoreError::Damaged;
        impl.fail_all(slot, is_damaged ? Failure::Damaged : Failure::Unavailable);
        // What is due is tried again, but not in a hurry; what is damaged, when somebody may have
        // mended it.
        if (was_due) {
            impl.set_due(resource,
                         now + (is_damaged ? std::chrono::minutes{10} : std::chrono::seconds{1}));
        }
        impl.forget_if_unused(resource);
        return;
    }
    if (slot.doubt) {
        impl.settle_doubt(resource, slot, *result ? &(*result)->head : nullptr);
    }
    if (!*result) {
        impl.set_due(resource, std::nullopt);
        auto waiting = std::exchange(slot.waiting, {});
        impl.waiting_for_loads -= waiting.size();
        for (Query& query : impl.take_queries(slot)) {
            query.look({});
        }
        // Only a creation finds anything to do; it makes the resource itself.
        for (Queued& queued : waiting) {
            if (std::holds_alternative<core::CreateResource>(queued.request.command) &&
                !slot.resident) {
                slot.resident = std::make_unique<Resident>(resource);
                slot.resident->last_used = now;
            }
        }
        if (slot.resident) {
            impl.put_back(std::move(waiting));
        } else {
            for (Queued& queued : waiting) {
                impl.answer_unknown_resource(std::move(queued), now);
            }
        }
        impl.forget_if_unused(resource);
        return;
    }
    slot.resident = std::make_unique<Resident>(*std::move(*result));
    slot.resident->last_used = now;
    impl.bridge_gap(resource, slot, now);
    impl.set_due(resource, core::next_due(*slot.resident->state));
    impl.waiting_for_loads -= slot.waiting.size();
    impl.put_back(std::exchange(slot.waiting, {}));
    if (!slot.uncommitted) {
        impl.show(slot, now);
    }
}

void Shard::on_answer(core::ResourceNumber resource, std::uint64_t number,
                      Result<std::optional<AnswerRow>, StoreError> result, Time now) {
    Impl& impl = *impl_;
    const auto found = impl.replays.find({resource, number});
    if (impl.closed) {
        return;  // who asked was answered already
    }
    ASSERT(found != impl.replays.end());
    std::vector<Queued> asking = std::move(found->second);
    impl.replays.erase(found);
    for (Queued& queued : asking) {
        if (!result) {
            queued.request.done(failed(Failure::Unavailable));
            continue;
        }
        if (!*result || (*result)->key != queued.request.key->key) {
            // It was forgotten meanwhile: the request is as good as new.
            const auto slot = impl.slots.find(resource);
            if (slot != impl.slots.end() && slot->second.resident) {
                slot->second.resident->answers.erase(queued.request.key->key);
            }
            impl.admit(std::move(queued.request), now);
            continue;
        }
        if ((*result)->request_digest != queued.request.key->request_digest) {
            queued.request.done(failed(Failure::KeyReused));
            continue;
        }
        queued.request.done({.answer = {(*result)->status, (*result)->body},
                             .replayed = true,
                             .failure = std::nullopt});
    }
}

std::optional<Time> Shard::next_wake() const {
    if (impl_->committing) {
        return std::nullopt;
    }
    if (!impl_->reserved.empty() || !impl_->normal.empty() || !impl_->wanted.empty() ||
        !impl_->batch.empty()) {
        return Time{};
    }
    if (impl_->closed) {
        return std::nullopt;
    }
    // A resource that is being loaded is looked at again when it is there.
    for (const auto& [at, resource] : impl_->due) {
        const auto slot = impl_->slots.find(resource);
        if (slot == impl_->slots.end() || !slot->second.loading) {
            return at;
        }
    }
    return std::nullopt;
}

bool Shard::has_commit_in_flight() const {
    return impl_->committing;
}

bool Shard::has_uncommitted() const {
    return impl_->committing || !impl_->batch.empty();
}

bool Shard::is_idle() const {
    const Impl& impl = *impl_;
    return !impl.committing && impl.batch.empty() && impl.loads_under_way == 0 &&
           impl.wanted.empty() && impl.reserved.empty() && impl.normal.empty() &&
           impl.replays.empty() && impl.ended.empty();
}

ShardFigures Shard::figures() const {
    ShardFigures figures = impl_->figures;
    figures.queued = impl_->reserved.size() + impl_->normal.size() + impl_->waiting_for_loads;
    figures.resident = impl_->slots.size();
    figures.timers = impl_->due.size();
    if (!impl_->normal.empty()) {
        figures.oldest_queued = impl_->normal.front().since;
    }
    if (!impl_->reserved.empty() &&
        (!figures.oldest_queued || impl_->reserved.front().since < *figures.oldest_queued)) {
        figures.oldest_queued = impl_->reserved.front().since;
    }
    return figures;
}

std::vector<std::pair<core::ResourceNumber, std::size_t>> Shard::memory(std::size_t limit) const {
    std::vector<std::pair<core::ResourceNumber, std::size_t>> sizes;
    for (const auto& [resource, slot] : impl_->slots) {
        if (slot.resident) {
            sizes.emplace_back(resource, memory_bytes(*slot.resident));
        }
    }
    const std::size_t shown = std::min(limit, sizes.size());
    std::ranges::partial_sort(sizes, sizes.begin() + static_cast<std::ptrdiff_t>(shown),
                              std::greater{}, [](const auto& size) { return size.second; });
    sizes.resize(shown);
    return sizes;
}

}  // namespace standby::engine
