// Clients: they ask, ask twice, ask again when there is no answer, and compare what they are told.
#include "core/state/resource_state.hpp"
#include "sim/shards/durable_checks.hpp"
#include "sim/shards/traffic.hpp"
#include "sim/world/describe.hpp"

#include <fmt/format.h>

namespace standby::sim {
namespace {

constexpr std::uint32_t sendings_at_once_max = 3;

Actor actor_of(const Command& command) {
    const std::size_t index = command.index();
    const ActorKind kind = index < 5    ? ActorKind::Staff
                           : index < 18 ? ActorKind::Guest
                                        : ActorKind::Integration;
    return {.kind = kind, .id = index + 1};
}

}  // namespace

void Traffic::begin_call() {
    Watched& watched = watched_[prng_.below(watched_.size())];
    Call& call = calls_.emplace_back();
    call.ask.resource = watched.plan->number;
    call.ask.command = workload_.next(*watched.plan, watched.model, now_);
    call.ask.actor = actor_of(call.ask.command);
    if (!prng_.chance(1, 10)) {
        const std::uint64_t number = calls_.size();
        call.ask.key = engine::IdempotencyKey{
            .key = {.high = watched.plan->number.value(), .low = mix64(number)},
            .request_digest = number};
    }
    if (options_.verbose) {
        say(fmt::format("{} resource {} call {}: {}", format_time(clock()),
                        call.ask.resource.value(), calls_.size() - 1, describe(call.ask.command)));
    }
    const bool is_impatient = call.ask.key && prng_.chance(1, 8);
    for (std::uint32_t count = is_impatient ? 2 : 1; count > 0; --count) {
        send(calls_.size() - 1);
    }
}

void Traffic::send(std::size_t index) {
    Call& call = calls_[index];
    const std::size_t sending = sendings_.size();
    sendings_.push_back({.call = index, .is_written = false, .has_events = false});
    ++call.waiting;
    call.wants_retry = false;
    Ask ask = call.ask;
    ask.id = sending;
    host_->submit(
        ask, [this, sending](const engine::Reply& reply) { on_reply(sending, reply); }, clock());
}

void Traffic::retry_some(std::uint64_t numerator, std::uint64_t denominator) {
    for (std::size_t index = 0; index < calls_.size(); ++index) {
        if (calls_[index].wants_retry && prng_.chance(numerator, denominator)) {
            send(index);
        }
    }
}

// Repeats a request that was answered, or one that is still under way.
void Traffic::ask_again() {
    if (calls_.empty()) {
        return;
    }
    const std::size_t index = prng_.below(calls_.size());
    const Call& call = calls_[index];
    const bool has_answer =
        call.ask.key && !call.is_forgotten && (!call.heard || is_kept(*call.heard));
    if (has_answer && call.waiting < sendings_at_once_max) {
        send(index);
    }
}

// Another request under a key that has its answer must be turned away.
void Traffic::misuse_key() {
    if (calls_.empty()) {
        return;
    }
    const Call& call = calls_[prng_.below(calls_.size())];
    if (!call.answer || !call.ask.key || call.is_forgotten) {
        return;
    }
    Ask ask = call.ask;
    ask.key->request_digest += 1'000'000;
    ask.id = sendings_.size();
    sendings_.push_back({});
    ++misuses_waiting_;
    host_->submit(
        ask,
        [this](const engine::Reply& reply) {
            --misuses_waiting_;
            if (!reply.failure) {
                report_.fail("traffic", "a key served for two different requests");
            }
        },
        clock());
}

void Traffic::look() {
    Watched& watched = watched_[prng_.below(watched_.size())];
    host_->submit(engine::Query{watched.plan->number,
                                [this, &watched](const engine::Query::View& view) {
                                    const std::uint64_t seen =
                                        view.state == nullptr ? 0 : view.state->last_event;
                                    if (!view.failure && seen != watched.history.size()) {
                                        report_.fail(
                                            "traffic",
                                            fmt::format("a query sees event {} of resource {}, "
                                                        "event {} is durable",
                                                        seen, watched.plan->number.value(),
                                                        watched.history.size()));
                                    }
                                }},
                  clock());
}

void Traffic::on_reply(std::size_t index, const engine::Reply& reply) {
    const Sending& sending = sendings_[index];
    Call& call = calls_[sending.call];
    --call.waiting;
    if (!reply.failure) {
        on_answer(call, sending, reply);
        return;
    }
    switch (*reply.failure) {
    case engine::Failure::Overloaded:
    case engine::Failure::Unavailable:
    case engine::Failure::Moved:
        if (sending.is_written) {
            report_.fail("traffic", "nothing was done, it is said, but it is durable");
        }
        call.wants_retry = !call.is_over;
        break;
    case engine::Failure::Unknown:
        call.is_over = call.is_over || !call.ask.key;
        call.wants_retry = !call.is_over;
        break;
    case engine::Failure::KeyReused:
        report_.fail("traffic", "a key is said to be another request's");
        break;
    case engine::Failure::Damaged:
        report_.fail("traffic", "what is stored is said to be damaged");
        break;
    case engine::Failure::DeadLink:
        report_.fail("traffic", "a link is said to be dead, but nobody used one");
        break;
    }
}

void Traffic::on_answer(Call& call, const Sending& sending, const engine::Reply& reply) {
    say(fmt::format("  call {}: {}", sending.call, reply.answer.body));
    trace_.update(std::as_bytes(std::span{reply.answer.body}));
    const bool is_lasting = call.ask.key && is_kept(reply.answer);
    if (is_lasting ? !call.answer : sending.has_events && !sending.is_written) {
        report_.fail("traffic",
                     fmt::format("\"{}\" is answered before it is durable", reply.answer.body));
    } else if (is_lasting && *call.answer != reply.answer) {
        report_.fail("traffic", fmt::format("\"{}\" is answered, \"{}\" is durable",
                                            reply.answer.body, call.answer->body));
    } else if (is_lasting && call.heard && is_kept(*call.heard) && *call.heard != reply.answer) {
        report_.fail("traffic", "another answer is given under the same key");
    }
    if (call.ask.key && !call.is_over && prng_.chance(lost_replies_, 1000)) {
        call.wants_retry = true;
        return;
    }
    call.heard = reply.answer;
    call.is_over = true;
    call.wants_retry = false;
}

void Traffic::on_crash() {
    misuses_waiting_ = 0;
    for (Call& call : calls_) {
        if (call.waiting > 0 && !call.is_over) {
            call.is_over = !call.ask.key;
            call.wants_retry = !call.is_over;
        }
        call.waiting = 0;
    }
    if (prng_.chance(1, 4)) {
        for (const Watched& watched : watched_) {
            check_durable(disk_, watched.plan->number, zones_, report_);
        }
    }
}

}  // namespace standby::sim
