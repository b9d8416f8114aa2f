// A booking system to which the places of a list belong, as the keeper of bookings needs it. Each
// call is about one offer, whose public id is the booking's name over there: the same call may be
// made again, and what came of one that was not answered is asked for, never guessed.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "core/model/wants.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::engine {

enum class BookingSystemKind : std::uint8_t { Http, Cal };
std::string_view name_of(BookingSystemKind kind);  // "cal"
std::optional<BookingSystemKind> booking_system_kind_named(std::string_view name);

// Who comes. Told with a yes, and not before.
struct BookingGuest {
    std::string name;
    std::string email;
    std::string phone;
    std::string locale;
};

// How another system calls what it holds or has booked for an offer. Empty: there is none that we
// know of, or it goes by the name that we gave it.
struct BookingReference {
    std::string hold;
    std::string booking;
    friend bool operator==(const BookingReference&, const BookingReference&) = default;
};

struct BookingOrder {
    std::string uuid;  // the offer's public id
    std::string list;  // public ids, too
    std::string entry;
    std::uint32_t quantity = 1;  // people
    std::optional<Time> starts_at;
    std::optional<core::Slot> slot;  // what the opening says; nothing: a list that counts seats
    std::string time_zone;           // the list's
    std::optional<BookingGuest> guest;
    BookingReference known;
};

// What there is over there.
enum class BookingStage : std::uint8_t {
    None,  // nothing under this name
    Held,  // for us, for a time
    Booked,
    Ended,  // it was there; it is cancelled, or the hold has run out
};

struct BookingView {
    BookingStage stage = BookingStage::None;
    BookingReference reference;
    std::optional<Time> held_until;
    friend bool operator==(const BookingView&, const BookingView&) = default;
};

enum class BookingProblem : std::uint8_t {
    Taken,         // somebody else has the place
    InProgress,    // they are still at what we asked before
    NoAnswer,      // in time, or the connection broke off: it may have been done
    NoConnection,  // likewise, since connections are made in between as well
    HostNotFound,
    Busy,           // 5xx, or too many requests: it may have been done all the same
    NotUnderstood,  // it is no answer that we can read
    WrongBooking,   // it answers about another booking than we asked for
    TooLarge,
    Stopped,     // we are shutting down
    NotThere,    // nothing goes by this name, or nothing is at this address
    NotOffered,  // it cannot do that
    WrongToken,
    Forbidden,
    Moved,  // a redirect elsewhere
    BadAddress,
    PrivateAddress,
    BadCertificate,
    NoEmail,      // it wants to know the guest's address, and there is none
    NoEventType,  // Cal.com: none fits, or more than one does
    Refused,      // anything else it says no to
};
std::string_view name_of(BookingProblem problem);  // "wrong_token"
std::optional<BookingProblem> booking_problem_named(std::string_view name);
// "The booking system didn't answer in time." For staff.
std::string_view sentence_about(BookingProblem problem);
// Whether what was asked may have been done, so that it has to be asked for; it is tried again.
bool is_unclear(BookingProblem problem);

template <class Value>
using BookingResult = Result<Value, BookingProblem>;

// Belongs to one thread, except for `stop`.
class BookingSystem {
public:
    virtual ~BookingSystem() = default;

    // Keeps others from the place until then.
    virtual BookingResult<BookingView> hold(const BookingOrder& order, Time now, Time until) = 0;
    virtual BookingResult<BookingView> extend(const BookingOrder& order, Time now, Time until) = 0;
    // Makes a booking out of what is held.
    virtual BookingResult<BookingView> confirm(const BookingOrder& order) = 0;
    // The same where nothing is held.
    virtual BookingResult<BookingView> book(const BookingOrder& order) = 0;
    virtual BookingResult<BookingView> look(const BookingOrder& order) = 0;
    // Gives up what is held, and cancels what is booked. That nothing was there is no problem.
    virtual BookingResult<BookingView> release(const BookingOrder& order) = 0;
    // Whether the address and the token are right; changes nothing.
    virtual BookingResult<void> check() = 0;
    // Whether it answers a repeated call as it did the first one. Otherwise something that was not
    // answered may still come about later, beside what is asked for anew.
    virtual bool knows_repeats() const = 0;

    virtual void stop() = 0;  // from any thread: what is under way ends within about a second
};

}  // namespace standby::engine
