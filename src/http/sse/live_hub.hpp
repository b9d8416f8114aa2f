// Who watches which resource. Each commit is told to the watchers of its resource: staff see every
// event, guests see their own entry change. Commits arrive on the shards' threads and watchers are
// woken there, so a watcher only queues text or asks for more.
#pragma once

#include "base/guarded.hpp"
#include "core/model/ids.hpp"
#include "engine/shard/shard.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace standby::http {

// An event in the form in which it is sent, made once for all watchers.
struct LiveEvent {
    std::uint64_t number = 0;
    core::Ticket entry = 0;
    std::string text;  // a complete chunk of the event stream
};
using LiveEvents = std::shared_ptr<const std::vector<LiveEvent>>;

class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void on_events(const LiveEvents& events) = 0;
    // Called about once a second while something has changed since the last time.
    virtual void on_tick() {}
};

class LiveHub {
public:
    // Turns a committed event into stream text.
    using Format = std::string (*)(core::ResourceNumber, const core::Event&, const Sha256Digest&);
    explicit LiveHub(Format format) : format_(format) {}

    // The hub keeps no watcher alive: one that is gone is forgotten.
    void add(core::ResourceNumber resource, const std::shared_ptr<Watcher>& watcher);

    void on_committed(const engine::Committed& committed);
    void tick();

    // Watchers that are alive, for metrics.
    std::size_t size() const;

private:
    struct Watched {
        std::vector<std::weak_ptr<Watcher>> watchers;
        bool is_changed = false;
    };
    using Table = std::unordered_map<core::ResourceNumber, Watched>;

    static std::vector<std::shared_ptr<Watcher>> alive(Watched& watched);

    Format format_;
    Guarded<Table> table_;
};

}  // namespace standby::http
