// The outbox itself remembers which notices were put into it.
#include "engine/outbox/notices.hpp"

#include <chrono>

namespace standby::engine {

std::size_t queue_notices(Store& store, Registry& registry, Time now) {
    constexpr Duration young = std::chrono::hours{24};
    const auto notices = registry.notices(now - young);
    std::size_t queued = 0;
    if (!notices) {
        return queued;
    }
    for (const StaffNotice& notice : *notices) {
        if (notice.email.empty()) {
            continue;
        }
        const auto is_new = store.queue_message({.event = notice.number,
                                                 .kind = MessageKind::StaffNotice,
                                                 .entry = notice.account.value(),
                                                 .due_at = notice.at});
        queued += is_new && *is_new ? 1 : 0;
    }
    return queued;
}

}  // namespace standby::engine
