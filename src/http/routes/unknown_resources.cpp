// A bounded table that forgets everything at once when it is full: it only saves work.
#include "http/routes/unknown_resources.hpp"

namespace standby::http {

bool UnknownResources::contains(core::ResourceNumber resource, Instant now) const {
    return until_.with([&](const Until& until) {
        const auto found = until.find(resource);
        return found != until.end() && now < found->second;
    });
}

void UnknownResources::add(core::ResourceNumber resource, Instant now) {
    until_.with([&](Until& until) {
        if (until.size() >= remembered_max) {
            until.clear();
        }
        until.insert_or_assign(resource, now + remembered_for);
    });
}

}  // namespace standby::http
