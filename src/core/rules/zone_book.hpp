// The time zones the engine may use, by IANA name. Filled once at start by whoever may read files;
// the core only looks up.
#pragma once

#include "base/zone.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace standby::core {

class ZoneBook {
public:
    // A book that knows UTC.
    ZoneBook() { add(Zone::utc()); }

    void add(Zone zone) {
        std::string name = zone.name();
        zones_.insert_or_assign(std::move(name), std::move(zone));
    }

    // Null when the name is unknown. The pointer stays valid as long as the book.
    const Zone* find(std::string_view name) const {
        const auto at = zones_.find(name);
        return at == zones_.end() ? nullptr : &at->second;
    }

private:
    std::map<std::string, Zone, std::less<>> zones_;
};

}  // namespace standby::core
