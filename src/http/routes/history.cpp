// What the events tell afterwards: why an entry was or was not chosen, and the figures. Both read
// the whole history of the resource, on a reader's thread.
#include "core/audit/event_codec.hpp"
#include "core/audit/explain.hpp"
#include "core/state/resource_state.hpp"
#include "engine/history/stats.hpp"
#include "engine/history/timeline.hpp"
#include "http/api/explain_json.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t events_read_at_once = 2'000;

// Hands every event of the resource to `use`, in order; false when they cannot be read.
template <class Use>
bool for_each_event(engine::Store& store, core::ResourceNumber resource, Use&& use) {
    std::uint64_t after = 0;
    while (true) {
        const auto rows = store.events(resource, after, events_read_at_once);
        if (!rows) {
            return false;
        }
        for (const engine::EventRow& row : *rows) {
            after = row.number;
            const auto event = core::decode_event(row.data);
            if (!event) {
                return false;
            }
            use(*event);
        }
        if (rows->size() < events_read_at_once) {
            return true;
        }
    }
}

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

void write_spread(JsonWriter& writer, std::string_view member,
                  const std::optional<engine::Spread>& spread) {
    const auto seconds = [](Duration duration) {
        return std::chrono::duration<double>(duration).count();
    };
    writer.name(member);
    if (!spread) {
        writer.null();
        return;
    }
    writer.begin_object();
    writer.name("median");
    writer.fraction(seconds(spread->median));
    writer.name("p90");
    writer.fraction(seconds(spread->p90));
    writer.end_object();
}

std::string stats_text(core::ResourceNumber resource, const engine::Stats& stats) {
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    writer.text("resource_id", core::format_id(resource));
    writer.name("offers");
    writer.begin_object();
    writer.natural("made", stats.offers.made);
    writer.natural("accepted", stats.offers.accepted);
    writer.natural("declined", stats.offers.declined);
    writer.natural("expired", stats.offers.expired);
    writer.natural("withdrawn", stats.offers.withdrawn);
    writer.natural("live", stats.offers.live);
    writer.end_object();
    writer.name("openings");
    if (stats.openings) {
        writer.begin_object();
        writer.natural("freed", stats.openings->freed);
        writer.natural("filled", stats.openings->filled);
        writer.natural("handed_back", stats.openings->handed_back);
        writer.natural("walk_in", stats.openings->walk_in);
        writer.end_object();
    } else {
        writer.null();
    }
    writer.name("places");
    writer.begin_object();
    writer.natural("freed", stats.places.freed);
    writer.natural("filled", stats.places.filled);
    writer.end_object();
    writer.name("fill_rate");
    if (stats.fill_rate) {
        writer.fraction(*stats.fill_rate);
    } else {
        writer.null();
    }
    write_spread(writer, "time_to_fill_seconds", stats.time_to_fill);
    write_spread(writer, "time_to_answer_seconds", stats.time_to_answer);
    writer.natural("joins", stats.joins);
    writer.natural("left", stats.left);
    writer.natural("no_shows", stats.no_shows);
    writer.natural("as_of_seq", stats.as_of);
    writer.end_object();
    return body;
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
                if (!for_each_event(store, call->resource,
                                    [&](const core::Event& event) { timeline.add(event); })) {
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
    read(
        call,
        [this, call](engine::Store& store, engine::Registry&) {
            engine::StatsFold fold;
            if (!for_each_event(store, call->resource,
                                [&](const core::Event& event) { fold.add(event); })) {
                call->send_problem(problem(ProblemType::Unavailable));
                return;
            }
            finish(call, 200, stats_text(call->resource, fold.result()));
        },
        engine::Effort::Long);
}

}  // namespace standby::http
