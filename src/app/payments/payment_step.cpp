#include "app/payments/payment_step.hpp"

#include "base/assert.hpp"

#include <algorithm>

namespace standby::app {
namespace {

using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentProblem;
using engine::PaymentPurpose;
using engine::PaymentStage;
using engine::PaymentTold;
using engine::PaymentView;
using enum PaymentMove;

bool is_told(const Payment& row, PaymentTold what) {
    return (row.told & static_cast<std::uint32_t>(what)) != 0;
}

bool failed_with(const Payment& row, PaymentProblem problem) {
    return row.problem == name_of(problem);
}

// After these nobody knows what was done: the provider is asked before anything is asked for again.
bool needs_a_look(const Payment& row) {
    return failed_with(row, PaymentProblem::Unknown) || failed_with(row, PaymentProblem::Failed) ||
           failed_with(row, PaymentProblem::WrongState) ||
           failed_with(row, PaymentProblem::NotUnderstood);
}

Duration backoff(std::uint32_t tries) {
    const Duration pause = std::chrono::seconds{1} * (1U << std::min(tries, 10U));
    return std::min(pause / 2, payment_backoff_max);
}

Time next_look_of(const Payment& row, Time now) {
    const Time usual = now + payment_look_every;
    if (!row.expires_at || *row.expires_at <= now) {
        return usual;
    }
    const Time last = *row.expires_at - payment_last_look;
    return last > now ? std::min(usual, last) : std::min(usual, *row.expires_at);
}

void enter(Payment& row, PaymentPhase phase, Time now) {
    row.phase = phase;
    row.tries = 0;
    row.problem.clear();
    row.next_look = now;
}

PaymentPlan changed(Payment row, PaymentMove move = Save) {
    return {.move = move, .row = std::move(row), .changes = true};
}

PaymentPlan plan_beginning(const Payment& row, const PlaceSeen& place) {
    const bool is_wanted = place.fate == PlaceFate::Awaits || place.fate == PlaceFate::Offered;
    if (!is_wanted || failed_with(row, PaymentProblem::Failed)) {
        return {.move = Find, .row = row};
    }
    return {.move = Begin, .row = row};
}

PaymentPlan plan_paying(Payment row, const PlaceSeen& place, Time now) {
    const bool is_wanted = place.fate == PlaceFate::Awaits || place.fate == PlaceFate::Offered;
    const bool is_over_time =
        row.purpose == PaymentPurpose::KeptCard && row.expires_at && *row.expires_at <= now;
    if (!is_wanted || is_over_time) {
        enter(row, PaymentPhase::Releasing, now);
        return changed(std::move(row));
    }
    if (place.expires_at && place.expires_at != row.expires_at) {
        row.expires_at = place.expires_at;
    }
    return {.move = Look, .row = row};
}

PaymentPlan plan_booking(Payment row, const PlaceSeen& place, Time now) {
    switch (place.fate) {
    case PlaceFate::Awaits:
    case PlaceFate::Offered:
        return {.move = Book, .row = row};
    case PlaceFate::Booking:
        row.next_look = now + payment_look_every / 4;
        return changed(std::move(row), Wait);
    case PlaceFate::Theirs:
        enter(row, row.captured > 0 ? PaymentPhase::Taken : PaymentPhase::Taking, now);
        return changed(std::move(row));
    case PlaceFate::Gone:
        enter(row, PaymentPhase::Releasing, now);
        return changed(std::move(row));
    }
    UNREACHABLE();
}

PaymentPlan plan_taken(Payment row, const PlaceSeen& place, Time now) {
    const std::int64_t left = row.captured - row.refunded - place.keeps;
    if (place.is_refund_due && left > 0 && row.phase == PaymentPhase::Taken) {
        enter(row, PaymentPhase::Refunding, now);
        row.refund_wanted = left;
        return changed(std::move(row));
    }
    if (row.refund_wanted > 0) {
        enter(row, PaymentPhase::Refunding, now);
        return changed(std::move(row));
    }
    // Asked for because something has changed over there.
    return {.move = Look, .row = row};
}

PaymentPlan plan_phase(const Payment& row, const PlaceSeen& place, Time now) {
    switch (row.phase) {
    case PaymentPhase::Beginning:
        return plan_beginning(row, place);
    case PaymentPhase::Paying:
        return plan_paying(row, place, now);
    case PaymentPhase::Booking:
        return plan_booking(row, place, now);
    case PaymentPhase::Taking: {
        if (place.is_refund_due && place.keeps == 0 && !needs_a_look(row)) {
            Payment next = row;
            enter(next, PaymentPhase::Releasing, now);
            return changed(std::move(next));
        }
        return {.move = needs_a_look(row) ? Look : Capture, .row = row};
    }
    case PaymentPhase::Releasing:
        if (row.provider_id.empty()) {
            return {.move = Find, .row = row};
        }
        return {.move = needs_a_look(row) ? Look : Release, .row = row};
    case PaymentPhase::Refunding:
        return {.move = needs_a_look(row) ? Look : Refund, .row = row};
    case PaymentPhase::Taken:
        return plan_taken(row, place, now);
    case PaymentPhase::Refunded:
    case PaymentPhase::Released:
    case PaymentPhase::Failed:
    case PaymentPhase::Kept: {
        Payment next = row;
        next.next_look.reset();
        return {.move = Wait, .row = std::move(next), .changes = row.next_look.has_value()};
    }
    }
    UNREACHABLE();
}

// A page on which a card is left costs nothing, in whatever currency.
bool is_of_order(const Payment& row, const PaymentView& view) {
    return row.purpose == PaymentPurpose::KeptCard ? view.amount.amount == 0
                                                   : view.amount == row.amount;
}

void end_as(Payment& row, PaymentPhase phase, Time now) {
    enter(row, phase, now);
    row.url.clear();
    if (!has_to_tell(row)) {
        row.next_look.reset();
    }
}

// A failure that is kept under a key is said again under it.
bool needs_another_key(const Payment& row, PaymentMove move) {
    return move == Look && failed_with(row, PaymentProblem::Failed);
}

// Money that was taken, and what of it was given back by now.
void take_captured(Payment& row, PaymentMove move, const PaymentView& view, Time now) {
    row.captured = std::max(row.captured, view.amount.amount);
    const std::int64_t before = row.refunded;
    row.refunded = std::max(row.refunded, view.refunded);
    if (row.phase == PaymentPhase::Refunding) {
        row.refund_wanted -= std::min(row.refund_wanted, row.refunded - before);
        if (row.refund_wanted > 0 && row.refunded < row.captured) {
            row.key += needs_another_key(row, move) ? 1 : 0;
            return;
        }
    }
    row.refund_wanted = std::min(row.refund_wanted, row.captured - row.refunded);
    end_as(row, row.refunded >= row.captured ? PaymentPhase::Refunded : PaymentPhase::Taken, now);
    ++row.key;  // the next refund is another one
}

void settle_on_captured(Payment& row, PaymentMove move, const PaymentView& view, Time now) {
    switch (row.phase) {
    case PaymentPhase::Beginning:
    case PaymentPhase::Paying:
        row.captured = view.amount.amount;
        enter(row, PaymentPhase::Booking, now);
        return;
    case PaymentPhase::Releasing:
        // Taken all the same: it goes back at once.
        row.captured = view.amount.amount;
        row.refunded = view.refunded;
        enter(row, PaymentPhase::Refunding, now);
        row.refund_wanted = row.captured - row.refunded;
        if (row.refund_wanted <= 0) {
            end_as(row, PaymentPhase::Refunded, now);
        }
        return;
    default:
        take_captured(row, move, view, now);
    }
}

void settle_on_authorised(Payment& row, PaymentMove move, Time now) {
    switch (row.phase) {
    case PaymentPhase::Beginning:
    case PaymentPhase::Paying:
        enter(row, PaymentPhase::Booking, now);
        return;
    case PaymentPhase::Releasing:
        if (!is_told(row, PaymentTold::Held)) {
            row.told |= static_cast<std::uint32_t>(PaymentTold::Late);
        }
        ++row.key;  // what was open is held now: that is to be let go, which is another request
        return;
    case PaymentPhase::Taking:
        row.key += needs_another_key(row, move) ? 1 : 0;
        return;
    default:
        return;
    }
}

void settle_on_nothing(Payment& row, Time now) {
    switch (row.phase) {
    case PaymentPhase::Taking:
        // What was held is gone, and the place was given away for it.
        row.problem = "hold_lost";
        row.next_look = now;
        return;
    case PaymentPhase::Beginning:
    case PaymentPhase::Paying:
    case PaymentPhase::Booking:
    case PaymentPhase::Releasing:
        end_as(row, PaymentPhase::Released, now);
        return;
    default:
        return;
    }
}

}  // namespace

bool is_usable_for(const Payment& row, const PaymentView& view) {
    return view.stage != PaymentStage::Expired && view.stage != PaymentStage::Failed &&
           view.stage != PaymentStage::Released && is_of_order(row, view);
}

bool has_to_tell(const Payment& row) {
    switch (row.phase) {
    case PaymentPhase::Booking:
        return !is_told(row, PaymentTold::Held);
    case PaymentPhase::Taken:
        return !is_told(row, PaymentTold::Taken) || row.refunded > row.refund_told;
    case PaymentPhase::Refunding:
    case PaymentPhase::Refunded:
        return row.refunded > row.refund_told;
    case PaymentPhase::Released:
        return !is_told(row, PaymentTold::LetGo) &&
               (is_told(row, PaymentTold::Held) || is_told(row, PaymentTold::Late));
    default:
        return false;
    }
}

PaymentPlan plan_payment(const Payment& row, const PlaceSeen& place, Time now) {
    if (row.problem == "hold_lost") {
        return {.move = GiveUpPlace, .row = row};
    }
    if (has_to_tell(row)) {
        return {.move = Tell, .row = row};
    }
    return plan_phase(row, place, now);
}

Payment after_view(Payment row, PaymentMove move, const PaymentView& view, Time now) {
    const std::string failed_before = row.problem;
    if (!view.id.empty()) {
        row.provider_id = view.id;
    }
    if (!view.charge.empty()) {
        row.charge = view.charge;
    }
    row.url = view.url;
    row.is_test = view.is_test;
    if (!view.card.method.empty()) {
        row.card = view.card;
    }
    row.changed_at = now;
    row.next_look = now;
    switch (view.stage) {
    case PaymentStage::Open:
    case PaymentStage::Processing:
        if (row.phase == PaymentPhase::Beginning) {
            enter(row, PaymentPhase::Paying, now);
        } else if (row.phase == PaymentPhase::Releasing) {
            row.key += needs_another_key(row, move) ? 1 : 0;
        }
        row.next_look = row.phase == PaymentPhase::Releasing ? now + backoff(++row.tries)
                                                             : next_look_of(row, now);
        break;
    case PaymentStage::Authorised:
        if (row.purpose == PaymentPurpose::KeptCard) {
            end_as(row, PaymentPhase::Kept, now);
            return row;
        }
        settle_on_authorised(row, move, now);
        break;
    case PaymentStage::Captured:
        if (row.purpose == PaymentPurpose::KeptCard) {
            end_as(row, PaymentPhase::Kept, now);
            return row;
        }
        settle_on_captured(row, move, view, now);
        break;
    case PaymentStage::Released:
    case PaymentStage::Expired:
    case PaymentStage::Failed:
        settle_on_nothing(row, now);
        break;
    }
    if (row.problem == failed_before) {
        row.problem.clear();
    }
    if (row.phase != PaymentPhase::Releasing) {
        row.tries = 0;
    }
    return row;
}

Payment after_problem(Payment row, PaymentMove move, PaymentProblem problem, Time now) {
    row.changed_at = now;
    // A card that the provider doesn't know, or won't charge, is no better than one that is
    // declined.
    const bool is_no_card =
        move == Begin && !row.card.method.empty() &&
        (problem == PaymentProblem::NotFound || problem == PaymentProblem::Refused);
    const bool is_no = is_no_card || problem == PaymentProblem::Declined ||
                       problem == PaymentProblem::AuthenticationRequired;
    if (is_no && (row.phase == PaymentPhase::Beginning || row.phase == PaymentPhase::Paying)) {
        enter(row, PaymentPhase::Failed, now);
        row.next_look.reset();
        row.problem = name_of(problem);
        return row;
    }
    // A refund that is refused for good is nobody's wish any more: the next one is another.
    const bool is_never = problem == PaymentProblem::BadAmount && move == Refund;
    if (is_never) {
        row.refund_wanted = 0;
        ++row.key;
        end_as(row, PaymentPhase::Taken, now);
        row.problem = name_of(problem);
        row.next_look.reset();
        return row;
    }
    const bool is_stored = problem == PaymentProblem::Failed && move != Look && move != Find;
    ++row.tries;
    // A look that fails leaves open what failed before it.
    if (move != Look && move != Find) {
        row.problem = name_of(problem);
    } else if (row.problem.empty()) {
        row.problem = name_of(problem);
    }
    row.next_look = is_stored && row.tries <= 2 ? now : now + backoff(row.tries);
    return row;
}

Payment after_find(Payment row, const std::vector<PaymentView>& found, Time now) {
    const auto usable = std::ranges::find_if(
        found, [&](const PaymentView& view) { return is_usable_for(row, view); });
    if (usable != found.end()) {
        row.phase = row.phase == PaymentPhase::Releasing ? row.phase : PaymentPhase::Beginning;
        return after_view(std::move(row), Find, *usable, now);
    }
    row.changed_at = now;
    if (failed_with(row, PaymentProblem::Failed)) {
        ++row.key;
        row.problem.clear();
        row.next_look = now;
        return row;
    }
    // Asked once more, for what was on its way.
    if (row.phase != PaymentPhase::Releasing) {
        enter(row, PaymentPhase::Releasing, now);
        row.next_look = now + payment_look_every;
        return row;
    }
    end_as(row, PaymentPhase::Released, now);
    return row;
}

}  // namespace standby::app
