// `standby replay` and `standby explain`: the past, from the events alone.
#include "engine/history/replay.hpp"

#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/service/zones.hpp"
#include "base/json/writer.hpp"
#include "core/audit/explain.hpp"
#include "core/state/views.hpp"
#include "engine/history/timeline.hpp"
#include "interchange/view/check_text.hpp"
#include "interchange/view/explanation.hpp"

#include <fmt/core.h>

#include <ostream>
#include <utility>

namespace standby::app {
namespace {

constexpr std::size_t line_page = 1'000;

Result<void, std::string> exists(engine::Store& store, core::ResourceNumber resource) {
    return for_each_resource(
        store, resource,
        [](const engine::ResourceListing&) -> Result<void, std::string> { return {}; });
}

// Calls the function with everybody on the list: those who wait in their order, then the others.
template <class Function>
void for_each_on_list(const core::ResourceState& state, Function&& function) {
    for (std::uint64_t rank = 1;; rank += line_page) {
        const auto tickets = core::page_of_line(state, rank, line_page);
        for (const core::Ticket ticket : tickets) {
            function(*core::view_entry(state, ticket));
        }
        if (tickets.size() < line_page) {
            break;
        }
    }
    for (core::Ticket ticket = 1; ticket <= state.entries.last(); ++ticket) {
        const core::EntryState at = state.entries.state(ticket);
        if (core::is_active(at) && at != core::EntryState::Waiting) {
            function(*core::view_entry(state, ticket));
        }
    }
}

void print_line(const core::ResourceState& state, std::ostream& output) {
    output << fmt::format("{:>6} {:>9}  {:<16} {}\n", "RANK", "POSITION", "ENTRY", "STATE");
    for_each_on_list(state, [&](const core::EntryView& entry) {
        output << fmt::format("{:>6} {:>9}  {:<16} {}\n",
                              entry.rank ? std::to_string(*entry.rank) : "-", entry.position,
                              core::format_id(core::entry_id(state.number, entry.ticket)),
                              core::name_of(entry.state));
    });
    const core::Counts counts = core::counts_of(state);
    output << fmt::format(
        "{} waiting, {} offered, {} accepted, {} unverified, {} free; after event "
        "{}\n",
        counts.waiting, counts.offered, counts.accepted, counts.unverified, counts.free_places,
        state.last_event);
}

void write_line(const core::ResourceState& state, Time at, std::ostream& output) {
    print_object(output, [&](JsonWriter& writer) {
        writer.text("resource_id", core::format_id(state.number));
        writer.time("at", at);
        writer.text("status", core::name_of(state.status));
        writer.natural("as_of_seq", state.last_event);
        const core::Counts counts = core::counts_of(state);
        writer.begin_object("counts");
        writer.natural("waiting", counts.waiting);
        writer.natural("offered", counts.offered);
        writer.natural("accepted", counts.accepted);
        writer.natural("unverified", counts.unverified);
        writer.natural("free", counts.free_places);
        writer.end_object();
        writer.begin_array("entries");
        for_each_on_list(state, [&](const core::EntryView& entry) {
            writer.begin_object();
            writer.natural("rank", entry.rank);
            writer.natural("position", entry.position);
            writer.text("id", core::format_id(core::entry_id(state.number, entry.ticket)));
            writer.text("state", core::name_of(entry.state));
            writer.end_object();
        });
        writer.end_array();
    });
}

std::string detail_of(const engine::TimelineDecision& decision) {
    switch (decision.standing) {
    case engine::Standing::Chosen:
        return "This entry was chosen.";
    case engine::Standing::Unfit:
        return interchange::explain_check(decision.failed, std::nullopt);
    case engine::Standing::Behind:
        return interchange::explain_check(core::Check::None, decision.ahead);
    case engine::Standing::ByHand:
        return "Eligible, but staff gave the place to someone else.";
    case engine::Standing::Passed:
        return "Eligible, but there was not enough room for its party.";
    case engine::Standing::NotGiven:
        return "Eligible, but the place was given to nobody.";
    }
    return "";
}

interchange::ExplainFacts facts_of(const engine::Timeline& timeline, core::EntryId entry,
                                   const core::ZoneBook& zones) {
    const core::ResourceState& state = timeline.state();
    const core::Ticket ticket = core::number_of(entry);
    const core::Context context{.now = system_now(), .actor = {}, .zones = &zones};
    // For slots there is no opening to ask about; whether it waits is then all there is to say.
    const core::Explanation now = core::explain(state, ticket, {}, context);
    const core::EntryState stands = state.entries.state(ticket);
    return {.entry = entry,
            .state = stands,
            .rank = now.rank,
            .now = stands == core::EntryState::Waiting
                       ? (now.known ? now.failed : core::Check::None)
                       : core::Check::NotWaiting,
            .now_detail = {},
            .decisions = timeline.decisions()};
}

void print_explanation(const engine::Timeline& timeline, const interchange::ExplainFacts& facts,
                       std::ostream& output) {
    output << fmt::format("{} is {}{}.\n", core::format_id(facts.entry), core::name_of(facts.state),
                          facts.rank ? fmt::format(", rank {}", *facts.rank) : "");
    for (const engine::TimelineDecision& decision : timeline.decisions()) {
        const std::string about =
            decision.opening == core::OpeningNumber{}
                ? ""
                : " of " + core::format_id(
                               core::opening_id(core::resource_of(facts.entry), decision.opening));
        output << fmt::format("{}  event {}, {}{} (rank {}, rules {}): {}\n",
                              format_time(decision.at), decision.event,
                              core::name_of(decision.move), about,
                              decision.rank ? std::to_string(*decision.rank) : "-",
                              decision.rules_version, detail_of(decision));
    }
    if (facts.kept_since) {
        output << fmt::format("What was decided before is not known: {}.\n",
                              kept_since_text(core::resource_of(facts.entry), *facts.kept_since));
    } else if (timeline.decisions().empty()) {
        output << "No place was given away while it waited.\n";
    }
}

}  // namespace

Outcome carry_out(const ReplayCommand& command, Console& console) {
    const auto store = TRY(open_to_read(command.place));
    TRY(exists(store.store(), command.resource));
    engine::Beginning beginning = TRY(history_of(store.store(), command.resource));
    if (beginning.since && command.at < *beginning.since) {
        return fail(kept_since_text(command.resource, *beginning.since));
    }
    engine::Replay replay(std::move(beginning.state), command.at);
    TRY(for_each_event(store.store(), command.resource, beginning.event,
                       [&](const engine::EventRow& row) -> Result<bool, std::string> {
                           return replay.add(TRY(trusted_event(replay.state(), row)));
                       }));
    if (command.style == Style::Json) {
        write_line(replay.state(), command.at, console.output);
    } else if (replay.state().status == core::ResourceStatus::None) {
        console.output << fmt::format("{} did not exist yet.\n", core::format_id(command.resource));
    } else {
        print_line(replay.state(), console.output);
    }
    return exit_ok;
}

Outcome carry_out(const ExplainCommand& command, Console& console) {
    const auto store = TRY(open_to_read(command.place));
    const core::ResourceNumber resource = core::resource_of(command.entry);
    TRY(exists(store.store(), resource));
    const core::ZoneBook zones = read_zones();
    engine::Beginning beginning = TRY(history_of(store.store(), resource));
    engine::Timeline timeline(std::move(*beginning.state), core::number_of(command.entry), zones);
    TRY(for_each_event(store.store(), resource, beginning.event,
                       [&](const engine::EventRow& row) -> Result<bool, std::string> {
                           TRY(timeline.add(TRY(trusted_event(timeline.state(), row))));
                           return true;
                       }));
    if (timeline.state().entries.state(core::number_of(command.entry)) == core::EntryState::None) {
        return fail(fmt::format("there is no entry {}", core::format_id(command.entry)));
    }
    interchange::ExplainFacts facts = facts_of(timeline, command.entry, zones);
    if (core::number_of(command.entry) <= beginning.last_ticket) {
        facts.kept_since = beginning.since;
    }
    if (command.style == Style::Text) {
        print_explanation(timeline, facts, console.output);
        return exit_ok;
    }
    print_json(console.output, [&](JsonWriter& writer) {
        interchange::write_explanation(writer, facts, interchange::Viewer::Staff,
                                       timeline.state().rules.visibility);
    });
    return exit_ok;
}

}  // namespace standby::app
