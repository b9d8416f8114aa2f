// Live streams end with the session of who watches them.
#pragma once

#include "base/guarded.hpp"
#include "base/sha256.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace standby::http {

// The live streams that members watch, so that whoever is signed out sees nothing more.
class StaffStreams {
public:
    // `close` is called at most once, and only while somebody else keeps the watcher.
    void add(const Sha256Digest& session, std::weak_ptr<void> watcher, std::function<void()> close);
    // Closes those whose session is none any more.
    void close_unless(const std::function<bool(const Sha256Digest&)>& is_session);

private:
    struct Open {
        Sha256Digest session{};
        std::weak_ptr<void> watcher;
        std::function<void()> close;
    };
    Guarded<std::vector<Open>> open_;
};

}  // namespace standby::http
