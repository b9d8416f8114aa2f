// How a handler opens a live stream instead of giving an answer.
#pragma once

#include "base/guarded.hpp"
#include "http/limits/places.hpp"
#include "http/routes/call.hpp"

#include <memory>
#include <utility>

namespace standby::http {

// Opens the stream of a call. It keeps its watcher alive until the client goes away, and ends with
// the session of who watches.
template <class MakeWatcher>
auto open_stream(Call& call, HeldPlace place, MakeWatcher&& make_watcher) {
    auto holder = std::make_shared<Guarded<std::shared_ptr<void>>>();
    auto stream = std::exchange(call.arrival.responder, nullptr)
                      ->stream([holder, place = std::move(place)]() mutable {
                          holder->exchange(nullptr);
                          place.reset();
                      });
    auto watcher = make_watcher(std::move(stream));
    holder->exchange(watcher);
    return watcher;
}

template <class Watcher, class Close>
void end_with_session(Call& call, const std::shared_ptr<Watcher>& watcher, Close close) {
    if (call.session) {
        call.shared.control.end_with_session(call.session->hash, watcher, std::move(close));
    }
}

template <class Watcher>
void end_with_session(Call& call, const std::shared_ptr<Watcher>& watcher) {
    end_with_session(call, watcher, [kept = watcher.get()] { kept->close(); });
}

}  // namespace standby::http
