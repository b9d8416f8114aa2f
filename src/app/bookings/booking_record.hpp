// What is kept of each offer whose place belongs to another system: what was asked for there, and
// what came of it. Written before anything is asked, so that whoever goes on after a crash knows
// that there may be something.
#pragma once

#include "base/time.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"
#include "engine/ports/booking_system.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

// For the audit trail, until it is told. Each has a number of its own, so that it is told once.
struct BookingStep {
    core::OutsideStepKind kind = core::OutsideStepKind::None;
    std::uint32_t number = 0;
    std::string note{};
    friend bool operator==(const BookingStep&, const BookingStep&) = default;
};

struct BookingRecord {
    enum class Stage : std::uint8_t {
        Offered,    // its guest is asked: held over there, where that can be
        Booking,    // its guest said yes
        Booked,     // over there
        Taken,      // they gave it to somebody else: the list is to hear of it
        Refused,    // they will not book it: likewise
        Releasing,  // whatever there is over there is to go
        Cancelled,  // by them: the list is to hear of it
        Done,
    };
    Stage stage = Stage::Offered;
    std::uint32_t offer = 0;
    std::uint32_t entry = 0;
    std::uint32_t quantity = 1;
    std::optional<Time> starts_at;
    std::optional<core::Slot> slot;
    engine::BookingReference known;

    bool is_sent = false;     // something was asked for that may have come about
    bool is_unclear = false;  // the last of it was not answered: asked for before anything else
    bool is_held = false;
    bool is_booked = false;           // over there, by what we know
    bool was_taken = false;           // they said so, but it may be by what we had asked for before
    bool holds_no_more = false;       // it cannot be held, or need not be
    bool is_missing = false;          // booked, and not found there any more: staff know
    std::optional<Time> asked_until;  // for how long a hold was last asked for
    std::optional<Time> held_until;   // what they said to that
    // What was asked for without an answer may still come about until then.
    std::optional<Time> doubt_until;
    std::uint32_t tries = 0;
    std::optional<Time> retry_at;
    std::string problem;  // of the last answer, by its name; empty: none

    std::uint32_t steps = 0;  // told so far, and to be told
    std::vector<BookingStep> untold;
    friend bool operator==(const BookingRecord&, const BookingRecord&) = default;
};
// Under which it is kept.
inline constexpr std::string_view booking_mark = "b:";
std::string booking_key(std::uint32_t offer);
std::string write_record(const BookingRecord& record);
std::optional<BookingRecord> read_booking_record(std::string_view text);

// How bookings after a yes went, by the hour, for as long as staff are shown.
struct BookingTally {
    std::int64_t hour = 0;  // since 1970
    std::uint32_t booked = 0;
    std::uint32_t taken = 0;
    std::uint32_t given_up = 0;
    friend bool operator==(const BookingTally&, const BookingTally&) = default;
};

struct BookingProgress {
    std::deque<BookingTally> tallies;  // the newest last
    std::optional<Time> answered_at;
    std::optional<Time> failed_at;
    std::string problem;
    // It said that it cannot hold places; asked again some time later.
    std::optional<Time> holds_not_until;
    friend bool operator==(const BookingProgress&, const BookingProgress&) = default;
};
std::string write_progress(const BookingProgress& progress);
BookingProgress read_booking_progress(std::string_view text);

inline constexpr std::int64_t booking_tally_hours = 24;
BookingTally& tally_of(BookingProgress& progress, Time now);
// Of the last 24 hours together.
BookingTally tally_in_all(const BookingProgress& progress, Time now);

}  // namespace standby::app
