#include "http/routes/guest/guest_payments.hpp"

#include "core/decide/outcomes.hpp"
#include "core/rules/price_parts.hpp"
#include "engine/ports/payment_setup.hpp"

#include <algorithm>

namespace standby::http {
namespace {

bool is_older(const engine::Payment& one, const engine::Payment& other) {
    return one.created_at != other.created_at ? one.created_at < other.created_at
                                              : one.attempt < other.attempt;
}

}  // namespace

GuestPayment guest_payment(const engine::Payment& row, std::string_view tax_label) {
    return {.purpose = row.purpose,
            .phase = row.phase,
            .is_for_offer = row.offer != core::OfferNumber{},
            .is_second_try = row.attempt > 1,
            .amount = row.amount,
            .tax = row.tax,
            .tax_label = std::string(tax_label),
            .captured = row.captured,
            .refunded = row.refunded,
            .refund_wanted = row.refund_wanted,
            .url = row.phase == engine::PaymentPhase::Paying ? row.url : std::string(),
            .is_late = (row.told & static_cast<std::uint32_t>(engine::PaymentTold::Late)) != 0,
            .is_test = row.is_test,
            .expires_at = row.expires_at,
            .created_at = row.created_at,
            .changed_at = row.changed_at};
}

std::optional<ClaimDue> due_for_claim(const core::ResourceState& state, core::OfferNumber offer) {
    const auto found = state.offers.find(offer);
    const auto price =
        found == state.offers.end() ? std::nullopt : core::price_of(state, found->second);
    if (!price || price->amount <= 0) {
        return std::nullopt;
    }
    // A slot has one price; what is counted has one for each place.
    const bool is_slot = found->second.opening != core::OpeningNumber{};
    const core::Money all{.amount = is_slot ? price->amount : price->amount * found->second.places,
                          .currency = price->currency};
    const core::ClaimPrice due = core::due_on_claiming(state.rules, all);
    return due.amount.amount > 0
               ? std::optional(ClaimDue{.amount = due.amount, .is_deposit = due.is_deposit})
               : std::nullopt;
}

PaymentReturn payment_return(const Call& call) {
    const auto paid = call.request.parameter("paid");
    return paid == "1"   ? PaymentReturn::Paid
           : paid == "0" ? PaymentReturn::GaveUp
                         : PaymentReturn::No;
}

bool takes_payments(const Call& call, engine::Registry& registry) {
    engine::PaymentSetup* setup = call.shared.services.payment_setup;
    if (setup == nullptr || call.shared.services.payment_desk == nullptr) {
        return false;
    }
    const auto account = setup->setup(registry, call.about.account);
    return account && account->provider.has_value();
}

std::optional<GuestPayment> newest_payment(engine::Registry& registry, core::OfferId offer,
                                           std::string_view tax_label) {
    const auto rows = registry.payments_for(offer);
    if (!rows || rows->empty()) {
        return std::nullopt;
    }
    return guest_payment(*std::ranges::max_element(*rows, is_older), tax_label);
}

std::vector<GuestPayment> payments_shown(engine::Registry& registry, core::EntryId entry,
                                         std::string_view tax_label) {
    auto rows = registry.payments_of(entry);
    std::vector<GuestPayment> shown;
    if (!rows) {
        return shown;
    }
    std::ranges::sort(*rows, is_older);
    for (const engine::Payment& row : *rows) {
        shown.push_back(guest_payment(row, tax_label));
    }
    return shown;
}

}  // namespace standby::http
