// The figures that an operator watches, in Prometheus's form.
#pragma once

#include "app/service/late_look_book.hpp"
#include "base/time.hpp"
#include "engine/ports/booking_systems.hpp"
#include "engine/shard/shard.hpp"
#include "http/forward/forwarder.hpp"
#include "http/routes/api.hpp"
#include "http/server/server.hpp"
#include "notify/messaging/messaging.hpp"
#include "notify/relay/relay.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::app {

// Counting calls may come from any thread.
class Metrics {
public:
    Metrics();
    ~Metrics();

    void count_request(std::string_view method, std::string_view route, std::uint16_t status,
                       Duration took);
    void count_commit(std::size_t resources, std::chrono::nanoseconds took, bool ok);
    void count_committed(const engine::Committed& committed, Time now);

    struct Gauges {
        engine::ShardFigures shards;
        http::ServerFigures server;
        http::ApiFigures api;
        notify::RelayFigures relay;
        notify::CallbackFigures callbacks;
        LateLookBook::Totals late_looks{};
        // Places that belong to other systems: what came of booking them after a yes, what was
        // asked there, and each system's breaker.
        struct Bookings {
            std::uint64_t booked = 0;
            std::uint64_t taken = 0;
            std::uint64_t given_up = 0;
            std::uint64_t asked = 0;
            std::uint64_t failed = 0;
            std::vector<engine::WatchedBookings> systems{};
        };
        Bookings bookings{};
        bool is_ready = false;
        std::size_t watchers = 0;
        std::vector<std::pair<core::ResourceNumber, std::size_t>> memory;  // bytes, largest first
        Time now{};
        struct Cluster {
            std::size_t nodes = 0;
            std::size_t own_shards = 0;
            std::size_t halted_shards = 0;
            bool is_in_touch = false;  // with the database
            http::ForwardFigures forwarding;
        };
        std::optional<Cluster> cluster;  // nothing for a server alone
    };
    // Everything as text, with these as they are now.
    std::string text(const Gauges& gauges);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::app
