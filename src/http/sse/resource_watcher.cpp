// Keeping order between the first text and what is committed meanwhile.
#include "http/sse/resource_watcher.hpp"

#include <utility>

namespace standby::http {

void ResourceWatcher::send(Progress& progress, const LiveEvents& events) {
    std::string text;
    for (const LiveEvent& event : *events) {
        if (event.number <= progress.seen) {
            continue;
        }
        if (event.number != progress.seen + 1) {
            // Something was committed that nobody was told of; coming back closes the gap.
            stream_->close();
            return;
        }
        progress.seen = event.number;
        text += event.text;
    }
    if (!text.empty()) {
        stream_->write(std::move(text));
    }
}

void ResourceWatcher::on_events(const LiveEvents& events) {
    progress_.with([&](Progress& progress) {
        if (progress.has_begun) {
            send(progress, events);
        } else {
            progress.kept.push_back(events);
        }
    });
}

void ResourceWatcher::begin(std::string text, std::uint64_t seen) {
    progress_.with([&](Progress& progress) {
        progress.has_begun = true;
        progress.seen = seen;
        stream_->write(std::move(text));
        for (const LiveEvents& events : std::exchange(progress.kept, {})) {
            send(progress, events);
        }
    });
}

}  // namespace standby::http
