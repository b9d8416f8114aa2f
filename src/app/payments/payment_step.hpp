// What is next for a payment: from its row, from what the list says about the place it is for, and
// from what the provider answered. Pure; the keeper does what comes out. A row is kept before and
// after each step, so each of them may be taken again after a crash.
#pragma once

#include "core/model/states.hpp"
#include "engine/ports/payments.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace standby::app {

// How often an open payment is looked at, whatever its provider tells us by itself.
inline constexpr Duration payment_look_every = std::chrono::seconds{20};
inline constexpr Duration payment_backoff_max = std::chrono::minutes{5};
// So shortly before its end it is looked at once more: whoever paid in time has the place.
inline constexpr Duration payment_last_look = std::chrono::seconds{4};
// A page on which a card is left, which no offer ends.
inline constexpr Duration card_page_time = std::chrono::hours{23};

// What became of the thing that is paid for.
enum class PlaceFate : std::uint8_t {
    Awaits,   // it is theirs as soon as the money is held
    Offered,  // a card that is kept is charged before the guest is asked
    Booking,  // paid, and the booking system is asked
    Theirs,
    Gone,
};
struct PlaceSeen {
    PlaceFate fate = PlaceFate::Gone;
    bool is_refund_due = false;  // whatever was paid goes back, but for `keeps`
    std::optional<Time> expires_at;
    std::int64_t keeps = 0;
};

enum class PaymentMove : std::uint8_t {
    Wait,
    Begin,  // a page, or a charge of the card that is kept
    Find,   // what there is after an unknown beginning
    Look,
    Book,  // tell the list that it is paid for
    Capture,
    Release,
    Refund,
    GiveUpPlace,  // what was held for it is gone
    Tell,         // the guest and the audit trail
    Save,         // nothing but the row changes
};

struct PaymentPlan {
    PaymentMove move = PaymentMove::Wait;
    engine::Payment row;  // as it is to be kept before the move
    bool changes = false;
};
PaymentPlan plan_payment(const engine::Payment& row, const PlaceSeen& place, Time now);

// The row after what the provider said of the payment.
engine::Payment after_view(engine::Payment row, PaymentMove move, const engine::PaymentView& view,
                           Time now);
// And after it said nothing, or no.
engine::Payment after_problem(engine::Payment row, PaymentMove move, engine::PaymentProblem problem,
                              Time now);
// And after it was asked what there is for the reference of this row.
engine::Payment after_find(engine::Payment row, const std::vector<engine::PaymentView>& found,
                           Time now);

// Whether what was found for the reference can be what this row has begun.
bool is_usable_for(const engine::Payment& row, const engine::PaymentView& view);

// What is still to be told.
bool has_to_tell(const engine::Payment& row);

}  // namespace standby::app
