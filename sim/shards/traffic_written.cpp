// The history on the disk, watched as it grows: each decision in it is made once more by the naive
// reference, and each event goes through the invariants.
#include "core/audit/event_codec.hpp"
#include "sim/check/command_checks.hpp"
#include "sim/check/event_checks.hpp"
#include "sim/shards/traffic.hpp"
#include "sim/world/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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
        std::size_t decided = 0;
        for (const Decision& decision : written.decisions) {
            decided +=
                decision.ask.resource == change.resource ? decision.outcome.events.size() : 0;
        }
        if (decided > events.size()) {
            report_.fail("traffic", "a decision is not in the batch that answers it");
            return;
        }
        // Timers come first; the rest is that of the requests, in order.
        const auto requests = std::prev(events.end(), static_cast<std::ptrdiff_t>(decided));
        Context context{.now = written.decided_at, .actor = {}, .zones = &zones_};
        if (requests != events.begin()) {
            Outcome actual;
            actual.events.assign(events.begin(), requests);
            NaiveOutcome expected;
            expected.events = watched.model.catch_up(context);
            observe(watched, actual, expected, written.decided_at);
        }
        auto at = requests;
        for (const Decision& decision : written.decisions) {
            if (decision.ask.resource != change.resource || !report_.ok()) {
                continue;
            }
            Outcome actual = decision.outcome;
            const auto end = std::next(at, std::ssize(actual.events));
            actual.events.assign(at, end);
            at = end;
            context.actor = decision.ask.actor;
            const NaiveOutcome expected = watched.model.run(decision.ask.command, context);
            observe(watched, actual, expected, written.decided_at);
            if (const auto* accept = std::get_if<core::Accept>(&decision.ask.command)) {
                check_claim(watched.ledger, accept->offer, actual, report_);
            }
            note_call(decision);
        }
    }
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
            model.catch_up({.now = clock(), .actor = {}, .zones = &zones_});
        if (!events.empty() && report_.ok()) {
            report_.fail("traffic",
                         fmt::format("the shard sleeps through {} of resource {}",
                                     core::type_of(events.front()), watched.plan->number.value()));
        }
    }
}

}  // namespace standby::sim
