// An outage, an address that does not work, a guest who wants no messages: none of these changes
// anybody's order.
#include "sim/check/event_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {

void check_order_kept(const Ledger& before, const Event& event, Report& report) {
    const auto* ended = std::get_if<core::OfferEnded>(&event.body);
    const auto at = before.offers.find(event.offer);
    if (ended == nullptr || at == before.offers.end() || ended->outcome != OfferState::Expired) {
        return;
    }
    const LedgerOffer& offer = at->second;
    const bool was_told = (offer.is_sent && !offer.is_unreached) || offer.is_claimed;
    const bool keeps_place =
        ended->new_place == 0 && event.to == static_cast<std::uint8_t>(EntryState::Waiting);
    if (!was_told && !keeps_place) {
        report.fail("order_kept",
                    fmt::format("entry {} loses its place in line by offer {}, which it never got",
                                event.entry, event.offer.value()));
    }
    if (!was_told && !ended->steps_aside) {
        report.fail(
            "order_kept",
            fmt::format("entry {} is not asked again for what it was never told of (offer {})",
                        event.entry, event.offer.value()));
    }
}

}  // namespace standby::sim
