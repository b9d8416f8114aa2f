// Events: immutable facts, the audit trail of a resource. Each one says what changed from which
// state to which, why, under which rules, and who acted; folding them gives the state.
#pragma once

#include "core/model/ids.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"
#include "core/rules/rules.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::core {

// What a resource is, apart from its rules.
struct Settings {
    Kind kind = Kind::Slots;
    std::string time_zone = "UTC";
    std::optional<Time> starts_at;
    std::uint32_t capacity = 0;  // seats: hard limit; access: the total that may ever be released
    Inventory inventory = Inventory::Internal;
    bool archived = false;     // put away by staff: it is closed or cancelled
    bool practice = false;     // staff try things out: no list of guests, in no figures
    std::string access_url{};  // where whoever has a place gets in; empty: nowhere
    std::string later{};       // what only a newer version knows, as it is stored
    friend bool operator==(const Settings&, const Settings&) = default;
};

// The seed of a lottery is no rule: it is shown to nobody before the draw.
struct ResourceCreated {
    Settings settings;
    Rules rules;
    std::string draw_seed{};  // of a lottery; empty: none, or one that staff chose
    friend bool operator==(const ResourceCreated&, const ResourceCreated&) = default;
};
struct SettingsChanged {
    Settings settings;
    friend bool operator==(const SettingsChanged&, const SettingsChanged&) = default;
};
struct RulesChanged {
    Rules rules;
    std::string draw_seed{};  // from now on
    friend bool operator==(const RulesChanged&, const RulesChanged&) = default;
};
// Paused, resumed, closed or cancelled: `from` and `to` say it.
struct StatusChanged {
    std::string note{};  // cancelled: what the business tells its guests
    friend bool operator==(const StatusChanged&, const StatusChanged&) = default;
};
// Offers stop; what is free now is for walk-ins.
struct CutoffReached {
    friend bool operator==(const CutoffReached&, const CutoffReached&) = default;
};
struct LotteryDrawn {
    friend bool operator==(const LotteryDrawn&, const LotteryDrawn&) = default;
};
struct PlacesReleased {
    EventKey event;
    std::uint32_t quantity = 0;
    std::string note;  // why, in the words of whoever did it
    friend bool operator==(const PlacesReleased&, const PlacesReleased&) = default;
};
// Seats and access: `places` free places found nobody (no_fit) or are left to walk-ins (hand_back).
struct PlacesIdled {
    std::uint32_t places = 0;
    Move move = Move::NoFit;
    friend bool operator==(const PlacesIdled&, const PlacesIdled&) = default;
};

// `to` is unverified, waiting, or accepted (a place was free and nobody waited).
struct EntryJoined {
    std::vector<ContactKey> contacts;
    Wants wants;
    std::uint32_t party_size = 1;
    std::uint8_t tier = 0;
    std::int32_t points = 0;
    Ticket referrer = 0;
    GroupKey group;
    Ticket moving_up_from = 0;  // an accepted entry that becomes part of the group
    Ticket beside = 0;          // the entry whose code it came with, which becomes part of it, too
    // Of a referral that may count: by what the two are known (see core::Join).
    std::vector<ContactKey> friend_keys{};
    std::vector<ContactKey> referrer_keys{};
    std::optional<Time> waits_since{};  // had waited before, somewhere else
    friend bool operator==(const EntryJoined&, const EntryJoined&) = default;
};
struct EntryVerified {
    std::uint32_t link_epoch = 0;  // from now on; 0: as before
    friend bool operator==(const EntryVerified&, const EntryVerified&) = default;
};
// The full new values; `from` equals `to`.
struct EntryUpdated {
    Wants wants;
    std::uint32_t party_size = 1;
    std::uint8_t tier = 0;
    std::int32_t points = 0;  // referral points included
    std::vector<ContactKey> contacts_added;
    std::vector<ContactKey> contacts_removed;
    std::uint32_t link_epoch = 0;  // from now on; 0: as before
    bool asks_proof = false;       // of an address that the guest wants instead
    friend bool operator==(const EntryUpdated&, const EntryUpdated&) = default;
};
// Left, removed, cancelled, no-show or attended, from any state without an offer under way; or from
// attended to no-show, when staff say so afterwards.
struct EntryEnded {
    friend bool operator==(const EntryEnded&, const EntryEnded&) = default;
};
// One row of the points ledger: `raw` is what the referral is worth, `delta` what it changes
// under the cap.
struct PointsChanged {
    Ticket referred = 0;
    std::int32_t raw = 0;
    std::int32_t delta = 0;
    // A referral that counts: by what the two are known. The same two never count again.
    std::vector<ContactKey> friend_keys{};
    std::vector<ContactKey> referrer_keys{};
    friend bool operator==(const PointsChanged&, const PointsChanged&) = default;
};

