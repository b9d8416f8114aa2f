// A delivery counts from when it arrived, or, where no provider tells that, from when it was sent.
#include "engine/history/rollup/told.hpp"

#include <algorithm>

namespace standby::engine {
namespace {

bool has_left(const Delivery& delivery) {
    switch (delivery.state) {
    case DeliveryState::Sent:
    case DeliveryState::Delivered:
    case DeliveryState::Opened:
        return delivery.channel != Channel::Webhook;
    default:
        return false;
    }
}

Time left_at(const Delivery& delivery) {
    return delivery.delivered_at ? *delivery.delivered_at
                                 : delivery.sent_at.value_or(delivery.changed_at);
}

TellingChannel telling(Channel channel) {
    switch (channel) {
    case Channel::Mail:
        return TellingChannel::Mail;
    case Channel::Sms:
        return TellingChannel::Sms;
    case Channel::WhatsApp:
        return TellingChannel::WhatsApp;
    case Channel::Webhook:
        break;
    }
    return TellingChannel::Page;
}

// One that is known to have arrived comes before all that were only sent.
bool is_before(const Delivery& one, const Delivery& other) {
    if (one.delivered_at.has_value() != other.delivered_at.has_value()) {
        return one.delivered_at.has_value();
    }
    return left_at(one) < left_at(other);
}

}  // namespace

OfferTold told_by(std::span<const OfferMessage> messages, OpensCounted opens) {
    const Delivery* first = nullptr;
    bool is_opened = false;
    for (const OfferMessage& message : messages) {
        if (!message.delivery || !has_left(*message.delivery)) {
            continue;
        }
        is_opened = is_opened || message.delivery->state == DeliveryState::Opened;
        if (first == nullptr || is_before(*message.delivery, *first)) {
            first = &*message.delivery;
        }
    }
    if (first == nullptr) {
        return {};
    }
    OfferTold told{
        .channel = telling(first->channel), .at = left_at(*first), .opened = std::nullopt};
    if (is_opened) {
        told.opened = true;
    } else if (opens == OpensCounted::Yes && told.channel == TellingChannel::Mail) {
        told.opened = false;
    }
    return told;
}

Result<ToldOffers, StoreError> read_told(Store& store, core::ResourceNumber resource,
                                         std::span<const core::Ticket> entries,
                                         OpensCounted opens) {
    ToldOffers told;
    if (entries.empty()) {
        return told;
    }
    auto messages = TRY(store.offer_messages(resource, entries));
    std::ranges::stable_sort(messages, {}, &OfferMessage::offer);
    for (auto at = messages.begin(); at != messages.end();) {
        const auto end = std::find_if(
            at, messages.end(), [&](const OfferMessage& one) { return one.offer != at->offer; });
        told[at->offer] = told_by(std::span(at, end), opens);
        at = end;
    }
    return told;
}

}  // namespace standby::engine
