// The link by which a guest asks for something, and whether it still opens what it leads to.
#pragma once

#include "core/model/ids.hpp"
#include "core/model/states.hpp"

#include <cstdint>
#include <optional>

namespace standby::core {

struct ResourceState;

struct UsedLink {
    Ticket entry = 0;  // 0: it is the link of an offer
    OfferNumber offer;
    std::uint32_t epoch = 0;
    // It was sent to prove an address. Until it has, it is good for that; but whoever was waiting
    // before may have mistyped the address, so it opens nothing else.
    bool is_confirmation = false;
    bool names_address = false;  // those of the first kind do not, and open what they always did
    bool is_used_to_prove = false;
};

// The entry that it is for; 0 when it is the link of an offer that has ended.
Ticket entry_of(const UsedLink& link, const ResourceState& state);

// For an entry that is in this state and whose links are of this epoch.
bool is_good(const UsedLink& link, EntryState state, std::uint32_t epoch);

// Nothing when the memory cannot tell, because the entry or the offer has ended: then there is
// nothing left that the link could change.
std::optional<bool> is_good(const UsedLink& link, const ResourceState& state);

}  // namespace standby::core