struct OfferMade {
    Move move = Move::Offer;
    std::uint32_t places = 1;
    Time send_at{};
    Time expires_at{};
    std::uint32_t tries = 1;           // offers made for this place so far, this one included
    bool plain_clock = false;          // the window counts every hour, not only waking ones
    bool instant = false;              // pre-authorised: the acceptance follows in the same step
    std::vector<Ticket> passed;        // parties too large for what is free, passed by this offer
    std::string note;                  // made by hand: why, in the words of whoever did it
    Duration window{0};                // the claim window of this offer; 0: the rule's
    std::uint32_t people_who_fit = 0;  // for whom the time left was shared out; 0: not counted
    bool late_yes = false;  // the answer to a standing yes: no try, and no part of a wave
    // The window is the time in which these answers come, which is more than what was left for
    // each. None: it is not.
    AnswersBy answers_by = AnswersBy::None;
    YesBy yes_by = YesBy::Asked;  // an instant one: whose yes it is. Events of before don't say
    friend bool operator==(const OfferMade&, const OfferMade&) = default;
};
// The relay reports that the message left; a late one moves the deadline.
struct OfferSent {
    Time sent_at{};
    Time expires_at{};
    friend bool operator==(const OfferSent&, const OfferSent&) = default;
};
struct OfferExtended {
    Time expires_at{};
    friend bool operator==(const OfferExtended&, const OfferExtended&) = default;
};
struct OfferReminded {
    friend bool operator==(const OfferReminded&, const OfferReminded&) = default;
};
// The guest said yes; the place stays held until the payment or the booking is decided.
struct OfferClaimed {
    Awaiting awaiting = Awaiting::Nothing;
    Time expires_at{};
    std::optional<Money> price{};  // of a payment that is due, whatever the rules say later
    friend bool operator==(const OfferClaimed&, const OfferClaimed&) = default;
};
struct OfferAccepted {
    Paid paid = Paid::Unknown;
    YesBy yes_by = YesBy::Asked;  // `yes_by` below knows it of events of before, too
    friend bool operator==(const OfferAccepted&, const OfferAccepted&) = default;
};
// Its guest cannot be told. It stays, and can be claimed, until somebody else can be asked who is
// not asked before `patience_until`. With the cause None: that was no matter of this guest.
struct OfferUnreached {
    Undeliverable cause = Undeliverable::None;
    std::optional<Time> patience_until;
    Time expires_at{};
    friend bool operator==(const OfferUnreached&, const OfferUnreached&) = default;
};
// Declined, expired or withdrawn. The entry goes to `to`: back to waiting or out.
struct OfferEnded {
    OfferState outcome = OfferState::Expired;
    bool counts_as_miss = false;
    Ticket new_place = 0;  // the number it draws anew when it goes to the back; 0: keeps its place
    bool steps_aside = false;  // was not told: others are asked first for this place, if there are
    friend bool operator==(const OfferEnded&, const OfferEnded&) = default;
};
// A success that came after the offer had ended must be undone outside.
struct CompensationDue {
    Compensation compensation = Compensation::Refund;
    friend bool operator==(const CompensationDue&, const CompensationDue&) = default;
};

