// Live streams end with the session of who watches them.
#pragma once

#include "base/guarded.hpp"
#include "base/sha256.hpp"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace standby::http {

// The live streams that members watch, so that whoever is signed out sees nothing more.
class StaffStreams {
public:
    // `close` is called at most once, and only while somebody else keeps the watcher.
    void add(const Sha256Digest& session, std::weak_ptr<void> watcher,
             std::function<void()> close) {
        open_.with([&](std::vector<Open>& open) {
            std::erase_if(open, [](const Open& one) { return one.watcher.expired(); });
            open.push_back({session, std::move(watcher), std::move(close)});
        });
    }
    // Closes those whose session is none any more.
    void close_unless(const std::function<bool(const Sha256Digest&)>& is_session) {
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

private:
    struct Open {
        Sha256Digest session{};
        std::weak_ptr<void> watcher;
        std::function<void()> close;
    };
    Guarded<std::vector<Open>> open_;
};

}  // namespace standby::http
