// What a shard decides for the next commit: timers first, then reserved requests, then the others,
// all into one batch. While a commit is under way the next batch grows on top of it, so that the
// processor and the disk work at the same time.
#include "base/assert.hpp"
#include "base/probe.hpp"
#include "core/state/resource_state.hpp"
#include "engine/shard/shard_impl.hpp"

#include <span>
#include <utility>

namespace standby::engine {
namespace {

Answer answer_of(const Request& request, const core::ResourceState& state,
                 const core::Outcome& outcome) {
    return request.make_answer ? request.make_answer(state, outcome) : Answer{};
}

bool is_repeated_join(const Request& request, const core::Outcome& outcome) {
    return std::holds_alternative<core::Join>(request.command) && !outcome.refusal &&
           outcome.answer.repeated;
}

// Whether a link goes to the address on file, if the last one is long enough ago.
bool sends_link(const Request& request, const core::Outcome& outcome) {
    return is_repeated_join(request, outcome) ||
           (request.attachment.sends_link && !outcome.refusal);
}

}  // namespace

void Shard::Impl::decide(Time now, Work& work) {
    if (batch.empty()) {
        batch_requests = 0;
        batch_events = 0;
    }
    if (closed) {
        if (!committing) {
            close_batch(now, work);
        }
        return;
    }
    act_on_timers(now, work);
    // What has room of its own in the queue has it in the batch, too.
    decide_queue(reserved, limits.batch_requests_max + limits.queue_reserved, now, work);
    decide_queue(normal, limits.batch_requests_max, now, work);
    if (!committing) {
        close_batch(now, work);
    }
    evict(now);
}

void Shard::Impl::act_on_timers(Time now, Work& work) {
    while (!due.empty() && due.begin()->first <= now && batch_events < limits.batch_events_max) {
        const core::ResourceNumber resource = due.begin()->second;
        Slot& slot = slots[resource];
        if (!slot.resident) {
            request_load(resource, slot, work);
            // It is found due again when it is there.
            slot.was_due = true;
            set_due(resource, std::nullopt);
            continue;
        }
        Resident& resident = *slot.resident;
        auto events = core::catch_up(*resident.state, context_of(resource, now, core::Actor{}));
        if (!events.empty()) {
            resident.last_used = now;
            batch_events += events.size();
            add_events(touch(resource, slot), resident, std::move(events));
        }
        const auto next = core::next_due(*resident.state);
        // Catching up has done all that was due; what still says so now is early, never late.
        const bool is_early = next && *next <= now;
        set_due(resource, is_early ? std::optional{now + Duration{1}} : next);
    }
}

// What ended while nobody served the resource is made good before anything else happens to it.
void Shard::Impl::bridge_gap(core::ResourceNumber resource, Slot& slot, Time now) {
    if (!gap) {
        return;
    }
    Resident& resident = *slot.resident;
    auto events = core::bridge(*resident.state, *gap, context_of(resource, now, core::Actor{}));
    if (events.empty()) {
        return;
    }
    PROBE("shard makes a gap in service good");
    batch_events += events.size();
    add_events(touch(resource, slot), resident, std::move(events));
    has_waiting_look |= !slot.queries.empty();
}

void Shard::Impl::decide_queue(std::deque<Queued>& queue, std::size_t requests_max, Time now,
                               Work& work) {
    while (!queue.empty() && batch_requests < requests_max &&
           batch_events < limits.batch_events_max) {
        Queued queued = std::move(queue.front());
        queue.pop_front();
        if (now - queued.since > limits.queue_age_max) {
            PROBE("shard sheds a request that waited too long");
            ++figures.shed_old;
            queued.request.done(failed(Failure::Overloaded));
            continue;
        }
        Slot& slot = slots[queued.request.resource];
        if (!slot.resident) {
            request_load(queued.request.resource, slot, work);
            slot.waiting.push_back(std::move(queued));
            ++waiting_for_loads;
            continue;
        }
        carry_out(std::move(queued), slot, now, work);
    }
}

void Shard::Impl::carry_out(Queued queued, Slot& slot, Time now, Work& work) {
    Resident& resident = *slot.resident;
    const Request& request = queued.request;
    const core::ResourceNumber resource = request.resource;
    resident.last_used = now;
    if (request.link && !core::is_good(*request.link, *resident.state).value_or(true)) {
        queued.request.done(failed(Failure::DeadLink));
        return;
    }
    if (request.key) {
        if (const auto number = resident.answered(request.key->key, now - limits.answers_kept)) {
            answer_repeated(std::move(queued), slot, *number, work);
            return;
        }
    }
    if (request.objection) {
        if (auto objected = request.objection(*resident.state)) {
            PROBE("shard hears an objection to a request");
            answer_unwritten(resource, std::move(queued), {.answer = *std::move(objected)});
            return;
        }
    }
    core::Outcome outcome =
        core::run(*resident.state, request.command, context_of(resource, now, request.actor));
    ++batch_requests;
    ++figures.requests;
    batch_events += outcome.events.size();
    Reply reply{.answer = answer_of(request, *resident.state, outcome)};
    if (resident.state->status == core::ResourceStatus::None) {
        // A creation was refused. There is nothing yet that an answer could be kept with.
        queued.request.done(std::move(reply));
        slot.resident.reset();
        forget_if_unused(resource);
        return;
    }

    // A mistake in the request does not use up its key.
    const bool keeps_answer =
        request.key &&
        !(outcome.refusal && outcome.refusal->code == core::RefusalCode::InvalidField);
    const bool writes = !outcome.events.empty() || keeps_answer || sends_link(request, outcome) ||
                        (request.attachment.resource_name && !outcome.refusal);
    if (!writes) {
        answer_unwritten(resource, std::move(queued), std::move(reply));
        set_due(resource, core::next_due(*resident.state));
        return;
    }
    Touched& touched = touch(resource, slot);
    if (keeps_answer) {
        touched.answers.emplace(request.key->key,
                                Touched::KeptAnswer{.request_digest = request.key->request_digest,
                                                    .reply = touched.replies.size()});
        touched.change.answers.push_back({.number = ++resident.last_answer,
                                          .key = request.key->key,
                                          .request_digest = request.key->request_digest,
                                          .made_at = now,
                                          .status = reply.answer.status,
                                          .body = reply.answer.body});
        resident.answers.insert_or_assign(request.key->key,
                                          Resident::Known{resident.last_answer, now});
    }
    record(request, outcome, touched, resident, now);
    const std::size_t messages_before = touched.change.outbox.size();
    add_events(touched, resident, std::move(outcome.events));
    if (request.attachment.tells_nobody) {
        for (OutboxRow& row : std::span(touched.change.outbox).subspan(messages_before)) {
            row.stays_here = true;  // but for what has its time, see finish_change
        }
    }
    touched.replies.push_back({std::move(queued), std::move(reply)});
    set_due(resource, core::next_due(*resident.state));
}

// Nothing changed; but what it depends on may still have to be written.
void Shard::Impl::answer_unwritten(core::ResourceNumber resource, Queued queued, Reply reply) {
    if (Touched* const before = find_uncommitted(resource)) {
        before->replies.push_back({std::move(queued), std::move(reply)});
    } else {
        queued.request.done(std::move(reply));
    }
}

void Shard::Impl::record(const Request& request, const core::Outcome& outcome, Touched& touched,
                         Resident& resident, Time now) {
    if (sends_link(request, outcome) && resident.may_send_link(outcome.answer.entry, now)) {
        const core::Ticket entry = outcome.answer.entry;
        const bool is_unverified =
            resident.state->entries.state(entry) == core::EntryState::Unverified;
        touched.change.outbox.push_back(
            {.resource = request.resource,
             .event = resident.state->last_event,
             .kind = is_unverified ? MessageKind::Verify : MessageKind::StatusLink,
             .entry = entry,
             .due_at = now});
    }
    if (outcome.refusal || outcome.answer.repeated) {
        return;
    }
    if (request.attachment.person && outcome.answer.entry != 0) {
        touched.change.people.push_back({outcome.answer.entry, *request.attachment.person});
    }
    if (request.attachment.resource_name) {
        resident.name = *request.attachment.resource_name;
        touched.change.name = resident.name;
    }
}

void Shard::Impl::answer_repeated(Queued queued, Slot& slot, std::uint64_t number, Work& work) {
    const core::ResourceNumber resource = queued.request.resource;
    const IdempotencyKey key = *queued.request.key;
    for (auto* const part : {&batch, &in_flight}) {
        const auto touched = part->find(resource);
        if (touched == part->end()) {
            continue;
        }
        std::deque<Touched::PendingReply>& replies = touched->second.replies;
        const auto kept = touched->second.answers.find(key.key);
        if (kept != touched->second.answers.end()) {
            // The first request is not committed yet: both are answered when it is.
            PROBE("shard replays an answer of the batch under way");
            Reply reply{.answer = replies[kept->second.reply].reply.answer, .replayed = true};
            if (kept->second.request_digest != key.request_digest) {
                reply = failed(Failure::KeyReused);
            }
            replies.push_back({std::move(queued), std::move(reply)});
            return;
        }
    }
    ASSERT(slot.resident);
    auto& asking = replays[{resource, number}];
    if (asking.empty()) {
        work.lookups.push_back({resource, number});
    }
    asking.push_back(std::move(queued));
}

void Shard::Impl::answer_unknown_resource(Queued queued, Time now) {
    core::ResourceState nothing{queued.request.resource};
    const core::Outcome outcome =
        core::run(nothing, queued.request.command,
                  context_of(queued.request.resource, now, queued.request.actor));
    ASSERT(outcome.refusal);
    queued.request.done({.answer = answer_of(queued.request, nothing, outcome)});
}

Touched& Shard::Impl::touch(core::ResourceNumber resource, Slot& slot) {
    const auto [touched, is_new] = batch.try_emplace(resource);
    if (is_new) {
        touched->second.change.resource = resource;
        slot.uncommitted = true;
    }
    return touched->second;
}

// The last part of the resource that is decided and not yet durable.
Touched* Shard::Impl::find_uncommitted(core::ResourceNumber resource) {
    for (auto* const part : {&batch, &in_flight}) {
        if (const auto touched = part->find(resource); touched != part->end()) {
            return &touched->second;
        }
    }
    return nullptr;
}

void Shard::Impl::request_load(core::ResourceNumber resource, Slot& slot, Work& work) {
    if (!slot.loading) {
        slot.loading = true;
        ++loads_under_way;
        work.loads.push_back(resource);
    }
}

void Shard::Impl::close_batch(Time now, Work& work) {
    if (batch.empty()) {
        return;
    }
    ++figures.batches;
    Batch& commit = work.commit.emplace();
    for (auto& [resource, touched] : batch) {
        finish_change(touched, *slots.at(resource).resident, limits.messages_stay_here());
        commit.resources.push_back(std::move(touched.change));
    }
    in_flight = std::exchange(batch, {});
    batch_requests = 0;
    batch_events = 0;
    committing = true;
    committing_since = now;
}

void Shard::Impl::evict(Time now) {
    if (now < next_eviction) {
        return;
    }
    next_eviction = now + limits.idle_before_eviction / 10;
    for (auto at = slots.begin(); at != slots.end();) {
        Slot& slot = at->second;
        const bool is_idle = slot.resident && !slot.uncommitted && slot.queries.empty() &&
                             slot.resident->last_used + limits.idle_before_eviction <= now;
        if (is_idle) {
            PROBE("shard evicts an idle resource");
            slot.resident.reset();
        }
        at = slot.is_unused() ? slots.erase(at) : std::next(at);
    }
}

}  // namespace standby::engine
