// Refreshing what this node knows, and answering changes once.
#include "http/routes/control_plane.hpp"

#include "http/routes/call.hpp"

#include <utility>

namespace standby::http {

// Reading and replacing belong together: what was read first must not be put in place last.
bool ControlPlane::refresh_keys(engine::Registry& registry) {
    const std::scoped_lock lock(keys_mutex_);
    const auto keys = registry.keys();
    const auto signing_keys = registry.signing_keys();
    const auto secrets = registry.secrets();
    if (keys) {
        services_.keys.replace(*keys);
    }
    if (signing_keys) {
        services_.signing_keys.replace(*signing_keys);
    }
    if (secrets) {
        // An operator may have ended all links of guests.
        static_cast<void>(services_.tokens.replace(*secrets));
    }
    return keys && signing_keys && secrets;
}

bool ControlPlane::refresh_sessions(engine::Registry& registry) {
    const std::scoped_lock lock(sessions_mutex_);
    const auto members = registry.members();
    const auto sessions = registry.sessions();
    are_sessions_stale_ = !members || !sessions;
    if (are_sessions_stale_) {
        return false;
    }
    services_.sessions.replace(*members, *sessions);
    close_ended_streams();
    return true;
}

void ControlPlane::refresh_stale_sessions() {
    if (are_sessions_stale_.exchange(false)) {
        static_cast<void>(services_.gateway.read(
            engine::Effort::Quick, [this](engine::Store&, engine::Registry& registry) {
                static_cast<void>(refresh_sessions(registry));
            }));
    }
}

void ControlPlane::look(std::function<void(bool is_done)> done) {
    const bool is_begun = services_.gateway.read(
        engine::Effort::Quick, [this, done](engine::Store&, engine::Registry& registry) {
            const bool has_keys = refresh_keys(registry);
            const bool has_sessions = refresh_sessions(registry);
            done(has_keys && has_sessions);
        });
    if (!is_begun) {
        done(false);
    }
}

bool ControlPlane::NewsStep::await_suspend(std::coroutine_handle<> waiting) {
    ControlPlane& plane = plane_;
    const auto admission =
        plane.news_.ask(std::chrono::steady_clock::now(), [waiting] { waiting.resume(); });
    if (admission == SharedLook::Admission::TooSoon) {
        has_looked_ = false;
        return false;
    }
    if (admission == SharedLook::Admission::Begin) {
        plane.look([&plane](bool) {
            for (const SharedLook::Then& then : plane.news_.end()) {
                then();
            }
        });
    }
    return true;
}

void ControlPlane::end_with_session(const Sha256Digest& session, std::weak_ptr<void> watcher,
                                    std::function<void()> close) {
    streams_.add(session, std::move(watcher), std::move(close));
    close_ended_streams();  // It may have ended since it was found.
}

void ControlPlane::close_ended_streams() {
    streams_.close_unless(
        [this](const Sha256Digest& session) { return services_.sessions.contains(session); });
}

Result<std::optional<ControlPlane::Made>, Problem>
ControlPlane::find_kept(const std::optional<engine::IdempotencyKey>& key, Time now) const {
    const KeptAnswer* kept = key ? answers_.find(key->key, now) : nullptr;
    if (kept == nullptr) {
        return std::nullopt;
    }
    if (kept->request_digest != key->request_digest) {
        return std::unexpected(problem_of(engine::Failure::KeyReused));
    }
    return Made{.status = kept->status, .body = kept->body, .is_replayed = true};
}

void ControlPlane::put_kept(const std::optional<engine::IdempotencyKey>& key, Time now,
                            const Made& made) {
    if (key) {
        answers_.keep(key->key, {.request_digest = key->request_digest,
                                 .made_at = now,
                                 .status = made.status,
                                 .body = made.body});
    }
}

Result<std::optional<ControlPlane::Made>, Problem>
ControlPlane::kept(const std::optional<engine::IdempotencyKey>& key, Time now) {
    const std::scoped_lock lock(changes_mutex_);
    return find_kept(key, now);
}

void ControlPlane::keep(const std::optional<engine::IdempotencyKey>& key, Time now,
                        const Made& made) {
    const std::scoped_lock lock(changes_mutex_);
    put_kept(key, now, made);
}

Result<ControlPlane::Made, Problem>
ControlPlane::once(const std::optional<engine::IdempotencyKey>& key, Time now,
                   const std::function<Result<std::string, Problem>()>& make) {
    const std::scoped_lock lock(changes_mutex_);
    if (auto before = TRY(find_kept(key, now))) {
        return *std::move(before);
    }
    auto text = make();
    if (!text && text.error().status >= 500) {
        return std::unexpected(std::move(text).error());
    }
    Made made = text ? Made{.status = 200, .body = *std::move(text)}
                     : Made{.status = text.error().status, .body = problem_body(text.error())};
    put_kept(key, now, made);
    return made;
}

Response response_of(Call& call, ControlPlane::Made made) {
    Response response = call.draft(made.status, std::move(made.body));
    if (made.is_replayed) {
        response.headers.emplace_back("Idempotent-Replayed", "true");
    }
    return response;
}

Task<Answer> answer_once(Call& call, MakeAnswer make, engine::Effort effort) {
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return call.shared.control.once(call.key(), call.now,
                                            [&] { return make(store, registry); });
        },
        effort);
    co_return response_of(call, CO_TRY(std::move(read)));
}

}  // namespace standby::http
