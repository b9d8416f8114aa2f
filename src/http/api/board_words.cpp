#include "http/api/board_words.hpp"

#include "base/civil.hpp"

#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace standby::http {
namespace {

constexpr std::array<std::string_view, 7> weekdays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};

std::int64_t local_day(const Zone& zone, Time time) {
    return floor_divide(zone.to_local(time).time_since_epoch().count(),
                        Duration{std::chrono::days{1}}.count());
}

std::string clock_words(const Zone& zone, Time time) {
    const auto since_midnight =
        zone.to_local(time).time_since_epoch() - std::chrono::days{local_day(zone, time)};
    return format_time_of_day(std::chrono::duration_cast<std::chrono::minutes>(since_midnight));
}

// "Saturday 14:00", or "Saturday 21 November 14:00" when the weekday alone could mislead.
std::string time_words(const Zone& zone, Time time, Time now) {
    const std::int64_t day = local_day(zone, time);
    const auto weekday = static_cast<std::size_t>(day + 4 - 7 * floor_divide(day + 4, 7));
    const std::int64_t days_ahead = day - local_day(zone, now);
    if (days_ahead >= 0 && days_ahead < 7) {
        return fmt::format("{} {}", weekdays[weekday], clock_words(zone, time));
    }
    const CivilDate date = civil_from_days(day);
    return fmt::format("{} {} {} {}", weekdays[weekday], date.day, months[date.month - 1],
                       clock_words(zone, time));
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
    return words + " on " + time_words(zone, slot.starts_at, now);
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
    const std::string until = time_words(zone, offer.expires_at, now);
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
