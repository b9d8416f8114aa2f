// The history on the disk, watched as it grows: each decision in it is made once more by the naive
// reference, and each event goes through the invariants.
#include "core/audit/event_codec.hpp"
#include "sim/check/command_checks.hpp"
#include "sim/check/event_checks.hpp"
#include "sim/shards/traffic.hpp"
#include "sim/world/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace standby::sim {

void Traffic::on_written(const WrittenBatch& written) {
    for (const engine::ResourceChange& change : written.batch.resources) {
        Watched& watched = watched_at(change.resource);
        std::vector<Event> events;
        for (const engine::EventRow& row : change.events) {
            const auto event = core::decode_event(row.data);
            if (!event) {
                report_.fail("traffic", "a written event cannot be read");
                return;
            }
            events.push_back(*event);
        }
        std::span<const Event> rest = events;
        std::span<const Time> polls = written.decided_at;
        for (const Decision& decision : written.decisions) {
            if (decision.ask.resource != change.resource || !report_.ok()) {
                continue;
            }
            const std::size_t count = decision.outcome.events.size();
            const Time at = written.decided_at[decision.poll];
            rest = observe_timers(watched, rest, decision.last_event - count, polls);
            polls = std::span(written.decided_at).subspan(decision.poll);
            if (count > rest.size()) {
                report_.fail("traffic", "a decision is not in the batch that answers it");
                return;
            }
            Outcome actual = decision.outcome;
            actual.events.assign(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(count));
            rest = rest.subspan(count);
            const Context context{.now = at,
                                  .actor = decision.ask.actor,
                                  .zones = &zones_,
                                  .answer_window = answer_window_of(change.resource)};
            const NaiveOutcome expected = watched.model.run(decision.ask.command, context);
            observe(watched, actual, expected, at);
            if (const auto* accept = std::get_if<core::Accept>(&decision.ask.command)) {
                check_claim(watched.ledger, accept->offer, actual, report_);
            }
            note_call(decision);
        }
        observe_timers(watched, rest, change.last_event, polls);
    }
}

// What the timers did, up to the event `last`: in one poll or in several, each at its own time. The
// resource may not have been in memory when something fell due, so the event itself tells in which
// poll it was done. Returns what comes after it.
std::span<const Event> Traffic::observe_timers(Watched& watched, std::span<const Event> events,
                                               std::uint64_t last, std::span<const Time> polls) {
    for (const Time at : polls) {
        if (events.empty() || events.front().number > last || !report_.ok()) {
            return events;
        }
        NaiveResource model = watched.model;
        NaiveOutcome expected;
        expected.events = model.catch_up({.now = at,
                                          .actor = {},
                                          .zones = &zones_,
                                          .answer_window = answer_window_of(watched.plan->number)});
        if (expected.events.empty() || expected.events.front().at != events.front().at) {
            continue;
        }
        watched.model = std::move(model);
        const std::size_t count = std::min(expected.events.size(), events.size());
        Outcome actual;
        actual.events.assign(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count));
        observe(watched, actual, expected, at);
        events = events.subspan(count);
    }
    if (!events.empty() && events.front().number <= last && report_.ok()) {
        report_.fail("traffic", "something happened by itself that was not due");
    }
    return events;
}

void Traffic::note_call(const Decision& decision) {
    Sending& sending = sendings_[decision.ask.id];
    Call& call = calls_[sending.call];
    sending.is_written = true;
    if (!is_kept(decision.answer)) {
        return;
    }
    call.answer = decision.answer;
    if (++call.times_written > 1) {
        report_.fail("traffic", fmt::format("call {} is carried out twice", sending.call));
    }
}

void Traffic::observe(Watched& watched, const Outcome& actual, const NaiveOutcome& expected,
                      Time at) {
    result_.events += actual.events.size();
    for (const Event& event : actual.events) {
        if (options_.verbose) {
            say(fmt::format("    resource {} {}", watched.plan->number.value(), describe(event)));
        }
        const std::uint64_t taken_before = watched.ledger.taken();
        check_numbering(watched.ledger, event, report_);
        check_transitions(watched.ledger, event, report_);
        check_deadlines(watched.ledger, event, report_);
        watched.ledger.apply(event);
        check_capacity(taken_before, watched.ledger, event, report_);
        trace_.update(core::encode_event(event));
        watched.history.push_back(event);
    }
    check_agreement(actual, expected, report_);
    check_no_overdue(watched.ledger, std::max(at, watched.ledger.last_at), report_);
    check_groups(watched.ledger, report_);
}

void Traffic::check_nothing_overdue() {
    for (const Watched& watched : watched_) {
        NaiveResource model = watched.model;
        const std::vector<Event> events =
            model.catch_up({.now = clock(),
                            .actor = {},
                            .zones = &zones_,
                            .answer_window = answer_window_of(watched.plan->number)});
        if (!events.empty() && report_.ok()) {
            report_.fail("traffic",
                         fmt::format("the shard sleeps through {} of resource {}",
                                     core::type_of(events.front()), watched.plan->number.value()));
        }
    }
}

}  // namespace standby::sim