struct OpeningAdded {
    Slot slot;
    EventKey event;
    OpeningNumber previous;  // the booked opening this one stands in for, or none
    friend bool operator==(const OpeningAdded&, const OpeningAdded&) = default;
};
// Without an offer: nobody fits, handed back, withdrawn, or booked by staff.
struct OpeningMoved {
    Move move = Move::None;
    bool asks_newcomers = false;  // handed back, but whoever comes later is still asked
    friend bool operator==(const OpeningMoved&, const OpeningMoved&) = default;
};

// Staff found fraud: whoever is known by these keys no longer earns points, nor does anybody
// through them. `from` equals `to`, and the entry may have ended.
struct EntryBarred {
    std::vector<ContactKey> friend_keys;
    friend bool operator==(const EntryBarred&, const EntryBarred&) = default;
};

// The guest would still take the place of an expired offer if it came free, or no longer. `from`
// equals `to`; the offer and the opening are those that had expired.
struct StandingYes {
    bool wanted = false;
    friend bool operator==(const StandingYes&, const StandingYes&) = default;
};
// Asked whether they still want it, for the `count`th time in a row. `from` equals `to`.
struct EntryPinged {
    std::uint32_t count = 0;
    friend bool operator==(const EntryPinged&, const EntryPinged&) = default;
};
// Set aside, for not answering two questions or, with the reason `Requested`, at their own wish; or
// heard of (again). `from` equals `to`.
struct EntryPresence {
    bool here = false;
    friend bool operator==(const EntryPresence&, const EntryPresence&) = default;
};

// What was done in another system about an offer or an entry, or what came of it: for the audit
// trail alone. `from` equals `to`, and the entry may have ended.
struct OutsideStep {
    OutsideSystem system = OutsideSystem::None;
    OutsideStepKind kind = OutsideStepKind::None;
    // By which it is found there, behind the name of whose it is: "stripe:pi_3Abc".
    std::string reference{};
    std::optional<Money> amount{};  // of payments
    std::string note{};             // why, in the words of whoever did it, or what they answered
    friend bool operator==(const OutsideStep&, const OutsideStep&) = default;
};

// The note of a payment that was let go of because it came after the end of its offer.
inline constexpr std::string_view note_paid_too_late = "late";

// Released places that were sold elsewhere since. Of those asked for, `missing` could not be taken
// back: guests have them.
struct PlacesRevoked {
    EventKey event;
    std::uint32_t quantity = 0;
    std::uint32_t missing = 0;
    std::string note{};  // why, in the words of whoever did it
    friend bool operator==(const PlacesRevoked&, const PlacesRevoked&) = default;
};

using EventBody =
    std::variant<ResourceCreated, SettingsChanged, RulesChanged, StatusChanged, CutoffReached,
                 LotteryDrawn, PlacesReleased, PlacesIdled, EntryJoined, EntryVerified,
                 EntryUpdated, EntryEnded, PointsChanged, OfferMade, OfferSent, OfferExtended,
                 OfferReminded, OfferClaimed, OfferAccepted, OfferEnded, CompensationDue,
                 OpeningAdded, OpeningMoved, EntryBarred, OfferUnreached, StandingYes, EntryPinged,
                 EntryPresence, OutsideStep, PlacesRevoked>;

// Whose states `from` and `to` are.
enum class Subject : std::uint8_t { Resource, Entry, Opening };

struct Event {
    std::uint64_t number = 0;  // counts from 1 in each resource, without gaps
    Time at{};
    Actor actor;
    Reason reason = Reason::None;
    std::uint32_t rules_version = 0;
    Ticket entry = 0;
    OfferNumber offer;
    OpeningNumber opening;
    Subject subject = Subject::Resource;
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    EventBody body;
    friend bool operator==(const Event&, const Event&) = default;
};

// How the yes came that led to this place.
YesBy yes_by(const Event& event);

// The snake_case name of the body's type, e.g. "offer_made".
std::string_view type_of(const Event& event);
// All of these.
std::span<const std::string_view> event_types();
// The names of `from` and `to` in the subject's own words.
std::string_view from_state(const Event& event);
std::string_view to_state(const Event& event);

}  // namespace standby::core
