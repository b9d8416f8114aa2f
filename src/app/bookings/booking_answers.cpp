// What an answer from a booking system, or none, makes of an offer's record there.
#include "app/bookings/booking_marks.hpp"
#include "app/bookings/booking_plan.hpp"
#include "base/assert.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {
namespace {

using Stage = BookingRecord::Stage;
using Fate = OfferSeen::Fate;

using engine::BookingProblem;
using engine::BookingStage;
using engine::BookingView;

BookingStepTaken took(BookingRecord record) {
    return {.record = std::move(record)};
}

// By clocks that differ a hold may seem to be over when it begins: then it is taken at its word.
void note_held(BookingRecord& record, const BookingView& view, Time now) {
    record.is_held = true;
    record.is_unclear = false;
    record.held_until = view.held_until && *view.held_until > now ? view.held_until : std::nullopt;
    record.retry_at.reset();
}

BookingStepTaken after_hold(BookingRecord record, BookingMove move, const BookingView& view,
                            Time now) {
    record.is_unclear = false;
    switch (view.stage) {
    case BookingStage::Held:
        note_held(record, view, now);
        if (move == BookingMove::Hold) {
            add_step(record, core::OutsideStepKind::Held);
        }
        break;
    case BookingStage::Booked:
        record.is_booked = true;
        break;
    case BookingStage::None:
    case BookingStage::Ended:
        record.is_held = false;
        record.holds_no_more = true;
        break;
    }
    return took(std::move(record));
}

BookingStepTaken after_booking(BookingRecord record, BookingMove move, const BookingView& view,
                               Time now) {
    record.is_unclear = false;
    switch (view.stage) {
    case BookingStage::Booked:
        enter(record, Stage::Booked);
        record.is_booked = true;
        record.is_held = false;
        add_step(record, core::OutsideStepKind::Confirmed);
        break;
    case BookingStage::Held:
        note_held(record, view, now);
        record.retry_at = now + backoff_after(++record.tries, booking_backoff_max);
        break;
    case BookingStage::None:
    case BookingStage::Ended:
        record.is_held = false;
        if (move == BookingMove::Book) {
            enter(record, Stage::Refused);
            record.problem = name_of(BookingProblem::Refused);
            add_step(record, core::OutsideStepKind::Refused, "ended");
            return {.record = std::move(record), .card = "refused"};
        }
        break;
    }
    return took(std::move(record));
}

BookingStepTaken after_look_at_booked(BookingRecord record, const BookingView& view) {
    switch (view.stage) {
    case BookingStage::Booked:
        record.is_missing = false;
        break;
    case BookingStage::Ended:
        enter(record, Stage::Cancelled);
        record.is_booked = false;
        add_step(record, core::OutsideStepKind::Cancelled, "there");
        return took(std::move(record));
    case BookingStage::None:
    case BookingStage::Held:
        // Never guessed: staff are told, once.
        if (!std::exchange(record.is_missing, true)) {
            return {.record = std::move(record), .card = "missing"};
        }
        break;
    }
    return took(std::move(record));
}

BookingStepTaken after_look(BookingRecord record, const OfferSeen& seen, const BookingView& view,
                            const BookingAbility& ability, Time now) {
    if (record.stage == Stage::Booked) {
        return after_look_at_booked(std::move(record), view);
    }
    record.is_unclear = false;
    if (view.stage == BookingStage::Booked) {
        return seen.fate == Fate::Claimed
                   ? after_booking(std::move(record), BookingMove::Look, view, now)
                   : after_hold(std::move(record), BookingMove::Look, view, now);
    }
    if (view.stage == BookingStage::Held) {
        note_held(record, view, now);
        return took(std::move(record));
    }
    record.is_held = false;
    if (record.was_taken) {
        enter(record, Stage::Taken);
        add_step(record, core::OutsideStepKind::Refused, name_of(BookingProblem::Taken));
        return took(std::move(record));
    }
    if (!ability.knows_repeats && seen.fate == Fate::Asked) {
        // A hold that was not answered may stand there under a name that nobody knows: another one
        // would find the place taken by it.
        record.holds_no_more = true;
    }
    const bool may_still_come = !ability.knows_repeats && record.doubt_until &&
                                now < *record.doubt_until - booking_doubt + booking_settles;
    if (may_still_come) {
        record.is_unclear = true;
    }
    record.retry_at = now + backoff_after(++record.tries, booking_backoff_max);
    return took(std::move(record));
}

BookingStepTaken after_release(BookingRecord record, const BookingView& view, Time now) {
    if (view.stage == BookingStage::Held || view.stage == BookingStage::Booked) {
        record.retry_at = now + backoff_after(++record.tries, release_backoff_max);
        return took(std::move(record));
    }
    if (record.is_held || record.is_booked || record.is_unclear) {
        add_step(record, record.is_booked ? core::OutsideStepKind::Cancelled
                                          : core::OutsideStepKind::Released);
    }
    record.is_held = record.is_booked = record.is_unclear = false;
    if (is_in_doubt(record, now)) {
        // What was on its way may arrive after this: it is taken away again.
        record.retry_at = std::min(*record.doubt_until, now + release_backoff_max / 2);
        return took(std::move(record));
    }
    enter(record, Stage::Done);
    return took(std::move(record));
}

BookingStepTaken believe_taken(BookingRecord record, Time now) {
    // It may be ours: something was asked for before, and not answered.
    if (is_in_doubt(record, now) && !record.was_taken) {
        record.was_taken = true;
        record.is_unclear = true;
        record.retry_at.reset();
        return took(std::move(record));
    }
    record.is_held = false;
    enter(record, Stage::Taken);
    add_step(record, core::OutsideStepKind::Refused, name_of(BookingProblem::Taken));
    return took(std::move(record));
}

BookingStepTaken after_unclear(BookingRecord record, BookingMove move, BookingProblem problem,
                               Time now) {
    if (is_writing(move)) {
        if (!record.is_unclear && problem != BookingProblem::InProgress &&
            record.stage == Stage::Booking && record.tries <= 1) {
            add_step(record, core::OutsideStepKind::Unclear, name_of(problem));
        }
        record.is_unclear = true;
        record.doubt_until = now + booking_doubt;
    }
    return took(std::move(record));
}

BookingStepTaken refuse(BookingRecord record, BookingProblem problem) {
    enter(record, Stage::Refused);
    add_step(record, core::OutsideStepKind::Refused, name_of(problem));
    return {.record = std::move(record), .card = "refused"};
}

BookingStepTaken after_no(BookingRecord record, BookingMove move, BookingProblem problem,
                          Time now) {
    switch (move) {
    case BookingMove::Hold:
    case BookingMove::Extend: {
        if (move == BookingMove::Extend && problem == BookingProblem::NotThere) {
            record.is_held = false;  // it has run out: held anew
            return took(std::move(record));
        }
        const bool holds_not =
            move == BookingMove::Hold &&
            (problem == BookingProblem::NotOffered || problem == BookingProblem::NotThere);
        record.holds_no_more = !is_about_setup(problem) || holds_not || move == BookingMove::Extend;
        return {.record = std::move(record), .holds_not = holds_not};
    }
    case BookingMove::Confirm:
        if (problem == BookingProblem::NotThere || problem == BookingProblem::NotOffered) {
            record.is_held = false;
            record.retry_at = now;
            return took(std::move(record));
        }
        [[fallthrough]];
    case BookingMove::Book:
        return is_about_setup(problem) ? took(std::move(record))
                                       : refuse(std::move(record), problem);
    case BookingMove::Look:
        if (problem == BookingProblem::NotOffered) {
            record.is_unclear = false;  // it can only be asked for again, under the same name
        }
        return took(std::move(record));
    case BookingMove::Release:
        if (!is_about_setup(problem) || problem == BookingProblem::NotOffered) {
            const bool is_left = record.is_booked;
            add_step(record, core::OutsideStepKind::Failed, name_of(problem));
            enter(record, Stage::Done);
            return {.record = std::move(record), .card = is_left ? "left" : ""};
        }
        return took(std::move(record));
    default:
        return took(std::move(record));
    }
}

Duration pause_after(BookingMove move, BookingProblem problem, std::uint32_t tries) {
    const Duration most =
        is_about_setup(problem) && move != BookingMove::Book && move != BookingMove::Confirm
            ? booking_setup_backoff_max
        : move == BookingMove::Release ? release_backoff_max
                                       : booking_backoff_max;
    return backoff_after(tries, most);
}

}  // namespace

