#include "notify/relay/truth.hpp"

#include <algorithm>
#include <initializer_list>

namespace standby::notify {
namespace {

using core::EntryState;
using core::OfferState;
using engine::DeliveryState;
using engine::MessageKind;

bool is_in(const Gathered& gathered, std::initializer_list<EntryState> states) {
    return gathered.scene->entry &&
           std::ranges::find(states, gathered.scene->entry->state) != states.end();
}

// Whoever joins into a free slot hears of the offer at once: to be told after it that they wait
// would confuse. At night the offer keeps until the morning, and they are told that they are on the
// list.
bool is_told_by_offer(const Gathered& gathered, Time now) {
    if (!is_in(gathered, {EntryState::Offered}) || !is_live(gathered)) {
        return false;
    }
    const core::OfferView& offer = *gathered.scene->offer;
    const bool is_of_the_same_moment =
        gathered.row.attempts == 0 && offer.made_at == gathered.row.due_at && offer.send_at <= now;
    return is_of_the_same_moment || offer.sent_at.has_value();
}

}  // namespace

bool is_live(const Gathered& gathered) {
    return gathered.scene->offer && gathered.scene->offer->state == OfferState::Live;
}

std::optional<std::string> falsehood(const Gathered& gathered, Time now) {
    const auto unless = [](bool is_true, const char* note) {
        return is_true ? std::nullopt : std::optional<std::string>{note};
    };
    switch (gathered.row.kind) {
    case MessageKind::Offer:
    case MessageKind::MoveUp:
    case MessageKind::OfferAnew:
        if (is_live(gathered) && gathered.scene->offer->sent_at && gathered.row.attempts == 0 &&
            gathered.scene->offer->unreached == core::Undeliverable::None) {
            return std::string(engine::note_sent_before);
        }
        return unless(is_live(gathered), "the offer has ended");
    case MessageKind::Reminder:
        if (std::ranges::any_of(gathered.offer_deliveries, [](const engine::Delivery& delivery) {
                return delivery.state == DeliveryState::Opened;
            })) {
            return "the offer was opened";
        }
        return unless(is_live(gathered), "the offer has ended");
    case MessageKind::Verify:
        return unless(is_in(gathered, {EntryState::Unverified}) ||
                          (gathered.scene->entry && core::is_active(gathered.scene->entry->state) &&
                           !gathered.person->pending_email.empty()),
                      "the address is confirmed");
    case MessageKind::Waitlisted:
        if (is_told_by_offer(gathered, now)) {
            return "the offer tells them";
        }
        return unless(is_in(gathered, {EntryState::Waiting, EntryState::Offered}),
                      "is no longer waiting");
    case MessageKind::HandedBack:
        // Nobody can fill what has begun; those who run the door see it on the board.
        return unless(!gathered.scene->slot || gathered.scene->slot->starts_at > now,
                      "the slot has started");
    case MessageKind::Confirmed:
        return unless(is_in(gathered, {EntryState::Accepted}), "no longer has a place");
    case MessageKind::EventReminder:
        return unless(is_in(gathered, {EntryState::Accepted}) && gathered.scene->starts_at &&
                          *gathered.scene->starts_at > now,
                      "no longer has a place");
    case MessageKind::StillThere:
        if (is_in(gathered, {EntryState::Waiting}) && gathered.scene->entry->pings == 0) {
            return "they have answered";
        }
        return unless(is_in(gathered, {EntryState::Waiting}), "is no longer waiting");
    case MessageKind::StaffMessage:
        if (!gathered.staff_message || gathered.staff_message->text.empty()) {
            return "what staff wrote is gone";
        }
        [[fallthrough]];
    case MessageKind::StatusLink:
        return unless(gathered.scene->entry && core::is_active(gathered.scene->entry->state),
                      "is no longer on the list");
    default:
        return std::nullopt;
    }
}

bool waits_for_the_morning(const Gathered& gathered) {
    switch (gathered.row.kind) {
    case MessageKind::Reminder:
        return !gathered.scene->plain_clock;
    case MessageKind::Expired:
    case MessageKind::Taken:
    case MessageKind::EventReminder:
    case MessageKind::EventOver:
    case MessageKind::ListClosed:
    case MessageKind::TermsChanged:
    case MessageKind::StillThere:
    case MessageKind::StaffMessage:
        return true;
    default:
        return false;
    }
}

std::optional<Time> event_reminder_time(const Gathered& gathered) {
    const Time at = *gathered.scene->starts_at - gathered.house.event_reminder;
    if (gathered.house.event_reminder <= Duration{0} || at < gathered.made_at) {
        return std::nullopt;
    }
    return at;
}

}  // namespace standby::notify
