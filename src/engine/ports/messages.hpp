// Messages on their way out. A row of the outbox tells what a message is about, never what it says
// or to whom; a delivery tells what became of it on one channel.
#pragma once

#include "base/time.hpp"
#include "core/model/ids.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

// The numbers are stored.
enum class MessageKind : std::uint8_t {
    Waitlisted = 1,  // joined and waits
    Verify,          // joined, the address is to be confirmed
    Confirmed,       // has a place
    Offer,
    Reminder,         // of an offer that is still unanswered
    Expired,          // an offer was not answered in time
    Taken,            // an offer was withdrawn: the place is gone
    Cancelled,        // lost or gave up a place
    StatusLink,       // somebody joined again: the link goes to the address on file
    HandedBack,       // for staff
    NobodyFits,       // for staff
    Refund,           // for the payment provider
    Release,          // for the booking system
    MoveUp,           // an offer of something earlier than what the guest holds
    EventReminder,    // what the guest has a place for begins soon
    MonthlySummary,   // for staff: the month's figures
    StaffNotice,      // for one member: how they sign in has changed
    EventOver,        // waited, and the event has begun
    ListClosed,       // waited, and the list was closed
    EventCancelled,   // the business cancelled it: to those with a place and those who waited
    TermsChanged,     // an offer no longer holds: its start or price is another one
    OfferAnew,        // the same, and here is a new one
    PassedOn,         // for whoever had a place that stands under another contact by now
    ChannelDown,      // for staff: mails, or texts, or WhatsApp, reach nobody
    ChannelBack,      // for staff: they do again
    StillThere,       // has waited long: do they still want it?
    StaffMessage,     // what staff wrote to them
    BookingTaken,     // the booking system has given the place to somebody else
    BookingGivenUp,   // it did not answer in time, so nothing is booked
    PaymentReceipt,   // the money was taken
    PaymentLate,      // paid after the end: nothing was taken
    PaymentReleased,  // the place came to nothing: what was held is let go
    PaymentRefunded,  // money was given back

    // Never in the outbox: what a text message is answered with.
    ReplyClaimed = 64,
    ReplyDeclined,
    ReplyEnded,    // the offer that was answered has ended
    ReplyNothing,  // there is no offer to answer
    ReplyHelp,
    ReplyStopped,
    ReplyStarted,
    ReplyLateKept,   // a yes after the window is kept, in case the place comes free
    ReplyTakenBack,  // and is not any more
    ReplyStillHere,  // asked whether they still want it, they said yes

    // Nor these: how a confirmation is worded when the guest was not asked just before.
    ConfirmedLateYes,     // said yes after the window, and the place came free
    ConfirmedInstantYes,  // said yes in advance
};
// Stores read no other kind than those up to this one.
inline constexpr MessageKind last_in_outbox = MessageKind::PaymentRefunded;
std::string_view name_of(MessageKind kind);  // "event_reminder"
std::optional<MessageKind> parse_message_kind(std::string_view name);
// Made for an offer: its window starts when this was sent.
constexpr bool is_offer(MessageKind kind) {
    return kind == MessageKind::Offer || kind == MessageKind::MoveUp ||
           kind == MessageKind::OfferAnew;
}
// What became of a guest's money.
constexpr bool is_about_money(MessageKind kind) {
    return kind >= MessageKind::PaymentReceipt && kind <= MessageKind::PaymentRefunded;
}

// A way to reach somebody. The guest's own page is not one of them: it always shows everything.
// The numbers are stored.
enum class Channel : std::uint8_t { Mail = 1, Sms = 2, Webhook = 3, WhatsApp = 4 };
// Stores read no other channel than those up to this one.
inline constexpr Channel last_channel = Channel::WhatsApp;
// Whether it reaches a phone number. Whoever reads one of these reads the others.
constexpr bool leads_to_a_phone(Channel channel) {
    return channel == Channel::Sms || channel == Channel::WhatsApp;
}
std::string_view name_of(Channel channel);  // "mail", "sms", "webhook", "whatsapp"
std::optional<Channel> parse_channel(std::string_view name);

