// A payment provider such as Stripe or Mollie, as the keeper of payments needs it. Nothing here is
// ever decided by what a webhook says: that is a hint to ask for the state. Each call that changes
// something over there has a key under which it may be sent again.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/wants.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

// On disk: the numbers never change.
enum class PaymentProviderKind : std::uint8_t { Stripe = 1, Mollie = 2 };

// On disk, too. In which state the money of one payment is.
enum class PaymentStage : std::uint8_t {
    Open = 1,    // the guest can still pay
    Processing,  // paid, and the provider is not sure yet
    Authorised,  // held on the guest's card; nothing was taken
    Captured,    // taken; some or all of it may have been given back
    Released,    // the hold is gone, nothing was taken
    Expired,     // nobody paid, and nobody can any more
    Failed,      // the provider or the guest's bank said no
};

// What a guest is to pay for one offer, or for joining.
struct PaymentOrder {
    std::string reference;  // the offer's public id, or the entry's for what is due on joining
    std::string key;        // names this very attempt; the same key never makes two payments
    core::Money amount;
    std::string description;  // "Colour on Saturday, 2 pm", on the provider's page
    std::string return_url;   // where the guest goes on afterwards
    std::string cancel_url;   // and after giving up
    std::string email;        // the guest's, so that they needn't type it; may be empty
    std::string locale;       // "de"
    Time now{};               // of the first try under this key: with it, each try says the same
    Time expires_at{};        // ours; the provider's own may be later, never earlier
    std::string customer;     // whose kept card is charged or kept; may be empty
    bool keeps_card = false;  // for a yes that was given in advance
};

// A card that the provider keeps.
struct KeptCard {
    std::string customer;
    std::string method;
    friend bool operator==(const KeptCard&, const KeptCard&) = default;
};

struct PaymentView {
    std::string id;      // by which the provider knows it: a checkout session, a payment
    std::string charge;  // what is captured, released and refunded; empty until there is one
    PaymentStage stage = PaymentStage::Open;
    std::string reference;  // as it was ordered; empty when it is none of ours
    core::Money amount;     // that is held, or was taken
    std::int64_t refunded = 0;
    std::string url;  // where the guest pays; empty when nobody can any more
    KeptCard card{};
    bool is_test = false;  // no real money
    friend bool operator==(const PaymentView&, const PaymentView&) = default;
};

enum class PaymentProblem : std::uint8_t {
    Unknown,   // no answer, or a broken one: it may have been done; ask for the state
    Busy,      // too many requests, or down; nothing was done, try later
    WrongKey,  // the provider does not know our key, or it may not do this
    NotFound,
    WrongState,              // not possible any more, or not yet: ask for the state
    Declined,                // the bank said no
    AuthenticationRequired,  // the guest has to be there
    BadAmount,               // below the provider's minimum, or more than there is
    BadCurrency,
    Failed,   // the provider failed and says so again under this key; use a new one after asking
    Refused,  // anything else it says no to
    NotUnderstood,
};
std::string_view name_of(PaymentProblem problem);  // "wrong_key"
// "The provider doesn't know this key." For staff.
std::string_view sentence_about(PaymentProblem problem);

template <class Value>
using PaymentResult = Result<Value, PaymentProblem>;

// Belongs to one thread, except for `stop`.
class PaymentProvider {
public:
    virtual ~PaymentProvider() = default;

    // A page on which the guest pays; the money is only held.
    virtual PaymentResult<PaymentView> begin(const PaymentOrder& order) = 0;
    // At once, with a card that is kept; the money is only held.
    virtual PaymentResult<PaymentView> charge(const PaymentOrder& order, const KeptCard& card) = 0;
    // A page on which the guest leaves a card for later; nothing is charged. Once there is a card,
    // the payment is Authorised, over nothing, and `card` names it.
    virtual PaymentResult<PaymentView> keep_card(const PaymentOrder& order) = 0;
    virtual PaymentResult<PaymentView> state(std::string_view id) = 0;
    // What there is for a reference that was ordered at `since` or later, newest first: after an
    // unknown outcome.
    virtual PaymentResult<std::vector<PaymentView>> find(std::string_view reference,
                                                         Time since) = 0;
    // What is not taken of a hold is given back by itself. Some providers need a while: then the
    // answer is Processing, or still Authorised, and the state will tell.
    virtual PaymentResult<PaymentView> capture(const PaymentView& payment, std::int64_t amount,
                                               std::string_view key) = 0;
    // Ends an open payment, or gives the hold back. A payment that was made meanwhile is no error:
    // the answer says so, and it is for the caller to release that. A payment that is still Open
    // afterwards cannot be ended over there: it expires by itself, and has to be watched until
    // then.
    virtual PaymentResult<PaymentView> release(const PaymentView& payment,
                                               std::string_view key) = 0;
    virtual PaymentResult<PaymentView> refund(const PaymentView& payment, std::int64_t amount,
                                              std::string_view key) = 0;
    // Whether the keys work, and whether they are for tests.
    virtual PaymentResult<bool> check() = 0;

    virtual void stop() = 0;  // from any thread: what is under way ends within about a second
};

}  // namespace standby::engine
