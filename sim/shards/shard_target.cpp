// A client, a shard and a disk for each resource, all of them at the same moment.
#include "sim/shards/shard_target.hpp"

#include "core/audit/event_codec.hpp"
#include "core/model/limits.hpp"
#include "sim/shards/durable_checks.hpp"
#include "sim/world/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace standby::sim {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::size_t resources_max = 8;
// At the highest fault rates one in three tries fails.
constexpr int tries_max = 300;
// So that faults fall differently than commands do.
constexpr std::uint64_t fault_stream = 0x5348'4152'4400'0001;

void append(core::StateChanges& all, const core::StateChanges& more) {
    if (more.empty()) {
        return;
    }
    const auto join = [](auto& left, const auto& right) {
        left.insert(left.end(), right.begin(), right.end());
    };
    all.resource = more.resource;
    join(all.entries, more.entries);
    join(all.offers, more.offers);
    join(all.openings, more.openings);
    join(all.contacts, more.contacts);
    join(all.facts, more.facts);
}

// When a request makes something due at this very moment, the reference looks at that only with
// the next command; whoever asks a shard again lets it happen at once. And the pause between two
// portions of many is kept in memory alone: after a restart the next one comes at once.
bool is_hot(const engine::ResourceChange& change, Time now) {
    return change.next_due &&
           *change.next_due <= std::max(now, change.at) + core::limits::passed_pause;
}

}  // namespace

ShardTarget::ShardTarget(std::uint64_t seed, Disk& disk, const ZoneBook& zones)
    : disk_(disk),
      zones_(zones),
      prng_(mix64(seed) ^ fault_stream),
      rates_(draw_store_faults(prng_)),
      lost_replies_(static_cast<std::uint32_t>(prng_.below(150))) {
    limits_.idle_before_eviction =
        pick(prng_, std::array<Duration, 4>{seconds{1}, minutes{1}, minutes{10}, days{1}});
    disk_.allocate(resources_max);
}

ShardTarget::Lane& ShardTarget::at(ResourceNumber resource) const {
    std::unique_ptr<Lane>& lane = lanes_[resource];
    if (!lane) {
        lane = std::make_unique<Lane>(resource);
        lane->host =
            std::make_unique<ShardHost>(disk_, limits_, zones_, hooks_for(*lane), resource);
    }
    return *lane;
}

HostHooks ShardTarget::hooks_for(Lane& lane) const {
    return {.fault = [this, &lane](StoreCall,
                                   const engine::Batch* batch) { return fault_for(lane, batch); },
            .decided = [&lane](const Decision& decision) { lane.decided = decision; },
            .written = [this, &lane](const WrittenBatch& written) { note(lane, written); },
            .crashed = [] {},
            .complain = [this](std::string what) { report_.fail("shard", std::move(what)); }};
}

void ShardTarget::note(Lane& lane, const WrittenBatch& written) const {
    for (const engine::ResourceChange& change : written.batch.resources) {
        if (change.resource != lane.number) {
            report_.fail("shard", "a batch holds a resource of another shard");
        }
        for (const engine::EventRow& row : change.events) {
            if (const auto event = core::decode_event(row.data)) {
                lane.fresh.push_back(*event);
                lane.history.push_back(*event);
            }
        }
        append(lane.changes, change.rows);
        lane.is_hot = is_hot(change, lane.now);
        lane.hot_until = lane.is_hot ? change.next_due : std::nullopt;
    }
}

// Nothing is lost while a resource is hot, and nothing that makes it so.
CallFault ShardTarget::fault_for(Lane& lane, const engine::Batch* batch) const {
    const CallFault fault = draw_fault(rates_, prng_);
    const bool is_pausing = lane.hot_until && lane.now < *lane.hot_until;
    if (is_pausing || (batch == nullptr && lane.is_hot)) {
        return CallFault::None;
    }
    if (batch == nullptr) {
        return fault;
    }
    const auto is_getting_hot = [&](const engine::ResourceChange& change) {
        return is_hot(change, lane.now);
    };
    const bool may_lose = fault == CallFault::CrashAfter || fault == CallFault::UnknownWritten;
    return may_lose && std::ranges::any_of(batch->resources, is_getting_hot) ? CallFault::None
                                                                             : fault;
}

std::optional<engine::Answer> ShardTarget::ask_until_answered(Lane& lane, const Ask& ask) {
    std::optional<engine::Answer> given;
    bool is_heard = false;
    for (int tries = 0; tries < tries_max && !is_heard && report_.ok(); ++tries) {
        const auto replies = std::make_shared<std::vector<engine::Reply>>();
        const int copies = prng_.chance(1, 10) ? 2 : 1;
        for (int copy = 0; copy < copies; ++copy) {
            lane.host->submit(
                ask, [replies](const engine::Reply& reply) { replies->push_back(reply); },
                lane.now);
        }
        lane.host->answer_all(lane.now);
        for (const engine::Reply& reply : *replies) {
            if (reply.failure) {
                if (*reply.failure == engine::Failure::KeyReused) {
                    report_.fail("shard", "a key is said to be another request's");
                }
                continue;
            }
            if (given && *given != reply.answer) {
                report_.fail("shard", fmt::format("\"{}\" is answered, before it was \"{}\"",
                                                  reply.answer.body, given->body));
            }
            given = reply.answer;
            is_heard = is_heard || lane.is_hot || !prng_.chance(lost_replies_, 1000);
        }
    }
    return is_heard ? given : std::nullopt;
}

