// The states of everything that has one, the four moves, the reasons, and who acted: closed
// enums with the names that the audit trail, the API and the pages use.
#pragma once

#include <cstdint>
#include <string_view>

namespace standby::core {

enum class EntryState : std::uint8_t {
    None,  // never joined, or no entry at all
    Unverified,
    Waiting,
    Offered,
    Confirming,
    Accepted,
    Declined,
    Expired,
    Left,
    Removed,
    Cancelled,
    NoShow,
    Attended,
};

enum class OfferState : std::uint8_t {
    None,
    Live,
    Confirming,
    Accepted,
    Declined,
    Expired,
    Withdrawn
};

enum class OpeningState : std::uint8_t {
    None,
    Offering,
    Open,  // nobody fits, for now
    Booked,
    HandedBack,
    Withdrawn,
    WalkIn,
};

// Cancelled: the business called the event off, which ends everything on the list.
enum class ResourceStatus : std::uint8_t { None, Active, Paused, Closed, Cancelled };

enum class Kind : std::uint8_t { Slots, Seats, Access };

// Who owns the truth about places: this engine, or a booking system that confirms each one.
enum class Inventory : std::uint8_t { Internal, External };

// What the engine does with a place that can be given away. There is no fifth.
enum class Move : std::uint8_t { None, NoFit, Offer, RollOn, HandBack };

// What a confirming offer waits for.
enum class Awaiting : std::uint8_t { Nothing, Payment, Booking };

// Whether a place that was accepted was paid for. Earlier versions did not say.
enum class Paid : std::uint8_t { Unknown, No, Yes };

// How a guest said yes: to an offer, before there was one, or to an earlier one, too late.
enum class YesBy : std::uint8_t { Asked, InstantYes, LateYes };

// What must be undone outside because a success came too late.
enum class Compensation : std::uint8_t { Refund, Release };

// Where a step was taken that this engine does not take itself.
enum class OutsideSystem : std::uint8_t { None, Payment, Booking };

// What was done there, or came of it.
enum class OutsideStepKind : std::uint8_t {
    None,
    Begun,
    Held,       // a payment is authorised, a place is reserved
    Confirmed,  // the money is taken, the place is booked
    Released,   // what was held is let go: nothing was taken
    Refused,    // they said no
    Unclear,    // no answer, or one that does not say: it is asked again
    Refunded,
    GivenUp,    // nobody tries any longer: staff have to look
    Cancelled,  // what was confirmed is undone
    Failed,     // could not be done, but may be tried again
    Expired,    // was open for too long
};

// Why an event happened.
enum class Reason : std::uint8_t {
    None,
    Requested,         // somebody asked for exactly this
    PlaceFree,         // a place was free and nobody waited
    FirstInLine,       // the first eligible entry in order
    PreviousDeclined,  // roll on: the one before said no
    PreviousExpired,   // roll on: the one before did not answer
    Manual,            // staff put this entry ahead of the line
    InstantYes,        // pre-authorised by the guest
    WindowEnded,
    NeverSent,  // the message never left, and now it is too late
    Bounced,
    Blocked,
    SentLate,
    StaffExtended,
    NobodyEligible,
    ListExhausted,
    MaxOffers,
    Cutoff,
    StaffBooked,
    Withdrawn,
    Cancellation,
    NoShow,
    NewOpening,
    MovedUp,       // an earlier slot was accepted, the later one is released
    GroupSettled,  // another entry of the exclusive group got its place
    Fraud,
    MaxMisses,
    PaymentPending,
    PaymentSucceeded,
    PaymentFailed,
    PaymentTimeout,
    BookingPending,
    BookingConfirmed,
    BookingConflict,
    BookingUnavailable,
    BookingTimeout,
    Late,  // succeeded after the offer had ended: to be compensated
    Referral,
    CapacityChanged,
    CapacityReleased,
    RulesChanged,
    DrawTime,
    Reminder,
    NotYetSent,    // the window ended before the message left, and starts again
    OutOfService,  // nobody could answer while the deadline passed
    Superseded,    // typed for an address whose reader has proven another entry
    TimePassed,    // the slot or the event is over
    ProofTimeout,  // nobody confirmed the address in time
    Erased,        // the person was erased, so nobody can be told or asked any more
    EventOver,     // waited for an event that has begun
    ListClosed,    // waited on a list that was closed
    EventCancelled,
    TermsChanged,  // an offer whose start or price is another one now
    Transferred,   // a guest passed a place on to somebody else
    NotReachable,  // its guest could not be told, and somebody else can be asked
    NoChannel,     // there is nothing to reach the guest by
    LateYes,       // said yes after the window had ended, and the place is free now
    StillHere,     // said that they still want it
    NoAnswerToPings,
    Ping,             // not heard of for long
    WalkIn,           // staff gave a free place to whoever came, while others waited
    OverCapacity,     // staff let somebody in although no place was free
    PaymentLost,      // what was held for it is gone, and the guest can do nothing about that
    CapacityRevoked,  // the place was sold elsewhere before anybody here had it
};

// Why the message of an offer does not reach its guest.
enum class Undeliverable : std::uint8_t {
    None,       // nothing is known against it
    Bounced,    // nobody reads that address
    Blocked,    // the guest wants no messages
    Unsent,     // it is not taken for now, though others are
    NoChannel,  // no address, or nobody who would carry it there
};

// Whose answers a window goes by: those of guests who are told by text or by e-mail anywhere, or
// those that were given at this house.
enum class AnswersBy : std::uint8_t { None, Text, Mail, House };

// Staff and integrations come with a key, members sign in.
enum class ActorKind : std::uint8_t { System, Guest, Staff, Integration, Member };

// Who caused an event. The id is the number of a key or of a member, never personal data.
struct Actor {
    ActorKind kind = ActorKind::System;
    std::uint64_t id = 0;
    friend bool operator==(const Actor&, const Actor&) = default;
};

std::string_view name_of(EntryState state);
std::string_view name_of(OfferState state);
std::string_view name_of(OpeningState state);
std::string_view name_of(ResourceStatus status);
std::string_view name_of(Kind kind);
std::string_view name_of(Inventory inventory);
std::string_view name_of(Move move);
std::string_view name_of(Awaiting awaiting);
std::string_view name_of(Compensation compensation);
std::string_view name_of(OutsideSystem system);
std::string_view name_of(OutsideStepKind kind);
std::string_view name_of(Reason reason);
std::string_view name_of(Undeliverable cause);
std::string_view name_of(AnswersBy answers);
std::string_view name_of(ActorKind kind);

// Terminal states are terminal: nothing leads out of them, but that staff may say afterwards that
// somebody who counts as attended was not there.
constexpr bool is_terminal(EntryState state) {
    return state > EntryState::Accepted;
}
// Closed or cancelled. Only a closed list can be opened again.
constexpr bool is_terminal(ResourceStatus status) {
    return status > ResourceStatus::Paused;
}
constexpr bool is_active(EntryState state) {
    return state >= EntryState::Unverified && state <= EntryState::Accepted;
}
constexpr bool is_terminal(OfferState state) {
    return state > OfferState::Confirming;
}

}  // namespace standby::core
