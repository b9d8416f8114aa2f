// Calls of the control plane: one at a time, so that no change is lost between reading and writing.
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {

void ApiRoutes::answer_once(const CallPtr& call, MakeAnswer make, engine::Effort effort) {
    const auto key = key_of(*call);
    const auto carry_out = [this, call, key, make = std::move(make)](engine::Store& store,
                                                                     engine::Registry& registry) {
        std::unique_lock lock(control_mutex_);
        if (const KeptAnswer* kept = key ? control_answers_.find(key->key, call->now) : nullptr) {
            const KeptAnswer answer = *kept;
            lock.unlock();
            if (answer.request_digest == key->request_digest) {
                finish(call, answer.status, answer.body, true);
            } else {
                call->send_problem(problem(ProblemType::IdempotencyKeyReused,
                                           "This Idempotency-Key came with another request "
                                           "before."));
            }
            return;
        }
        const auto made = make(store, registry);
        const std::uint16_t status = made ? std::uint16_t{200} : made.error().status;
        const std::string body = made ? *made : problem_body(made.error());
        if (key && status < 500) {
            control_answers_.keep(key->key, {.request_digest = key->request_digest,
                                             .made_at = call->now,
                                             .status = status,
                                             .body = body});
        }
        lock.unlock();
        if (status >= 500) {
            call->send_problem(made.error());
            return;
        }
        finish(call, status, body);
    };
    read(call, carry_out, effort);
}

}  // namespace standby::http
