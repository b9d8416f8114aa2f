// Nobody is held to an offer that they have not heard of.
#include "sim/check/event_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {

void check_told(const Ledger& before, const Event& event, Report& report) {
    const auto* ended = std::get_if<core::OfferEnded>(&event.body);
    const auto at = before.offers.find(event.offer);
    if (ended == nullptr || at == before.offers.end()) {
        return;
    }
    const LedgerOffer& offer = at->second;
    // Whoever claims it has seen it, however that came about.
    const bool is_told = (offer.is_sent && !offer.is_unreached) || offer.is_claimed;
    if (ended->counts_as_miss && !is_told) {
        report.fail("told", fmt::format("entry {} misses offer {}, of which it was never told",
                                        event.entry, event.offer.value()));
    }
    // What is cancelled ends for everybody, and they are told that.
    if (event.to == static_cast<std::uint8_t>(EntryState::Expired) && !is_told &&
        event.reason != Reason::EventCancelled) {
        report.fail("told", fmt::format("entry {} goes out with offer {}, of which it was not told",
                                        event.entry, event.offer.value()));
    }
    const bool goes_on = event.reason == Reason::NotReachable && event.at < offer.expires_at;
    if (goes_on &&
        (!offer.is_unreached || !offer.patience_until || event.at < *offer.patience_until)) {
        report.fail("told", fmt::format("offer {} goes on before the patience with its guest ends",
                                        event.offer.value()));
    }
}

}  // namespace standby::sim