struct OutboxRow {
    std::uint64_t id = 0;           // given by the store, ascending; the message's name for ever
    core::ResourceNumber resource;  // 0: about no single one
    std::uint64_t event = 0;        // the event that asks for it
    MessageKind kind = MessageKind::Waitlisted;
    core::Ticket entry = 0;
    core::OfferNumber offer;
    core::OpeningNumber opening;
    Time due_at{};
    std::uint32_t attempts = 0;  // to send it, so far
    bool stays_here = false;     // in a batch: nobody has to send it, so it is done, as "local"
    friend bool operator==(const OutboxRow&, const OutboxRow&) = default;
};
// The message's public name, "msg_2F": a prefix and Crockford base32, as other ids are written.
// Providers, webhooks and the API know it by this.
std::string format_message_id(std::uint64_t id);
// Accepts lower case and Crockford's look-alikes; nothing for what is not the id of a message.
std::optional<std::uint64_t> parse_message_id(std::string_view text);
// A summary has no resource: its `event` is the month and the owner it goes to (summary_event in
// engine/history/month.hpp), its `entry` the account. A notice has none either: its `event` is its
// number, its `entry` the account. Nor has word of an outage (engine/outbox/outages.hpp): its
// `event` is the hour and the channel, its `entry` the account. The `event` of what staff wrote is
// its number in engine/ports/staff_messages.hpp.

enum class OutboxState : std::uint8_t { Pending = 0, Done = 2, Dead = 3 };
std::string_view name_of(OutboxState state);
std::optional<OutboxState> parse_outbox_state(std::string_view name);

// In the order in which a delivery may advance; it never goes back.
enum class DeliveryState : std::uint8_t {
    Trying = 0,  // failed so far, and tried again
    Sent,        // the provider has it
    Delivered,   // the provider says that it arrived
    Opened,      // recorded only where the house counts that
    Blocked,     // the recipient has opted out
    Failed,      // undeliverable on this channel
};
std::string_view name_of(DeliveryState state);

// What became of a message on one channel; at most one row per message and channel.
struct Delivery {
    std::uint64_t message = 0;
    Channel channel = Channel::Mail;
    DeliveryState state = DeliveryState::Trying;
    core::ContactKey address;  // of the recipient, hashed; 0: not a person's
    Time changed_at{};
    std::optional<Time> sent_at;
    std::optional<Time> delivered_at;
    std::string provider_id;  // the provider's name for it
    std::string note;         // what the provider said, without personal data
    friend bool operator==(const Delivery&, const Delivery&) = default;
};

// The very words that a guest was sent on a channel, kept so that inboxes show what was said then
// and not what would be said today. Personal data, which goes with the person. Where a link stood
// there is a mark (notify/voice/kept_words.hpp), because tokens are not stored.
struct KeptWords {
    std::uint64_t message = 0;
    Channel channel = Channel::Mail;
    std::string subject;  // empty for a text message
    std::string text;
    friend bool operator==(const KeptWords&, const KeptWords&) = default;
};

// Notes of messages that ended without a channel carrying them, as they are stored.
inline constexpr std::string_view note_local = "local";  // only the guest's own page shows it
inline constexpr std::string_view note_opted_out = "opted out";
inline constexpr std::string_view note_no_carrier =
    "nobody carries messages to the address there is";
inline constexpr std::string_view note_no_address = "there is no address";
inline constexpr std::string_view note_told = "told by staff";
inline constexpr std::string_view note_sent_before =
    "it was sent before";  // and by which way is lost

// What became of a message for now.
struct MessageEnd {
    std::uint64_t id = 0;
    OutboxState state = OutboxState::Done;
    std::string note;
    std::optional<Time> again_at = std::nullopt;           // set: it is pending again, and due then
    std::optional<std::uint32_t> attempts = std::nullopt;  // set: so many now
    std::vector<Delivery> deliveries = {};                 // replace those of the same channel
    std::vector<KeptWords> words = {};                     // likewise
};

struct OutboxListing {
    OutboxRow row;
    OutboxState state = OutboxState::Pending;
    std::string note;  // how it ended: "local", or an error without personal data
    friend bool operator==(const OutboxListing&, const OutboxListing&) = default;
};

// Which messages a list shows. An account of 0 means of every account.
struct MessageFilter {
    std::uint32_t account = 0;
    core::ResourceNumber resource;  // 0: of every resource
    core::Ticket entry = 0;         // 0: of every entry; needs a resource
    std::optional<OutboxState> state;
};

// How far a reader of the outbox has come in one shard's messages.
struct OutboxPosition {
    std::uint64_t id = 0;           // newer messages were not looked at
    std::optional<Time> looked_at;  // what fell due later was not looked at
    std::uint64_t looked_id = 0;    // nor what fell due at that very time with a higher id
    friend bool operator==(const OutboxPosition&, const OutboxPosition&) = default;
};
// The same for all shards that this process serves; stores that one process has for itself use
// one position for everything, under 0. Readers only pass it on.
struct OutboxCursor {
    std::map<std::uint32_t, OutboxPosition> shards;
    friend bool operator==(const OutboxCursor&, const OutboxCursor&) = default;
};
struct DueMessages {
    std::vector<OutboxRow> rows;
    OutboxCursor next;   // where the next look goes on
    bool is_all = true;  // false: the limit was reached, look again at once
};

}  // namespace standby::engine
