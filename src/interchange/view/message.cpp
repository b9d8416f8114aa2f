#include "interchange/view/message.hpp"

#include "interchange/view/ids.hpp"

namespace standby::interchange {
namespace {

// The channel by which it was there first; nothing while no provider says that it arrived.
std::string_view first_delivered_by(std::span<const engine::Delivery> deliveries) {
    const engine::Delivery* first = nullptr;
    for (const engine::Delivery& one : deliveries) {
        const bool is_earlier =
            one.delivered_at && (first == nullptr || *one.delivered_at < *first->delivered_at);
        first = is_earlier ? &one : first;
    }
    return first == nullptr ? std::string_view{} : engine::name_of(first->channel);
}

bool has_arrived(const engine::Delivery& delivery) {
    return delivery.state == engine::DeliveryState::Sent ||
           delivery.state == engine::DeliveryState::Delivered ||
           delivery.state == engine::DeliveryState::Opened;
}

// The way to the guest that tells most: one that worked, by mail rather than on the phone; else the
// one that was tried last.
const engine::Delivery* best_way(std::span<const engine::Delivery> deliveries) {
    const engine::Delivery* best = nullptr;
    const auto tells_more = [](const engine::Delivery& one, const engine::Delivery& other) {
        if (has_arrived(one) != has_arrived(other)) {
            return has_arrived(one);
        }
        return has_arrived(one) ? one.channel < other.channel : one.changed_at > other.changed_at;
    };
    for (const engine::Delivery& one : deliveries) {
        if (one.channel != engine::Channel::Webhook &&
            (best == nullptr || tells_more(one, *best))) {
            best = &one;
        }
    }
    return best;
}

void write_delivery(JsonWriter& writer, const engine::Delivery& delivery) {
    writer.begin_object();
    writer.text("channel", engine::name_of(delivery.channel));
    writer.text("state", engine::name_of(delivery.state));
    writer.time("sent_at", delivery.sent_at);
    writer.time("delivered_at", delivery.delivered_at);
    writer.text_or_null("note", delivery.note);
    writer.end_object();
}

}  // namespace

void write_message(JsonWriter& writer, const engine::OutboxListing& listing, std::string_view link,
                   std::span<const engine::Delivery> deliveries) {
    const engine::OutboxRow& row = listing.row;
    // One that is about no resource is about no entry either: its number means something else.
    const bool has_resource = row.resource != core::ResourceNumber{};
    writer.begin_object();
    writer.text("id", engine::format_message_id(row.id));
    writer.text("kind", engine::name_of(row.kind));
    writer.text("state", engine::name_of(listing.state));
    writer.time("due_at", row.due_at);
    writer.text_or_null("resource_id", has_resource ? core::format_id(row.resource) : "");
    write_id(writer, "entry_id", row.resource, has_resource ? row.entry : core::Ticket{0});
    write_id(writer, "offer_id", row.resource, row.offer);
    write_id(writer, "opening_id", row.resource, row.opening);
    writer.natural("attempts", row.attempts);
    writer.text_or_null("note", listing.note);
    writer.text_or_null("link", link);
    writer.array("deliveries", deliveries, write_delivery);
    writer.text_or_null("first_delivered_by", first_delivered_by(deliveries));
    writer.end_object();
}

std::string_view name_of(InboxState state) {
    switch (state) {
    case InboxState::OnItsWay:
        return "on_its_way";
    case InboxState::Sent:
        return "sent";
    case InboxState::Delivered:
        return "delivered";
    case InboxState::NotDelivered:
        return "not_delivered";
    case InboxState::Here:
        return "here";
    case InboxState::Stopped:
        break;
    }
    return "stopped";
}

std::optional<InboxStanding> inbox_standing(const engine::OutboxListing& listing,
                                            std::span<const engine::Delivery> deliveries,
                                            Time now) {
    const engine::OutboxRow& row = listing.row;
    const engine::Delivery* best = best_way(deliveries);
    InboxStanding standing{.channel = best == nullptr ? std::nullopt : std::optional{best->channel},
                           .at = row.due_at};
    if (best != nullptr && has_arrived(*best)) {
        standing.state =
            best->state == engine::DeliveryState::Sent ? InboxState::Sent : InboxState::Delivered;
        standing.at = best->sent_at.value_or(row.due_at);
        return standing;
    }
    if (listing.state == engine::OutboxState::Pending) {
        // One that was kept from leaving has a note, and one that was tried has attempts.
        const bool is_yet_to_come = row.due_at > now && row.attempts == 0 && listing.note.empty();
        return is_yet_to_come ? std::nullopt : std::optional{standing};
    }
    // No message carried it: it is on the guest's own page, or staff told them.
    const bool is_here =
        listing.note == engine::note_local || listing.note == engine::note_no_carrier ||
        listing.note == engine::note_no_address || listing.note == engine::note_told;
    const bool is_stopped = listing.note == engine::note_opted_out ||
                            (best != nullptr && best->state == engine::DeliveryState::Blocked);
    if (is_here && best == nullptr) {
        if (row.due_at > now) {
            return std::nullopt;
        }
        standing.state = InboxState::Here;
    } else if (is_stopped) {
        standing.state = InboxState::Stopped;
    } else if (best != nullptr || listing.state == engine::OutboxState::Dead) {
        standing.state = InboxState::NotDelivered;
    } else if (listing.note == engine::note_sent_before) {
        standing.state = InboxState::Sent;
    } else {
        return std::nullopt;
    }
    return standing;
}

MessageProgress progress_of(const InboxStanding& standing,
                            std::span<const engine::Delivery> deliveries) {
    switch (standing.state) {
    case InboxState::OnItsWay:
        return {.state = ProgressState::Waiting, .channel = standing.channel};
    case InboxState::Here:
        return {.state = ProgressState::Page, .channel = std::nullopt};
    case InboxState::Stopped:
        return {.state = ProgressState::NotReachable, .channel = std::nullopt};
    case InboxState::NotDelivered:
        return {.state = ProgressState::Bounced, .channel = standing.channel};
    case InboxState::Sent:
    case InboxState::Delivered:
        break;
    }
    return furthest_progress(deliveries)
        .value_or(MessageProgress{.state = ProgressState::Left, .channel = standing.channel});
}

void write_inbox_item(JsonWriter& writer, const InboxItem& item) {
    writer.begin_object();
    writer.text("id", engine::format_message_id(item.row.id));
    writer.text("kind", engine::name_of(item.row.kind));
    writer.text("state", name_of(item.standing.state));
    writer.text_or_null("channel",
                        item.standing.channel ? engine::name_of(*item.standing.channel) : "");
    writer.time("at", item.standing.at);
    writer.text_or_null("subject", item.said.subject);
    writer.text("text", item.said.text);
    writer.boolean("as_sent", item.is_as_sent);
    write_id(writer, "offer_id", item.row.resource, item.row.offer);
    writer.name("delivery");
    write_progress(writer, item.progress);
    writer.end_object();
}

bool is_for_guests(engine::MessageKind kind) {
    switch (kind) {
    case engine::MessageKind::Waitlisted:
    case engine::MessageKind::Confirmed:
    case engine::MessageKind::Offer:
    case engine::MessageKind::Reminder:
    case engine::MessageKind::Expired:
    case engine::MessageKind::Taken:
    case engine::MessageKind::BookingTaken:
    case engine::MessageKind::BookingGivenUp:
    case engine::MessageKind::PaymentReceipt:
    case engine::MessageKind::PaymentLate:
    case engine::MessageKind::PaymentReleased:
    case engine::MessageKind::PaymentRefunded:
    case engine::MessageKind::Cancelled:
    case engine::MessageKind::StatusLink:
    case engine::MessageKind::MoveUp:
    case engine::MessageKind::EventReminder:
    case engine::MessageKind::EventOver:
    case engine::MessageKind::ListClosed:
    case engine::MessageKind::EventCancelled:
    case engine::MessageKind::TermsChanged:
    case engine::MessageKind::OfferAnew:
    case engine::MessageKind::StillThere:
    case engine::MessageKind::StaffMessage:
        return true;
    default:
        return false;
    }
}

}  // namespace standby::interchange
