// The driver of a shard as a server has it, but for threads: here one call happens at a time.
#include "sim/shards/shard_host.hpp"

#include "core/state/resource_state.hpp"
#include "sim/world/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace standby::sim {
namespace {

// More polls than anything in these small worlds needs at one moment.
constexpr int settle_polls_max = 20'000;

constexpr std::uint16_t status_done = 200;
constexpr std::uint16_t status_unknown_resource = 404;
constexpr std::uint16_t status_refused = 409;
constexpr std::uint16_t status_bad_request = 422;

// What only read fails without a trace; what wrote may have been written.
bool reads_fail(CallFault fault) {
    return fault == CallFault::NotCommitted || fault == CallFault::UnknownUnwritten ||
           fault == CallFault::UnknownWritten;
}

// Whether the shard writes anything because of the request.
bool leaves_something(const Decision& decision) {
    return (decision.ask.key && is_kept(decision.answer)) || !decision.outcome.events.empty();
}

// All of the outcome but what the events say.
engine::Answer answer_of(const ResourceState& state, const Outcome& outcome) {
    if (outcome.refusal) {
        const RefusalCode code = outcome.refusal->code;
        const bool is_bad = code == RefusalCode::InvalidField;
        return {.status = state.status == ResourceStatus::None ? status_unknown_resource
                          : is_bad                             ? status_bad_request
                                                               : status_refused,
                .body = std::string{core::name_of(code)}};
    }
    const Answer& answer = outcome.answer;
    return {.status = status_done,
            .body = fmt::format("entry {} offer {} opening {} repeated {} last event {}",
                                answer.entry, answer.offer.value(), answer.opening.value(),
                                answer.repeated, state.last_event)};
}

}  // namespace

std::string_view name_of(StoreCall call) {
    constexpr std::array<std::string_view, 3> names{"commit", "load", "answer"};
    return names[static_cast<std::size_t>(call)];
}

std::string_view name_of(CallFault fault) {
    constexpr std::array<std::string_view, 6> names{
        "none",          "crash before",       "crash after",
        "not committed", "unknown, unwritten", "unknown, written"};
    return names[static_cast<std::size_t>(fault)];
}

bool is_kept(const engine::Answer& answer) {
    return answer.status != status_unknown_resource && answer.status != status_bad_request;
}

ShardHost::ShardHost(Disk& disk, const engine::ShardLimits& limits, const ZoneBook& zones,
                     HostHooks hooks, std::optional<ResourceNumber> only)
    : disk_(disk), limits_(limits), zones_(zones), hooks_(std::move(hooks)), only_(only) {
    limits_.answer_window = answer_window_of;
    start();
}

void ShardHost::start() {
    shard_ = std::make_unique<engine::Shard>(limits_, zones_, [](const engine::Committed&) {});
    const auto schedule = disk_.schedule();
    if (!schedule) {
        hooks_.complain("the schedule cannot be read");
        return;
    }
    for (const auto& [resource, due] : *schedule) {
        if (!only_ || *only_ == resource) {
            shard_->wake_at(resource, due);
        }
    }
}

void ShardHost::crash() {
    disk_.lose_power();
    pending_.clear();
    forget_decisions();
    start();
    hooks_.crashed();
}

void ShardHost::submit(const Ask& ask, std::function<void(const engine::Reply&)> done, Time now) {
    engine::Request request;
    request.resource = ask.resource;
    request.command = ask.command;
    request.actor = ask.actor;
    request.key = ask.key;
    if (std::holds_alternative<core::Accept>(ask.command)) {
        request.priority = engine::Priority::Reserved;
    }
    request.make_answer = [this, ask](const ResourceState& state, const Outcome& outcome) {
        decisions_.push_back(
            {ask, outcome, answer_of(state, outcome), polls_.size() - 1, state.last_event});
        hooks_.decided(decisions_.back());
        return decisions_.back().answer;
    };
    request.done = [done = std::move(done)](const engine::Reply& reply) { done(reply); };
    shard_->submit(std::move(request), now);
}

