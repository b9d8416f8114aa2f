// Offers that would have ended while nobody could answer them.
#include "base/probe.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/outcomes.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>

namespace standby::core {
namespace {

// Cut where the window is cut, or at the start when staff let it run beyond that already.
Time extended(const ResourceState& state, const Offer& offer, Duration by) {
    std::optional<Time> cut = end_for(state, offer);
    if (cut && *cut < offer.expires_at) {
        cut = start_for(state, offer);
    }
    const Time end = offer.expires_at + by;
    return cut ? std::min(end, *cut) : end;
}

}  // namespace

std::vector<Event> extend_over(const ResourceState& state, const Gap& gap, const Context& context) {
    const Duration length = gap.to - gap.from;
    if (length < limits::gap_min || length > limits::gap_max) {
        return {};
    }
    const Context own = as_engine(context);
    EventBuilder builder{state, own};
    for (const Timer& timer : state.timers) {
        if (timer.at > gap.to) {
            break;
        }
        if (timer.kind != TimerKind::OfferDeadline || timer.at <= gap.from) {
            continue;
        }
        const OfferNumber number{timer.number};
        const Offer& offer = state.offers.at(number);
        const bool is_untold = offer.state == OfferState::Live &&
                               (!offer.sent_at || offer.unreached != Undeliverable::None);
        const Time until = extended(state, offer, length);
        if (is_untold || until <= context.now) {
            continue;
        }
        PROBE("an offer is extended over a gap in service");
        builder.offer(number, offer, state.entries.state(offer.entry), Reason::OutOfService,
                      OfferExtended{until});
    }
    return builder.take();
}

}  // namespace standby::core
