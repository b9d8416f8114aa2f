// Collects the events of one decision and fills in what every event carries: its number, the time,
// the rules version, who acted.
#pragma once

#include "core/model/event.hpp"
#include "core/run.hpp"
#include "core/state/resource_state.hpp"

#include <utility>
#include <vector>

namespace standby::core {

class EventBuilder {
public:
    EventBuilder(const ResourceState& state, const Context& context)
        : state_(state), context_(context) {}

    const ResourceState& state() const { return state_; }
    const Context& context() const { return context_; }
    Time now() const { return context_.now; }

    Event& resource(ResourceStatus from, ResourceStatus to, Reason reason, EventBody body) {
        return add(Subject::Resource, static_cast<std::uint8_t>(from),
                   static_cast<std::uint8_t>(to), reason, std::move(body));
    }
    // The status stays as it is.
    Event& resource(Reason reason, EventBody body) {
        return resource(state_.status, state_.status, reason, std::move(body));
    }
    Event& entry(Ticket ticket, EntryState from, EntryState to, Reason reason, EventBody body) {
        Event& event = add(Subject::Entry, static_cast<std::uint8_t>(from),
                           static_cast<std::uint8_t>(to), reason, std::move(body));
        event.entry = ticket;
        return event;
    }
    // An event of an offer: the states are those of its entry.
    Event& offer(OfferNumber number, const Offer& offer, EntryState to, Reason reason,
                 EventBody body) {
        Event& event =
            entry(offer.entry, state_.entries.state(offer.entry), to, reason, std::move(body));
        event.offer = number;
        event.opening = offer.opening;
        return event;
    }
    Event& opening(OpeningNumber number, OpeningState from, OpeningState to, Reason reason,
                   EventBody body) {
        Event& event = add(Subject::Opening, static_cast<std::uint8_t>(from),
                           static_cast<std::uint8_t>(to), reason, std::move(body));
        event.opening = number;
        return event;
    }

    std::vector<Event> take() { return std::move(events_); }
    bool empty() const { return events_.empty(); }

private:
    Event& add(Subject subject, std::uint8_t from, std::uint8_t to, Reason reason, EventBody body) {
        Event& event = events_.emplace_back();
        event.number = state_.last_event + events_.size();
        event.at = context_.now;
        event.actor = context_.actor;
        event.reason = reason;
        event.rules_version = state_.rules_version;
        event.subject = subject;
        event.from = from;
        event.to = to;
        event.body = std::move(body);
        return event;
    }

    const ResourceState& state_;
    const Context& context_;
    std::vector<Event> events_;
};

}  // namespace standby::core
