// Which states may follow which, and that each event tells the truth about where it starts.
#include "sim/check/event_checks.hpp"

#include <fmt/format.h>

#include <utility>

namespace standby::sim {
namespace {

bool entry_may(EntryState from, EntryState to) {
    if (from == to) {
        return from != EntryState::None;
    }
    switch (to) {
    case EntryState::None:
        return false;
    case EntryState::Unverified:
        return from == EntryState::None;
    case EntryState::Waiting:
        return from == EntryState::None || from == EntryState::Unverified ||
               from == EntryState::Offered || from == EntryState::Confirming;
    case EntryState::Offered:
        return from == EntryState::Waiting;
    case EntryState::Confirming:
        return from == EntryState::Offered;
    case EntryState::Accepted:
        return from == EntryState::None || from == EntryState::Unverified ||
               from == EntryState::Offered || from == EntryState::Confirming;
    case EntryState::Expired:
        return from >= EntryState::Unverified && from <= EntryState::Confirming;
    case EntryState::Declined:
        return from == EntryState::Offered || from == EntryState::Confirming;
    case EntryState::Left:
        return from >= EntryState::Unverified && from <= EntryState::Confirming;
    case EntryState::Removed:
        return core::is_active(from);
    case EntryState::NoShow:
        return from == EntryState::Accepted || from == EntryState::Attended;
    case EntryState::Cancelled:
    case EntryState::Attended:
        return from == EntryState::Accepted;
    }
    return false;
}

bool opening_may(OpeningState from, OpeningState to) {
    switch (to) {
    case OpeningState::None:
        return false;
    case OpeningState::Offering:
    case OpeningState::WalkIn:
        return from == OpeningState::None;
    case OpeningState::Open:
        return from == OpeningState::Offering;
    case OpeningState::HandedBack:
        // Twice, when newcomers are no longer asked about it either.
        return from == OpeningState::Offering || from == OpeningState::Open ||
               from == OpeningState::HandedBack;
    case OpeningState::Booked:
    case OpeningState::Withdrawn:
        return from == OpeningState::Offering || from == OpeningState::Open ||
               from == OpeningState::HandedBack || from == OpeningState::WalkIn;
    }
    return false;
}

bool status_may(ResourceStatus from, ResourceStatus to) {
    return from == to || (from == ResourceStatus::None && to == ResourceStatus::Active) ||
           (from == ResourceStatus::Closed &&
            (to == ResourceStatus::Cancelled || to == ResourceStatus::Active)) ||
           (from != ResourceStatus::None && !core::is_terminal(from));
}

template <class State>
void check(State known, const Event& event, bool allowed, Report& report) {
    if (event.from != static_cast<std::uint8_t>(known)) {
        report.fail("transitions", fmt::format("event {} ({}) says from {}, but it was {}",
                                               event.number, core::type_of(event),
                                               core::from_state(event), core::name_of(known)));
    }
    if (!allowed) {
        report.fail("transitions",
                    fmt::format("event {} ({}) leads from {} to {}", event.number,
                                core::type_of(event), core::name_of(known), core::to_state(event)));
    }
}

}  // namespace

void check_transitions(const Ledger& before, const Event& event, Report& report) {
    switch (event.subject) {
    case Subject::Resource:
        check(before.status, event,
              status_may(before.status, static_cast<ResourceStatus>(event.to)), report);
        break;
    case Subject::Entry: {
        const auto at = before.entries.find(event.entry);
        const EntryState known = at == before.entries.end() ? EntryState::None : at->second.state;
        const auto to = static_cast<EntryState>(event.to);
        // After its end an entry may still be written about, but never changes.
        check(known, event, entry_may(known, to), report);
        break;
    }
    case Subject::Opening: {
        const auto at = before.openings.find(event.opening);
        const OpeningState known =
            at == before.openings.end() ? OpeningState::None : at->second.state;
        check(known, event, opening_may(known, static_cast<OpeningState>(event.to)), report);
        break;
    }
    }
    const bool about_offer = event.offer != OfferNumber{};
    const auto offer = before.offers.find(event.offer);
    const bool is_new = std::holds_alternative<core::OfferMade>(event.body);
    if (about_offer && is_new == (offer != before.offers.end())) {
        report.fail("transitions",
                    fmt::format("event {} ({}) is about offer {}, which {}", event.number,
                                core::type_of(event), event.offer.value(),
                                is_new ? "exists" : "does not exist"));
    }
    const bool changes_offer = std::holds_alternative<core::OfferAccepted>(event.body) ||
                               std::holds_alternative<core::OfferEnded>(event.body) ||
                               std::holds_alternative<core::OfferClaimed>(event.body);
    if (changes_offer && offer != before.offers.end() && core::is_terminal(offer->second.state)) {
        report.fail("transitions",
                    fmt::format("event {} ({}) changes offer {}, which had ended", event.number,
                                core::type_of(event), event.offer.value()));
    }
}

}  // namespace standby::sim
