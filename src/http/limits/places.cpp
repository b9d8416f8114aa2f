#include "http/limits/places.hpp"

#include "base/assert.hpp"

namespace standby::http {

bool CountedPlaces::enter(const ClientKey& client, std::size_t most) {
    if (client.kind == ClientKey::Kind::Text) {
        return true;
    }
    return counts_.with([&](Counts& counts) {
        const auto count_of = [&](const ClientKey& key) {
            const auto found = counts.find(key);
            return found == counts.end() ? std::size_t{0} : found->second;
        };
        const auto site = site_of(client);
        if (count_of(client) >= most || (site && count_of(*site) >= most * networks_per_site)) {
            return false;
        }
        ++counts[client];
        if (site) {
            ++counts[*site];
        }
        return true;
    });
}

void CountedPlaces::leave(const ClientKey& client) {
    if (client.kind == ClientKey::Kind::Text) {
        return;
    }
    counts_.with([&](Counts& counts) {
        const auto take_one = [&](const ClientKey& key) {
            const auto found = counts.find(key);
            ASSERT(found != counts.end() && found->second > 0);
            if (--found->second == 0) {
                counts.erase(found);
            }
        };
        take_one(client);
        if (const auto site = site_of(client)) {
            take_one(*site);
        }
    });
}

std::size_t CountedPlaces::of(const ClientKey& client) const {
    return counts_.with([&](const Counts& counts) {
        const auto found = counts.find(client);
        return found == counts.end() ? std::size_t{0} : found->second;
    });
}

HeldPlace hold_place(CountedPlaces& places, const ClientKey& client, std::size_t most) {
    if (!places.enter(client, most)) {
        return nullptr;
    }
    // Points at the places, so that it is never null; what counts is that it ends.
    return {&places, [client](CountedPlaces* held) { held->leave(client); }};
}

}  // namespace standby::http