BookingStepTaken after_view(BookingRecord record, BookingMove move, const OfferSeen& seen,
                            const BookingView& view, const BookingAbility& ability, Time now) {
    record.problem.clear();
    if (!view.reference.hold.empty()) {
        record.known.hold = view.reference.hold;
    }
    if (!view.reference.booking.empty()) {
        record.known.booking = view.reference.booking;
    }
    switch (move) {
    case BookingMove::Hold:
    case BookingMove::Extend:
        return after_hold(std::move(record), move, view, now);
    case BookingMove::Confirm:
    case BookingMove::Book:
        return after_booking(std::move(record), move, view, now);
    case BookingMove::Look:
        return after_look(std::move(record), seen, view, ability, now);
    case BookingMove::Release:
        return after_release(std::move(record), view, now);
    default:
        UNREACHABLE();
    }
}

BookingStepTaken after_problem(BookingRecord record, BookingMove move, BookingProblem problem,
                               Time now) {
    record.problem = name_of(problem);
    record.retry_at = now + pause_after(move, problem, ++record.tries);
    if (problem == BookingProblem::Stopped) {
        record.is_unclear = record.is_unclear || is_writing(move);
        return took(std::move(record));
    }
    if (problem == BookingProblem::Taken && is_writing(move)) {
        return believe_taken(std::move(record), now);
    }
    return is_unclear(problem) ? after_unclear(std::move(record), move, problem, now)
                               : after_no(std::move(record), move, problem, now);
}

}  // namespace standby::app
