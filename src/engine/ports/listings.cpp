#include "engine/ports/listings.hpp"

#include "core/state/rows.hpp"

#include <utility>
#include <vector>

namespace standby::engine {
namespace {

constexpr std::size_t lists_at_once = 200;

}  // namespace

Result<std::optional<ResourceListing>, StoreError> listing_of(Store& store,
                                                              core::ResourceNumber resource) {
    const core::ResourceNumber before{resource.value() - 1};
    std::vector<ResourceListing> listings = TRY(store.resources(AccountNumber{}, before, 1));
    if (listings.empty() || listings.front().number != resource) {
        return std::nullopt;
    }
    return std::move(listings.front());
}

bool is_for_practice(const ResourceListing& listing) {
    const auto row = core::decode_resource_row(listing.data);
    return row && row->settings.practice;
}

Result<void, StoreError>
for_each_list(Store& store, AccountNumber account,
              const std::function<Result<GoOn, StoreError>(const ResourceListing&)>& see) {
    core::ResourceNumber after;
    while (true) {
        const auto listings = TRY(store.resources(account, after, lists_at_once));
        for (const ResourceListing& listing : listings) {
            after = listing.number;
            if (!is_for_practice(listing) && TRY(see(listing)) == GoOn::No) {
                return {};
            }
        }
        if (listings.size() < lists_at_once) {
            return {};
        }
    }
}

}  // namespace standby::engine
