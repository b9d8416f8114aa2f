// A list that forgets whose watcher has gone.
#include "http/routes/staff/staff_streams.hpp"

#include <utility>

namespace standby::http {

void StaffStreams::add(const Sha256Digest& session, std::weak_ptr<void> watcher,
                       std::function<void()> close) {
    open_.with([&](std::vector<Open>& open) {
        std::erase_if(open, [](const Open& one) { return one.watcher.expired(); });
        open.push_back({session, std::move(watcher), std::move(close)});
    });
}

void StaffStreams::close_unless(const std::function<bool(const Sha256Digest&)>& is_session) {
    std::vector<Open> ended;
    open_.with([&](std::vector<Open>& open) {
        for (Open& one : open) {
            if (!is_session(one.session)) {
                ended.push_back(std::exchange(one, Open{}));
            }
        }
        std::erase_if(open, [](const Open& one) { return one.close == nullptr; });
    });
    for (const Open& one : ended) {
        if (const auto kept = one.watcher.lock()) {
            one.close();
        }
    }
}

}  // namespace standby::http
