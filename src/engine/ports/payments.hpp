// The book of payments: what we intend with the money of guests, what the provider knows of it, and
// what has been done. A row is written before the provider is asked for anything, so that whoever
// finds it after a crash knows how to go on; and of two who act on the same row one is heard.
// Nothing here is about people: a row names entries and offers by their numbers.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/event.hpp"
#include "core/model/ids.hpp"
#include "core/model/wants.hpp"
#include "engine/ports/payment_provider.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

inline constexpr std::size_t payments_at_once_max = 200;
inline constexpr std::uint32_t payment_attempts_max = 20;
// What failed so often in a row is for staff to look at.
inline constexpr std::uint32_t payment_tries_of_concern = 4;
inline constexpr std::size_t refund_reason_length_max = 500;

// On disk: the numbers never change.
enum class PaymentPurpose : std::uint8_t {
    Place = 1,
    Deposit,   // on joining, or on claiming
    LateFee,   // cancelled too late
    KeptCard,  // nothing is paid: a card is left for a yes that was given in advance
};
std::string_view name_of(PaymentPurpose purpose);  // "place"

// On disk, too. What is to be done about a payment, or was done last.
enum class PaymentPhase : std::uint8_t {
    Beginning = 1,  // the provider is to be asked for a page, or to charge a kept card
    Paying,         // the guest can pay
    Booking,        // the money is held, and the place is not theirs yet
    Taking,         // the place is theirs, and the money is to be taken
    Taken,          // some of it may have been given back
    Releasing,      // comes to nothing: what is open or held is to be let go
    Released,       // nothing was taken
    Refunding,      // `refund_wanted` is to be given back
    Refunded,       // all of it was given back
    Failed,         // nothing was taken: the provider or the bank said no
    Kept,           // the provider keeps the card
};
std::string_view name_of(PaymentPhase phase);  // "paying"
// Nothing follows by itself.
constexpr bool is_over(PaymentPhase phase) {
    return phase == PaymentPhase::Released || phase == PaymentPhase::Refunded ||
           phase == PaymentPhase::Failed;
}

// What was told already, so that it is told once. Bits.
enum class PaymentTold : std::uint32_t {
    Held = 1,
    Taken = 2,
    LetGo = 4,
    Late = 8,  // the guest paid, but after the end
    Unclear = 16,
};

struct Payment {
    std::uint64_t number = 0;   // made of what it is for: see payment_number
    std::uint64_t version = 0;  // counts the writes
    AccountNumber account;
    core::ResourceNumber resource;
    core::Ticket entry = 0;
    core::OfferNumber offer;  // 0: due for the entry itself
    PaymentPurpose purpose = PaymentPurpose::Place;
    std::uint32_t attempt = 1;  // of those for the same purpose and offer
    PaymentProviderKind provider = PaymentProviderKind::Stripe;
    PaymentPhase phase = PaymentPhase::Beginning;
    std::string provider_id;  // of the page, or of the payment; empty: not known yet
    std::string charge;       // see PaymentView
    std::uint32_t key = 1;    // what is done now is done under this key; see key_of
    core::Money amount;
    std::int64_t tax = 0;  // of that
    std::int64_t captured = 0;
    std::int64_t refunded = 0;
    std::int64_t refund_wanted = 0;  // on top of what was refunded
    std::int64_t refund_told = 0;    // of what was refunded
    std::string url;                 // where the guest pays
    KeptCard card{};                 // to be charged, or that was kept
    bool is_test = false;
    std::uint32_t told = 0;
    std::optional<Time> expires_at{};
    std::optional<Time> next_look{};  // nothing: nothing is to be done
    std::uint32_t tries = 0;          // that failed in a row
    std::string problem{};            // why the last one did: name_of(PaymentProblem), or our own
    Time created_at{};
    Time changed_at{};
    friend bool operator==(const Payment&, const Payment&) = default;
};

// What staff gave back, or want to: one for each request, which may come twice.
struct PaymentRefund {
    std::uint64_t payment = 0;
    RequestKey key;                    // of the request; without a key of its own, a random one
    std::uint64_t request_digest = 0;  // of what it said
    std::int64_t amount = 0;
    core::Actor actor{};
    std::string reason;  // until the audit trail has it
    Time made_at{};
    friend bool operator==(const PaymentRefund&, const PaymentRefund&) = default;
};

// The same attempt always has the same number: 1 to 2^53.
std::uint64_t payment_number(core::ResourceNumber resource, core::Ticket entry,
                             core::OfferNumber offer, PaymentPurpose purpose,
                             std::uint32_t attempt);
// Under which `step` ("begin", "capture") of the payment is asked for: the same until the row says
// otherwise, also after a crash.
std::string key_of(const Payment& payment, std::string_view step);
// By which guests, staff and exports know it: "stripe:pi_3Abc".
std::string reference_of(const Payment& payment);
std::string_view name_of(PaymentProviderKind kind);  // "stripe"

class Payments {
public:
    virtual ~Payments() = default;

    // False: there is this attempt already.
    virtual Result<bool, StoreError> add_payment(const Payment& payment) = 0;
    // Replaces the row, if its version is still that of `payment`; the row's becomes one more.
    // What it is for does not change. False: somebody else wrote it.
    virtual Result<bool, StoreError> save_payment(const Payment& payment) = 0;

    // The same together with the refund that it is written for: both or none. False also when the
    // refund of that key is there already.
    virtual Result<bool, StoreError> save_refund(const Payment& payment,
                                                 const PaymentRefund& refund) = 0;
    // In the order in which they were made.
    virtual Result<std::vector<PaymentRefund>, StoreError> refunds_of(std::uint64_t payment) = 0;
    // The audit trail has it: its reason need not stand here as well.
    virtual Result<void, StoreError> note_refund_told(const PaymentRefund& refund) = 0;

    virtual Result<std::optional<Payment>, StoreError> payment(std::uint64_t number) = 0;
    // In the order of purposes and attempts.
    virtual Result<std::vector<Payment>, StoreError> payments_of(core::EntryId entry) = 0;
    virtual Result<std::vector<Payment>, StoreError> payments_for(core::OfferId offer) = 0;
    // Those which the provider knows by this id, as a page or as a charge.
    virtual Result<std::vector<Payment>, StoreError>
    payments_known_as(std::string_view provider_id) = 0;
    // Those that are to be looked at by then, the longest due first, at most `limit`.
    virtual Result<std::vector<Payment>, StoreError> due_payments(Time now, std::size_t limit) = 0;
    // Of one account, what failed at least so often in a row, by number, at most `limit`.
    virtual Result<std::vector<Payment>, StoreError>
    troubled_payments(AccountNumber account, std::uint32_t tries_min, std::size_t limit) = 0;
    // Of one list, by number, after `after`, at most `limit`.
    virtual Result<std::vector<Payment>, StoreError>
    payments_of_list(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) = 0;
};

}  // namespace standby::engine
