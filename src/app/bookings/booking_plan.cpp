#include "app/bookings/booking_plan.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {
namespace {

using engine::BookingProblem;
using engine::BookingStage;
using engine::BookingView;
using enum BookingMove;
using Stage = BookingRecord::Stage;
using Fate = OfferSeen::Fate;

constexpr Duration past_holding = std::chrono::hours{1};
constexpr Duration past_booking = std::chrono::days{2};

Duration backoff(std::uint32_t tries, Duration most) {
    const Duration pause = std::chrono::seconds{1} * (1U << std::min(tries, 12U));
    return std::min(pause / 2, most);
}

void enter(BookingRecord& record, Stage stage) {
    record.stage = stage;
    record.tries = 0;
    record.retry_at.reset();
}

void add_step(BookingRecord& record, core::OutsideStepKind kind, std::string_view note = {}) {
    record.untold.push_back({.kind = kind, .number = ++record.steps, .note = std::string(note)});
}

bool is_in_doubt(const BookingRecord& record, Time now) {
    return record.doubt_until && now < *record.doubt_until;
}

bool is_hold_good(const BookingRecord& record, Time now) {
    return record.is_held && (!record.held_until || now < *record.held_until);
}

BookingPlan saved(BookingRecord record, std::string_view card = {}) {
    return {.move = Save, .record = std::move(record), .card = card};
}

// From when a hold is asked for again, or for longer; nothing: it is good for the whole window.
std::optional<Time> renewal_of(const BookingRecord& record, const OfferSeen& seen) {
    if (record.asked_until && seen.until > *record.asked_until) {
        return Time::min();
    }
    return record.held_until && *record.held_until < seen.until
               ? std::optional(*record.held_until - hold_renewed_before)
               : std::nullopt;
}

BookingPlan plan_asked(const BookingRecord& record, const OfferSeen& seen,
                       const BookingAbility& ability, Time now) {
    if (record.is_unclear) {
        return {.move = Look, .record = record};
    }
    if (record.is_booked || record.holds_no_more || !ability.holds || seen.until <= now) {
        return {.move = Wait, .record = record};
    }
    if (!is_hold_good(record, now)) {
        return {.move = Hold, .record = record};
    }
    const auto renewal = renewal_of(record, seen);
    return {.move = renewal && *renewal <= now ? Extend : Wait, .record = record};
}

BookingPlan plan_claimed(BookingRecord record, Time now) {
    if (record.stage == Stage::Offered) {
        enter(record, Stage::Booking);
    }
    if (record.is_booked && !record.is_unclear) {
        // A system that does not know holds has booked when it was asked for one.
        enter(record, Stage::Booked);
        add_step(record, core::OutsideStepKind::Confirmed);
        return saved(std::move(record));
    }
    const BookingMove move = record.is_unclear ? Look : is_hold_good(record, now) ? Confirm : Book;
    return {.move = move, .record = std::move(record)};
}

// What may be over there goes; what certainly isn't needs nothing.
BookingPlan plan_gone(BookingRecord record, const OfferSeen& seen) {
    std::string_view card;
    if (record.stage == Stage::Booking && seen.is_given_up) {
        add_step(record, core::OutsideStepKind::GivenUp, record.problem);
        card = "given_up";
    }
    const bool is_nothing_there =
        !record.is_sent || record.stage == Stage::Cancelled ||
        ((record.stage == Stage::Taken || record.stage == Stage::Refused) && !record.is_held &&
         !record.is_booked && !record.doubt_until);
    enter(record, is_nothing_there ? Stage::Done : Stage::Releasing);
    return saved(std::move(record), card);
}

BookingPlan plan_theirs(BookingRecord record) {
    switch (record.stage) {
    case Stage::Cancelled:
        return {.move = ReportCancelled, .record = std::move(record)};
    case Stage::Booked:
        return {.move = Wait, .record = std::move(record)};
    default:
        // Staff have said that it is booked, and know better.
        enter(record, Stage::Booked);
        record.is_missing = true;
        return saved(std::move(record));
    }
}

// A hold has run out by itself, or the time of the booking is over.
bool is_past_releasing(const BookingRecord& record, Time now) {
    const bool is_only_held = !record.is_booked && !record.is_unclear && record.asked_until;
    return record.tries > 0 && !is_in_doubt(record, now) &&
           ((is_only_held && *record.asked_until + past_holding < now) ||
            (record.starts_at && *record.starts_at + past_booking < now));
}

bool may_be_tried(const BookingRecord& record, Time now) {
    return !record.retry_at || *record.retry_at <= now;
}

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
        if (move == Hold) {
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
        record.doubt_until.reset();
        add_step(record, core::OutsideStepKind::Confirmed);
        break;
    case BookingStage::Held:
        note_held(record, view, now);
        record.retry_at = now + backoff(++record.tries, booking_backoff_max);
        break;
    case BookingStage::None:
    case BookingStage::Ended:
        record.is_held = false;
        if (move == Book) {
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
        return seen.fate == Fate::Claimed ? after_booking(std::move(record), Look, view, now)
                                          : after_hold(std::move(record), Look, view, now);
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
    record.retry_at = now + backoff(++record.tries, booking_backoff_max);
    return took(std::move(record));
}

BookingStepTaken after_release(BookingRecord record, const BookingView& view, Time now) {
    if (view.stage == BookingStage::Held || view.stage == BookingStage::Booked) {
        record.retry_at = now + backoff(++record.tries, release_backoff_max);
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
    case Hold:
    case Extend: {
        if (move == Extend && problem == BookingProblem::NotThere) {
            record.is_held = false;  // it has run out: held anew
            return took(std::move(record));
        }
        const bool holds_not = move == Hold && (problem == BookingProblem::NotOffered ||
                                                problem == BookingProblem::NotThere);
        record.holds_no_more = !is_about_setup(problem) || holds_not || move == Extend;
        return {.record = std::move(record), .holds_not = holds_not};
    }
    case Confirm:
        if (problem == BookingProblem::NotThere || problem == BookingProblem::NotOffered) {
            record.is_held = false;
            record.retry_at = now;
            return took(std::move(record));
        }
        [[fallthrough]];
    case Book:
        return is_about_setup(problem) ? took(std::move(record))
                                       : refuse(std::move(record), problem);
    case Look:
        if (problem == BookingProblem::NotOffered) {
            record.is_unclear = false;  // it can only be asked for again, under the same name
        }
        return took(std::move(record));
    case Release:
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
    const Duration most = is_about_setup(problem) && move != Book && move != Confirm
                              ? booking_setup_backoff_max
                          : move == Release ? release_backoff_max
                                            : booking_backoff_max;
    return backoff(tries, most);
}

}  // namespace

bool is_writing(BookingMove move) {
    return move == Hold || move == Extend || move == Confirm || move == Book;
}

bool is_asking(BookingMove move) {
    return is_writing(move) || move == Look || move == Release;
}

bool is_about_setup(BookingProblem problem) {
    switch (problem) {
    case BookingProblem::NotThere:
    case BookingProblem::NotOffered:
    case BookingProblem::WrongToken:
    case BookingProblem::Forbidden:
    case BookingProblem::Moved:
    case BookingProblem::BadAddress:
    case BookingProblem::PrivateAddress:
    case BookingProblem::BadCertificate:
    case BookingProblem::NoEventType:
        return true;
    default:
        return false;
    }
}

BookingPlan plan_booking(const BookingRecord& record, const OfferSeen& seen,
                         const BookingAbility& ability, Time now) {
    if (record.stage == Stage::Done) {
        return {.move = Wait, .record = record};
    }
    if (record.stage == Stage::Releasing && is_past_releasing(record, now)) {
        BookingRecord past = record;
        enter(past, Stage::Done);
        return saved(std::move(past));
    }
    if (record.stage == Stage::Releasing) {
        return {.move = may_be_tried(record, now) ? Release : Wait, .record = record};
    }
    switch (seen.fate) {
    case Fate::Gone:
        return plan_gone(record, seen);
    case Fate::Over: {
        BookingRecord over = record;
        enter(over, Stage::Done);
        return saved(std::move(over));
    }
    case Fate::Theirs:
        return plan_theirs(record);
    case Fate::Asked:
    case Fate::Claimed:
        break;
    }
    const bool is_new_yes = seen.fate == Fate::Claimed && record.stage == Stage::Offered;
    if (!may_be_tried(record, now) && !is_new_yes) {
        return {.move = Wait, .record = record};
    }
    switch (record.stage) {
    case Stage::Booked:
        return {.move = seen.fate == Fate::Claimed ? ReportBooked : Wait, .record = record};
    case Stage::Taken:
        return {.move = ReportTaken, .record = record};
    case Stage::Refused:
        return {.move = ReportRefused, .record = record};
    default:
        break;
    }
    return seen.fate == Fate::Asked ? plan_asked(record, seen, ability, now)
                                    : plan_claimed(record, now);
}

std::optional<Time> next_turn_of(const BookingRecord& record, const OfferSeen& seen,
                                 const BookingAbility& ability, Time now) {
    if (record.stage == Stage::Done || record.stage == Stage::Booked) {
        return std::nullopt;
    }
    if (record.retry_at && *record.retry_at > now) {
        return record.retry_at;
    }
    const bool rests = seen.fate == Fate::Asked && record.stage == Stage::Offered &&
                       plan_asked(record, seen, ability, now).move == Wait;
    if (!rests) {
        return now;
    }
    const auto renewal = is_hold_good(record, now) && !record.holds_no_more && ability.holds
                             ? renewal_of(record, seen)
                             : std::nullopt;
    return renewal;
}

BookingRecord while_asking(BookingRecord record, BookingMove move, const OfferSeen& seen,
                           Time now) {
    if (is_writing(move)) {
        record.is_sent = true;
        record.is_unclear = true;
        record.doubt_until = now + booking_doubt;
        if (move == Hold || move == Extend) {
            record.asked_until = seen.until;
        }
    }
    return record;
}

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
    case Hold:
    case Extend:
        return after_hold(std::move(record), move, view, now);
    case Confirm:
    case Book:
        return after_booking(std::move(record), move, view, now);
    case Look:
        return after_look(std::move(record), seen, view, ability, now);
    case Release:
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
