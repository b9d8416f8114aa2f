// Puts the events of every account onto a bus, in the order of its feed, from where it has come.
// It reads what is committed and follows at its own pace: a bus that is slow or away makes it fall
// behind, and nobody else notices.
#pragma once

#include "bus/connection.hpp"
#include "bus/figures.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace standby::bus {

struct OutServices {
    engine::Store& store;
    engine::Registry& registry;
    // Whether this node is the one that sends. Of two that believe so for a moment, both send, and
    // everything they send twice has the same ids.
    std::function<bool()> is_active;
    // Whether anything may have been committed since this was asked last.
    std::function<bool()> has_news;
    std::function<std::uint64_t()> draw;
    std::function<std::string()> home;  // where the server is found, without a slash at the end
    std::function<void(std::string_view event, std::string_view what)> log;
};

class OutLane {
public:
    using Instant = std::chrono::steady_clock::time_point;

    // The figures outlive the lane.
    OutLane(Bus bus, OutServices services, BusFigures& figures);
    ~OutLane() { drop_connection(); }
    OutLane(const OutLane&) = delete;
    OutLane& operator=(const OutLane&) = delete;

    void run(const std::atomic<bool>& is_stopping);
    // Sends a portion of what is there. How long to wait before the next.
    std::chrono::milliseconds step(Instant now);
    // Keeps how far it has come: what was sent since the last time would be sent again.
    void keep();

private:
    struct Progress {
        std::uint64_t sent = 0;
        std::uint64_t kept = 0;
        std::uint64_t end = 0;
        std::uint64_t behind() const { return end > sent ? end - sent : 0; }
    };

    bool connect(Instant now);
    void drop_connection();
    void fail(const std::string& problem, Instant now);
    bool look(Instant now);
    // False: something went wrong with the bus or the store.
    bool send(engine::AccountNumber account, Progress& progress, Instant now);

    Bus bus_;
    OutServices services_;
    BusFigures& figures_;
    std::unique_ptr<Outlet> outlet_;
    std::map<engine::AccountNumber, Progress> progress_;
    std::uint32_t failures_in_a_row_ = 0;
    Instant connect_at_{};
    Instant look_at_{};
    Instant keep_at_{};
    Instant news_until_{};
    Instant last_look_{};
};

}  // namespace standby::bus
