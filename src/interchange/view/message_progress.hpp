// How far a message to a guest has come, as staff see it: on the card of an offer, beside the guest
// and in the history.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/messages.hpp"
#include "interchange/view/offer.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace standby::interchange {

enum class ProgressState : std::uint8_t {
    Waiting,       // not sent yet
    Left,          // its provider has it
    Delivered,     // the provider says that it arrived
    Opened,        // and was read, where that is counted
    Bounced,       // it came back, or was refused
    NotReachable,  // there is no way to the guest, or they want no messages
    Page,          // no message carried it: the guest's own page shows it, or staff told them
};
std::string_view name_of(ProgressState state);

struct MessageProgress {
    ProgressState state = ProgressState::Waiting;
    std::optional<engine::Channel> channel;  // by which it got so far
    friend bool operator==(const MessageProgress&, const MessageProgress&) = default;
};

// Of the message of an offer; the deliveries are those of that message.
MessageProgress progress_of(const OfferFacts& offer, std::span<const engine::Delivery> deliveries);
// The same of an offer that was told, and may be over by now.
MessageProgress progress_once_told(std::span<const engine::Delivery> deliveries);
// How far a message came to its guest, or that it came back; nothing while it is only tried.
std::optional<MessageProgress> furthest_progress(std::span<const engine::Delivery> deliveries);

void write_progress(JsonWriter& writer, const MessageProgress& progress);

}  // namespace standby::interchange
