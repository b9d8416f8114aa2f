// What a business offers: its services, the people who do them, and its places or tables. It counts
// for all lists of the account. The core knows none of it: names in wishes and slots are put into
// the catalogue's words before they get there (interchange/catalogue).
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/limits.hpp"
#include "core/model/wants.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::engine {

// Of each kind, per account.
inline constexpr std::size_t catalogue_items_max = 500;
inline constexpr std::size_t other_names_max = 20;
inline constexpr Duration buffer_max = std::chrono::hours{24};

// On disk: the numbers never change.
enum class CatalogueKind : std::uint8_t { Service = 1, Person = 2, Place = 3 };

struct CatalogueItem {
    std::uint64_t number = 0;
    AccountNumber account;
    CatalogueKind kind = CatalogueKind::Service;
    std::string name;
    std::vector<std::string> other_names;  // that people also use for it
    // Services. The buffer is the time after it in which the same person takes nobody else.
    std::optional<Duration> duration;
    std::optional<core::Money> price;
    Duration buffer{0};
    // People. No services: whatever there is; no hours: at any time.
    std::vector<std::uint64_t> services;    // their numbers; some may be gone by now
    std::vector<core::WeeklyWindow> hours;  // canonical, in the time zone of the list
    // Places.
    std::uint32_t size_min = 1;
    std::uint32_t size_max = core::limits::party_size_max;
    Time created_at{};
    friend bool operator==(const CatalogueItem&, const CatalogueItem&) = default;
};

class Catalogues {
public:
    virtual ~Catalogues() = default;

    // Those of the account that were not removed, by number.
    virtual Result<std::vector<CatalogueItem>, StoreError> catalogue(AccountNumber account) = 0;
    // `item.number` is given by the registry, and never given again.
    virtual Result<CatalogueItem, StoreError> add_catalogue_item(const CatalogueItem& item) = 0;
    // Replaces all but the kind and the time it was made. False: there is no such item in the
    // account.
    virtual Result<bool, StoreError> change_catalogue_item(const CatalogueItem& item) = 0;
    virtual Result<bool, StoreError> remove_catalogue_item(AccountNumber account,
                                                           std::uint64_t number, Time now) = 0;
};

}  // namespace standby::engine
