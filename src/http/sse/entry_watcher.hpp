// A guest's live view of an entry: the entry whenever it looks different. Its own events are shown
// at once; that others moved, and with them its rank, is shown about once a second.
#pragma once

#include "base/guarded.hpp"
#include "http/server/message.hpp"
#include "http/sse/live_hub.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace standby::http {

class EntryWatcher final : public ChangeWatcher, public std::enable_shared_from_this<EntryWatcher> {
public:
    // Has the entry rendered, and hands it to `show`; called from any thread.
    using Refresh = std::function<void(const std::shared_ptr<EntryWatcher>&)>;

    EntryWatcher(std::shared_ptr<EventStream> stream, Refresh refresh)
        : stream_(std::move(stream)), refresh_(std::move(refresh)) {}

    void on_change() override;

    // The entry as it is after event number `seen`; sent when it differs from what was sent last.
    void show(std::uint64_t seen, std::string_view json);
    void close() override { stream_->close(); }

private:
    struct Shown {
        std::uint64_t seen = 0;
        std::string json;
    };
    std::shared_ptr<EventStream> stream_;
    Refresh refresh_;
    std::atomic<bool> is_asking_ = false;  // one refresh at a time is enough
    Guarded<Shown> shown_{Shown{}};
};

}  // namespace standby::http
