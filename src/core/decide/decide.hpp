// From a command to the events that carry it out, or to a refusal. Pure: the same state, command
// and context always give the same answer, and nothing is changed. One file per family of commands.
#pragma once

#include "base/result.hpp"
#include "core/decide/event_builder.hpp"
#include "core/model/command.hpp"
#include "core/model/refusal.hpp"
#include "core/run.hpp"

#include <optional>
#include <vector>

namespace standby::core {

struct Decision {
    std::vector<Event> events;
    Answer answer;
};
using Decided = Result<Decision, Refusal>;

// The command alone; the moves that follow from it are found by `next_step`.
Decided decide(const ResourceState& state, const Command& command, const Context& context);

// The next thing the engine does by itself at this moment; empty when all is settled. This is where
// "who is next" is answered.
std::vector<Event> next_step(const ResourceState& state, const Context& context);

// What fell due first at or before now; empty when nothing did.
std::vector<Event> next_timer(const ResourceState& state, const Context& context);

// The next of those whose waiting is over, or else of the bookings that are over (their entries end
// as attended). Empty when none is.
std::vector<Event> next_passed(const ResourceState& state, const Context& context);

// The next of the entries whose address nobody confirmed in time: they end as expired. Empty when
// there are none.
std::vector<Event> next_unproven(const ResourceState& state, const Context& context);

// Those who have waited so long that they are asked whether they still want it, and those who have
// not answered, who are set aside. Empty when there are none, or when the list is not active.
std::vector<Event> next_presence(const ResourceState& state, const Context& context);
// When that is next; nothing: never, unless something changes.
std::optional<Time> next_presence_due(const ResourceState& state);

// The offers whose deadline fell into a gap in service get as much more time as it took.
std::vector<Event> extend_over(const ResourceState& state, const Gap& gap, const Context& context);

// When a party that blocks the line loses its turn by time alone (its notice has passed, or nobody
// could answer any more), so that the next one can be looked at. Nothing when none blocks.
std::optional<Time> blocked_until(const ResourceState& state, const Context& context);

// True when a move is only waiting for the next wave.
bool blocked_by_wave(const ResourceState& state, Time now);

// What a list that takes nobody any more says to a newcomer: it is closed, its event has begun, or
// it is full. Staff may let people in until an event is over.
std::optional<Refusal> check_open(const ResourceState& state, const Context& context);

// What somebody is told who waits for five other wishes already; those of one group count as one,
// and those of the group that the new entry is in don't count.
std::optional<Refusal> check_wishes(const ResourceState& state, const std::vector<Ticket>& others,
                                    GroupKey group);

// One overload per command.
Decided decide_on(const ResourceState&, const CreateResource&, const Context&);
Decided decide_on(const ResourceState&, const PatchResource&, const Context&);
Decided decide_on(const ResourceState&, const PauseResource&, const Context&);
Decided decide_on(const ResourceState&, const ResumeResource&, const Context&);
Decided decide_on(const ResourceState&, const CloseResource&, const Context&);
Decided decide_on(const ResourceState&, const CancelResource&, const Context&);
Decided decide_on(const ResourceState&, const ReleasePlaces&, const Context&);
Decided decide_on(const ResourceState&, const RevokePlaces&, const Context&);
Decided decide_on(const ResourceState&, const Join&, const Context&);
Decided decide_on(const ResourceState&, const Verify&, const Context&);
Decided decide_on(const ResourceState&, const UpdateEntry&, const Context&);
Decided decide_on(const ResourceState&, const Leave&, const Context&);
Decided decide_on(const ResourceState&, const RemoveEntry&, const Context&);
Decided decide_on(const ResourceState&, const CancelEntry&, const Context&);
Decided decide_on(const ResourceState&, const MarkNoShow&, const Context&);
Decided decide_on(const ResourceState&, const MarkAttended&, const Context&);
Decided decide_on(const ResourceState&, const Promote&, const Context&);
Decided decide_on(const ResourceState&, const OpenSlot&, const Context&);
Decided decide_on(const ResourceState&, const WithdrawOpening&, const Context&);
Decided decide_on(const ResourceState&, const BookOpening&, const Context&);
Decided decide_on(const ResourceState&, const Accept&, const Context&);
Decided decide_on(const ResourceState&, const Decline&, const Context&);
Decided decide_on(const ResourceState&, const LateYes&, const Context&);
Decided decide_on(const ResourceState&, const StillHere&, const Context&);
Decided decide_on(const ResourceState&, const SetAside&, const Context&);
Decided decide_on(const ResourceState&, const ReportUnheard&, const Context&);
Decided decide_on(const ResourceState&, const ReportStep&, const Context&);
Decided decide_on(const ResourceState&, const ExtendOffer&, const Context&);
Decided decide_on(const ResourceState&, const ReportSent&, const Context&);
Decided decide_on(const ResourceState&, const ReportUndeliverable&, const Context&);
Decided decide_on(const ResourceState&, const ReportBooking&, const Context&);
Decided decide_on(const ResourceState&, const ReportPayment&, const Context&);

// Shared by the families.
inline std::unexpected<Refusal> refuse(RefusalCode code, std::string_view detail,
                                       std::string_view field = {}) {
    return std::unexpected(Refusal{code, field, detail});
}
inline std::unexpected<Refusal> bad_field(std::string_view field, std::string_view detail) {
    return refuse(RefusalCode::InvalidField, detail, field);
}
inline Decision done(EventBuilder& builder, Answer answer = {}) {
    return {builder.take(), answer};
}

}  // namespace standby::core