Outcome ShardTarget::run(ResourceNumber resource, const Command& command, const Context& context) {
    Lane& lane = at(resource);
    lane.now = context.now;
    lane.decided.reset();
    lane.is_hot = false;
    ++asked_;
    const engine::RequestKey key{.high = resource.value(), .low = mix64(asked_)};
    const Ask ask{.id = asked_,
                  .resource = resource,
                  .command = command,
                  .actor = context.actor,
                  .key = engine::IdempotencyKey{.key = key, .request_digest = asked_}};
    const std::optional<engine::Answer> given = ask_until_answered(lane, ask);
    if (!given || !lane.decided) {
        report_.fail("shard", fmt::format("request {} is never answered", asked_));
        return {};
    }
    if (*given != lane.decided->answer) {
        report_.fail("shard", "the answer is not that of the decision");
    }
    kept_.push_back({resource, key, *given});
    // The decision's own events come last; before them is what fell due.
    const std::vector<Event>& own = lane.decided->outcome.events;
    if (own.size() > lane.fresh.size() ||
        !std::equal(own.begin(), own.end(), lane.fresh.end() - std::ssize(own))) {
        report_.fail("shard", "what was decided is not what is durable");
    }
    Outcome outcome = std::move(lane.decided->outcome);
    outcome.events = std::exchange(lane.fresh, {});
    return outcome;
}

std::vector<Event> ShardTarget::catch_up(ResourceNumber resource, const Context& context) {
    Lane& lane = at(resource);
    // The recorded time does not run backwards, whatever the clock says.
    lane.now = lane.history.empty() ? context.now : std::max(context.now, lane.history.back().at);
    lane.is_hot = false;
    std::uint64_t failed_loads = 0;
    do {
        failed_loads = lane.host->failed_loads();
        lane.host->settle(lane.now);
        if (failed_loads != lane.host->failed_loads()) {
            // It is tried again after a second; as time must not pass here, a query asks for it.
            if (disk_.content(resource).next_due && !lane.host->shard().next_wake()) {
                report_.fail("shard", "a failed load is not tried again, though something is due");
            }
            look(lane);
        }
    } while (failed_loads != lane.host->failed_loads() && report_.ok());
    return std::exchange(lane.fresh, {});
}

const ResourceState& ShardTarget::look(Lane& lane) const {
    for (int tries = 0; tries < tries_max; ++tries) {
        // What the query is shown stays where it is until the shard is driven on, so it is asked
        // once more when the resource is in memory.
        struct Seen {
            const ResourceState* state = nullptr;
            bool is_missing = false;
        };
        const auto seen = std::make_shared<Seen>();
        lane.host->submit(engine::Query{lane.number,
                                        [seen](const engine::Query::View& view) {
                                            seen->state = view.state;
                                            seen->is_missing = !view.state && !view.failure;
                                        }},
                          lane.now);
        if (seen->state != nullptr) {
            return *seen->state;
        }
        lane.host->answer_all(lane.now);
        if (seen->is_missing) {
            return lane.nothing;
        }
    }
    report_.fail("shard", "a query is never answered");
    return lane.nothing;
}

std::optional<Time> ShardTarget::next_due(ResourceNumber resource) const {
    Lane& lane = at(resource);
    const ResourceState& state = look(lane);
    const std::optional<Time> wake = lane.host->shard().next_wake();
    if (!wake || *wake > std::max(lane.now, state.last_at)) {
        return wake;
    }
    // A resource that was just loaded has to be looked at once before it knows.
    ResourceState copy = state;
    const Context context{.now = lane.now,
                          .actor = {},
                          .zones = &zones_,
                          .answer_window = answer_window_of(resource)};
    return core::catch_up(copy, context).empty() ? core::next_due(copy) : wake;
}

core::StateChanges ShardTarget::take_changes(ResourceNumber resource) {
    return std::exchange(at(resource).changes, {});
}

const ResourceState& ShardTarget::state(ResourceNumber resource) const {
    return look(at(resource));
}

std::vector<Violation> ShardTarget::finish() {
    for (const auto& [resource, lane] : lanes_) {
        check_durable(disk_, resource, zones_, report_);
        check_history(disk_, resource, lane->history, report_);
    }
    for (const Kept& kept : kept_) {
        check_kept(disk_, kept.resource, kept.key, kept.answer, report_);
    }
    return report_.violations();
}

}  // namespace standby::sim
