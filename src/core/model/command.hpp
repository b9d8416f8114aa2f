// Commands: requests to change something. Contacts arrive as keyed hashes, names of services and
// staff as texts; personal data never reaches the core.
#pragma once

#include "core/model/event.hpp"
#include "core/model/ids.hpp"
#include "core/model/wants.hpp"
#include "core/rules/rules.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace standby::core {

struct CreateResource {
    Settings settings;
    RulesPatch rules;  // on top of the kind's defaults
    // For a lottery: 256 bits that were drawn for this command, in hexadecimal digits.
    std::string draw_seed{};
};
// Unset fields stay as they are. Kind and inventory cannot change.
struct PatchResource {
    std::optional<std::uint32_t> capacity;
    std::optional<std::optional<Time>> starts_at;
    std::optional<std::string> time_zone;
    RulesPatch rules;
    std::string draw_seed{};                  // as above, for a list that becomes a lottery
    std::optional<bool> archived{};           // true: only of a list that is closed or cancelled
    std::optional<std::string> access_url{};  // empty: none any more
};
struct PauseResource {};
// Of a paused list, or of one that was closed: `reopens`. Whoever's waiting ended with the closing
// has to join again.
struct ResumeResource {
    bool reopens = false;
};
struct CloseResource {};
// The business calls it off: offers, places and waiting end, and everybody is told.
struct CancelResource {
    std::string note{};  // for the guests
};

// How a newcomer comes to a place: staff at the door may give one ahead of the line, and even one
// that is not there.
enum class Admission : std::uint8_t { InTurn, IfFree, OverCapacity };

struct Join {
    std::vector<ContactKey> contacts;  // one to three: e-mail, phone, user id
    Wants wants;
    std::uint32_t party_size = 1;
    std::uint8_t tier = 0;    // staff only; checked at the edge
    std::int32_t points = 0;  // staff only; checked at the edge
    Ticket referrer = 0;      // an unknown or ended referrer earns nothing
    // By what a friend is known for good, in the order of the contacts, and the referrer likewise:
    // keyed hashes of the mailboxes and numbers behind the contacts, however those are spelled.
    std::vector<ContactKey> friend_keys;
    std::vector<ContactKey> referrer_keys;
    GroupKey group;     // by name, from staff
    Ticket beside = 0;  // whose group it joins, by the code that this entry's guest gave out
    std::uint32_t beside_epoch = 0;  // of that code
    // Nobody vouches for the contacts, somebody typed them: that proves nothing.
    bool typed = false;
    Ticket held = 0;  // the entry whose token came along
    // One of the contacts, for which the business vouches although the others were typed: an entry
    // that has it is that of whoever joins.
    ContactKey vouched{};
    bool proven = false;                      // whoever joins is known to read the first contact
    Admission admission = Admission::InTurn;  // staff only; checked at the edge
    // Staff only: has waited since then, somewhere else, and keeps that place in line. A lottery
    // has no use for it.
    std::optional<Time> waits_since{};
};
// Proves the contacts of an unverified entry, or one of an entry in line: then whoever reads it
// takes the entry over from those who merely typed it. An entry whose guest wants another contact
// has that one from then on.
struct Verify {
    Ticket entry = 0;
    std::vector<ContactKey> contacts;  // proven to be read by whoever verifies
    // Of the link that proves it: where links end with the proof, it does so once.
    std::optional<std::uint32_t> epoch{};
    std::vector<ContactKey> contacts_added;
    std::vector<ContactKey> contacts_removed;
};
// Unset fields stay as they are; the place in line moves only by tier and points. Where nothing
// becomes other than it was, nothing is recorded.
struct UpdateEntry {
    Ticket entry = 0;
    std::optional<Wants> wants;
    std::optional<std::uint32_t> party_size;
    std::optional<std::uint8_t> tier;
    std::optional<std::int32_t> points;  // loyalty points; referral points come on top
    std::vector<ContactKey> contacts_added;
    std::vector<ContactKey> contacts_removed;
    bool person_changes = false;  // the personal data beside the entry
    bool ends_links = false;      // all that were given out; giving up a contact ends them anyway
    bool asks_proof = false;      // of an address that the guest wants instead
    bool transfers = false;       // a place to another person: name and contact change
};
// Whatever the state: waiting → left, offered → left and the offer rolls on, accepted → cancelled
// and the place is freed. Of an ended entry: nothing happens.
struct Leave {
    Ticket entry = 0;
};
// Erased: the personal data beside the entry goes, or is gone.
enum class RemoveCause : std::uint8_t { Requested, Fraud, Erased };
// For fraud also an entry that has ended: what was earned by it is taken back, and whoever has one
// of these keys earns nothing from then on, nor does anybody through them.
struct RemoveEntry {
    Ticket entry = 0;
    RemoveCause cause = RemoveCause::Requested;
    std::vector<ContactKey> friend_keys{};
};
struct CancelEntry {  // only an accepted one
    Ticket entry = 0;
};
struct MarkNoShow {
    Ticket entry = 0;
};
struct MarkAttended {
    Ticket entry = 0;
};
// Offer now, ahead of the line. For slots without an opening named: the oldest unclaimed opening
// that suits the entry.
struct Promote {
    Ticket entry = 0;
    OpeningNumber opening;
    std::string note;      // why
    bool accepts = false;  // staff have the guest's yes; not where it has to be paid for
};

