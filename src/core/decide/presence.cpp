// Signs of life: who is asked whether they still want it, and who is set aside for not answering.
#include "core/state/presence.hpp"

#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

namespace standby::core {

std::optional<Time> next_presence_due(const ResourceState& state) {
    if (state.status != ResourceStatus::Active || state.presence.empty()) {
        return std::nullopt;
    }
    return state.presence.begin()->first;
}

std::vector<Event> next_presence(const ResourceState& state, const Context& context) {
    const Context own = as_engine(context);
    EventBuilder builder{state, own};
    std::size_t count = 0;
    for (const auto& [due, entry] : state.presence) {
        if (due > context.now || count == limits::passed_at_once_max) {
            break;
        }
        const std::uint32_t pings = mark_of(state, entry).pings;
        if (pings < limits::pings_max) {
            PROBE("somebody is asked whether they still want it");
            builder.entry(entry, EntryState::Waiting, EntryState::Waiting, Reason::Ping,
                          EntryPinged{.count = pings + 1});
        } else {
            PROBE("somebody who does not answer is set aside");
            builder.entry(entry, EntryState::Waiting, EntryState::Waiting, Reason::NoAnswerToPings,
                          EntryPresence{.here = false});
        }
        ++count;
    }
    return builder.take();
}

Decided decide_on(const ResourceState& state, const StillHere& command, const Context& context) {
    const EntryState at = state.entries.state(command.entry);
    if (at == EntryState::None) {
        return refuse(RefusalCode::UnknownEntry, "There is no such entry.");
    }
    if (is_terminal(at)) {
        return refuse(RefusalCode::EntryEnded, "The entry is no longer on the list.");
    }
    if (at == EntryState::Unverified) {
        return refuse(RefusalCode::EntryNotWaiting, "The address has to be confirmed first.");
    }
    EventBuilder builder{state, context};
    const Mark& mark = mark_of(state, command.entry);
    Answer answer{.entry = command.entry, .repeated = mark.pings == 0 && !mark.set_aside};
    if (!answer.repeated) {
        if (mark.set_aside) {
            PROBE("somebody who was set aside is back");
        }
        builder.entry(command.entry, at, at, Reason::StillHere, EntryPresence{.here = true});
    }
    return done(builder, answer);
}

Decided decide_on(const ResourceState& state, const SetAside& command, const Context& context) {
    const EntryState at = state.entries.state(command.entry);
    if (at == EntryState::None) {
        return refuse(RefusalCode::UnknownEntry, "There is no such entry.");
    }
    if (is_terminal(at)) {
        return refuse(RefusalCode::EntryEnded, "The entry is no longer on the list.");
    }
    if (at != EntryState::Waiting) {
        return refuse(RefusalCode::EntryNotWaiting,
                      "Only an entry that is waiting can be set aside; an offer is declined.");
    }
    EventBuilder builder{state, context};
    Answer answer{.entry = command.entry, .repeated = is_aside_by_wish(state, command.entry)};
    if (!answer.repeated) {
        PROBE("somebody is set aside at their own wish");
        builder.entry(command.entry, at, at, Reason::Requested, EntryPresence{.here = false});
    }
    return done(builder, answer);
}

// Asking begins anew, as after a sign of life: whoever can't be reached is asked as rarely as
// anybody. A report that comes late brings back whoever was set aside meanwhile.
Decided decide_on(const ResourceState& state, const ReportUnheard& command,
                  const Context& context) {
    const EntryState at = state.entries.state(command.entry);
    if (at == EntryState::None) {
        return refuse(RefusalCode::UnknownEntry, "There is no such entry.");
    }
    if (is_terminal(at)) {
        return refuse(RefusalCode::EntryEnded, "The entry is no longer on the list.");
    }
    EventBuilder builder{state, context};
    const Mark& mark = mark_of(state, command.entry);
    const bool was_asked =
        at == EntryState::Unverified ? mark.heard_at != context.now : mark.pings > 0;
    Answer answer{.entry = command.entry, .repeated = !was_asked};
    if (was_asked) {
        PROBE("a question whether somebody still wants it, or reads an address, reaches nobody");
        builder.entry(command.entry, at, at, Reason::NotReachable, EntryPresence{.here = true});
    }
    return done(builder, answer);
}

}  // namespace standby::core
