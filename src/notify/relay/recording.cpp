// The engine hears of an offer's sending before its message is done: otherwise a crash in between
// would leave an offer whose clock never starts.
#include "notify/relay/relay.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

constexpr std::size_t ends_at_once = 500;
constexpr Duration flush_pause = std::chrono::milliseconds{20};
constexpr Duration trouble_pause = std::chrono::milliseconds{200};
// Long enough that the node that has the resource now looks after it, whatever its clock says.
constexpr Duration moved_pause = std::chrono::seconds{2};

}  // namespace

void Relay::tell_engine(Open& open, core::Command command, Time now) {
    ++open.untold;
    reports_.push_back({open.row.id, open.row.resource, std::move(command), now});
}

void Relay::end(Open& open, engine::MessageEnd end_of_it) {
    if (open.is_elsewhere) {
        // Another node tells the engine. From the deliveries it knows what need not be sent again.
        end_of_it = {.id = open.row.id,
                     .state = engine::OutboxState::Pending,
                     .note = "",
                     .again_at = now_ + moved_pause};
    }
    if (open.untold == 0) {
        end_now(open, std::move(end_of_it));
    } else {
        open.end = std::move(end_of_it);
    }
}

void Relay::end_now(Open& open, engine::MessageEnd end_of_it) {
    end_of_it.attempts = open.row.attempts;
    end_of_it.deliveries = std::move(open.deliveries);
    open.deliveries.clear();
    end_of_it.words = std::move(open.words);
    open.words.clear();
    if (!end_of_it.again_at) {
        note_ended(end_of_it.id);
        held_proofs_.erase(end_of_it.id);
        ++(end_of_it.state == engine::OutboxState::Dead ? counts_.dead : counts_.done);
    }
    ends_.push_back(std::move(end_of_it));
    if (!flush_at_) {
        flush_at_ = now_ + flush_pause;
    }
}

// Hands reports to the engine. The answers come on the shards' threads.
bool Relay::report(Time now) {
    const auto ready = std::ranges::stable_partition(
        reports_, [&](const Report& waiting) { return waiting.try_at > now; });
    if (ready.empty()) {
        return false;
    }
    std::vector<Report> out(std::make_move_iterator(ready.begin()),
                            std::make_move_iterator(ready.end()));
    reports_.erase(ready.begin(), ready.end());
    for (Report& one : out) {
        ++reports_out_;
        engine::Request request{.resource = one.resource,
                                .command = one.command,
                                .actor = core::Actor{},
                                .priority = engine::Priority::Reserved};
        request.done = [this, message = one.message, resource = one.resource,
                        command = std::move(one.command)](const engine::Reply& reply) {
            told_.with([&](std::vector<Told>& told) {
                told.push_back({message, resource, command, reply.failure});
            });
            services_.transport.wake();
        };
        services_.gateway.submit(std::move(request));
    }
    return true;
}

bool Relay::take_reports(Time now) {
    const std::vector<Told> told = told_.exchange({});
    for (const Told& one : told) {
        --reports_out_;
        const bool is_elsewhere = one.failure == engine::Failure::Moved;
        if (one.failure && !is_elsewhere) {
            reports_.push_back({one.message, one.resource, one.command, now + trouble_pause});
            continue;
        }
        if (one.message == 0) {
            continue;
        }
        Open& open = *known_.at(one.message);
        open.is_elsewhere |= is_elsewhere;
        --open.untold;
        if (open.end && open.untold == 0) {
            engine::MessageEnd finished = *std::move(open.end);
            open.end.reset();
            end(open, std::move(finished));
        }
    }
    return !told.empty();
}

// Soon, but not each for itself: at once when there is nothing else to do.
bool Relay::flush(Time now, bool is_idle) {
    const bool can_wait = flush_at_ && now < *flush_at_ && ends_.size() < ends_at_once;
    if (ends_.empty() || (can_wait && !is_idle)) {
        return false;
    }
    // What was put off until a time that has passed meanwhile would not be found any more.
    for (engine::MessageEnd& ending : ends_) {
        if (ending.again_at) {
            ending.again_at = std::max(*ending.again_at, now + Duration{1});
        }
    }
    if (!services_.store.finish_messages(ends_)) {
        flush_at_ = now + trouble_pause;
        return false;
    }
    for (const engine::MessageEnd& ended : ends_) {
        hold_back(*known_.at(ended.id), ended);
        known_.erase(ended.id);
    }
    ends_.clear();
    flush_at_.reset();
    return true;
}

// The outbox remembers only when the first of its channels is to be tried again.
void Relay::hold_back(Open& open, const engine::MessageEnd& ended) {
    std::erase_if(open.not_before, [&](const auto& channel) {
        return !ended.again_at || channel.second <= *ended.again_at;
    });
    if (!open.not_before.empty() && held_.size() < options_.known_max) {
        held_[ended.id] = std::move(open.not_before);
    }
}

void Relay::update_figures() {
    counts_.known = known_.size();
    for (auto& [channel, state] : channels_) {
        state.figures.waiting = lanes_.size(channel);
        state.figures.in_flight = state.in_flight;
        state.figures.is_set_up = state.provider != nullptr;
        state.figures.is_open = state.breaker.is_open();
        counts_.channels[channel] = state.figures;
    }
    figures_.exchange(counts_);
}

}  // namespace standby::notify
