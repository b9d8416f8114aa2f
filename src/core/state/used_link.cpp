#include "core/state/used_link.hpp"

#include "core/state/resource_state.hpp"

namespace standby::core {

Ticket entry_of(const UsedLink& link, const ResourceState& state) {
    if (link.entry != 0) {
        return link.entry;
    }
    if (const auto live = state.offers.find(link.offer); live != state.offers.end()) {
        return live->second.entry;
    }
    const auto accepted = state.accepted_offers.find(link.offer);
    return accepted == state.accepted_offers.end() ? Ticket{0} : accepted->second;
}

bool is_good(const UsedLink& link, EntryState state, std::uint32_t epoch) {
    if (!link.is_confirmation) {
        return link.epoch == epoch;
    }
    if (epoch_after_proof(link.epoch) == epoch) {
        return true;
    }
    return link.epoch == epoch &&
           (link.is_used_to_prove || !link.names_address || state == EntryState::Unverified);
}

std::optional<bool> is_good(const UsedLink& link, const ResourceState& state) {
    const Ticket entry = entry_of(link, state);
    const EntryState entry_state = state.entries.state(entry);
    if (!is_active(entry_state)) {
        return std::nullopt;
    }
    return is_good(link, entry_state, link_epoch(state, entry));
}

}  // namespace standby::core
