// Telling watchers, without holding the lock while they work.
#include "http/sse/live_hub.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// Appends those that are alive and forgets the others.
template <class Watcher>
void take_living(std::vector<std::weak_ptr<Watcher>>& watchers,
                 std::vector<std::shared_ptr<Watcher>>& found) {
    std::erase_if(watchers, [&](const std::weak_ptr<Watcher>& held) {
        auto watcher = held.lock();
        if (watcher == nullptr) {
            return true;
        }
        found.push_back(std::move(watcher));
        return false;
    });
}

}  // namespace

bool LiveHub::Watched::is_unwatched() const {
    return of_resource.empty() &&
           std::ranges::all_of(entries, [](const Part& part) { return part.of_entry.empty(); });
}

void LiveHub::add(core::ResourceNumber resource, const std::shared_ptr<EventWatcher>& watcher) {
    table_.with([&](Table& table) { table[resource].of_resource.push_back(watcher); });
}

void LiveHub::add(core::ResourceNumber resource, core::Ticket entry,
                  const std::shared_ptr<ChangeWatcher>& watcher) {
    table_.with([&](Table& table) {
        table[resource].entries[entry % parts].of_entry[entry].push_back(watcher);
    });
}

void LiveHub::on_committed(const engine::Committed& committed) {
    std::vector<std::shared_ptr<EventWatcher>> of_resource;
    std::vector<std::shared_ptr<ChangeWatcher>> of_entries;
    table_.with([&](Table& table) {
        const auto found = table.find(committed.resource);
        if (found == table.end()) {
            return;
        }
        Watched& watched = found->second;
        take_living(watched.of_resource, of_resource);
        for (Part& part : watched.entries) {
            part.is_changed = true;
        }
        for (const core::Event& event : committed.events) {
            auto& of_entry = watched.entries[event.entry % parts].of_entry;
            if (const auto own = of_entry.find(event.entry); own != of_entry.end()) {
                take_living(own->second, of_entries);
            }
        }
    });
    for (const auto& watcher : of_entries) {
        watcher->on_change();
    }
    if (of_resource.empty()) {
        return;
    }
    auto events = std::make_shared<std::vector<LiveEvent>>();
    events->reserve(committed.events.size());
    for (std::size_t index = 0; index < committed.events.size(); ++index) {
        const core::Event& event = committed.events[index];
        events->push_back({.number = event.number,
                           .text = format_(committed.resource, event, committed.links[index])});
    }
    const LiveEvents told = std::move(events);
    for (const auto& watcher : of_resource) {
        watcher->on_events(told);
    }
}

void LiveHub::tick(std::size_t part) {
    std::vector<std::shared_ptr<ChangeWatcher>> changed;
    table_.with([&](Table& table) {
        for (auto at = table.begin(); at != table.end();) {
            Watched& watched = at->second;
            std::vector<std::shared_ptr<EventWatcher>> of_resource;
            take_living(watched.of_resource, of_resource);
            Part& entries = watched.entries[part];
            std::vector<std::shared_ptr<ChangeWatcher>> living;
            for (auto& [entry, watchers] : entries.of_entry) {
                take_living(watchers, living);
            }
            std::erase_if(entries.of_entry, [](const auto& each) { return each.second.empty(); });
            if (std::exchange(entries.is_changed, false)) {
                std::ranges::move(living, std::back_inserter(changed));
            }
            at = watched.is_unwatched() ? table.erase(at) : std::next(at);
        }
    });
    for (const auto& watcher : changed) {
        watcher->on_change();
    }
}

void LiveHub::close_shard(engine::ShardNumber shard, std::uint32_t shards) {
    std::vector<std::shared_ptr<EventWatcher>> of_resource;
    std::vector<std::shared_ptr<ChangeWatcher>> of_entries;
    table_.with([&](Table& table) {
        for (auto& [resource, watched] : table) {
            if (engine::shard_of(resource, shards) != shard) {
                continue;
            }
            take_living(watched.of_resource, of_resource);
            for (Part& part : watched.entries) {
                for (auto& [entry, watchers] : part.of_entry) {
                    take_living(watchers, of_entries);
                }
            }
        }
        std::erase_if(
            table, [&](const auto& each) { return engine::shard_of(each.first, shards) == shard; });
    });
    for (const auto& watcher : of_resource) {
        watcher->close();
    }
    for (const auto& watcher : of_entries) {
        watcher->close();
    }
}

std::size_t LiveHub::size() const {
    return table_.with([](const Table& table) {
        std::size_t count = 0;
        for (const auto& [resource, watched] : table) {
            count += watched.of_resource.size();
            for (const Part& part : watched.entries) {
                for (const auto& [entry, watchers] : part.of_entry) {
                    count += watchers.size();
                }
            }
        }
        return count;
    });
}

}  // namespace standby::http
