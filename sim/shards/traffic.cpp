// The world of a traffic seed: who does something next, how time passes, and how it all ends.
#include "sim/shards/traffic.hpp"

#include "base/bytes.hpp"
#include "sim/shards/durable_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace standby::sim {
namespace {

using std::chrono::days;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr int healing_rounds_max = 200;
constexpr int wakes_after_healing = 60;
constexpr std::uint64_t traffic_stream = 0x5452'4146'4649'4301;

// A world with several resources, and without a crowd.
Plan draw_shared_plan(Prng& prng) {
    while (true) {
        Plan plan = draw_plan(prng);
        if (plan.resources.size() > 1 && plan.crowd == 0) {
            return plan;
        }
    }
}

engine::ShardLimits draw_limits(Prng& prng) {
    engine::ShardLimits limits;
    // Clients here ask again even after days, so their answers must still be known.
    limits.answers_kept = days{3650};
    limits.idle_before_eviction =
        pick(prng, std::array<Duration, 3>{Duration{20}, minutes{1}, minutes{10}});
    if (prng.chance(1, 3)) {
        limits.queue_max = 8;
        limits.queue_reserved = 2;
    }
    if (prng.chance(1, 3)) {
        limits.batch_requests_max = static_cast<std::size_t>(prng.between(1, 4));
        limits.batch_events_max = static_cast<std::size_t>(prng.between(1, 12));
    }
    return limits;
}

}  // namespace

Traffic::Traffic(const WorldOptions& options, Disk& disk, const ZoneBook& zones)
    : options_(options),
      disk_(disk),
      zones_(zones),
      prng_(mix64(options.seed) ^ traffic_stream),
      plan_(draw_shared_plan(prng_)),
      workload_(plan_, prng_.fork()),
      rates_(draw_store_faults(prng_)),
      lost_replies_(static_cast<std::uint32_t>(prng_.below(200))),
      has_bad_clock_(prng_.chance(1, 3)),
      limits_(draw_limits(prng_)),
      now_(plan_.start) {
    disk_.allocate(plan_.resources.size());
    for (const ResourcePlan& resource : plan_.resources) {
        watched_.emplace_back(resource, zones);
    }
    host_ = std::make_unique<ShardHost>(disk_, limits_, zones_, hooks());
}

HostHooks Traffic::hooks() {
    return {.fault =
                [this](StoreCall call, const engine::Batch*) {
                    const CallFault fault = draw_fault(rates_, prng_);
                    if (fault != CallFault::None) {
                        say(fmt::format("  {}: {}", name_of(call), name_of(fault)));
                    }
                    return fault;
                },
            .decided =
                [this](const Decision& decision) {
                    sendings_[decision.ask.id].has_events = !decision.outcome.events.empty();
                },
            .written = [this](const WrittenBatch& written) { on_written(written); },
            .crashed = [this] { on_crash(); },
            .complain = [this](std::string what) { report_.fail("traffic", std::move(what)); }};
}

WorldResult Traffic::run() {
    while (calls_.size() < options_.commands && report_.ok()) {
        step();
    }
    if (report_.ok()) {
        heal();
    }
    finish();
    result_.commands = calls_.size();
    result_.violations = report_.violations();
    result_.trace = to_hex(trace_.finish());
    return std::move(result_);
}

void Traffic::step() {
    if (has_bad_clock_ && prng_.chance(1, 10)) {
        skew_ = Duration{prng_.between(-10'000, 10'000)};
    }
    retry_some(1, 4);
    const std::uint64_t lot = prng_.below(1000);
    if (lot < 300) {
        begin_call();
    } else if (lot < 550) {
        host_->poll(clock());
    } else if (lot < 850) {
        if (host_->pending() > 0) {
            host_->carry_out(prng_.below(host_->pending()), clock());
        }
    } else if (lot < 920) {
        pass_time();
    } else if (lot < 950) {
        look();
    } else if (lot < 975) {
        ask_again();
    } else if (lot < 980) {
        misuse_key();
    } else if (lot < 985) {
        for (int count = 0; count < 20; ++count) {
            begin_call();
        }
    } else if (lot < 988) {
        if (prng_.chance(rates_.crash, 60)) {
            say("  crash");
            host_->crash();
        }
    } else {
        forget_answers();
    }
}

// As the store does after a day, but at any time when nobody needs them any more.
void Traffic::forget_answers() {
    const bool is_needed = std::ranges::any_of(calls_, [](const Call& call) {
        return call.is_over ? call.waiting > 0 : call.answer.has_value();
    });
    if (is_needed || misuses_waiting_ > 0) {
        return;
    }
    disk_.drop_answers(now_ + days{1});
    for (Call& call : calls_) {
        call.is_forgotten = call.is_forgotten || call.is_over;
    }
}

void Traffic::pass_time() {
    const std::uint64_t lot = prng_.below(100);
    if (lot < 50) {
        now_ += Duration{prng_.between(0, 2500)};
        return;
    }
    const std::optional<Time> wake = host_->shard().next_wake();
    if (lot < 75 && wake && *wake > now_ && *wake < now_ + days{3}) {
        now_ = *wake + Duration{prng_.between(-1, 1)};
        return;
    }
    now_ += Duration{prng_.between(0, 4 * plan_.usual_step.count())};
}

// No more faults: everyone who still wants something gets an answer.
void Traffic::heal() {
    say("healing: no more faults");
    rates_ = {};
    if (prng_.chance(1, 2)) {
        host_->crash();
    }
    lost_replies_ = 0;
    skew_ = {};
    const auto reach_what_happened = [this] {
        for (const Watched& watched : watched_) {
            now_ = std::max(now_, watched.model.state().last_at);
        }
    };
    reach_what_happened();
    // What a load that failed left to be done is tried again after a second.
    now_ += seconds{2};
    for (int round = 0; round < healing_rounds_max && report_.ok(); ++round) {
        host_->settle(now_);
        // A request of before may have been decided by a clock that was ahead.
        reach_what_happened();
        retry_some(1, 1);
        if (host_->shard().is_idle() &&
            std::ranges::all_of(calls_, [](const Call& call) { return call.is_over; })) {
            break;
        }
    }
    for (const Call& call : calls_) {
        if (!call.is_over) {
            report_.fail("traffic", "a request is never answered");
            return;
        }
    }
    host_->settle(now_);
    check_nothing_overdue();
    run_on();
}

// Nobody asks for anything any more, but time goes on.
void Traffic::run_on() {
    for (int wakes = 0; wakes < wakes_after_healing && report_.ok(); ++wakes) {
        const std::optional<Time> wake = host_->shard().next_wake();
        // When nothing is said to be due, nothing may happen for long.
        now_ = std::max(now_, wake.value_or(now_ + days{40}));
        host_->settle(now_);
        check_nothing_overdue();
        if (!wake) {
            break;
        }
    }
}

void Traffic::finish() {
    for (const Watched& watched : watched_) {
        check_durable(disk_, watched.plan->number, zones_, report_);
        check_history(disk_, watched.plan->number, watched.history, report_);
    }
    for (const Call& call : calls_) {
        if (call.heard && call.ask.key && !call.is_forgotten) {
            check_kept(disk_, call.ask.resource, call.ask.key->key, *call.heard, report_);
        }
    }
}

void Traffic::say(const std::string& line) {
    if (options_.verbose) {
        options_.verbose(line);
    }
}

}  // namespace standby::sim
