// Messages of the outbox as JSON: what they are about and what became of them.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/messenger.hpp"
#include "interchange/view/message_progress.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace standby::interchange {

// `link` is the page that the message leads to; empty when it is not to be shown. The deliveries
// are those of this message.
void write_message(JsonWriter& writer, const engine::OutboxListing& listing, std::string_view link,
                   std::span<const engine::Delivery> deliveries);

// What became of a message, for the one it is for.
enum class InboxState : std::uint8_t {
    OnItsWay,      // not sent yet, or tried again
    Sent,          // a provider has it
    Delivered,     // a provider says that it arrived
    NotDelivered,  // it could not be sent, or came back
    Here,          // there is no way to send it: it is read here
    Stopped,       // the guest wants no messages
};
std::string_view name_of(InboxState state);  // "on_its_way"

struct InboxStanding {
    InboxState state = InboxState::OnItsWay;
    std::optional<engine::Channel> channel;  // that carried it, or was tried last
    Time at{};                               // when it was sent, or else is due
};
// Nothing: it is not for inboxes, because it is yet to come, or nobody sent it and nobody will. The
// deliveries are those of this message.
std::optional<InboxStanding> inbox_standing(const engine::OutboxListing& listing,
                                            std::span<const engine::Delivery> deliveries, Time now);
// How far it has come, as it is told everywhere.
MessageProgress progress_of(const InboxStanding& standing,
                            std::span<const engine::Delivery> deliveries);

// What a guest reads on his or her own page, and staff beside the entry.
struct InboxItem {
    engine::OutboxRow row;
    InboxStanding standing;
    MessageProgress progress = {};
    engine::WrittenMessage said;
    bool is_as_sent = false;  // the very words; else how it reads today
};
void write_inbox_item(JsonWriter& writer, const InboxItem& item);

// Whether a guest may read this kind: not what is for staff or other systems, and not the request
// to confirm the address, because only who reads mail there shall have its link.
bool is_for_guests(engine::MessageKind kind);

}  // namespace standby::interchange
