#include "interchange/view/message_progress.hpp"

namespace standby::interchange {
namespace {

using engine::Delivery;
using engine::DeliveryState;

// Nothing while it is only tried.
std::optional<ProgressState> state_of(const Delivery& delivery) {
    switch (delivery.state) {
    case DeliveryState::Trying:
        break;
    case DeliveryState::Sent:
        return ProgressState::Left;
    case DeliveryState::Delivered:
        return ProgressState::Delivered;
    case DeliveryState::Opened:
        return ProgressState::Opened;
    case DeliveryState::Blocked:
        return ProgressState::NotReachable;
    case DeliveryState::Failed:
        return ProgressState::Bounced;
    }
    return std::nullopt;
}

bool is_to_guest(const Delivery& delivery) {
    return delivery.channel != engine::Channel::Webhook;
}

// The channel of the last one that ended so.
std::optional<engine::Channel> channel_of(std::span<const Delivery> deliveries,
                                          ProgressState state) {
    const Delivery* last = nullptr;
    for (const Delivery& one : deliveries) {
        if (is_to_guest(one) && state_of(one) == state &&
            (last == nullptr || one.changed_at >= last->changed_at)) {
            last = &one;
        }
    }
    return last == nullptr ? std::nullopt : std::optional{last->channel};
}

}  // namespace

std::string_view name_of(ProgressState state) {
    switch (state) {
    case ProgressState::Waiting:
        return "waiting";
    case ProgressState::Left:
        return "left";
    case ProgressState::Delivered:
        return "delivered";
    case ProgressState::Opened:
        return "opened";
    case ProgressState::Bounced:
        return "bounced";
    case ProgressState::NotReachable:
        return "not_reachable";
    case ProgressState::Page:
        break;
    }
    return "page";
}

std::optional<MessageProgress> furthest_progress(std::span<const Delivery> deliveries) {
    for (const ProgressState state :
         {ProgressState::Opened, ProgressState::Delivered, ProgressState::Left,
          ProgressState::Bounced, ProgressState::NotReachable}) {
        if (const auto channel = channel_of(deliveries, state)) {
            return MessageProgress{.state = state, .channel = channel};
        }
    }
    return std::nullopt;
}

MessageProgress progress_once_told(std::span<const Delivery> deliveries) {
    if (const auto known = furthest_progress(deliveries)) {
        return *known;
    }
    // Where nobody else carries messages, the business's own programs tell its guests.
    for (const Delivery& one : deliveries) {
        if (!is_to_guest(one) && state_of(one) == ProgressState::Left) {
            return {.state = ProgressState::Left, .channel = one.channel};
        }
    }
    return {.state = ProgressState::Page, .channel = std::nullopt};
}

MessageProgress progress_of(const OfferFacts& offer, std::span<const Delivery> deliveries) {
    // That the guest can't be told is what counts, whatever one provider said before.
    if (offer.unreached == core::Undeliverable::Bounced) {
        return {.state = ProgressState::Bounced,
                .channel = channel_of(deliveries, ProgressState::Bounced)};
    }
    if (offer.unreached != core::Undeliverable::None) {
        return {.state = ProgressState::NotReachable, .channel = std::nullopt};
    }
    if (offer.sent_at) {
        return progress_once_told(deliveries);
    }
    // One way may have failed while another one is still tried.
    const auto known = furthest_progress(deliveries);
    return known && known->state <= ProgressState::Opened ? *known : MessageProgress{};
}

void write_progress(JsonWriter& writer, const MessageProgress& progress) {
    writer.begin_object();
    writer.text("state", name_of(progress.state));
    writer.text_or_null("channel",
                        progress.channel ? engine::name_of(*progress.channel) : std::string_view{});
    writer.end_object();
}

}  // namespace standby::interchange
