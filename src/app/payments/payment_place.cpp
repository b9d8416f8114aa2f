#include "app/payments/payment_place.hpp"

#include "core/decide/outcomes.hpp"
#include "core/rules/price_parts.hpp"
#include "core/state/views.hpp"

#include <algorithm>
#include <future>
#include <memory>

namespace standby::app {
namespace {

using core::EntryState;
using core::OfferState;
using engine::Payment;
using engine::PaymentPurpose;

OfferState state_of(const core::ResourceState& state, core::OfferNumber offer) {
    return offer.value() < state.offer_states.size() ? state.offer_states[offer.value()]
                                                     : OfferState::None;
}

PlaceSeen see_offer(const core::ResourceState& state, core::OfferNumber number) {
    const auto live = state.offers.find(number);
    if (live != state.offers.end()) {
        const core::Offer& offer = live->second;
        const PlaceFate fate = offer.awaiting == core::Awaiting::Payment   ? PlaceFate::Awaits
                               : offer.awaiting == core::Awaiting::Booking ? PlaceFate::Booking
                                                                           : PlaceFate::Offered;
        return {.fate = fate, .expires_at = offer.expires_at};
    }
    const bool is_theirs = state_of(state, number) == OfferState::Accepted;
    return {.fate = is_theirs ? PlaceFate::Theirs : PlaceFate::Gone, .expires_at = std::nullopt};
}

// Without an offer: for the entry's own time on the list.
PlaceSeen see_entry(EntryState state) {
    const bool is_here = state != EntryState::None && !core::is_terminal(state);
    return {.fate = is_here ? PlaceFate::Awaits : PlaceFate::Gone, .expires_at = std::nullopt};
}

}  // namespace

std::optional<PaymentDue> due_for(const core::ResourceState& state, core::OfferNumber offer,
                                  DueWhen when) {
    const auto found = state.offers.find(offer);
    if (found == state.offers.end()) {
        return std::nullopt;
    }
    const bool is_due = when == DueWhen::Claimed
                            ? found->second.awaiting == core::Awaiting::Payment
                            : state.rules.payment && found->second.state == OfferState::Live;
    if (!is_due) {
        return std::nullopt;
    }
    const auto price = core::price_of(state, found->second);
    if (!price) {
        return std::nullopt;
    }
    PaymentDue due{.offer = offer,
                   .entry = found->second.entry,
                   .purpose = PaymentPurpose::Place,
                   .amount = *price,
                   .tax = 0,
                   .expires_at = found->second.expires_at};
    const auto& deposit = state.rules.deposit;
    if (deposit && deposit->due == core::DepositDue::OnClaiming) {
        due.purpose = PaymentPurpose::Deposit;
        due.amount.amount = core::share_of(deposit->share, price->amount);
    }
    // The list's price is for one spot, that of a slot for the slot.
    if (found->second.opening == core::OpeningNumber{}) {
        due.amount.amount *= std::max<std::uint32_t>(found->second.places, 1);
    }
    due.tax = core::tax_in(state.rules.tax, due.amount.amount);
    return due;
}

std::vector<core::OfferNumber> offers_awaiting_payment(const core::ResourceState& state) {
    std::vector<core::OfferNumber> found;
    for (const auto& [number, offer] : state.offers) {
        if (offer.awaiting == core::Awaiting::Payment) {
            found.push_back(number);
        }
    }
    std::ranges::sort(found);
    return found;
}

std::int64_t kept_after(const core::Rules& rules, PaymentPurpose purpose, std::int64_t captured,
                        const PlaceEnd& end) {
    using core::Reason;
    switch (end.state) {
    case EntryState::Attended:
        return captured;
    case EntryState::NoShow: {
        const bool is_returned = purpose == PaymentPurpose::Deposit && rules.deposit &&
                                 rules.deposit->no_show == core::DepositFate::Refunded;
        return is_returned ? 0 : captured;
    }
    case EntryState::Cancelled:
        break;
    default:
        return 0;  // never had it, or the house took it away
    }
    // What the house or the engine ended is nobody's fault.
    if (end.reason == Reason::EventCancelled || end.reason == Reason::MovedUp ||
        end.reason == Reason::PaymentLost || end.reason == Reason::CapacityRevoked) {
        return 0;
    }
    if (purpose == PaymentPurpose::Deposit && rules.deposit &&
        rules.deposit->leaving == core::DepositFate::Kept) {
        return captured;
    }
    if (purpose != PaymentPurpose::Deposit && !rules.late_fee) {
        return captured;  // no rule says that anything comes back: that is for staff
    }
    const bool is_late =
        rules.late_fee && end.starts_at && end.at > *end.starts_at - rules.late_fee->within;
    if (!is_late) {
        return 0;
    }
    // A share is one of the price; of a deposit it is one of what was paid.
    return core::share_of(rules.late_fee->share, captured);
}

PlaceSight see_place(const core::ResourceState& state, const std::string& name,
                     const Payment& row) {
    PlaceSight sight{.seen = {},
                     .link_epoch = 0,
                     .list = name,
                     .time_zone = state.settings.time_zone,
                     .service = {},
                     .starts_at = state.settings.starts_at,
                     .entry = state.entries.state(row.entry),
                     .opening = {},
                     .rules = state.rules};
    sight.seen =
        row.offer == core::OfferNumber{} ? see_entry(sight.entry) : see_offer(state, row.offer);
    if (sight.entry != EntryState::None && !core::is_terminal(sight.entry)) {
        sight.link_epoch = core::link_epoch(state, row.entry);
        sight.opening = core::mark_of(state, row.entry).opening;
    }
    if (const auto opening = state.openings.find(sight.opening); opening != state.openings.end()) {
        sight.service = opening->second.slot.service;
        sight.starts_at = opening->second.slot.starts_at;
    }
    return sight;
}

std::optional<PlaceSight> look_at_place(engine::Gateway& gateway, const Payment& row,
                                        const Patience& patience) {
    const auto promise = std::make_shared<std::promise<std::optional<PlaceSight>>>();
    auto seen = promise->get_future();
    gateway.submit(engine::Query{
        .resource = row.resource, .look = [promise, row](const engine::Query::View& view) {
            promise->set_value(
                view.failure || view.state == nullptr
                    ? std::nullopt
                    : std::optional(
                          see_place(*view.state, view.name != nullptr ? *view.name : "", row)));
        }});
    return wait_for(seen, patience) ? seen.get() : std::nullopt;
}

}  // namespace standby::app
