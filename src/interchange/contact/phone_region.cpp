#include "interchange/contact/phone_region.hpp"

#include "interchange/contact/country.hpp"

namespace standby::interchange {

std::string_view phone_region(const engine::House& house, std::string_view list_zone) {
    if (!house.phone_region.empty()) {
        return house.phone_region;
    }
    const std::string_view own = country_of_zone(house.time_zone);
    return own.empty() ? country_of_zone(list_zone) : own;
}

}  // namespace standby::interchange
