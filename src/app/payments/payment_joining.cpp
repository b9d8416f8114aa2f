#include "app/payments/payment_joining.hpp"

#include "core/decide/outcomes.hpp"
#include "core/rules/price_parts.hpp"
#include "core/state/views.hpp"

#include <algorithm>
#include <chrono>

namespace standby::app {

using core::EntryState;

std::optional<JoiningDue> joining_due_for(const core::ResourceState& state, core::Ticket entry) {
    const auto& deposit = state.rules.deposit;
    const EntryState at = state.entries.state(entry);
    const bool is_due = deposit && deposit->due == core::DepositDue::OnJoining &&
                        state.rules.payment && at == EntryState::Waiting;
    if (!is_due) {
        return std::nullopt;
    }
    JoiningDue due{.amount = *state.rules.payment};
    due.amount.amount = core::share_of(deposit->share, state.rules.payment->amount);
    if (core::counts_places(state)) {
        due.amount.amount *= std::max<std::uint32_t>(state.entries.party_size(entry), 1);
    }
    due.tax = core::tax_in(state.rules.tax, due.amount.amount);
    return due.amount.amount > 0 ? std::optional(due) : std::nullopt;
}

std::int64_t paid_on_joining(std::span<const engine::Payment> payments) {
    std::int64_t paid = 0;
    for (const engine::Payment& one : payments) {
        if (one.offer == core::OfferNumber{} && one.purpose == engine::PaymentPurpose::Deposit) {
            paid += one.captured - one.refunded - one.refund_wanted;
        }
    }
    return paid;
}

bool holds_in_advance(const core::ResourceState& state, core::OfferNumber offer,
                      const core::ZoneBook& zones, Time now) {
    const auto live = state.offers.find(offer);
    if (live == state.offers.end() || live->second.state != core::OfferState::Live ||
        !state.rules.instant_yes) {
        return false;
    }
    const core::Profile& profile = state.profiles.at(state.entries.profile(live->second.entry));
    if (!profile.instant_yes) {
        return false;
    }
    const core::InstantYes& terms = *profile.instant_yes;
    const auto starts_at = core::start_for(state, live->second);
    const auto price = core::price_of(state, live->second);
    const bool is_dear =
        terms.max_price && price &&
        (price->currency != terms.max_price->currency || price->amount > terms.max_price->amount);
    if (is_dear || (starts_at && *starts_at - now < terms.min_notice)) {
        return false;
    }
    const Zone* zone = zones.find(state.settings.time_zone);
    if (terms.weekly.empty() || !starts_at || zone == nullptr) {
        return true;
    }
    const auto opening = state.openings.find(live->second.opening);
    const Duration length =
        opening == state.openings.end() ? Duration{0} : opening->second.slot.duration;
    const auto local = zone->to_local(*starts_at);
    const auto days = std::chrono::floor<std::chrono::days>(local);
    const auto minute = std::chrono::floor<std::chrono::minutes>(local - days) +
                        std::chrono::days{std::chrono::weekday{days}.iso_encoding() - 1};
    return core::weekly_covers(
        terms.weekly,
        static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::minutes>(minute).count()),
        static_cast<std::uint32_t>(std::chrono::ceil<std::chrono::minutes>(length).count()));
}

std::int64_t kept_of_deposit(const core::Rules& rules, std::int64_t captured, EntryState state,
                             core::Reason reason) {
    using core::Reason;
    const core::Deposit deposit = rules.deposit.value_or(core::Deposit{});
    const auto kept_if = [&](core::DepositFate fate) {
        return fate == core::DepositFate::Kept ? captured : 0;
    };
    switch (state) {
    case EntryState::Attended:
        return captured;
    case EntryState::NoShow:
        return kept_if(deposit.no_show);
    case EntryState::Cancelled:
        return reason == Reason::EventCancelled || reason == Reason::MovedUp
                   ? 0
                   : kept_if(deposit.leaving);
    case EntryState::Left:
        return reason == Reason::GroupSettled ? 0 : kept_if(deposit.leaving);
    case EntryState::Declined:
        return kept_if(deposit.declined);
    case EntryState::Expired:
        // The house called it off, or the list ended before they were asked; or they didn't answer.
        return reason == Reason::EventCancelled ? 0
               : reason == Reason::EventOver || reason == Reason::ListClosed ||
                       reason == Reason::ProofTimeout
                   ? kept_if(deposit.never_offered)
                   : kept_if(deposit.declined);
    default:
        return 0;  // removed by staff
    }
}

}  // namespace standby::app
