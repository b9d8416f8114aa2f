// Clients of a cluster: they ask whoever is said to own what they want, and repeat what fails.
#include "core/state/resource_state.hpp"
#include "sim/cluster/cluster_world.hpp"
#include "sim/world/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

namespace standby::sim {
namespace {

using std::chrono::seconds;

constexpr int looks_per_call = 5;
constexpr Duration patience = seconds{4};  // then a client asks again

engine::Answer answer_of(const ResourceState& state, const Outcome& outcome) {
    if (outcome.refusal) {
        const bool is_bad = outcome.refusal->code == RefusalCode::InvalidField;
        const bool is_there = state.status != ResourceStatus::None;
        return {.status = static_cast<std::uint16_t>(!is_there ? 404
                                                     : is_bad  ? 422
                                                               : 409),
                .body =
                    fmt::format("{} {}", core::name_of(outcome.refusal->code), state.last_event)};
    }
    return {.status = 200,
            .body = fmt::format("entry {} offer {} {}", outcome.answer.entry,
                                outcome.answer.offer.value(), state.last_event)};
}

// The last event of the resource, which every answer ends with.
std::uint64_t event_in(const engine::Answer& answer) {
    const std::string_view text = answer.body;
    const std::string_view number = text.substr(text.rfind(' ') + 1);
    std::uint64_t event = 0;
    std::from_chars(number.data(), number.data() + number.size(), event);
    return event;
}

}  // namespace

// The node that some node says to be the owner; nothing when that one does not know, or when there
// is no such node any more.
std::optional<std::size_t> ClusterWorld::route(ResourceNumber resource) {
    const Machine& asked = machines_[prng_.below(machines_.size())];
    if (!asked.node) {
        return std::nullopt;
    }
    const engine::ClusterView& view = asked.node->keeper().view();
    const engine::ShardNumber shard = engine::shard_of(resource, database_.shards());
    if (shard >= view.shards.size()) {
        return std::nullopt;
    }
    for (std::size_t index = 0; index < machines_.size(); ++index) {
        const auto& node = machines_[index].node;
        if (node && node->keeper().node() == view.shards[shard].owner) {
            return index;
        }
    }
    return std::nullopt;
}

void ClusterWorld::begin_calls() {
    if (is_over_) {
        return;
    }
    begin_call();
    for (int count = 0; count < looks_per_call; ++count) {
        begin_look();
    }
    agenda_.after(draw_call_gap(), [this] { begin_calls(); });
}

// In a big cluster the commands are spread over its time.
Duration ClusterWorld::draw_call_gap() {
    if (!cluster_.scale) {
        return Duration{prng_.between(20, 500)};
    }
    return Duration{
        prng_.between(1, std::max<std::int64_t>(1, 2 * lasts() / options_.commands / Duration{1}))};
}

void ClusterWorld::begin_call() {
    const ResourcePlan& resource = plan_.resources[prng_.below(plan_.resources.size())];
    const std::uint64_t number = calls_.size() + 1;
    Call& call = calls_.emplace_back();
    call.ask.resource = resource.number;
    call.ask.command =
        workload_.next(resource, database_.model(resource.number), plan_.start + agenda_.now());
    call.ask.actor = {.kind = ActorKind::Guest, .id = 1};
    call.ask.key = engine::IdempotencyKey{
        .key = {.high = resource.number.value(), .low = mix64(number)}, .request_digest = number};
    if (options_.verbose) {
        say(fmt::format("call {} resource {}: {}", number - 1, resource.number.value(),
                        describe(call.ask.command)));
    }
    send(number - 1);
}

void ClusterWorld::send(std::size_t index) {
    Call& call = calls_[index];
    if (call.is_over) {
        return;
    }
    const std::optional<std::size_t> node = route(call.ask.resource);
    if (!node) {
        retry(index);
        return;
    }
    const bool is_first = ++call.sendings == 1;
    const std::uint64_t process = machines_[*node].node->process();
    engine::Request request;
    request.resource = call.ask.resource;
    request.command = call.ask.command;
    request.actor = call.ask.actor;
    request.key = call.ask.key;
    request.make_answer = answer_of;
    // Replies take their time; what a client stopped waiting for may still come.
    request.done = [this, index, is_first](const engine::Reply& reply) {
        agenda_.after(latency(),
                      [this, index, is_first, reply] { on_reply(index, is_first, reply); });
    };
    auto sent = std::make_shared<engine::Request>(std::move(request));
    agenda_.after(latency(), [this, node = *node, process, sent] {
        deliver(node, process,
                [this, node, sent] { machines_[node].node->submit(std::move(*sent)); });
    });
    const std::uint32_t sendings = call.sendings;
    agenda_.after(patience, [this, index, sendings] {
        if (calls_[index].sendings == sendings) {
            send(index);
        }
    });
}

void ClusterWorld::retry(std::size_t index) {
    agenda_.after(Duration{prng_.between(50, 600)}, [this, index] { send(index); });
}

void ClusterWorld::on_reply(std::size_t index, bool is_first, const engine::Reply& reply) {
    Call& call = calls_[index];
    if (reply.failure) {
        const bool was_nothing_done = *reply.failure != engine::Failure::Unknown;
        if (is_first && call.sendings == 1 && was_nothing_done) {
            for (const auto& [number, row] : database_.content(call.ask.resource).answers) {
                if (row.key == call.ask.key->key) {
                    report_.fail("cluster",
                                 fmt::format("call {} is said not to be done, and is", index));
                }
            }
        }
        if (*reply.failure == engine::Failure::KeyReused) {
            report_.fail("cluster", "a key is said to be another request's");
        }
        if (!call.is_over) {
            retry(index);
        }
        return;
    }
    say(fmt::format("  call {}: {}", index, reply.answer.body));
    database_.trace().update(std::as_bytes(std::span{reply.answer.body}));
    // An answer that is not kept under the key may be given by each who is asked.
    const bool are_kept = call.heard && is_kept(*call.heard) && is_kept(reply.answer);
    if (are_kept && *call.heard != reply.answer && !database_.has_lost(call.ask.resource)) {
        report_.fail("cluster", fmt::format("call {} is answered in two ways", index));
    }
    call.is_over = true;
    if (!call.heard) {
        figures_.acknowledged += reply.answer.status == 200 ? 1 : 0;
        call.heard = reply.answer;
    }
    std::uint64_t& known = acknowledged_events_[call.ask.resource];
    if (!database_.has_lost(call.ask.resource)) {
        known = std::max(known, event_in(reply.answer));
    }
}

// Someone looks at a resource: what they were told before must be in what they see.
void ClusterWorld::begin_look() {
    ++figures_.looks;
    const ResourceNumber resource = plan_.resources[prng_.below(plan_.resources.size())].number;
    const std::optional<std::size_t> node = route(resource);
    if (!node) {
        return;
    }
    const std::uint64_t known = acknowledged_events_[resource];
    const std::uint64_t process = machines_[*node].node->process();
    engine::Query query{
        resource, [this, resource, known](const engine::Query::View& view) {
            const std::uint64_t seen = view.state == nullptr ? 0 : view.state->last_event;
            if (!view.failure && seen < known && !database_.has_lost(resource)) {
                report_.fail("cluster", fmt::format("a look at resource {} shows event {}, "
                                                    "event {} was acknowledged before",
                                                    resource.value(), seen, known));
            }
        }};
    auto sent = std::make_shared<engine::Query>(std::move(query));
    agenda_.after(latency(), [this, node = *node, process, sent] {
        deliver(node, process,
                [this, node, sent] { machines_[node].node->submit(std::move(*sent)); });
    });
}

}  // namespace standby::sim
