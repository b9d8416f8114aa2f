// Messages of the outbox as JSON: what they are about and what became of them.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/messenger.hpp"

#include <span>
#include <string_view>

namespace standby::interchange {

// `link` is the page that the message leads to; empty when it is not to be shown. The deliveries
// are those of this message.
void write_message(JsonWriter& writer, const engine::OutboxListing& listing, std::string_view link,
                   std::span<const engine::Delivery> deliveries);

// What a guest reads on his or her own page.
struct InboxItem {
    engine::OutboxRow row;
    engine::WrittenMessage said;
};
void write_inbox_item(JsonWriter& writer, const InboxItem& item);

// Whether a guest may read this kind: not what is for staff or other systems, and not the request
// to confirm the address, because only who reads mail there shall have its link.
bool is_for_guests(engine::MessageKind kind);

}  // namespace standby::interchange
