// A claim before the deadline counts, one at or after it never does; nobody is timed out early, and
// nobody misses what they were not told.
#include "sim/check/event_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {

void check_deadlines(const Ledger& before, const Event& event, Report& report) {
    const auto at = before.offers.find(event.offer);
    if (at == before.offers.end()) {
        return;
    }
    const LedgerOffer& offer = at->second;
    const bool claims = std::holds_alternative<core::OfferAccepted>(event.body) ||
                        std::holds_alternative<core::OfferClaimed>(event.body);
    // An instant yes is given in the same moment, whatever the window would have been; so is the
    // place to whoever said yes to an earlier offer too late.
    const bool is_fresh = offer.made_at == event.at &&
                          (event.reason == Reason::InstantYes || event.reason == Reason::Manual ||
                           (event.reason == Reason::LateYes && offer.late_yes));
    if (claims && event.at >= offer.expires_at && !is_fresh) {
        report.fail("deadlines", fmt::format("offer {} is claimed at {}, its deadline was {}",
                                             event.offer.value(), format_time(event.at),
                                             format_time(offer.expires_at)));
    }
    const bool times_out =
        std::holds_alternative<core::OfferEnded>(event.body) &&
        (event.reason == Reason::WindowEnded || event.reason == Reason::PaymentTimeout ||
         event.reason == Reason::BookingTimeout);
    if (times_out && event.at < offer.expires_at) {
        report.fail("deadlines",
                    fmt::format("offer {} times out at {}, its deadline is {}", event.offer.value(),
                                format_time(event.at), format_time(offer.expires_at)));
    }
    if (event.reason == Reason::WindowEnded && !offer.is_sent) {
        report.fail("deadlines", fmt::format("offer {} is missed, but its message never left",
                                             event.offer.value()));
    }
    const auto* sent = std::get_if<core::OfferSent>(&event.body);
    // What could not be told had no deadline of its own for that time.
    const Time deadline = offer.is_unreached ? offer.deadline_before : offer.expires_at;
    if (sent != nullptr && sent->expires_at < deadline) {
        report.fail("deadlines",
                    fmt::format("a report moves the deadline of offer {} forward, from {} to {}",
                                event.offer.value(), format_time(deadline),
                                format_time(sent->expires_at)));
    }
}

void check_claim(const Ledger& after, OfferNumber number, const Outcome& outcome, Report& report) {
    const auto at = after.offers.find(number);
    const OfferState state = at == after.offers.end() ? OfferState::None : at->second.state;
    const bool is_claimed = state == OfferState::Accepted || state == OfferState::Confirming;
    if (!outcome.refusal) {
        if (!is_claimed) {
            report.fail("deadlines", fmt::format("accepting offer {} succeeded, but it is {}",
                                                 number.value(), core::name_of(state)));
        }
        return;
    }
    const RefusalCode expected = state == OfferState::None        ? RefusalCode::UnknownOffer
                                 : state == OfferState::Declined  ? RefusalCode::OfferDeclined
                                 : state == OfferState::Expired   ? RefusalCode::OfferExpired
                                 : state == OfferState::Withdrawn ? RefusalCode::OfferWithdrawn
                                                                  : RefusalCode::AlreadyClaimed;
    // A resource that does not exist has no offers to tell of.
    if (outcome.refusal->code != expected && after.status != ResourceStatus::None) {
        report.fail("deadlines",
                    fmt::format("accepting offer {}, which is {}, is refused as {}", number.value(),
                                core::name_of(state), core::name_of(outcome.refusal->code)));
    }
}

void check_no_overdue(const Ledger& after, Time now, Report& report) {
    for (const auto& [number, offer] : after.offers) {
        if (!core::is_terminal(offer.state) && offer.expires_at <= now) {
            report.fail("deadlines", fmt::format("offer {} is {} at {}, its deadline was {}",
                                                 number.value(), core::name_of(offer.state),
                                                 format_time(now), format_time(offer.expires_at)));
        }
    }
}

}  // namespace standby::sim
