// A late answer loses the offer, and not the place: as soon as that is free, it comes first.
#include "sim/check/event_checks.hpp"

#include <fmt/format.h>

namespace standby::sim {
namespace {

void check_answer(const Ledger& before, const Event& event, Report& report) {
    if (!before.standing.contains({event.entry, event.opening})) {
        report.fail("standing", fmt::format("entry {} is given opening {} without a standing yes",
                                            event.entry, event.opening.value()));
    }
}

}  // namespace

void check_standing(const Ledger& before, const NaiveResource& model, const Event& event,
                    Report& report) {
    const auto* made = std::get_if<core::OfferMade>(&event.body);
    if (made == nullptr || event.reason == Reason::Manual) {
        return;
    }
    if (made->late_yes) {
        check_answer(before, event, report);
    }
    const NaiveEntry* first = model.first_standing(model.find_opening(event.opening), event.at);
    const Ticket expected = first == nullptr ? 0 : first->ticket;
    const Ticket actual = made->late_yes ? event.entry : 0;
    if (expected != actual) {
        report.fail("standing",
                    fmt::format("opening {} is offered to entry {}, and entry {} would take it",
                                event.opening.value(), event.entry, expected));
    }
}

}  // namespace standby::sim
