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

void write_inbox_item(JsonWriter& writer, const InboxItem& item) {
    writer.begin_object();
    writer.text("id", engine::format_message_id(item.row.id));
    writer.text("kind", engine::name_of(item.row.kind));
    writer.time("at", item.row.due_at);
    writer.text_or_null("subject", item.said.subject);
    writer.text("text", item.said.text);
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
    case engine::MessageKind::Cancelled:
    case engine::MessageKind::StatusLink:
    case engine::MessageKind::MoveUp:
    case engine::MessageKind::EventReminder:
        return true;
    default:
        return false;
    }
}

}  // namespace standby::interchange
