// A staff member's live view of a resource: first the state as it is, or what happened since the
// last event they saw, then every event as it is committed, without a gap and without repeats.
#pragma once

#include "base/guarded.hpp"
#include "http/server/message.hpp"
#include "http/sse/live_hub.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace standby::http {

class ResourceWatcher final : public EventWatcher {
public:
    explicit ResourceWatcher(std::shared_ptr<EventStream> stream) : stream_(std::move(stream)) {}

    // Events that come before `begin` are kept; those after it are sent at once.
    void on_events(const LiveEvents& events) override;

    // Sends the first text, which tells everything up to the event `seen`, and goes on from there.
    void begin(std::string text, std::uint64_t seen);
    void close() override { stream_->close(); }

private:
    struct Progress {
        bool has_begun = false;
        std::uint64_t seen = 0;
        std::vector<LiveEvents> kept;
    };
    void send(Progress& progress, const LiveEvents& events);

    std::shared_ptr<EventStream> stream_;
    Guarded<Progress> progress_{Progress{}};
};

}  // namespace standby::http
