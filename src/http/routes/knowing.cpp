// What other nodes may have made since this one looked: keys, sessions, resources. A server alone
// makes everything itself, and never looks.
#include "core/state/rows.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

SharedLook::Instant now() {
    return std::chrono::steady_clock::now();
}

}  // namespace

bool ApiRoutes::waits_for_rings(const CallPtr& call) {
    if (services_.placement == nullptr || std::exchange(call->has_looked, true)) {
        return false;
    }
    const auto admission = rings_.ask(now(), [this, call] { carry_out(call); });
    if (admission == SharedLook::Admission::Begin) {
        look_at_control_plane([this](bool) {
            for (const SharedLook::Then& then : rings_.end()) {
                then();
            }
        });
    }
    return admission != SharedLook::Admission::TooSoon;
}

void ApiRoutes::look_at_control_plane(std::function<void(bool is_done)> done) {
    const bool is_begun = services_.gateway.read(
        engine::Effort::Quick, [this, done](engine::Store&, engine::Registry& registry) {
            const bool has_keys = refresh_keys(registry);
            const bool has_sessions = refresh_sessions(registry);
            done(has_keys && has_sessions);
        });
    if (!is_begun) {
        ++reads_refused_;
        done(false);
    }
}

// Reading and replacing belong together: what was read first must not be put in place last.
bool ApiRoutes::refresh_keys(engine::Registry& registry) {
    const std::scoped_lock lock(keys_mutex_);
    const auto keys = registry.keys();
    if (keys) {
        services_.keys.replace(*keys);
    }
    return keys.has_value();
}

void ApiRoutes::with_directory(const CallPtr& call, core::ResourceNumber resource,
                               std::function<void()> next) {
    if (services_.placement == nullptr || resource == core::ResourceNumber{} ||
        services_.directory.find(resource) || unknown_resources_.contains(resource, now())) {
        next();
        return;
    }
    const auto job = [this, call, resource, next = std::move(next)] {
        look_up(call, resource, next);
    };
    const auto admission = unknown_resources_.enter(job);
    if (admission == UnknownResources::Admission::Now) {
        job();
    } else if (admission == UnknownResources::Admission::Refused) {
        refuse_read(*call);
    }
}

void ApiRoutes::look_up(const CallPtr& call, core::ResourceNumber resource,
                        const std::function<void()>& next) {
    const bool is_begun = services_.gateway.read(
        engine::Effort::Quick,
        [this, call, resource, next](engine::Store& store, engine::Registry& registry) {
            const bool is_read = learn_resource(resource, store, registry);
            end_look_up();
            if (is_read) {
                next();
            } else {
                call->send_problem(problem(ProblemType::Unavailable,
                                           "The database did not answer. Try again in a moment."));
            }
        });
    if (!is_begun) {
        refuse_read(*call);
        end_look_up();
    }
}

void ApiRoutes::end_look_up() {
    if (const auto next = unknown_resources_.next()) {
        (*next)();
    }
}

void ApiRoutes::refuse_read(Call& call) {
    ++reads_refused_;
    call.send_problem(
        problem(ProblemType::Overloaded, "Too many reads are waiting. Try again in a moment."));
}

bool ApiRoutes::learn_resource(core::ResourceNumber resource, engine::Store& store,
                               engine::Registry& registry) {
    if (services_.placement == nullptr || resource == core::ResourceNumber{} ||
        services_.directory.find(resource) || unknown_resources_.contains(resource, now())) {
        return true;
    }
    const auto account = registry.account_of(resource);
    const core::ResourceNumber before{resource.value() - 1};
    const auto listings = store.resources(engine::AccountNumber{}, before, 1);
    if (!account || !listings) {
        return false;
    }
    const bool is_there = *account && !listings->empty() && listings->front().number == resource;
    const auto row = is_there ? core::decode_resource_row(listings->front().data)
                              : std::unexpected(std::string{});
    if (!row) {
        unknown_resources_.add(resource, now());
        return true;
    }
    services_.directory.add(resource, **account, row->settings.time_zone);
    return true;
}

}  // namespace standby::http
