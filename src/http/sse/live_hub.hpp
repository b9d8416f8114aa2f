// Who watches which resource. Each commit is told to the watchers of its resource: staff see every
// event, guests see their own entry change. Commits arrive on the shards' threads and watchers are
// woken there, so a watcher only queues text or asks for more.
#pragma once

#include "base/guarded.hpp"
#include "core/model/ids.hpp"
#include "engine/shard/shard.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace standby::http {

// An event in the form in which it is sent, made once for all watchers.
struct LiveEvent {
    std::uint64_t number = 0;
    std::string text;  // a complete chunk of the event stream
};
using LiveEvents = std::shared_ptr<const std::vector<LiveEvent>>;

// Sees every event of a resource.
class EventWatcher {
public:
    virtual ~EventWatcher() = default;
    virtual void on_events(const LiveEvents& events) = 0;
    virtual void close() = 0;
};

// Sees one entry, which looks different after its own events, or because others moved.
class ChangeWatcher {
public:
    virtual ~ChangeWatcher() = default;
    virtual void on_change() = 0;
    virtual void close() = 0;
};

class LiveHub {
public:
    // Turns a committed event into stream text.
    using Format = std::string (*)(core::ResourceNumber, const core::Event&, const Sha256Digest&);
    explicit LiveHub(Format format) : format_(format) {}

    // The hub keeps no watcher alive: one that is gone is forgotten.
    void add(core::ResourceNumber resource, const std::shared_ptr<EventWatcher>& watcher);
    void add(core::ResourceNumber resource, core::Ticket entry,
             const std::shared_ptr<ChangeWatcher>& watcher);

    // The watchers of an entry hear of its own events at once.
    void on_committed(const engine::Committed& committed);

    // That others moved is told to one part of the entries after the other, so that thousands of
    // watchers do not all ask at the same moment. To be called for all parts in the course of a
    // second.
    static constexpr std::size_t parts = 10;
    void tick(std::size_t part);

    // Another node carries the shard out from here on: whoever watches its resources comes back and
    // finds the way there.
    void close_shard(engine::ShardNumber shard, std::uint32_t shards);

    // Watchers that are alive, as of the last ticks, for metrics.
    std::size_t size() const;

private:
    using Events = std::vector<std::weak_ptr<EventWatcher>>;
    using Changes = std::vector<std::weak_ptr<ChangeWatcher>>;
    struct Part {
        std::unordered_map<core::Ticket, Changes> of_entry;
        bool is_changed = false;
    };
    struct Watched {
        Events of_resource;
        std::array<Part, parts> entries;  // by ticket
        bool is_unwatched() const;
    };
    using Table = std::unordered_map<core::ResourceNumber, Watched>;

    Format format_;
    Guarded<Table> table_;
};

}  // namespace standby::http
