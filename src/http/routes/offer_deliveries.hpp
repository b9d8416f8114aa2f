// What became of the messages of many offers, read at once.
#pragma once

#include "engine/ports/store.hpp"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace standby::http {

// An offer whose message is forgotten, or was never written, is not there.
using OfferDeliveries = std::map<core::OfferNumber, std::vector<engine::Delivery>>;

// Of all offers to these entries.
inline Result<OfferDeliveries, engine::StoreError>
offer_deliveries(engine::Store& store, core::ResourceNumber resource,
                 std::span<const core::Ticket> entries) {
    OfferDeliveries found;
    if (entries.empty()) {
        return found;
    }
    for (engine::OfferMessage& message : TRY(store.offer_messages(resource, entries))) {
        std::vector<engine::Delivery>& of_offer = found[message.offer];
        if (message.delivery) {
            of_offer.push_back(*std::move(message.delivery));
        }
    }
    return found;
}

}  // namespace standby::http
