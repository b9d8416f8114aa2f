// The loop of a shard's thread, and the store calls it asks for.
#include "app/runtime/shard_host.hpp"

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

void ShardHost::start(const std::vector<std::pair<core::ResourceNumber, Time>>& schedule) {
    for (const auto& [resource, due] : schedule) {
        shard_.wake_at(resource, due);
    }
    is_idle_ = false;
    thread_ = std::thread([this] { run(); });
}

void ShardHost::submit(engine::Request request) {
    deliver([this, held = std::move(request)](Time now) mutable {
        shard_.submit(std::move(held), now);
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
    {
        const std::scoped_lock lock(mutex_);
        nudged_ = true;
        is_idle_ = false;
    }
    woken_.notify_one();
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

bool ShardHost::is_quiet(Time now) const {
    const auto wake = shard_.next_wake();
    return shard_.is_idle() && (!wake || *wake > now);
}

void ShardHost::run() {
    std::vector<Message> messages;
    while (true) {
        const Time now = clock_.now();
        for (auto& message : messages) {
            message(now);
        }
        messages.clear();
        dispatch(shard_.poll(now));
        shard_.give_answers();

        std::unique_lock lock(mutex_);
        figures_ = shard_.figures();
        next_wake_ = shard_.next_wake();
        if (inbox_.empty() && !nudged_) {
            is_idle_ = is_quiet(now);
            if (is_idle_) {
                idle_.notify_all();
            }
            if (stopping_ && shard_.is_idle()) {
                return;
            }
            const Duration wait =
                next_wake_ ? std::clamp(*next_wake_ - now, Duration{0}, sleep_max) : sleep_max;
            is_asleep_ = true;
            woken_.wait_for(lock, wait, [this] { return !inbox_.empty() || nudged_; });
            is_asleep_ = false;
        }
        nudged_ = false;
        messages.swap(inbox_);
    }
}

void ShardHost::dispatch(engine::Work work) {
    if (work.commit) {
        const bool posted = committer_.post([this, batch = std::move(*work.commit)] {
            const auto began = std::chrono::steady_clock::now();
            const auto result = store_.commit(batch);
            if (observer_.on_commit) {
                observer_.on_commit(batch.resources.size(),
                                    std::chrono::steady_clock::now() - began, result.has_value());
            }
            deliver([this, result](Time now) { shard_.take_commit(result, now); });
        });
        if (!posted) {
            shard_.on_commit(std::unexpected(engine::StoreError::NotCommitted), clock_.now());
        }
    }
    for (const core::ResourceNumber resource : work.loads) {
        const bool posted = readers_.post([this, resource] {
            deliver([this, resource, loaded = store_.load(resource, clock_.now() - answers_kept_)](
                        Time now) mutable { shard_.on_loaded(resource, std::move(loaded), now); });
        });
        if (!posted) {
            shard_.on_loaded(resource, std::unexpected(engine::StoreError::NotCommitted),
                             clock_.now());
        }
    }
    for (const engine::Work::AnswerLookup& lookup : work.lookups) {
        const bool posted = readers_.post([this, lookup] {
            deliver([this, lookup,
                     row = store_.answer(lookup.resource, lookup.number)](Time now) mutable {
                shard_.on_answer(lookup.resource, lookup.number, std::move(row), now);
            });
        });
        if (!posted) {
            shard_.on_answer(lookup.resource, lookup.number,
                             std::unexpected(engine::StoreError::NotCommitted), clock_.now());
        }
    }
}

}  // namespace standby::app
