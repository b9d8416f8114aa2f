// Keys, members and sessions as this node knows them, and changes of the control plane: one at a
// time, so that none is lost between reading and writing, and known again when they are repeated.
#pragma once

#include "engine/ports/gateway.hpp"
#include "http/routes/kept_answers.hpp"
#include "http/routes/route_table.hpp"
#include "http/routes/shared_look.hpp"
#include "http/routes/staff/staff_streams.hpp"

#include <atomic>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace standby::http {

struct ApiServices;

class ControlPlane {
public:
    explicit ControlPlane(const ApiServices& services) : services_(services) {}

    // What the store knows counts from here on. False: it could not be read.
    bool refresh_keys(engine::Registry& registry);
    bool refresh_sessions(engine::Registry& registry);
    // Tries again what could not be read last time.
    void refresh_stale_sessions();
    // Reads both anew; `done` is told whether that worked, inside this call or later.
    void look(std::function<void(bool is_done)> done);

    // Another node may have made what this one does not know: a look that many share. False: there
    // were too many just now.
    class NewsStep {
    public:
        explicit NewsStep(ControlPlane& plane) : plane_(plane) {}
        bool await_ready() const { return false; }
        bool await_suspend(std::coroutine_handle<> waiting);
        bool await_resume() const { return has_looked_; }

    private:
        ControlPlane& plane_;
        bool has_looked_ = true;
    };
    [[nodiscard]] NewsStep news() { return NewsStep{*this}; }

    // Closes a live stream when the session ends, while the watcher is there.
    void end_with_session(const Sha256Digest& session, std::weak_ptr<void> watcher,
                          std::function<void()> close);

    // An answer that can be given again.
    struct Made {
        std::uint16_t status = 200;
        std::string body;
        bool is_replayed = false;
    };
    // The answer that was given under the key before; a 409 when that was to another request.
    Result<std::optional<Made>, Problem> kept(const std::optional<engine::IdempotencyKey>& key,
                                              Time now);
    void keep(const std::optional<engine::IdempotencyKey>& key, Time now, const Made& made);
    // The kept answer, or the one that `make` makes while no other change is under way. Refusals
    // are answers too; only failures are not kept.
    Result<Made, Problem> once(const std::optional<engine::IdempotencyKey>& key, Time now,
                               const std::function<Result<std::string, Problem>()>& make);

private:
    Result<std::optional<Made>, Problem> find_kept(const std::optional<engine::IdempotencyKey>& key,
                                                   Time now) const;
    void put_kept(const std::optional<engine::IdempotencyKey>& key, Time now, const Made& made);
    void close_ended_streams();

    const ApiServices& services_;
    std::mutex keys_mutex_;  // one refresh of the ring of keys at a time
    std::mutex sessions_mutex_;
    std::atomic<bool> are_sessions_stale_ = false;
    StaffStreams streams_;
    SharedLook news_{std::chrono::milliseconds{250}};

    std::mutex changes_mutex_;  // one change of the control plane at a time
    // Protected by changes_mutex_.
    KeptAnswers answers_;
};

// Answers a change of the control plane: 200 with the body that `make` returns, or its refusal.
using MakeAnswer = Handed<Result<std::string, Problem>(engine::Store&, engine::Registry&)>;
Task<Answer> answer_once(Call& call, MakeAnswer make,
                         engine::Effort effort = engine::Effort::Quick);
Response response_of(Call& call, ControlPlane::Made made);

}  // namespace standby::http