void ShardHost::poll(Time now) {
    polls_.push_back(now);
    engine::Work work = shard_->poll(now);
    std::erase_if(decisions_, [](const Decision& decision) { return !leaves_something(decision); });
    if (work.commit) {
        pending_.emplace_back(Commit{
            {std::exchange(polls_, {}), *std::move(work.commit), std::exchange(decisions_, {})}});
    }
    pending_.insert(pending_.end(), work.loads.begin(), work.loads.end());
    pending_.insert(pending_.end(), work.lookups.begin(), work.lookups.end());
}

void ShardHost::carry_out(std::size_t index, Time now) {
    Pending call = std::move(pending_[index]);
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(index));
    ++calls_;
    auto* batch = std::get_if<Commit>(&call);
    const CallFault fault = hooks_.fault(static_cast<StoreCall>(call.index()),
                                         batch == nullptr ? nullptr : &batch->batch.batch);
    if (fault == CallFault::CrashBefore) {
        crash();
        return;
    }
    if (batch != nullptr) {
        commit(std::move(*batch), fault, now);
    } else if (const auto* resource = std::get_if<ResourceNumber>(&call)) {
        load(*resource, fault, now);
    } else {
        look_up(std::get<engine::Work::AnswerLookup>(call), fault, now);
    }
}

void ShardHost::commit(Commit commit, CallFault fault, Time now) {
    const bool is_written =
        fault != CallFault::NotCommitted && fault != CallFault::UnknownUnwritten;
    Result<void, engine::StoreError> result{};
    if (is_written) {
        result = disk_.commit(commit.batch.batch);
        if (result) {
            hooks_.written(commit.batch);
        } else {
            hooks_.complain("the store refused a batch");
        }
    }
    if (fault == CallFault::CrashAfter) {
        crash();
        return;
    }
    if (fault == CallFault::NotCommitted) {
        result = std::unexpected(engine::StoreError::NotCommitted);
    } else if (fault != CallFault::None) {
        result = std::unexpected(engine::StoreError::OutcomeUnknown);
    }
    if (!result) {
        forget_decisions();  // what stood on the commit is decided anew
    }
    shard_->on_commit(result, now);
}

void ShardHost::forget_decisions() {
    decisions_.clear();
    polls_.clear();
}

void ShardHost::load(ResourceNumber resource, CallFault fault, Time now) {
    if (fault == CallFault::CrashAfter) {
        crash();
        return;
    }
    if (reads_fail(fault)) {
        ++failed_loads_;
        shard_->on_loaded(resource, std::unexpected(engine::StoreError::OutcomeUnknown), now);
        return;
    }
    auto loaded = disk_.load(resource, now - limits_.answers_kept);
    if (!loaded) {
        hooks_.complain(fmt::format("resource {} cannot be loaded", resource.value()));
    }
    shard_->on_loaded(resource, std::move(loaded), now);
}

void ShardHost::look_up(const engine::Work::AnswerLookup& lookup, CallFault fault, Time now) {
    if (fault == CallFault::CrashAfter) {
        crash();
        return;
    }
    if (reads_fail(fault)) {
        shard_->on_answer(lookup.resource, lookup.number,
                          std::unexpected(engine::StoreError::OutcomeUnknown), now);
        return;
    }
    shard_->on_answer(lookup.resource, lookup.number, disk_.answer(lookup.resource, lookup.number),
                      now);
}

void ShardHost::answer_all(Time now) {
    for (int polls = 0; polls < settle_polls_max; ++polls) {
        poll(now);
        while (!pending_.empty()) {
            carry_out(0, now);
        }
        if (shard_->is_idle()) {
            return;
        }
    }
    hooks_.complain("the shard does not come to rest");
}

void ShardHost::settle(Time now) {
    for (int rounds = 0; rounds < settle_polls_max; ++rounds) {
        answer_all(now);
        const std::optional<Time> wake = shard_->next_wake();
        if (!wake || *wake > now) {
            return;
        }
    }
    hooks_.complain("the shard does not come to rest");
}

}  // namespace standby::sim
