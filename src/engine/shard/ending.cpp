// The end of a shard: it takes nothing more in, and in the end gives up what it has.
#include "base/assert.hpp"
#include "engine/shard/shard_impl.hpp"

#include <utility>

namespace standby::engine {

void Shard::Impl::answer(Touched touched, Failure failure) {
    for (auto& pending : touched.replies) {
        pending.queued.request.done(failed(failure));
    }
}

// Everybody who waits for something that is not decided.
void Shard::Impl::turn_away(Failure failure) {
    for (auto* const queue : {&reserved, &normal}) {
        for (Queued& queued : std::exchange(*queue, {})) {
            queued.request.done(failed(failure));
        }
    }
    for (auto& [asked, asking] : std::exchange(replays, {})) {
        for (Queued& queued : asking) {
            queued.request.done(failed(failure));
        }
    }
    for (auto& [resource, slot] : slots) {
        fail_all(slot, failure);
    }
    wanted.clear();
    has_waiting_look = false;
}

void Shard::close(Failure failure) {
    impl_->closed = failure;
    impl_->turn_away(failure);
}

void Shard::abandon(Failure failure) {
    close(failure);
    for (auto& [resource, touched] : std::exchange(impl_->batch, {})) {
        Impl::answer(std::move(touched), failure);
    }
}

void Shard::end_commit(Failure failure) {
    ASSERT(impl_->committing && impl_->closed && impl_->batch.empty());
    impl_->committing = false;
    for (auto& [resource, touched] : std::exchange(impl_->in_flight, {})) {
        Impl::answer(std::move(touched), failure);
    }
}

}  // namespace standby::engine
