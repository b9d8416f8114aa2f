// What payment providers call out to us. Anybody can: nothing in it is believed, it only says what
// to ask the provider about.
#pragma once

#include "engine/ports/payment_provider.hpp"
#include "engine/ports/store.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::engine {

struct PaymentHint {
    PaymentProviderKind provider = PaymentProviderKind::Stripe;
    // Whose keys signed it; nothing where the provider signs nothing (Mollie).
    std::optional<AccountNumber> account;
    // By which the provider knows the payment: a checkout session or a payment, PaymentView's `id`
    // or its `charge`.
    std::string id;
    std::string reference;  // ours, where it stands there; may be empty, or untrue
};

class PaymentHints {
public:
    virtual ~PaymentHints() = default;

    // From any thread; must be quick, so it only takes note. One that is about nothing known is
    // dropped.
    virtual void hint(const PaymentHint& hint) = 0;
};

class Registry;

// What came in at our own address for it. Both wait for the store.
class PaymentCallbacks {
public:
    virtual ~PaymentCallbacks() = default;

    // False: none of the accounts' secrets signed it, or not within five minutes of now.
    virtual bool on_stripe(Registry& registry, std::string_view body, std::string_view signature,
                           Time now) = 0;
    // Nothing is signed. False: it names no payment.
    virtual bool on_mollie(std::string_view form) = 0;
};

}  // namespace standby::engine
