#include "http/api/board_words.hpp"

#include "interchange/wording/formats.hpp"

#include <fmt/core.h>

#include <string_view>

namespace standby::http {
namespace {

interchange::Reader staff_reader(const Zone& zone, Time now) {
    return {.zone = &zone, .now = now};
}

std::string_view message_words(engine::MessageKind kind) {
    using enum engine::MessageKind;
    switch (kind) {
    case Waitlisted:
        return "The message that a guest is in line";
    case Verify:
        return "The message that asks a guest to confirm the address";
    case Confirmed:
        return "The message that a guest has a place";
    case Offer:
        return "An offer to a guest";
    case Reminder:
        return "The reminder of an offer";
    case Expired:
        return "The message that an offer has expired";
    case Taken:
        return "The message that a place is gone";
    case Cancelled:
        return "The message that a place was cancelled";
    case StatusLink:
        return "The link to a guest's own page";
    case HandedBack:
        return "The message to staff that a slot was handed back";
    case NobodyFits:
        return "The message to staff that a slot suits nobody";
    case Refund:
        return "The request for a refund";
    case Release:
        return "The request to release a booking";
    case MoveUp:
        return "The offer of an earlier slot";
    case EventReminder:
        return "The reminder before the start";
    case MonthlySummary:
        return "The monthly summary";
    default:
        return "A message";
    }
}

}  // namespace

std::string slot_words(const core::Slot& slot, const Zone& zone, Time now) {
    std::string words = slot.service.empty() ? "The slot" : slot.service;
    if (!slot.staff.empty()) {
        words += " with " + slot.staff;
    }
    return words + " on " + format_when(staff_reader(zone, now), slot.starts_at);
}

std::string handed_back_words(const OpeningFacts& opening, const Zone& zone, Time now) {
    const std::string slot = slot_words(opening.slot, zone, now);
    if (opening.offers_made == 0) {
        return slot + " could not be offered to anybody in time.";
    }
    if (opening.offers_made == 1) {
        return slot + " was offered to 1 person, who did not take it.";
    }
    return fmt::format("{} was offered to {} people and nobody took it.", slot,
                       opening.offers_made);
}

std::string nobody_fits_words(const OpeningFacts& opening, const Zone& zone, Time now) {
    const std::string slot = slot_words(opening.slot, zone, now);
    if (opening.offers_made == 0) {
        return slot + " suits nobody in line.";
    }
    return fmt::format("{} was offered to {} and suits nobody else in line.", slot,
                       opening.offers_made == 1 ? std::string("1 person")
                                                : fmt::format("{} people", opening.offers_made));
}

std::string confirming_words(const OfferFacts& offer, const OpeningFacts* opening, const Zone& zone,
                             Time now) {
    const std::string what = opening != nullptr  ? slot_words(opening->slot, zone, now)
                             : offer.places == 1 ? std::string("A place")
                                                 : fmt::format("{} places", offer.places);
    const std::string until = format_deadline(staff_reader(zone, now), offer.expires_at);
    if (offer.awaiting == core::Awaiting::Payment) {
        return fmt::format("{} {} claimed; the payment is open until {}.", what,
                           opening == nullptr && offer.places > 1 ? "were" : "was", until);
    }
    return fmt::format("{} {} claimed: confirm or refuse the booking until {}.", what,
                       opening == nullptr && offer.places > 1 ? "were" : "was", until);
}

std::string dead_letter_words(const engine::OutboxListing& message) {
    std::string words(message_words(message.row.kind));
    words += " could not be sent";
    if (!message.note.empty()) {
        words += ": " + message.note;
    }
    return words.ends_with('.') ? words : words + ".";
}

}  // namespace standby::http
