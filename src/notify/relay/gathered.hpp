// Everything that is known about a message at the moment it is to be sent.
#pragma once

#include "core/model/event.hpp"
#include "core/rules/rules.hpp"
#include "core/state/views.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/staff.hpp"
#include "engine/ports/staff_messages.hpp"
#include "engine/ports/store.hpp"
#include "notify/voice/facts.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace standby::notify {

// What the engine knows of it now.
struct Scene {
    std::string resource;  // its name
    std::string time_zone;
    std::optional<core::QuietHours> quiet_hours;
    core::Visibility visibility = core::Visibility::Rank;
    bool verifies = false;  // addresses are proven, and written to only then
    std::optional<core::Money> payment;
    std::optional<core::Tax> tax;
    std::optional<Time> starts_at;  // of what the message is about
    std::optional<core::Slot> slot;
    std::uint64_t free_places = 0;
    std::optional<core::EntryView> entry;
    std::optional<core::OfferView> offer;
    bool plain_clock = false;      // the offer's window counts the night too
    std::optional<Time> deadline;  // of the offer, if its message is sent now
    // What became of the place that was offered: somebody else's by now, or free. Neither: it is
    // gone.
    bool passed_on = false;
    bool free_again = false;
    bool late_yes = false;        // its guest may still say yes to it
    bool asks_newcomers = false;  // handed back, and whoever comes is still asked
    bool is_access = false;       // a list of accesses: nobody comes anywhere
    std::string access_url;       // where its guest gets in, having a place; empty: nowhere
    std::string cancel_note;      // what the business says about an event that it cancelled
};

// Why a message does not go out on a channel now, though it could.
struct Held {
    std::optional<Time> until;  // nothing: it never will
    std::string note;           // "held back: too many messages to this recipient in a day"
};

// What staff are told about mails, texts or WhatsApp messages that reach nobody.
struct OutageWord {
    engine::Channel channel = engine::Channel::Mail;  // that is or was down
    bool is_over = false;                             // there is word that it is back
    // Of the word that it is over: what became of the one that it was down.
    bool is_first_pending = false;
    std::vector<engine::Delivery> first_deliveries;
    std::uint64_t waited = 0;  // messages that leave now; 0: not known
};

struct Gathered {
    engine::OutboxRow row;
    std::optional<Scene> scene;            // nothing: the resource does not exist
    std::optional<engine::Person> person;  // nothing: erased, or nobody's
    engine::House house;
    bool house_has_name = false;   // its own, not only that of its account
    bool house_has_staff = false;  // who sign in to the staff pages
    core::ContactKey email;        // of the guest; 0: none
    core::ContactKey phone;        // of whom it goes to; 0: none
    core::ContactKey mailbox;      // of the address, whatever its tag; only to count by
    std::uint32_t link_epoch = 0;  // of the entry's links
    // A guest who has proven nothing caused it: anybody can have it sent to anybody.
    bool is_strangers = false;
    bool is_read_here = false;  // on the guest's own page, which says nothing about the address
    std::map<engine::Channel, Held> waits;  // channels whose budget is used up for now
    bool email_is_closed = false;           // opted out, or known not to exist
    bool phone_is_closed = false;
    // On WhatsApp: the guest may be written to in any words until then; not known there of late.
    Time any_words_until{};
    bool is_off_whatsapp = false;
    // Why somebody has a place, or an offer, without having been asked just before: a yes in
    // advance, or one that came after the window.
    core::YesBy yes_by = core::YesBy::Asked;
    bool had_place = false;  // until the event was cancelled
    // When what the message tells of happened; only for reminders of events (when the place was
    // given) and for those that programs hear of. The row's own time moves with each try.
    Time made_at{};
    std::optional<engine::EventRow> event;  // it, for webhooks that are written as events
    std::vector<engine::Delivery> deliveries;  // of this message
    // Of the message that made the offer; for reminders.
    std::vector<engine::Delivery> offer_deliveries;
    std::optional<SummaryFacts> summary;        // of the month that a summary is about
    std::optional<engine::StaffNotice> notice;  // that a member is told; nothing: it is forgotten
    std::string member_name;                    // of that member
    std::optional<OutageWord> outage;
    std::optional<engine::StaffMessage> staff_message;  // nothing: it is forgotten
    std::optional<core::OutsideStep> step;  // with money, that the message tells of
    std::string reason;  // why a place is handed back: a name such as "max_offers"
};

}  // namespace standby::notify
