// Counting interchangeable places, and the tries that free ones carry.
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <functional>

namespace standby::sim {

std::uint64_t NaiveResource::limit() const {
    const Settings& settings = state_.settings;
    if (settings.kind == Kind::Slots) {
        return 0;
    }
    if (settings.inventory == Inventory::External) {
        return state_.released_places - std::min(state_.gone_places, state_.released_places);
    }
    if (settings.kind == Kind::Seats) {
        return settings.capacity;
    }
    return std::min<std::uint64_t>(state_.released_places, settings.capacity);
}

std::uint64_t NaiveResource::accepted_places() const {
    std::uint64_t places = 0;
    for (const NaiveEntry& entry : state_.entries) {
        if (entry.state == EntryState::Accepted || entry.was_there) {
            places += entry.party_size;
        }
    }
    return places;
}

std::uint64_t NaiveResource::held_places() const {
    std::uint64_t places = 0;
    for (const NaiveOffer& offer : state_.offers) {
        if (!core::is_terminal(offer.state)) {
            places += offer.places;
        }
    }
    return places;
}

std::uint64_t NaiveResource::free_places() const {
    const std::uint64_t taken = accepted_places() + held_places();
    const std::uint64_t all = limit();
    return all > taken ? all - taken : 0;
}

std::uint64_t NaiveResource::available_places() const {
    const std::uint64_t free = free_places();
    if (state_.rules.max_offers == 0) {
        return free;
    }
    const auto tried_out = static_cast<std::uint64_t>(std::ranges::count_if(
        state_.tries, [&](std::uint32_t tries) { return tries >= state_.rules.max_offers; }));
    return free > tried_out ? free - tried_out : 0;
}

// The most tries among the places that would be taken now; 0 when they are all fresh.
std::uint32_t NaiveResource::most_tries(std::uint64_t places, std::uint32_t below) const {
    for (const std::uint32_t tries : state_.tries) {
        if (places > 0 && tries < below) {
            return tries;
        }
    }
    return 0;
}

void NaiveResource::take_tries(std::uint64_t places, std::uint32_t below) {
    for (auto at = state_.tries.begin(); at != state_.tries.end() && places > 0;) {
        if (*at < below) {
            at = state_.tries.erase(at);
            --places;
        } else {
            ++at;
        }
    }
}

// Called after each event: fewer free places than tries means the fewest tries are forgotten.
void NaiveResource::forget_tries() {
    std::ranges::sort(state_.tries, std::greater{});
    const std::uint64_t free = free_places();
    while (state_.tries.size() > free) {
        state_.tries.pop_back();
    }
    state_.idle_reported = std::min(state_.idle_reported, free);
}

}  // namespace standby::sim
