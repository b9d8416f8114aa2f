// What the events tell afterwards: why an entry was or was not chosen, and all versions of the
// rules. Both read the whole history of the resource, on a reader's thread; for guests only as much
// of it as costs nobody else anything.
#include "core/audit/explain.hpp"
#include "core/state/resource_state.hpp"
#include "engine/history/history_start.hpp"
#include "engine/history/read_events.hpp"
#include "engine/history/rule_versions.hpp"
#include "engine/history/timeline.hpp"
#include "http/pages/rule_words.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/row_filter.hpp"
#include "interchange/view/explanation.hpp"
#include "interchange/view/rules.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// The opening that is asked about, or the first that nobody has claimed.
core::OpeningNumber opening_to_compare(const core::ResourceState& state,
                                       core::OpeningNumber asked) {
    if (asked.value() != 0 || core::counts_places(state) || state.unclaimed.empty()) {
        return asked;
    }
    return *state.unclaimed.begin();
}

// How the entry stands towards a place now.
interchange::ExplainFacts present_of(const core::ResourceState& state, core::EntryId entry,
                                     core::OpeningNumber asked, const core::Context& context) {
    const core::OpeningNumber opening = opening_to_compare(state, asked);
    const core::Explanation found = core::explain(state, core::number_of(entry), opening, context);
    interchange::ExplainFacts facts{.entry = entry, .state = found.state, .rank = found.rank};
    facts.now = found.failed;
    if (!found.known) {
        facts.now_detail = opening.value() == 0 ? "There is no free opening to compare with."
                                                : "The opening is no longer free.";
    }
    return facts;
}

// A guest's explanation reads at most so many events; about ten milliseconds.
constexpr std::uint64_t guest_events_max = 10'000;

// Every decision, judged on the state before it.
Result<void, engine::StoreError> read_decisions(engine::Store& store, const core::ZoneBook& zones,
                                                interchange::ExplainFacts& facts,
                                                Result<void, std::string>& folded) {
    const core::ResourceNumber resource = core::resource_of(facts.entry);
    const core::Ticket ticket = core::number_of(facts.entry);
    std::uint64_t last = 0;
    const auto read = engine::read_from_beginning(
        store, resource, [&](engine::Beginning& beginning) -> Result<void, engine::StoreError> {
            engine::Timeline timeline{std::move(*beginning.state), ticket, zones};
            last = beginning.event;
            folded = {};
            TRY(engine::for_each_event(
                store, resource,
                [&](const core::Event& event) {
                    last = event.number;
                    if (folded) {
                        folded = timeline.add(event);
                    }
                },
                beginning.event));
            facts.decisions = timeline.decisions();
            facts.kept_since = ticket <= beginning.last_ticket ? beginning.since : std::nullopt;
            return {};
        });
    if (!read && read.error() == engine::StoreError::Damaged) {
        folded = std::unexpected("event " + std::to_string(last + 1) + ": it cannot be read");
        return {};
    }
    return read;
}

// Those of the newest events that are about the entry itself.
Result<void, engine::StoreError> read_own_decisions(engine::Store& store, std::uint64_t last_event,
                                                    interchange::ExplainFacts& facts) {
    engine::OwnDecisions own{core::number_of(facts.entry)};
    TRY(engine::for_each_event(
        store, core::resource_of(facts.entry), [&](const core::Event& event) { own.add(event); },
        last_event - guest_events_max));
    facts.decisions = own.decisions();
    return {};
}

// Newest first. Of one version more than are told only what came after it is needed.
std::string versions_text(const engine::RuleVersions& history, std::optional<Time> kept_since,
                          Language language, const Zone& zone) {
    const auto& versions = history.versions();
    const interchange::DrawSeed seed =
        history.is_drawn() ? interchange::DrawSeed::Shown : interchange::DrawSeed::Hidden;
    return json_object([&](JsonWriter& writer) {
        writer.begin_array("items");
        const std::size_t told = std::min(versions.size(), engine::RuleVersions::count_max);
        for (std::size_t count = 0; count < told; ++count) {
            const std::size_t index = versions.size() - 1 - count;
            const engine::RulesVersion& version = versions[index];
            interchange::write_rules_version(
                writer, version, index > 0 ? &versions[index - 1].rules : nullptr, seed,
                describe_rules(history.kind(), version.rules, language, zone));
        }
        writer.end_array();
        writer.time("kept_since", kept_since);
    });
}

Result<Language, Problem> asked_language(const Call& call) {
    const auto asked = call.request.parameter("locale");
    if (!asked) {
        return Language::English;
    }
    const auto found = std::ranges::find(interchange::languages, *asked, tag_of);
    if (found == interchange::languages.end()) {
        return refuse_field("locale", "must be en, de, fr or es");
    }
    return *found;
}

}  // namespace

Task<Answer> explain_entry(Call& call) {
    const core::OpeningNumber asked{CO_TRY(own_number(
        call.request, call.about.resource, "opening_id", core::parse_opening_id, "opening"))};
    if (call.token) {
        auto opened = co_await state_by_link(call);
        CO_TRY(opened);
    }
    const core::Ticket ticket = core::number_of(call.about.entry);
    const core::ZoneBook& zones = call.shared.services.zones;
    core::Visibility visibility = core::Visibility::Rank;
    std::uint64_t last_event = 0;
    auto seen =
        co_await call.look([&](const core::ResourceState& state,
                               const std::string&) -> std::optional<interchange::ExplainFacts> {
            if (!core::view_entry(state, ticket)) {
                return std::nullopt;
            }
            visibility = state.rules.visibility;
            last_event = state.last_event;
            return present_of(state, call.about.entry, asked,
                              {.now = call.now, .actor = {}, .zones = &zones});
        });
    std::optional<interchange::ExplainFacts> facts = CO_TRY(std::move(seen));
    if (!facts) {
        co_return std::unexpected(nothing_here());
    }
    facts->is_partial = !call.caller && last_event > guest_events_max;
    Result<void, std::string> folded;
    auto read = co_await call.read(
        [&](engine::Store& store) {
            return facts->is_partial ? read_own_decisions(store, last_event, *facts)
                                     : read_decisions(store, zones, *facts, folded);
        },
        call.caller ? engine::Effort::Long : engine::Effort::Guest);
    CO_TRY(read);
    if (!folded) {
        co_return refuse(ProblemType::Internal,
                         "The history of this list is damaged at " + folded.error() +
                             ". Who has which place is known all the same. Whoever runs the server "
                             "finds out more with standby verify.");
    }
    co_return call.draft(
        200, json_text(interchange::write_explanation, *facts, call.viewer(), visibility));
}

Task<Answer> list_rules(Call& call) {
    const Language language = CO_TRY(asked_language(call));
    engine::RuleVersions history;
    std::optional<Time> kept_since;
    auto read = co_await call.read(
        [&](engine::Store& store) {
            return engine::read_from_beginning(
                store, call.about.resource,
                [&](const engine::Beginning& beginning) -> Result<void, engine::StoreError> {
                    history = {};
                    history.begin(*beginning.state);
                    kept_since = beginning.since;
                    return engine::for_each_event(
                        store, call.about.resource,
                        [&](const core::Event& event) { history.add(event); }, beginning.event);
                });
        },
        engine::Effort::Long);
    CO_TRY(read);
    co_return call.draft(200, versions_text(history, kept_since, language, call.zone()));
}

}  // namespace standby::http
