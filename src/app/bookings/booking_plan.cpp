#include "app/bookings/booking_plan.hpp"

#include "app/bookings/booking_marks.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {
namespace {

using Stage = BookingRecord::Stage;
using Fate = OfferSeen::Fate;

using engine::BookingProblem;

constexpr Duration past_holding = std::chrono::hours{1};
constexpr Duration past_booking = std::chrono::days{2};

bool is_hold_good(const BookingRecord& record, Time now) {
    return record.is_held && (!record.held_until || now < *record.held_until);
}

BookingPlan saved(BookingRecord record, std::string_view card = {}) {
    return {.move = BookingMove::Save, .record = std::move(record), .card = card};
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
        return {.move = BookingMove::Look, .record = record};
    }
    if (record.is_booked || record.holds_no_more || !ability.holds || seen.until <= now) {
        return {.move = BookingMove::Wait, .record = record};
    }
    if (!is_hold_good(record, now)) {
        return {.move = BookingMove::Hold, .record = record};
    }
    const auto renewal = renewal_of(record, seen);
    return {.move = renewal && *renewal <= now ? BookingMove::Extend : BookingMove::Wait,
            .record = record};
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
    const BookingMove move = record.is_unclear           ? BookingMove::Look
                             : is_hold_good(record, now) ? BookingMove::Confirm
                                                         : BookingMove::Book;
    return {.move = move, .record = std::move(record)};
}

// What may be over there goes; what certainly isn't needs nothing.
BookingPlan plan_gone(BookingRecord record, const OfferSeen& seen) {
    std::string_view card;
    if (record.stage == Stage::Booking && seen.is_given_up) {
        add_step(record, core::OutsideStepKind::GivenUp, record.problem);
        card = "given_up";
    }
    // They gave it away, or took it back: then nothing is left of it, unless something is under
    // way.
    const bool is_ended_there = record.stage == Stage::Taken || record.stage == Stage::Refused ||
                                record.stage == Stage::Cancelled;
    const bool is_nothing_there = !record.is_sent || (is_ended_there && !record.is_held &&
                                                      !record.is_booked && !record.doubt_until);
    enter(record, is_nothing_there ? Stage::Done : Stage::Releasing);
    return saved(std::move(record), card);
}

BookingPlan plan_theirs(BookingRecord record) {
    switch (record.stage) {
    case Stage::Cancelled:
        return {.move = BookingMove::ReportCancelled, .record = std::move(record)};
    case Stage::Booked:
        return {.move = BookingMove::Wait, .record = std::move(record)};
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

}  // namespace

bool is_writing(BookingMove move) {
    return move == BookingMove::Hold || move == BookingMove::Extend ||
           move == BookingMove::Confirm || move == BookingMove::Book;
}

bool is_asking(BookingMove move) {
    return is_writing(move) || move == BookingMove::Look || move == BookingMove::Release;
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
        return {.move = BookingMove::Wait, .record = record};
    }
    if (record.stage == Stage::Releasing && is_past_releasing(record, now)) {
        BookingRecord past = record;
        enter(past, Stage::Done);
        return saved(std::move(past));
    }
    if (record.stage == Stage::Releasing) {
        return {.move = may_be_tried(record, now) ? BookingMove::Release : BookingMove::Wait,
                .record = record};
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
        return {.move = BookingMove::Wait, .record = record};
    }
    switch (record.stage) {
    case Stage::Booked:
        return {.move = seen.fate == Fate::Claimed ? BookingMove::ReportBooked : BookingMove::Wait,
                .record = record};
    case Stage::Taken:
        return {.move = BookingMove::ReportTaken, .record = record};
    case Stage::Refused:
        return {.move = BookingMove::ReportRefused, .record = record};
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
                       plan_asked(record, seen, ability, now).move == BookingMove::Wait;
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
        if (move == BookingMove::Hold || move == BookingMove::Extend) {
            record.asked_until = seen.until;
        }
    }
    return record;
}

}  // namespace standby::app
