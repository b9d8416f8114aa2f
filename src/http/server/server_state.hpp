// What all connections of a server share. They own it together, so that an answer that comes after
// the server has gone still finds a place to end.
#pragma once

#include "http/limits/places.hpp"
#include "http/server/address.hpp"
#include "http/server/server.hpp"
#include "http/server/tls.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace standby::http::wire {

struct ServerState {
    ServerState(const ServerOptions& server_options, Handler& server_handler)
        : options(server_options), handler(server_handler) {}

    const ServerOptions options;
    Handler& handler;  // used by I/O threads only, which end before the server does
    TrustedProxies proxies;
    std::unique_ptr<TlsContext> tls;

    CountedPlaces guests;  // connections by client

    // Nearly all connections are in use: whoever has many gets no more, and whoever is silent goes.
    bool is_crowded() const {
        return connections_open >= options.connections_max - options.connections_max / 10;
    }

    std::atomic<bool> draining = false;
    std::atomic<std::uint64_t> connections_open = 0;
    std::atomic<std::uint64_t> refusals_open = 0;  // connections that are being told to come later
    std::atomic<std::uint64_t> connections_refused = 0;
    std::atomic<std::uint64_t> clients_refused = 0;  // had too many connections already
    std::atomic<std::uint64_t> streams_open = 0;
    std::atomic<std::uint64_t> requests_malformed = 0;
    std::atomic<std::uint64_t> headers_too_large = 0;
    std::atomic<std::uint64_t> bodies_too_large = 0;
    std::atomic<std::uint64_t> requests_timed_out = 0;
    std::atomic<std::uint64_t> streams_too_slow = 0;
    std::atomic<std::uint64_t> requests_failed = 0;

    // stop() waits here until no connection is left; they tell it once `draining` is set.
    std::mutex mutex;
    std::condition_variable connection_closed;
};

}  // namespace standby::http::wire
