// A delivery counts from when it arrived, or, where no provider tells that, from when it was sent.
#include "engine/history/stats_channels.hpp"

#include <algorithm>
#include <optional>
#include <variant>

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

// One that is known to have arrived comes before all that were only sent.
bool is_before(const Delivery& one, const Delivery& other) {
    if (one.delivered_at.has_value() != other.delivered_at.has_value()) {
        return one.delivered_at.has_value();
    }
    return one.delivered_at
               ? *one.delivered_at < *other.delivered_at
               : one.sent_at.value_or(one.changed_at) < other.sent_at.value_or(other.changed_at);
}

// Nothing when no message left.
std::optional<Channel> first_channel(std::span<const Delivery> deliveries) {
    const Delivery* first = nullptr;
    for (const Delivery& one : deliveries) {
        if (has_left(one) && (first == nullptr || is_before(one, *first))) {
            first = &one;
        }
    }
    return first == nullptr ? std::nullopt : std::optional(first->channel);
}

}  // namespace

void ChannelFold::add(const core::Event& event) {
    const std::size_t offer = event.offer.value();
    if (const auto* made = std::get_if<core::OfferMade>(&event.body)) {
        if (offer >= accepted_.size()) {
            accepted_.resize(offer + 1);
            instant_.resize(offer + 1);
        }
        instant_[offer] = made->instant;
        figures_.page.offers += made->instant ? 1U : 0U;
    } else if (std::holds_alternative<core::OfferAccepted>(event.body) && offer >= first_ &&
               offer < accepted_.size()) {
        accepted_[offer] = true;
        figures_.page.accepted += instant_[offer] ? 1U : 0U;
    }
}

void ChannelFold::add(const OutboxRow& message, std::span<const Delivery> deliveries) {
    const std::size_t offer = message.offer.value();
    // An offer made after the events were read is not counted.
    if (!is_offer(message.kind) || offer < first_ || offer >= accepted_.size()) {
        return;
    }
    const auto channel = first_channel(deliveries);
    Taken& taken = !channel                    ? figures_.page
                   : *channel == Channel::Mail ? figures_.mail
                                               : figures_.sms;
    ++taken.offers;
    taken.accepted += accepted_[offer] ? 1U : 0U;
}

Result<void, StoreError> add_messages(Store& store, core::ResourceNumber resource,
                                      ChannelFold& fold) {
    constexpr std::size_t read_at_once = 500;
    MessageFilter filter;
    filter.resource = resource;
    std::uint64_t after = 0;
    while (true) {
        const auto listings = TRY(store.messages(filter, after, read_at_once));
        std::vector<std::uint64_t> ids;
        for (const OutboxListing& one : listings) {
            after = one.row.id;
            if (is_offer(one.row.kind)) {
                ids.push_back(one.row.id);
            }
        }
        // By message, ascending, as the messages themselves are.
        const auto deliveries = TRY(store.deliveries(ids));
        for (const OutboxListing& one : listings) {
            const auto own =
                std::ranges::equal_range(deliveries, one.row.id, {}, &Delivery::message);
            fold.add(one.row, std::span(own.begin(), own.end()));
        }
        if (listings.size() < read_at_once) {
            return {};
        }
    }
}

}  // namespace standby::engine
