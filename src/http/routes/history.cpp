// What the events tell afterwards: why an entry was or was not chosen, and the figures. Both read
// the whole history of the resource, on a reader's thread.
#include "core/audit/explain.hpp"
#include "core/state/resource_state.hpp"
#include "engine/history/read_events.hpp"
#include "engine/history/stats.hpp"
#include "engine/history/stats_channels.hpp"
#include "engine/history/timeline.hpp"
#include "http/api/explain_json.hpp"
#include "http/api/stats_json.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"
#include "http/routes/staff/stats_days.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::uint32_t days_shown = 30;

// The opening that is asked about, or the first that nobody has claimed.
core::OpeningNumber opening_to_compare(const core::ResourceState& state,
                                       core::OpeningNumber asked) {
    if (asked.value() != 0 || core::counts_places(state) || state.unclaimed.empty()) {
        return asked;
    }
    return *state.unclaimed.begin();
}

// How the entry stands towards a place now.
ExplainFacts present_of(const core::ResourceState& state, core::EntryId entry,
                        core::OpeningNumber asked, const core::Context& context) {
    const core::OpeningNumber opening = opening_to_compare(state, asked);
    const core::Explanation found = core::explain(state, core::number_of(entry), opening, context);
    ExplainFacts facts{.entry = entry, .state = found.state, .rank = found.rank};
    facts.now = found.failed;
    if (!found.known) {
        facts.now_detail = opening.value() == 0 ? "No opening is free to compare with."
                                                : "The opening is not free any more.";
    }
    return facts;
}

}  // namespace

void ApiRoutes::explain_entry(const CallPtr& call) {
    core::OpeningNumber asked;
    if (const auto text = call->request.parameter("opening_id")) {
        const auto opening = core::parse_opening_id(*text);
        if (!opening || core::resource_of(*opening) != call->resource) {
            call->send_problem(invalid("opening_id", "is not an opening of this resource"));
            return;
        }
        asked = core::OpeningNumber{core::number_of(*opening)};
    }
    const core::Ticket ticket = core::number_of(call->entry);
    query(call, [this, call, asked, ticket](const core::ResourceState& state, const std::string&) {
        if (!core::view_entry(state, ticket)) {
            call->send_problem(problem(ProblemType::NotFound, "There is nothing under this id."));
            return engine::Answer{};
        }
        const core::Context context{.now = call->now, .actor = {}, .zones = &services_.zones};
        const core::Visibility visibility = state.rules.visibility;
        ExplainFacts present = present_of(state, call->entry, asked, context);
        read(
            call,
            [this, call, ticket, visibility, facts = std::move(present)](engine::Store& store,
                                                                         engine::Registry&) {
                engine::Timeline timeline{call->resource, ticket, services_.zones};
                if (!engine::for_each_event(store, call->resource, [&](const core::Event& event) {
                        timeline.add(event);
                    })) {
                    call->send_problem(problem(ProblemType::Unavailable));
                    return;
                }
                ExplainFacts complete = facts;
                for (const engine::TimelineDecision& decision : timeline.decisions()) {
                    complete.decisions.push_back(explained(decision));
                }
                std::string body;
                JsonWriter writer{body};
                write_explanation(writer, complete, viewer_of(*call), visibility);
                finish(call, 200, std::move(body));
            },
            engine::Effort::Long);
        return engine::Answer{};
    });
}

void ApiRoutes::get_stats(const CallPtr& call) {
    const auto days = parse_days(*call, days_shown);
    if (!days) {
        call->send_problem(days.error());
        return;
    }
    read(
        call,
        [this, call, days = *days](engine::Store& store, engine::Registry&) {
            engine::StatsFold fold({.zone = zone_of(*call), .now = call->now, .days = days});
            engine::ChannelFold channels;
            const auto add = [&](const core::Event& event) {
                fold.add(event);
                channels.add(event);
            };
            if (!engine::for_each_event(store, call->resource, add) ||
                !engine::add_messages(store, call->resource, channels)) {
                call->send_problem(problem(ProblemType::Unavailable));
                return;
            }
            finish(call, 200, stats_text(call->resource, fold.result(), channels.result()));
        },
        engine::Effort::Long);
}

}  // namespace standby::http
