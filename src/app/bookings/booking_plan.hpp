// What is next for one offer in a booking system, and what an answer from there makes of it. Pure:
// booking_turn.cpp asks and tells.
#pragma once

#include "app/bookings/booking_record.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::app {

// What was asked for without an answer may come about for so long.
inline constexpr Duration booking_doubt = std::chrono::minutes{5};
// Where a repeated request would be another booking, the first one is waited for.
inline constexpr Duration booking_settles = std::chrono::seconds{30};
inline constexpr Duration booking_backoff_max = std::chrono::seconds{30};
inline constexpr Duration release_backoff_max = std::chrono::minutes{1};
// What only a change of the settings can help.
inline constexpr Duration booking_setup_backoff_max = std::chrono::minutes{5};
// A hold that they give for a shorter time than asked for is renewed so long before it ends.
inline constexpr Duration hold_renewed_before = std::chrono::seconds{30};
inline constexpr Duration holds_asked_again = std::chrono::hours{1};

// How an offer stands on the list.
struct OfferSeen {
    enum class Fate : std::uint8_t {
        Asked,    // its guest can still say yes, or is paying
        Claimed,  // waits for the booking
        Theirs,
        Over,  // the guest was there, or should have been
        Gone,
    };
    Fate fate = Fate::Gone;
    bool is_given_up = false;  // gone because no booking came in time
    Time until{};              // asked: the end of the window
};

enum class BookingMove : std::uint8_t {
    Wait,
    Save,  // nothing but the record changes
    Hold,
    Extend,
    Confirm,
    Book,
    Look,
    Release,
    ReportBooked,
    ReportTaken,
    ReportRefused,
    ReportCancelled,
};
// Whether it may bring something about over there.
bool is_writing(BookingMove move);
// Whether it asks there at all.
bool is_asking(BookingMove move);

struct BookingPlan {
    BookingMove move = BookingMove::Wait;
    BookingRecord record;     // as it is to be kept before the move
    std::string_view card{};  // that staff get with it; empty: none
};
struct BookingAbility {
    bool holds = true;
    bool knows_repeats = true;
};
BookingPlan plan_booking(const BookingRecord& record, const OfferSeen& seen,
                         const BookingAbility& ability, Time now);

// When the plan may be another one without anything new on the list.
std::optional<Time> next_turn_of(const BookingRecord& record, const OfferSeen& seen,
                                 const BookingAbility& ability, Time now);

// The record as it is kept while the answer is out: whoever finds it so asks first.
BookingRecord while_asking(BookingRecord record, BookingMove move, const OfferSeen& seen, Time now);

// What came of it; `card` says what staff are to be told of.
struct BookingStepTaken {
    BookingRecord record;
    std::string_view card{};
    bool holds_not = false;  // it said that it holds nothing for anybody
};
BookingStepTaken after_view(BookingRecord record, BookingMove move, const OfferSeen& seen,
                            const engine::BookingView& view, const BookingAbility& ability,
                            Time now);
BookingStepTaken after_problem(BookingRecord record, BookingMove move,
                               engine::BookingProblem problem, Time now);

// Whether only a change of the settings, or of the network, can help.
bool is_about_setup(engine::BookingProblem problem);

}  // namespace standby::app
