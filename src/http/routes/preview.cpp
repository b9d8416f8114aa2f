// What a change would do. It is carried out on a copy, read from the store on a reader's thread, so
// that neither the resource nor those who wait for it notice.
#include "engine/history/preview.hpp"

#include "core/state/resource_state.hpp"
#include "http/api/resource_body.hpp"
#include "http/pages/rule_words.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "interchange/view/preview.hpp"

#include <utility>

namespace standby::http {
namespace {

// The answer, with marks for names.
Result<std::string, Problem> preview_text(engine::Store& store, const Call& call,
                                          const PreviewBody& body, const core::ZoneBook& zones) {
    // Answers kept for repeated requests are not needed: none was made after now.
    auto loaded = TRY(or_unavailable(store.load(call.about.resource, call.now)));
    if (!loaded) {
        return std::unexpected(nothing_here());
    }
    core::ResourceState& state = *loaded->state;
    const core::Context context{.now = call.now, .actor = call.actor(), .zones = &zones};
    auto found = engine::preview(state, body.change, context);
    if (!found) {
        return std::unexpected(problem_of(found.error()));
    }
    const Zone* zone = zones.find(state.settings.time_zone);
    interchange::PreviewFacts facts{.resource = call.about.resource,
                                    .preview = *std::move(found),
                                    .sentences = {},
                                    .seed = state.drawn ? interchange::DrawSeed::Shown
                                                        : interchange::DrawSeed::Hidden};
    facts.sentences = describe_rules(state.settings.kind, facts.preview.rules_after, body.language,
                                     zone != nullptr ? *zone : Zone::utc());
    return json_text(interchange::write_preview, facts);
}

}  // namespace

// Under an Idempotency-Key the first answer counts, though nothing depends on it. No change of the
// control plane waits while this one is tried out: that may take long.
Task<Answer> preview_change(Call& call) {
    const PreviewBody body = CO_TRY(parse_preview(call.request.body));
    const auto key = call.key();
    ControlPlane& control = call.shared.control;
    auto read = co_await call.read(
        [&](engine::Store& store) -> Result<ControlPlane::Made, Problem> {
            if (auto before = TRY(control.kept(key, call.now))) {
                return *std::move(before);
            }
            ControlPlane::Made made{
                .body = TRY(preview_text(store, call, body, call.shared.services.zones))};
            control.keep(key, call.now, made);
            return made;
        },
        engine::Effort::Long);
    co_return response_of(call, CO_TRY(std::move(read)));
}

}  // namespace standby::http
