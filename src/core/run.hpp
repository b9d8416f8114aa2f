// The one way to carry out a command: catch up with what fell due, decide, settle. Everything that
// drives the core (shard, simulator, scenarios) calls this and nothing below it.
#pragma once

#include "core/model/command.hpp"
#include "core/model/event.hpp"
#include "core/model/refusal.hpp"
#include "core/rules/zone_book.hpp"

#include <optional>
#include <vector>

namespace standby::core {

struct ResourceState;

// What a decision may know besides the state.
struct Context {
    Time now{};
    Actor actor;
    const ZoneBook* zones = nullptr;  // never null
    // Within which answers come at this house: what windows by the time left go by where nobody
    // may say yes later. Nothing: that is not known, and it is as elsewhere.
    std::optional<Duration> answer_window{};
};

// The same for what nobody asked for.
inline Context as_engine(Context context) {
    context.actor = Actor{};
    return context;
}

// What the command was about, for the caller's answer.
struct Answer {
    Ticket entry = 0;
    OfferNumber offer;
    OpeningNumber opening;
    bool repeated = false;  // it had been done before: the answer is that of the first time
};

struct Outcome {
    std::vector<Event> events;       // in order, already applied; also those of catching up
    std::optional<Refusal> refusal;  // set: the command itself changed nothing
    Answer answer;
};

// Carries out one command. The state must be that of one resource (empty before CreateResource).
Outcome run(ResourceState& state, const Command& command, const Context& context);

// Does what fell due by context.now, and the moves that follow. The same as what `run` does first.
std::vector<Event> catch_up(ResourceState& state, const Context& context);

// A time in which nobody served the resource.
struct Gap {
    Time from{};
    Time to{};
};
// Gives the offers whose deadline fell into the gap as much more time as it took, unless it was
// very short or very long. To be called before anything else once the resource is served again;
// calling it again changes nothing.
std::vector<Event> bridge(ResourceState& state, const Gap& gap, const Context& context);

// When catch_up has something to do next; nothing when only a command can change anything. May be
// early, never late.
std::optional<Time> next_due(const ResourceState& state);

// Changes the state as the event says. The event must come from a decision on this very state.
void apply(ResourceState& state, const Event& event);

}  // namespace standby::core
