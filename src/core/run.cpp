// Catch up, decide, settle.
#include "core/run.hpp"

#include "base/assert.hpp"
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace standby::core {
namespace {

void carry_out(ResourceState& state, std::vector<Event> events, std::vector<Event>& done) {
    for (const Event& event : events) {
        apply(state, event);
    }
    if (done.empty()) {
        done = std::move(events);
    } else {
        done.insert(done.end(), std::make_move_iterator(events.begin()),
                    std::make_move_iterator(events.end()));
    }
}

// When the next patience ends that was not over when moves were last looked for.
std::optional<Time> next_patience(const ResourceState& state) {
    const auto next = state.patience.upper_bound(
        {state.recheck.looked_at, OfferNumber{std::numeric_limits<std::uint32_t>::max()}});
    return next == state.patience.end() ? std::nullopt : std::optional{next->first};
}

bool patience_ended(const ResourceState& state, Time now) {
    const std::optional<Time> at = next_patience(state);
    return at && *at <= now;
}

// Makes every move there is to make now.
void settle(ResourceState& state, const Context& context, std::vector<Event>& done) {
    while (true) {
        std::vector<Event> step = next_step(state, context);
        if (step.empty()) {
            break;
        }
        carry_out(state, std::move(step), done);
    }
    state.recheck.unsettled = false;
    state.recheck.wave_blocked = blocked_by_wave(state, context.now);
    state.recheck.party_blocked_until = blocked_until(state, context);
    if (state.status == ResourceStatus::Active && !state.recheck.wave_blocked) {
        state.recheck.all = false;
        state.recheck.candidates.clear();
    } else if (patience_ended(state, context.now)) {
        state.recheck.all = true;  // once somebody may be asked again
    }
    state.recheck.looked_at = context.now;
}

// When what is over may end; later than that while it ends in portions.
std::optional<Time> next_passing(const ResourceState& state) {
    const std::optional<Time> over_at = next_over(state);
    const std::optional<Time> again = state.recheck.passing_goes_on_at;
    return over_at && again ? std::max(*over_at, *again) : over_at;
}

std::optional<Time> next_forgetting(const ResourceState& state) {
    const std::optional<Time> over_at = next_proof_over(state);
    const std::optional<Time> again = state.recheck.forgetting_goes_on_at;
    return over_at && again ? std::max(*over_at, *again) : over_at;
}

// Ends one portion of the entries whose address nobody confirmed in time.
void forget_unproven(ResourceState& state, const Context& context, std::vector<Event>& done) {
    const std::optional<Time> due = next_forgetting(state);
    if (!due || *due > context.now) {
        return;
    }
    carry_out(state, next_unproven(state, context), done);
    settle(state, context, done);
    const std::optional<Time> rest = next_proof_over(state);
    state.recheck.forgetting_goes_on_at = rest && *rest <= context.now
                                              ? std::optional{context.now + limits::passed_pause}
                                              : std::nullopt;
}

std::optional<Time> next_asking(const ResourceState& state) {
    const std::optional<Time> due = next_presence_due(state);
    const std::optional<Time> again = state.recheck.asking_goes_on_at;
    return due && again ? std::max(*due, *again) : due;
}

// Asks one portion of those who have waited long whether they still want it.
void ask_presence(ResourceState& state, const Context& context, std::vector<Event>& done) {
    const std::optional<Time> due = next_asking(state);
    if (!due || *due > context.now) {
        return;
    }
    carry_out(state, next_presence(state, context), done);
    settle(state, context, done);
    const std::optional<Time> rest = next_presence_due(state);
    state.recheck.asking_goes_on_at = rest && *rest <= context.now
                                          ? std::optional{context.now + limits::passed_pause}
                                          : std::nullopt;
}

// Ends those whom `next_passed` names, and returns how many these were.
std::size_t end_some(ResourceState& state, std::vector<Event> events, std::vector<Event>& done) {
    std::size_t count = 0;
    Ticket passed = 0;
    Ticket ended = 0;
    for (const Event& event : events) {
        if (event.subject == Subject::Entry) {
            const bool is_booking = static_cast<EntryState>(event.to) == EntryState::Attended;
            (is_booking ? passed : ended) = event.entry;
            ++count;
        }
    }
    carry_out(state, std::move(events), done);
    state.recheck.passed_until = std::max(state.recheck.passed_until, passed);
    state.recheck.ended_until = std::max(state.recheck.ended_until, ended);
    return count;
}

// Ends one portion of what is over: those who wait first, then bookings.
void end_passed(ResourceState& state, const Context& context, std::vector<Event>& done) {
    const std::optional<Time> due = next_passing(state);
    if (!due || *due > context.now) {
        return;
    }
    const auto goes_on = [&] {
        const std::optional<Time> rest = next_over(state);
        return rest && *rest <= context.now;
    };
    std::size_t count = 0;
    while (goes_on() && count < limits::passed_at_once_max) {
        const std::size_t more = end_some(state, next_passed(state, context), done);
        ASSERT(more > 0);
        count += more;
    }
    settle(state, context, done);
    state.recheck.passing_goes_on_at =
        goes_on() ? std::optional{context.now + limits::passed_pause} : std::nullopt;
    if (!goes_on()) {
        state.recheck.passed_until = 0;
        state.recheck.ended_until = 0;
    }
}

// Whoever was erased without having been taken off the list is asked nothing any more. Before
// anything else, so that no place is offered to them.
void end_erased(ResourceState& state, const Context& context, std::vector<Event>& done) {
    const Context own = as_engine(context);
    while (!state.erased.empty()) {
        const Ticket entry = *state.erased.begin();
        Decided ended = decide(
            state, RemoveEntry{.entry = entry, .cause = RemoveCause::Erased, .friend_keys = {}},
            own);
        state.erased.erase(entry);
        if (ended) {
            carry_out(state, std::move(ended->events), done);
        }
    }
}

void catch_up_into(ResourceState& state, const Context& context, std::vector<Event>& done) {
    end_erased(state, context, done);
    while (true) {
        std::vector<Event> due = next_timer(state, context);
        if (due.empty()) {
            break;
        }
        carry_out(state, std::move(due), done);
        settle(state, context, done);
    }
    const std::optional<Time> unblocked = state.recheck.party_blocked_until;
    // A clock that was put back may be before a cutoff again.
    const bool is_back = !state.patience.empty() && context.now < state.recheck.looked_at;
    if (is_back) {
        PROBE("the clock was put back while somebody cannot be told");
        state.recheck.all = true;
    }
    if (state.recheck.unsettled || state.recheck.wave_blocked || is_back ||
        (unblocked && *unblocked <= context.now) || patience_ended(state, context.now)) {
        settle(state, context, done);
    }
    end_passed(state, context, done);
    forget_unproven(state, context, done);
    ask_presence(state, context, done);
}

Context not_before(const ResourceState& state, const Context& context) {
    Context result = context;
    result.now = std::max(context.now, state.last_at);
    return result;
}

}  // namespace

Outcome run(ResourceState& state, const Command& command, const Context& context) {
    const Context now = not_before(state, context);
    Outcome outcome;
    state.recheck.renewed.clear();
    catch_up_into(state, now, outcome.events);
    Decided decided = decide(state, command, now);
    if (!decided) {
        outcome.refusal = decided.error();
        return outcome;
    }
    outcome.answer = decided->answer;
    carry_out(state, std::move(decided->events), outcome.events);
    settle(state, now, outcome.events);
    return outcome;
}

std::vector<Event> catch_up(ResourceState& state, const Context& context) {
    std::vector<Event> done;
    state.recheck.renewed.clear();
    catch_up_into(state, not_before(state, context), done);
    return done;
}

std::vector<Event> bridge(ResourceState& state, const Gap& gap, const Context& context) {
    std::vector<Event> done;
    carry_out(state, extend_over(state, gap, not_before(state, context)), done);
    return done;
}

std::optional<Time> next_due(const ResourceState& state) {
    if (state.recheck.unsettled && state.status != ResourceStatus::None) {
        return state.last_at;
    }
    std::optional<Time> due = state.recheck.party_blocked_until;
    if (!state.timers.empty()) {
        const Time timer = state.timers.begin()->at;
        due = due ? std::min(*due, timer) : timer;
    }
    if (state.recheck.wave_blocked && state.rules.wave_size != 0 &&
        state.wave_offers >= state.rules.wave_size) {
        const Time wave_end = state.wave_started + state.rules.wave_interval;
        due = due ? std::min(*due, wave_end) : wave_end;
    }
    for (const std::optional<Time>& other :
         {next_patience(state), next_passing(state), next_forgetting(state), next_asking(state)}) {
        if (other) {
            due = due ? std::min(*due, *other) : other;
        }
    }
    return due;
}

}  // namespace standby::core
