// What a change would do. It is carried out on a copy, read from the store on a reader's thread, so
// that neither the resource nor those who wait for it notice.
#include "engine/history/preview.hpp"

#include "core/state/resource_state.hpp"
#include "http/api/preview_body.hpp"
#include "http/api/preview_json.hpp"
#include "http/pages/rule_words.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

// The answer, with marks for names.
Result<std::string, Problem> preview_text(engine::Store& store, const Call& call,
                                          const PreviewBody& body, const core::ZoneBook& zones) {
    // Answers kept for repeated requests are not needed: none was made after now.
    auto loaded = store.load(call.resource, call.now);
    if (!loaded) {
        return std::unexpected(problem(ProblemType::Unavailable,
                                       "The database did not answer. Try again in a "
                                       "moment."));
    }
    if (!*loaded) {
        return std::unexpected(problem(ProblemType::NotFound, "There is nothing under this id."));
    }
    core::ResourceState& state = *(*loaded)->state;
    const core::Context context{.now = call.now, .actor = call.actor(), .zones = &zones};
    auto found = engine::preview(state, body.change, context);
    if (!found) {
        return std::unexpected(problem_of(found.error()));
    }
    const Zone* zone = zones.find(state.settings.time_zone);
    PreviewFacts facts{.resource = call.resource,
                       .preview = *std::move(found),
                       .sentences = {},
                       .seed = state.drawn ? DrawSeed::Shown : DrawSeed::Hidden};
    facts.sentences = describe_rules(state.settings.kind, facts.preview.rules_after, body.language,
                                     zone != nullptr ? *zone : Zone::utc());
    std::string text;
    JsonWriter writer{text};
    write_preview(writer, facts);
    return text;
}

}  // namespace

// Under an Idempotency-Key the first answer counts, though nothing depends on it. The lock is not
// held while the change is tried out: that may take long.
void ApiRoutes::preview_change(const CallPtr& call) {
    auto body = parse_preview(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    const auto look = [this, call, key = key_of(*call),
                       body = *std::move(body)](engine::Store& store, engine::Registry&) {
        if (key) {
            std::unique_lock lock(control_mutex_);
            if (const KeptAnswer* kept = control_answers_.find(key->key, call->now)) {
                const KeptAnswer answer = *kept;
                lock.unlock();
                if (answer.request_digest == key->request_digest) {
                    finish(call, answer.status, answer.body, true);
                } else {
                    call->send_problem(
                        problem(ProblemType::IdempotencyKeyReused,
                                "This Idempotency-Key came with another request before."));
                }
                return;
            }
        }
        const auto text = preview_text(store, *call, body, services_.zones);
        if (!text) {
            call->send_problem(text.error());
            return;
        }
        if (key) {
            const std::lock_guard lock(control_mutex_);
            control_answers_.keep(key->key, {.request_digest = key->request_digest,
                                             .made_at = call->now,
                                             .status = 200,
                                             .body = *text});
        }
        finish(call, 200, *text);
    };
    read(call, look, engine::Effort::Long);
}

}  // namespace standby::http
