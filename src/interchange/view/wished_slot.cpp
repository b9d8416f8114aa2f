#include "interchange/view/wished_slot.hpp"

#include "base/name_key.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace standby::interchange {
namespace {

std::vector<std::string> all_of(const std::string& first, const std::vector<std::string>& further) {
    std::vector<std::string> all;
    if (!first.empty()) {
        all.push_back(first);
    }
    all.insert(all.end(), further.begin(), further.end());
    return all;
}

bool is_among(std::string_view name, const std::vector<std::string>& names) {
    const std::string key = name_key(name);
    return std::ranges::any_of(names, [&](const std::string& one) { return name_key(one) == key; });
}

// Which of the slot's names to say; the one it says first, unless the guest asked for another.
std::string name_for(const std::vector<std::string>& wished, const std::string& first,
                     const std::vector<std::string>& further) {
    if (wished.empty() || further.empty() || is_among(first, wished)) {
        return first;
    }
    std::vector<std::string> both;
    for (const std::string& name : further) {
        if (is_among(name, wished)) {
            both.push_back(name);
        }
    }
    const bool is_certain = both.size() == 1 || (!both.empty() && !first.empty());
    return is_certain ? both.front() : first;
}

}  // namespace

core::Slot as_wished(core::Slot slot, const core::Wants& wants) {
    const std::vector<std::string> services = all_of(wants.service, wants.or_services);
    // A blank service is whatever they come for. A blank person or place is not whom or where they
    // wish: that has not been promised.
    const bool is_open = slot.service.empty() && slot.service_names.empty();
    slot.service = is_open && slot.blank_is_any && services.size() == 1
                       ? services.front()
                       : name_for(services, slot.service, slot.service_names);
    slot.staff = name_for(all_of(wants.staff, wants.or_staff), slot.staff, slot.staff_names);
    slot.place = name_for(all_of(wants.place, wants.or_places), slot.place, slot.place_names);
    return slot;
}

}  // namespace standby::interchange
