#include "app/runtime/shard_host.hpp"

#include "engine/history/load_whole.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <utility>

namespace standby::app {
namespace {

// A wall clock that is set back must not let the thread sleep too long.
constexpr Duration sleep_max = std::chrono::seconds{1};

}  // namespace

ShardHost::ShardHost(const engine::ShardLimits& limits, const core::ZoneBook& zones,
                     const engine::Clock& clock, engine::Store& store, WorkerPool& readers,
                     const ShardObserver& observer)
    : clock_(clock),
      store_(store),
      readers_(readers),
      observer_(observer),
      answers_kept_(limits.answers_kept),
      shard_(limits, zones, observer.on_committed),
      committer_(1, 0) {}

ShardHost::~ShardHost() {
    stop();
}

void ShardHost::start(LeaseHooks hooks) {
    hooks_ = std::move(hooks);
    is_idle_ = false;
    thread_ = std::thread([this] { run(); });
}

void ShardHost::grant(engine::Grant grant, std::function<void()> after) {
    deliver([this, held = std::move(grant), then = std::move(after)](Time now) mutable {
        waiting_grant_ = std::move(held);
        after_grant_ = std::move(then);
        begin_waiting_term(now);
    });
}

void ShardHost::revoke(std::function<void()> after) {
    deliver([this, after = std::move(after)](Time now) {
        waiting_grant_.reset();
        shard_.revoke(now);
        if (after) {
            after();
        }
    });
}

void ShardHost::drain() {
    deliver([this](Time now) { shard_.drain(now); });
}

void ShardHost::renew(const engine::Fence& fence) {
    deliver([this, fence](Time now) {
        // Meanwhile the term may have ended; then nobody waits for it any more.
        if (shard_.wants_renewal()) {
            shard_.renew(fence, now);
            told_fence_ = fence;
            has_told_doubt_ = false;
        }
    });
}

void ShardHost::begin_waiting_term(Time now) {
    if (!waiting_grant_ || !shard_.is_over()) {
        return;
    }
    told_fence_ = waiting_grant_->fence;
    has_told_end_ = false;
    has_told_doubt_ = false;
    has_told_drained_ = false;
    shard_.grant(*std::exchange(waiting_grant_, std::nullopt), now);
    if (const auto after = std::exchange(after_grant_, nullptr)) {
        after();
    }
}

// Tells the keeper of the leases what it must hear, once each.
void ShardHost::watch_lease(Time now) {
    const auto fence = shard_.fence();
    if (!fence || !told_fence_) {
        return;
    }
    if (shard_.is_serving() && !hooks_.may_serve()) {
        shard_.revoke(now);
        if (!std::exchange(has_told_end_, true)) {
            hooks_.on_fenced(*fence);
        }
        return;
    }
    if (*fence != *told_fence_) {
        told_fence_ = fence;
        hooks_.on_acknowledged(*fence);
    }
    if (shard_.was_fenced() && !std::exchange(has_told_end_, true)) {
        hooks_.on_fenced(*fence);
    }
    if (shard_.wants_renewal() && !std::exchange(has_told_doubt_, true)) {
        hooks_.on_unknown(*fence);
    }
    if (shard_.is_drained() && !std::exchange(has_told_drained_, true)) {
        hooks_.on_drained(*fence);
    }
}

void ShardHost::submit(engine::Request&& request) {
    // A request is large; behind a pointer it is moved once on its way to the queue.
    deliver([this, held = std::make_unique<engine::Request>(std::move(request))](Time now) {
        shard_.submit(std::move(*held), now);
    });
}

void ShardHost::submit(engine::Query query) {
    deliver(
        [this, held = std::move(query)](Time now) mutable { shard_.submit(std::move(held), now); });
}

void ShardHost::deliver(Message message) {
    bool wakes = false;
    {
        const std::scoped_lock lock(mutex_);
        inbox_.push_back(std::move(message));
        is_idle_ = false;
        // Waking costs a system call, so only the first of a burst does it.
        wakes = std::exchange(is_asleep_, false);
    }
    if (wakes) {
        woken_.notify_one();
    }
}

void ShardHost::stop() {
    if (hooks_.may_serve && thread_.joinable()) {
        revoke();  // nobody would settle a doubt any more
    }
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
        nudged_ = true;
    }
    woken_.notify_one();
    idle_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    committer_.stop();
}

void ShardHost::nudge() {
    bool wakes = false;
    {
        const std::scoped_lock lock(mutex_);
        nudged_ = true;
        is_idle_ = false;
        wakes = std::exchange(is_asleep_, false);
    }
    if (wakes) {
        woken_.notify_one();
    }
}

void ShardHost::wait_until_idle() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return is_idle_ || stopping_; });
}