// CapacityReleased from an external inventory, or the release of N spots of an access list.
struct ReleasePlaces {
    std::string event_id;
    std::uint32_t quantity = 0;
    std::string note;  // why
};
// CapacityRevoked: places that were released have been sold elsewhere. Those that are free go
// first, then those that are on offer, the newest first.
struct RevokePlaces {
    std::string event_id;
    std::uint32_t quantity = 0;
    std::string note{};  // why
};
struct OpenSlot {
    std::string event_id;  // empty: none
    Slot slot;
    Reason reason = Reason::NewOpening;  // or Cancellation, NoShow
};
struct WithdrawOpening {
    OpeningNumber opening;
    std::string event_id{};             // instead of the number: the event that freed it
    Reason reason = Reason::Withdrawn;  // or CapacityRevoked
};
struct BookOpening {
    OpeningNumber opening;
};

struct Accept {
    OfferNumber offer;
};
struct Decline {
    OfferNumber offer;
};
// After an offer has expired: take the place if it comes free (wanted), or no longer. The entry and
// the opening are those of the offer, which the caller knows from its stored row.
struct LateYes {
    Ticket entry = 0;
    OfferNumber offer;
    OpeningNumber opening;  // slots
    bool wanted = true;
};
// A sign of life: the guest, or staff for them, says that they still want it.
struct StillHere {
    Ticket entry = 0;
};
// Staff, for a guest who doesn't want to be asked for now: the place in line stays, and any sign of
// life ends it.
struct SetAside {
    Ticket entry = 0;
};
// The question whether they still want it, or read the address they gave, did not reach them: the
// time to answer it begins anew.
struct ReportUnheard {
    Ticket entry = 0;
};
struct ExtendOffer {
    OfferNumber offer;
    Time until{};
};
struct ReportSent {
    OfferNumber offer;
    Time sent_at{};
};
// None takes an earlier report back: it is not about this guest, nobody can be reached.
struct ReportUndeliverable {
    OfferNumber offer;
    Undeliverable cause = Undeliverable::Bounced;
    bool asks_next = false;  // patience is over: staff don't reach them either
};
// A step in another system, for the audit trail. The entry is that of the offer; it is named where
// there is no offer, and where that has ended without a place: the caller knows it from the stored
// row. The same step reported twice stands there twice, unless the request has a key.
struct ReportStep {
    OfferNumber offer;  // none: the step is about the entry alone
    Ticket entry = 0;
    OutsideStep step;
};
enum class BookingOutcome : std::uint8_t { Confirmed, Conflict, Unavailable };
struct ReportBooking {
    OfferNumber offer;
    BookingOutcome outcome = BookingOutcome::Confirmed;
};
enum class PaymentOutcome : std::uint8_t { Succeeded, Failed };
struct ReportPayment {
    OfferNumber offer;
    PaymentOutcome outcome = PaymentOutcome::Succeeded;
};

using Command =
    std::variant<CreateResource, PatchResource, PauseResource, ResumeResource, CloseResource, Join,
                 Verify, UpdateEntry, Leave, RemoveEntry, CancelEntry, MarkNoShow, MarkAttended,
                 Promote, ReleasePlaces, OpenSlot, WithdrawOpening, BookOpening, Accept, Decline,
                 ExtendOffer, ReportSent, ReportUndeliverable, ReportBooking, ReportPayment,
                 CancelResource, LateYes, StillHere, SetAside, ReportUnheard, ReportStep,
                 RevokePlaces>;

}  // namespace standby::core
