// Reads everything a resource left on the disk and compares it with itself.
#include "sim/shards/durable_checks.hpp"

#include "core/audit/event_codec.hpp"
#include "core/audit/fingerprint.hpp"
#include "core/audit/hash_chain.hpp"
#include "core/decide/decide.hpp"
#include "core/state/resource_state.hpp"
#include "engine/history/objection.hpp"
#include "engine/shard/messages.hpp"
#include "sim/shards/shard_host.hpp"
#include "sim/world/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace standby::sim {
namespace {

constexpr std::string_view check_name = "durable";
constexpr Time ever{};  // before any answer was made

// The stored events, or nothing after a complaint.
std::optional<std::vector<Event>> read_events(const store::MemoryResource& stored, Report& report) {
    std::vector<Event> events;
    core::HashChain chain;
    for (const engine::EventRow& row : stored.events) {
        const auto event = core::decode_event(row.data);
        if (!event || event->number != events.size() + 1 || row.number != event->number) {
            report.fail(check_name,
                        fmt::format("event {} cannot be read where it belongs", row.number));
            return std::nullopt;
        }
        if (!events.empty() && event->at < events.back().at) {
            report.fail(check_name, fmt::format("event {} is before the one before", row.number));
        }
        if (chain.extend(row.data) != row.link) {
            report.fail(check_name, fmt::format("the chain breaks at event {}", row.number));
        }
        events.push_back(*event);
    }
    if (stored.last_event != events.size() || stored.last_link != chain.last()) {
        report.fail(check_name, "the head is not that of the last event");
    }
    return events;
}

// Folds the events, and holds the outbox against what they call for. Nothing when an event cannot
// follow those before.
std::optional<ResourceState> fold_and_check_messages(const Disk& disk, ResourceNumber resource,
                                                     std::span<const Event> events,
                                                     Report& report) {
    std::vector<engine::OutboxRow> called_for;
    ResourceState state{resource};
    engine::EndTerms terms{state};
    for (const Event& event : events) {
        if (const auto objection = engine::objection_to(state, event)) {
            report.fail(check_name, fmt::format("event {}: {}", event.number, *objection));
            return std::nullopt;
        }
        core::apply(state, event);
        engine::append_messages(state, terms, event, called_for);
    }
    std::vector<engine::OutboxRow> stored;
    for (const store::MemoryMessage& message : disk.content().outbox) {
        engine::OutboxRow row = message.listing.row;
        row.id = 0;
        // Those who join again are sent their link without an event, which may be one to verify by.
        const auto is_in = [&](const std::vector<engine::OutboxRow>& rows) {
            return std::ranges::find(rows, row) != rows.end();
        };
        const bool is_link =
            row.kind == engine::MessageKind::StatusLink || row.kind == engine::MessageKind::Verify;
        const bool is_link_again = is_link && (!is_in(called_for) || is_in(stored));
        if (row.resource == resource && !is_link_again) {
            stored.push_back(row);
        }
    }
    // What was over by the end of the same decision is not reminded of.
    std::erase_if(called_for, [&](const engine::OutboxRow& row) {
        return row.kind == engine::MessageKind::EventReminder &&
               std::ranges::find(stored, row) == stored.end();
    });
    if (stored != called_for) {
        report.fail(check_name, fmt::format("the outbox holds {} messages, the events call for {}",
                                            stored.size(), called_for.size()));
    }
    return state;
}

void check_schedule(const store::MemoryResource& stored, ResourceState& state,
                    const ZoneBook& zones, Report& report) {
    const Time before_due =
        stored.next_due ? *stored.next_due - Duration{1} : state.last_at + std::chrono::days{40};
    // Between two portions of many, what is due waits for its pause, which only memory knows.
    const auto is_pausing = [&state](const std::optional<Time>& due) {
        return due && *due <= state.last_at;
    };
    if (before_due < state.last_at || is_pausing(core::next_over(state)) ||
        is_pausing(core::next_proof_over(state)) || is_pausing(core::next_presence_due(state))) {
        return;
    }
    const Context context{.now = before_due,
                          .actor = {},
                          .zones = &zones,
                          .answer_window = answer_window_of(state.number)};
    const std::vector<Event> events = core::catch_up(state, context);
    if (!events.empty()) {
        report.fail(check_name,
                    fmt::format("{} would happen at {}, which the schedule does not say",
                                core::type_of(events.front()), format_time(events.front().at)));
    }
}

void check_answers(const store::MemoryResource& stored, Report& report) {
    std::set<engine::RequestKey> keys;
    for (const auto& [number, answer] : stored.answers) {
        if (!keys.insert(answer.key).second) {
            report.fail(check_name, fmt::format("answer {} is the second of its key", number));
        }
    }
}

}  // namespace

void check_durable(Disk& disk, ResourceNumber resource, const ZoneBook& zones, Report& report) {
    const store::MemoryResource& stored = disk.content(resource);
    const std::optional<std::vector<Event>> events = read_events(stored, report);
    if (!events) {
        return;
    }
    const std::optional<ResourceState> folded =
        fold_and_check_messages(disk, resource, *events, report);
    check_answers(stored, report);
    if (!folded) {
        return;
    }
    auto loaded = disk.load(resource, ever);
    if (!loaded) {
        report.fail(check_name, "the rows cannot be loaded");
        return;
    }
    if (!*loaded) {
        if (!events->empty() || !stored.answers.empty()) {
            report.fail(check_name, "there are events or answers of a resource without rows");
        }
        return;
    }
    ResourceState& rows = *(*loaded)->state;
    if (core::fingerprint(*folded) != core::fingerprint(rows)) {
        report.fail(check_name, fmt::format("folding {} events gives another state than the rows",
                                            events->size()));
        return;
    }
    check_schedule(stored, rows, zones, report);
}

void check_history(const Disk& disk, ResourceNumber resource, std::span<const Event> history,
                   Report& report) {
    const std::vector<engine::EventRow>& stored = disk.content(resource).events;
    const auto is_same = [](const engine::EventRow& row, const Event& event) {
        return row.data == core::encode_event(event);
    };
    if (!std::ranges::equal(stored, history, is_same)) {
        report.fail(check_name,
                    fmt::format("{} events are stored of resource {}, which are not the {} known",
                                stored.size(), resource.value(), history.size()));
    }
}

void check_kept(const Disk& disk, ResourceNumber resource, const engine::RequestKey& key,
                const engine::Answer& given, Report& report) {
    if (!is_kept(given)) {
        return;
    }
    const auto& answers = disk.content(resource).answers;
    const auto found = std::ranges::find_if(
        answers, [&](const auto& numbered) { return numbered.second.key == key; });
    if (found == answers.end()) {
        report.fail(check_name, fmt::format("the answer \"{}\" was given and is lost", given.body));
    } else if (engine::Answer{found->second.status, found->second.body} != given) {
        report.fail(check_name, fmt::format("the answer \"{}\" was given, \"{}\" is stored",
                                            given.body, found->second.body));
    }
}

}  // namespace standby::sim
