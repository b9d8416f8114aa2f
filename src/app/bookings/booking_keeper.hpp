// Looks after the places of lists that belong to other systems: a thread says whose turn it is, a
// few others ask there. In a cluster each list's is looked after by the node that serves the list.
#pragma once

#include "app/bookings/booking_turn.hpp"
#include "app/runtime/worker.hpp"
#include "app/service/options.hpp"
#include "base/guarded.hpp"
#include "engine/ports/booking_systems.hpp"
#include "interchange/web/web_client.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace standby::app {

inline constexpr std::size_t booking_threads = 4;
inline constexpr std::size_t booking_turns_waiting_max = 1'000;
inline constexpr std::size_t booking_tests_max = 4;  // under way at the same time
inline constexpr Duration booking_tick = std::chrono::milliseconds{500};
inline constexpr Duration booking_systems_read_every = std::chrono::seconds{1};

class BookingKeeper final : public engine::BookingSystems {
public:
    // `serves` says whether this node carries the list out; `count_nodes` how many there are.
    BookingKeeper(const ServeOptions& options, BookingServices services,
                  std::function<bool(core::ResourceNumber)> serves,
                  std::function<std::size_t()> count_nodes);
    ~BookingKeeper() override { stop(); }

    void start();
    // Ends what is under way; while the engine still answers.
    void stop();
    // Something has happened on the list. From any thread, and quick.
    void on_committed(core::ResourceNumber list);

    const BookingFigures& figures() const { return figures_; }
    std::vector<engine::WatchedBookings> watched() const;

    Result<std::optional<engine::ConnectedBookings>, engine::StoreError>
    find(engine::Registry& registry, core::ResourceNumber list) override;
    Result<void, engine::BookingSetupError>
    save(engine::Registry& registry, engine::AccountNumber account, core::ResourceNumber list,
         const engine::BookingSetup& setup, Time now) override;
    Result<bool, engine::StoreError> remove(engine::Registry& registry,
                                            engine::AccountNumber account,
                                            core::ResourceNumber list, Time now) override;
    Result<void, engine::StoreError> settle(engine::Registry& registry,
                                            engine::AccountNumber account,
                                            core::ResourceNumber list, Time now) override;
    std::optional<std::string> problem_of_url(const std::string& url) const override;
    void test(engine::AccountNumber account, core::ResourceNumber list, engine::BookingSetup setup,
              std::function<void(std::optional<engine::TestedBookings>)> done) override;

private:
    // What this node knows of one booking system between its turns.
    struct Follower {
        std::mutex turn;  // one at a time; protects the next four
        BookingMemory memory;
        bool is_new = true;   // the system was not asked yet
        std::string made_of;  // settings and secret that the system was made of
        std::shared_ptr<engine::BookingSystem> system;
        Guarded<std::shared_ptr<engine::BookingSystem>> to_stop;
        Guarded<Breaker> breaker;
        std::atomic<bool> is_waiting = false;
        std::atomic<bool> is_behind = true;  // something has happened on the list since
        std::atomic<bool> is_stale = false;  // another node had the list meanwhile
        std::atomic<std::size_t> under_way = 0;
        Guarded<std::optional<Time>> next;
    };
    using Followers = std::map<std::uint64_t, std::shared_ptr<Follower>>;
    using Tests = std::map<const void*, std::shared_ptr<engine::BookingSystem>>;

    void run();
    void step();
    void read_connections();
    std::shared_ptr<Follower> follower_of(std::uint64_t connection);
    std::shared_ptr<Follower> known_follower(std::uint64_t connection) const;
    void take_turn(const engine::Connection& connection, Follower& follower);
    // Makes the system anew when it was set up in another way.
    bool is_ready(const engine::Connection& connection, const engine::BookingSettings& settings,
                  Follower& follower);
    std::optional<std::string> open_token(const engine::Connection& connection) const;
    Result<std::vector<std::byte>, engine::BookingSetupError> seal(const std::string& token);
    std::optional<engine::BookingProblem> try_out(const engine::BookingSettings& settings,
                                                  const std::string& token);

    const ServeOptions options_;
    BookingServices services_;
    std::function<bool(core::ResourceNumber)> serves_;
    std::function<std::size_t()> count_nodes_;
    interchange::WebOptions web_;
    BookingFigures figures_;
    Guarded<Followers> followers_;
    Guarded<Tests> tests_;                            // under way
    Guarded<std::set<core::ResourceNumber>> lists_;   // that have one
    Guarded<std::set<core::ResourceNumber>> behind_;  // of those, where something has happened
    Guarded<std::vector<engine::Connection>> connections_;
    std::atomic<bool> is_stopping_ = false;
    std::atomic<bool> is_stale_ = true;  // something was set up, or taken away
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_woken_ = false;  // protected by mutex_
    std::thread thread_;
    std::unique_ptr<WorkerPool> workers_;
    std::unique_ptr<WorkerPool> testers_;
};

}  // namespace standby::app
