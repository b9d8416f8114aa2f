// Addresses first: a message that is due finds them open.
#include "engine/outbox/send_again.hpp"

#include <vector>

namespace standby::engine {
namespace {

constexpr std::size_t at_once = 500;

Result<void, StoreError> open_bounced_addresses(Store& store, Registry& registry,
                                                std::span<const std::uint64_t> messages) {
    std::vector<core::ContactKey> addresses;
    for (const Delivery& delivery : TRY(store.deliveries(messages))) {
        if (delivery.state == DeliveryState::Failed && delivery.address.value() != 0) {
            addresses.push_back(delivery.address);
        }
    }
    if (addresses.empty()) {
        return {};
    }
    for (const OptOut& opt_out : TRY(registry.opt_outs(addresses))) {
        if (opt_out.source == OptOutSource::Unreachable) {
            TRY(registry.opt_in(opt_out.address, opt_out.account));
        }
    }
    return {};
}

}  // namespace

Result<void, StoreError> send_again(Store& store, Registry& registry,
                                    std::span<const std::uint64_t> messages, Time now) {
    TRY(open_bounced_addresses(store, registry, messages));
    std::vector<MessageEnd> again;
    for (const std::uint64_t id : messages) {
        again.push_back(
            {.id = id, .state = OutboxState::Pending, .note = {}, .again_at = now, .attempts = 0});
    }
    return store.finish_messages(again);
}

Result<std::uint64_t, StoreError> send_dead_again(Store& store, Registry& registry,
                                                  MessageFilter filter, Time now) {
    filter.state = OutboxState::Dead;
    std::uint64_t count = 0;
    for (std::uint64_t after = 0;;) {
        std::vector<std::uint64_t> ids;
        for (const OutboxListing& message : TRY(store.messages(filter, after, at_once))) {
            ids.push_back(message.row.id);
        }
        if (!ids.empty()) {
            TRY(send_again(store, registry, ids, now));
            after = ids.back();
            count += ids.size();
        }
        if (ids.size() < at_once) {
            return count;
        }
    }
}

}  // namespace standby::engine