std::optional<Time> ShardHost::next_wake() {
    const std::scoped_lock lock(mutex_);
    return next_wake_;
}

engine::ShardFigures ShardHost::figures() {
    const std::scoped_lock lock(mutex_);
    return figures_;
}

std::vector<std::pair<core::ResourceNumber, std::size_t>> ShardHost::memory(std::size_t limit) {
    auto sizes =
        std::make_shared<std::promise<std::vector<std::pair<core::ResourceNumber, std::size_t>>>>();
    auto result = sizes->get_future();
    deliver([this, sizes, limit](Time) { sizes->set_value(shard_.memory(limit)); });
    return result.get();
}

bool ShardHost::is_serving() {
    const std::scoped_lock lock(mutex_);
    return is_serving_;
}

bool ShardHost::is_gap_closed() {
    const std::scoped_lock lock(mutex_);
    return is_gap_closed_;
}

bool ShardHost::is_quiet(Time now) const {
    const auto wake = shard_.next_wake();
    return shard_.is_idle() && (!wake || *wake > now);
}

// Takes in what has come, decides, and sets to work what is to be done.
void ShardHost::step(Time now) {
    std::vector<Message> messages;
    {
        const std::scoped_lock lock(mutex_);
        messages.swap(inbox_);
    }
    watch_lease(now);  // before anything in memory is shown
    for (auto& message : messages) {
        message(now);
    }
    begin_waiting_term(now);
    watch_lease(now);
    dispatch(shard_.poll(now));
}

void ShardHost::run() {
    while (true) {
        std::unique_lock turn(turn_);
        const Time now = clock_.now();
        step(now);
        shard_.give_answers();

        std::unique_lock lock(mutex_);
        figures_ = shard_.figures();
        next_wake_ = shard_.next_wake();
        is_serving_ = shard_.is_serving();
        is_gap_closed_ = shard_.is_gap_closed();
        const bool has_ended = shard_.is_idle();
        const bool has_nothing_to_do = is_quiet(now);
        turn.unlock();
        if (inbox_.empty() && !nudged_) {
            is_idle_ = has_nothing_to_do;
            if (is_idle_) {
                idle_.notify_all();
            }
            if (stopping_ && has_ended) {
                return;
            }
            const Duration wait =
                next_wake_ ? std::clamp(*next_wake_ - now, Duration{0}, sleep_max) : sleep_max;
            woken_.wait_for(lock, wait, [this] {
                // Whoever has woken it may find that the committer took everything in meanwhile.
                is_asleep_ = inbox_.empty() && !nudged_;
                return !is_asleep_;
            });
            is_asleep_ = false;
        }
        nudged_ = false;
    }
}

// On the committer's thread. The next commit begins right here and not after two other threads have
// found a processor; the answers of this one are left to the shard's own thread.
void ShardHost::commit(std::uint64_t term, const engine::Batch& batch) {
    const auto began = std::chrono::steady_clock::now();
    const auto result = store_.commit(batch);
    if (observer_.on_commit) {
        observer_.on_commit(batch.resources.size(), std::chrono::steady_clock::now() - began,
                            result.has_value());
    }
    {
        const std::scoped_lock turn(turn_);
        const Time now = clock_.now();
        watch_lease(now);
        shard_.take_commit(term, result, now);
        step(now);
    }
    nudge();
}

void ShardHost::dispatch(engine::LeasedShard::TermWork term_work) {
    const std::uint64_t term = term_work.term;
    engine::Work& work = term_work.work;
    if (work.commit) {
        const bool posted =
            committer_.post([this, term, batch = std::move(*work.commit)] { commit(term, batch); });
        if (!posted) {
            shard_.take_commit(term, std::unexpected(engine::StoreError::NotCommitted),
                               clock_.now());
        }
    }
    for (const core::ResourceNumber resource : work.loads) {
        const bool posted = readers_.post([this, term, resource] {
            deliver([this, term, resource,
                     loaded = engine::load_whole(store_, resource, clock_.now() - answers_kept_)](
                        Time now) mutable {
                shard_.on_loaded(term, resource, std::move(loaded), now);
            });
        });
        if (!posted) {
            shard_.on_loaded(term, resource, std::unexpected(engine::StoreError::NotCommitted),
                             clock_.now());
        }
    }
    for (const engine::Work::AnswerLookup& lookup : work.lookups) {
        const bool posted = readers_.post([this, term, lookup] {
            deliver([this, term, lookup,
                     row = store_.answer(lookup.resource, lookup.number)](Time now) mutable {
                shard_.on_answer(term, lookup.resource, lookup.number, std::move(row), now);
            });
        });
        if (!posted) {
            shard_.on_answer(term, lookup.resource, lookup.number,
                             std::unexpected(engine::StoreError::NotCommitted), clock_.now());
        }
    }
}

}  // namespace standby::app
