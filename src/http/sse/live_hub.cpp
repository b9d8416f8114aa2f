// Telling watchers, without holding the lock while they work.
#include "http/sse/live_hub.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {

std::vector<std::shared_ptr<Watcher>> LiveHub::alive(Watched& watched) {
    std::vector<std::shared_ptr<Watcher>> found;
    std::erase_if(watched.watchers, [&](const std::weak_ptr<Watcher>& held) {
        if (auto watcher = held.lock()) {
            found.push_back(std::move(watcher));
            return false;
        }
        return true;
    });
    return found;
}

void LiveHub::add(core::ResourceNumber resource, const std::shared_ptr<Watcher>& watcher) {
    table_.with([&](Table& table) { table[resource].watchers.push_back(watcher); });
}

void LiveHub::on_committed(const engine::Committed& committed) {
    const auto watchers = table_.with([&](Table& table) {
        const auto found = table.find(committed.resource);
        if (found == table.end()) {
            return std::vector<std::shared_ptr<Watcher>>{};
        }
        found->second.is_changed = true;
        return alive(found->second);
    });
    if (watchers.empty()) {
        return;
    }
    auto events = std::make_shared<std::vector<LiveEvent>>();
    events->reserve(committed.events.size());
    for (std::size_t index = 0; index < committed.events.size(); ++index) {
        const core::Event& event = committed.events[index];
        events->push_back({.number = event.number,
                           .entry = event.entry,
                           .text = format_(committed.resource, event, committed.links[index])});
    }
    const LiveEvents told = std::move(events);
    for (const auto& watcher : watchers) {
        watcher->on_events(told);
    }
}

void LiveHub::tick() {
    const auto watchers = table_.with([&](Table& table) {
        std::vector<std::shared_ptr<Watcher>> changed;
        for (auto at = table.begin(); at != table.end();) {
            auto living = alive(at->second);
            const bool is_watched = !living.empty();
            if (std::exchange(at->second.is_changed, false)) {
                std::ranges::move(living, std::back_inserter(changed));
            }
            at = is_watched ? std::next(at) : table.erase(at);
        }
        return changed;
    });
    for (const auto& watcher : watchers) {
        watcher->on_tick();
    }
}

std::size_t LiveHub::size() const {
    return table_.with([](const Table& table) {
        std::size_t count = 0;
        for (const auto& [resource, watched] : table) {
            count += watched.watchers.size();
        }
        return count;
    });
}

}  // namespace standby::http
