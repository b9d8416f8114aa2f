#include "interchange/view/board_words.hpp"

#include "interchange/wording/formats.hpp"

#include <fmt/core.h>

#include <string_view>

namespace standby::interchange {
namespace {

Reader staff_reader(const Zone& zone, Time now) {
    return {.zone = &zone, .now = now};
}

std::string_view message_words(engine::MessageKind kind) {
    using enum engine::MessageKind;
    switch (kind) {
    case Waitlisted:
        return "The message that a guest is on the list";
    case Verify:
        return "The message asking a guest to confirm their address";
    case Confirmed:
        return "The booking confirmation";
    case Offer:
        return "An offer to a guest";
    case Reminder:
        return "The reminder of an offer";
    case Expired:
        return "The message that an offer has expired";
    case Taken:
    case BookingTaken:
        return "The message that a place is no longer available";
    case PaymentReceipt:
        return "The receipt for a payment";
    case PaymentLate:
    case PaymentReleased:
        return "The message that nothing was charged";
    case PaymentRefunded:
        return "The message about a refund";
    case BookingGivenUp:
        return "The message that a booking could not be confirmed";
    case Cancelled:
        return "The message that a booking was cancelled";
    case StatusLink:
        return "The link to a guest's own page";
    case HandedBack:
        return "The message to staff that a slot was returned";
    case NobodyFits:
        return "The message to staff that a slot has no match";
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
    case EventOver:
    case ListClosed:
        return "The message that waiting is over";
    case EventCancelled:
        return "The message that an event is cancelled";
    case TermsChanged:
    case OfferAnew:
        return "The message that an offer has changed";
    case StillThere:
        return "The question whether they still want it";
    case StaffMessage:
        return "A message that staff wrote to a guest";
    case PassedOn:
        return "The message that a place was passed on";
    case ChannelDown:
        return "The message to staff that messages aren't going out";
    case ChannelBack:
        return "The message to staff that messages are going out again";
    case StaffNotice:
        return "The notice to a member about their sign-in";
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

std::string idle_places_words(const IdlePlaces& places) {
    const std::string free =
        places.free == 1 ? "1 place is free" : fmt::format("{} places are free", places.free);
    return places.is_left_to_staff
               ? free +
                     ", and people are waiting, but they're no longer asked. You can offer it by "
                     "hand."
               : free + ", and nobody who's waiting can be asked: they said no, didn't answer or "
                        "want something else. If someone who matches joins, they'll be asked.";
}

std::string handed_back_words(const OpeningFacts& opening, const Zone& zone, Time now) {
    const std::string slot = slot_words(opening.slot, zone, now);
    if (opening.offers_made == 0) {
        return slot + " couldn't be offered to anyone in time.";
    }
    const std::string asked =
        opening.offers_made == 1
            ? slot + " was offered to 1 person, who didn't claim it."
            : fmt::format("{} was offered to {} people, and nobody claimed it.", slot,
                          opening.offers_made);
    return opening.asks_newcomers
               ? asked + " If someone who matches joins in time, they'll be asked."
               : asked;
}

std::string nobody_fits_words(const OpeningFacts& opening, const Zone& zone, Time now) {
    std::string slot = slot_words(opening.slot, zone, now);
    if (opening.slot.service.empty()) {
        slot.front() = 't';  // in the middle of the sentence
    }
    if (opening.offers_made == 0) {
        return "No match: nobody waiting wants " + slot + ".";
    }
    return fmt::format("No match: {} was offered to {}, and nobody else waiting wants it.", slot,
                       opening.offers_made == 1 ? std::string("1 person")
                                                : fmt::format("{} people", opening.offers_made));
}

std::string unreached_words(const OfferFacts& offer, const OpeningFacts* opening, const Zone& zone,
                            Time now) {
    std::string what = opening != nullptr  ? slot_words(opening->slot, zone, now)
                       : offer.places == 1 ? std::string("A place")
                                           : fmt::format("{} places", offer.places);
    const bool is_one = opening != nullptr || offer.places == 1;
    std::string_view why;
    switch (offer.unreached) {
    case core::Undeliverable::None:
        break;
    case core::Undeliverable::Bounced:
        why = "their address doesn't work";
        break;
    case core::Undeliverable::Blocked:
        why = "they've stopped our messages";
        break;
    case core::Undeliverable::Unsent:
        why = "messages to them aren't accepted right now (we keep trying)";
        break;
    case core::Undeliverable::NoChannel:
        why = "there's no way to send them a message";
        break;
    }
    std::string words = fmt::format("{} {} offered to them, but we can't tell them: {}.", what,
                                    is_one ? "is" : "are", why);
    if (offer.patience_until && *offer.patience_until > now) {
        words += fmt::format(" After {}, we ask the next person who fits.",
                             format_deadline(staff_reader(zone, now), *offer.patience_until));
    } else {
        words += " Nobody else fits for now, so it stays theirs to claim.";
    }
    return words;
}

std::string trouble_words(const engine::ChannelTrouble& trouble) {
    const bool is_whatsapp = trouble.channel == engine::Channel::WhatsApp;
    std::string words = trouble.channel == engine::Channel::Mail ? "E-mail isn't leaving"
                        : is_whatsapp ? "WhatsApp messages aren't leaving"
                                      : "Texts aren't leaving";
    if (!trouble.note.empty()) {
        words += ": " + trouble.note;
    }
    if (words.back() != '.') {
        words += '.';
    }
    return words + " Nobody loses a place over it: offers wait, and their time starts once they're"
                   " sent.";
}

std::string confirming_words(const OfferFacts& offer, const OpeningFacts* opening, const Zone& zone,
                             Time now) {
    const std::string what = opening != nullptr  ? slot_words(opening->slot, zone, now)
                             : offer.places == 1 ? std::string("A place")
                                                 : fmt::format("{} places", offer.places);
    const std::string until = format_deadline(staff_reader(zone, now), offer.expires_at);
    if (offer.awaiting == core::Awaiting::Payment) {
        return fmt::format("{} {} claimed; the payment is due by {}.", what,
                           opening == nullptr && offer.places > 1 ? "were" : "was", until);
    }
    return fmt::format("{} {} claimed: confirm or reject the booking by {}.", what,
                       opening == nullptr && offer.places > 1 ? "were" : "was", until);
}

std::string dead_message_words(const engine::OutboxListing& message) {
    std::string words(message_words(message.row.kind));
    words += " could not be sent";
    if (!message.note.empty()) {
        words += ": " + message.note;
    }
    return words.ends_with('.') ? words : words + ".";
}

}  // namespace standby::interchange
