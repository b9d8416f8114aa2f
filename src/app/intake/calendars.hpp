// The calendars that lists follow: a thread says whose turn it is, a few others look. In a cluster
// each list's calendars are looked at by the node that serves the list.
#pragma once

#include "app/intake/calendar_turn.hpp"
#include "app/runtime/worker.hpp"
#include "app/service/options.hpp"
#include "base/guarded.hpp"
#include "engine/ports/calendars.hpp"

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

namespace standby::app {

inline constexpr std::size_t calendar_threads = 3;
inline constexpr std::size_t calendar_turns_waiting_max = 200;
inline constexpr Duration calendar_tick = std::chrono::seconds{1};
inline constexpr Duration caldav_every = std::chrono::seconds{30};
inline constexpr Duration feed_every = std::chrono::seconds{60};
inline constexpr Duration calendar_backoff_max = std::chrono::minutes{15};

class FollowedCalendars final : public engine::Calendars {
public:
    // `serves` says whether this node carries the list out; `count_nodes` how many there are.
    FollowedCalendars(const ServeOptions& options, CalendarServices services,
                      std::function<bool(core::ResourceNumber)> serves,
                      std::function<std::size_t()> count_nodes);
    ~FollowedCalendars() override { stop(); }

    void start();
    // Ends what is under way; while the engine still answers.
    void stop();
    // Something has happened on the list: what its guests have may have to go into a calendar, or
    // out of it. From any thread, and quick.
    void on_committed(core::ResourceNumber list);

    Result<std::vector<engine::FollowedCalendar>, engine::StoreError>
    calendars(engine::Registry& registry, core::ResourceNumber list) override;
    Result<std::optional<engine::FollowedCalendar>, engine::StoreError>
    calendar(engine::Registry& registry, std::uint64_t number) override;
    Result<std::uint64_t, engine::CalendarError>
    add(engine::Registry& registry, engine::AccountNumber account, core::ResourceNumber list,
        const engine::CalendarSettings& settings, const engine::CalendarSecrets& secrets,
        Time now) override;
    Result<bool, engine::StoreError> remove(engine::Registry& registry,
                                            engine::AccountNumber account, std::uint64_t number,
                                            Time now) override;
    void test(engine::AccountNumber account, core::ResourceNumber list,
              engine::CalendarSettings settings, engine::CalendarSecrets secrets,
              std::function<void(std::optional<engine::TestedCalendar>)> done) override;
    void look(std::uint64_t number, std::function<void(bool)> done) override;
    void settle(std::uint64_t number, bool is_free, std::function<void(bool)> done) override;

private:
    // What this node knows of one calendar between its turns.
    struct Follower {
        explicit Follower(const interchange::WebOptions& options) : web(options) {}
        interchange::WebClient web;
        std::mutex turn;  // one at a time
        std::atomic<bool> is_waiting = false;
        std::atomic<bool> has_work = true;  // until it is known
        std::atomic<bool> is_behind = false;  // something has happened on the list since
        Guarded<std::optional<Time>> next_look;
    };
    using Followers = std::map<std::uint64_t, std::shared_ptr<Follower>>;
    using Tests = std::map<const void*, std::shared_ptr<interchange::WebClient>>;
    enum class What { GoOn, Look, Free, Keep };

    void run();
    void step();
    std::shared_ptr<Follower> follower_of(const engine::Connection& connection);
    bool take_turn(const engine::Connection& connection, Follower& follower, What what);
    void ask_for(std::uint64_t number, What what, std::function<void(bool)> done);
    std::optional<engine::CalendarSecrets> open_secrets(const engine::Connection& connection) const;
    Result<engine::FollowedCalendar, engine::StoreError> view_of(engine::Registry& registry,
                                                                 const engine::Connection& one);
    engine::TestedCalendar try_out(engine::AccountNumber account, core::ResourceNumber list,
                                   const engine::CalendarSettings& settings,
                                   const engine::CalendarSecrets& secrets);

    const ServeOptions options_;
    CalendarServices services_;
    std::function<bool(core::ResourceNumber)> serves_;
    std::function<std::size_t()> count_nodes_;
    interchange::WebOptions web_;
    Guarded<Followers> followers_;
    Guarded<Tests> tests_;  // under way
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_stopping_ = false;  // protected by mutex_
    bool is_woken_ = false;     // protected by mutex_
    Guarded<std::set<core::ResourceNumber>> followed_;  // by any calendar, as of the last step
    Guarded<std::set<core::ResourceNumber>> behind_;
    std::unique_ptr<WorkerPool> workers_;
    std::thread thread_;
};

}  // namespace standby::app
