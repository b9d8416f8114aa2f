// Figures that are kept, and what messages tell of offers.
#include "tests/memory_store/memory_store.hpp"

#include <algorithm>

namespace standby::store {

using engine::StoreError;

Result<engine::StoredRollup, StoreError> MemoryStore::rollup(core::ResourceNumber number,
                                                             std::int32_t from, std::int32_t to) {
    return reading(Call::Rollup, [&] {
        engine::StoredRollup found;
        const MemoryResource* resource = find(number);
        if (resource != nullptr) {
            found.head = resource->rollup;
            for (const auto& [day, data] : resource->rollup_days) {
                if (day >= from && day <= to) {
                    found.days.push_back({.day = day, .data = data});
                }
            }
        }
        return found;
    });
}

Result<bool, StoreError> MemoryStore::save_rollup(core::ResourceNumber number,
                                                  const engine::RollupWrite& write) {
    return writing(Call::SaveRollup, [&]() -> Result<bool, StoreError> {
        MemoryResource& resource = content_.resources[number.value()];
        std::optional<engine::RollupMark> mark;
        if (resource.rollup) {
            mark = {.version = resource.rollup->version, .event = resource.rollup->event};
        }
        if (mark != write.replaces) {
            return false;
        }
        resource.rollup = write.head;
        if (write.drops_from) {
            resource.rollup_days.erase(resource.rollup_days.lower_bound(*write.drops_from),
                                       resource.rollup_days.end());
        }
        for (const engine::RollupDay& day : write.days) {
            resource.rollup_days[day.day] = day.data;
        }
        return true;
    });
}

Result<std::vector<engine::OfferMessage>, StoreError>
MemoryStore::offer_messages(core::ResourceNumber resource, std::span<const core::Ticket> entries) {
    return reading(Call::OfferMessages, [&] {
        std::vector<engine::OfferMessage> found;
        for (const MemoryMessage& message : content_.outbox) {
            const engine::OutboxRow& row = message.listing.row;
            if (row.resource != resource || !engine::is_offer(row.kind) ||
                std::ranges::find(entries, row.entry) == entries.end()) {
                continue;
            }
            const std::size_t before = found.size();
            for (const engine::Channel channel :
                 {engine::Channel::Mail, engine::Channel::Sms, engine::Channel::Webhook,
                  engine::Channel::WhatsApp}) {
                const auto delivery = content_.deliveries.find({row.id, channel});
                if (delivery != content_.deliveries.end()) {
                    engine::Delivery bare = delivery->second;
                    bare.address = {};
                    bare.provider_id.clear();
                    bare.note.clear();
                    found.push_back({.offer = row.offer, .delivery = std::move(bare)});
                }
            }
            if (found.size() == before) {
                found.push_back({.offer = row.offer, .delivery = std::nullopt});
            }
        }
        return found;
    });
}

}  // namespace standby::store
