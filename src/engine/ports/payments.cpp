#include "engine/ports/payments.hpp"

#include "base/assert.hpp"
#include "base/sha256.hpp"

#include <string>

namespace standby::engine {

std::string_view name_of(PaymentPurpose purpose) {
    switch (purpose) {
    case PaymentPurpose::Place:
        return "place";
    case PaymentPurpose::Deposit:
        return "deposit";
    case PaymentPurpose::LateFee:
        return "late_fee";
    case PaymentPurpose::KeptCard:
        return "kept_card";
    }
    UNREACHABLE();
}

std::string_view name_of(PaymentPhase phase) {
    switch (phase) {
    case PaymentPhase::Beginning:
        return "beginning";
    case PaymentPhase::Paying:
        return "paying";
    case PaymentPhase::Booking:
        return "booking";
    case PaymentPhase::Taking:
        return "taking";
    case PaymentPhase::Taken:
        return "taken";
    case PaymentPhase::Releasing:
        return "releasing";
    case PaymentPhase::Released:
        return "released";
    case PaymentPhase::Refunding:
        return "refunding";
    case PaymentPhase::Refunded:
        return "refunded";
    case PaymentPhase::Failed:
        return "failed";
    case PaymentPhase::Kept:
        return "kept";
    }
    UNREACHABLE();
}

std::uint64_t payment_number(core::ResourceNumber resource, core::Ticket entry,
                             core::OfferNumber offer, PaymentPurpose purpose,
                             std::uint32_t attempt) {
    std::string text = "payment";
    for (const std::uint64_t part :
         {std::uint64_t{resource.value()}, std::uint64_t{entry}, std::uint64_t{offer.value()},
          std::uint64_t{static_cast<unsigned>(purpose)}, std::uint64_t{attempt}}) {
        text += ' ' + std::to_string(part);
    }
    const Sha256Digest digest = sha256(std::as_bytes(std::span(text)));
    std::uint64_t number = 0;
    for (std::size_t index = 0; index < sizeof number; ++index) {
        number = number << 8U | std::to_integer<std::uint64_t>(digest.at(index));
    }
    constexpr std::uint64_t most = std::uint64_t{1} << 53U;
    return number % most + 1;
}

std::string key_of(const Payment& payment, std::string_view step) {
    std::string key = "standby-" + std::to_string(payment.number) + '-';
    return key.append(step).append("-").append(std::to_string(payment.key));
}

std::string_view name_of(PaymentProviderKind kind) {
    return kind == PaymentProviderKind::Mollie ? "mollie" : "stripe";
}

std::string reference_of(const Payment& payment) {
    const std::string& id = payment.charge.empty() ? payment.provider_id : payment.charge;
    return std::string(name_of(payment.provider)) + ':' + id;
}

}  // namespace standby::engine
