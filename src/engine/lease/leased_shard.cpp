// One shard after another, each for the time of one lease.
#include "engine/lease/leased_shard.hpp"

#include "base/assert.hpp"
#include "base/probe.hpp"

#include <utility>

namespace standby::engine {
namespace {

enum class Phase : std::uint8_t {
    Over,      // no lease, nothing under way
    Serving,   // has a lease
    Draining,  // carries out what is decided
    Ending,    // no lease, but the last commit is still under way
};

// What counts up over all terms.
void add_counts(ShardFigures& sum, const ShardFigures& more) {
    sum.batches += more.batches;
    sum.requests += more.requests;
    sum.shed_full += more.shed_full;
    sum.shed_slow += more.shed_slow;
    sum.shed_old += more.shed_old;
    sum.reloads += more.reloads;
}

}  // namespace

struct LeasedShard::Impl {
    Impl(const ShardLimits& shard_limits, const core::ZoneBook& zone_book,
         std::function<void(const Committed&)> publish_events)
        : limits(shard_limits), zones(zone_book), publish(std::move(publish_events)) {}

    // Everything that waits is told that the shard is elsewhere; a commit under way goes on.
    void give_up() {
        shard->give_answers();
        shard->abandon(Failure::Moved);
        if (in_doubt) {
            PROBE("a leased shard is lost while a commit is in doubt");
            in_doubt = false;
            shard->end_commit(Failure::Unknown);
        }
        phase = Phase::Ending;
        finish();
    }

    // The term is over once the commit under way is.
    void finish() {
        if (phase == Phase::Ending && !shard->has_commit_in_flight()) {
            shard->give_answers();
            add_counts(past, shard->figures());
            shard.reset();
            phase = Phase::Over;
        }
    }

    bool has_lease() const { return phase == Phase::Serving || phase == Phase::Draining; }
    bool is_of_term(std::uint64_t number) const { return shard && number == term; }

    ShardLimits limits;
    const core::ZoneBook& zones;
    std::function<void(const Committed&)> publish;

    Phase phase = Phase::Over;
    std::uint64_t term = 0;
    std::unique_ptr<Shard> shard;  // while there is a lease, or a commit under way
    std::optional<Fence> fence;    // as of the last commit acknowledged; stays until the next term
    bool in_doubt = false;         // the commit under way ended, nobody knows how
    bool fenced = false;
    std::optional<Time> gap_end;  // until what fell due before it is made good
    ShardFigures past;            // of the terms that are over
};

LeasedShard::LeasedShard(const ShardLimits& limits, const core::ZoneBook& zones,
                         std::function<void(const Committed&)> publish)
    : impl_(std::make_unique<Impl>(limits, zones, std::move(publish))) {}

LeasedShard::~LeasedShard() = default;

void LeasedShard::grant(Grant grant, Time now) {
    Impl& impl = *impl_;
    ASSERT(impl.phase == Phase::Over);
    impl.phase = Phase::Serving;
    ++impl.term;
    impl.fence = grant.fence;
    impl.fenced = false;
    impl.shard = std::make_unique<Shard>(impl.limits, impl.zones, impl.publish);
    for (const auto& [resource, due] : grant.schedule) {
        impl.shard->wake_at(resource, due);
    }
    impl.gap_end.reset();
    if (grant.served_until && *grant.served_until < now) {
        impl.shard->set_gap({.from = *grant.served_until, .to = now});
        impl.gap_end = now;
    }
}

void LeasedShard::revoke(Time) {
    if (impl_->has_lease()) {
        impl_->give_up();
    }
}

void LeasedShard::drain(Time) {
    if (impl_->phase == Phase::Serving) {
        impl_->phase = Phase::Draining;
        impl_->shard->close(Failure::Moved);
    }
}

bool LeasedShard::is_drained() const {
    return impl_->phase == Phase::Draining && !impl_->shard->has_uncommitted();
}

bool LeasedShard::is_serving() const {
    return impl_->phase == Phase::Serving;
}

bool LeasedShard::is_over() const {
    return impl_->phase == Phase::Over;
}

bool LeasedShard::wants_renewal() const {
    return impl_->in_doubt;
}

void LeasedShard::renew(const Fence& fence, Time now) {
    Impl& impl = *impl_;
    ASSERT(impl.in_doubt && impl.has_lease());
    const std::uint64_t before = impl.fence->commit_seq;
    if (fence.commit_seq != before && fence.commit_seq != before + 1) {
        // Nobody else can have committed under this lease, so the rows were changed by hand.
        impl.give_up();
        return;
    }
    impl.fence = fence;
    impl.in_doubt = false;
    if (fence.commit_seq == before) {
        PROBE("a leased shard finds that a commit in doubt had not happened");
        impl.shard->take_commit(std::unexpected(StoreError::NotCommitted), now);
    } else {
        PROBE("a leased shard finds that a commit in doubt had happened");
        impl.shard->take_commit({}, now);
    }
    impl.shard->give_answers();
}

bool LeasedShard::was_fenced() const {
    return impl_->fenced;
}

std::optional<Fence> LeasedShard::fence() const {
    return impl_->fence;
}

void LeasedShard::submit(Request&& request, Time now) {
    if (impl_->phase == Phase::Serving) {
        impl_->shard->submit(std::move(request), now);
    } else {
        request.done({.answer = {}, .replayed = false, .failure = Failure::Moved});
    }
}

void LeasedShard::submit(Query query, Time now) {
    if (impl_->phase == Phase::Serving) {
        impl_->shard->submit(std::move(query), now);
    } else {
        query.look({.state = nullptr, .name = nullptr, .failure = Failure::Moved});
    }
}

LeasedShard::TermWork LeasedShard::poll(Time now) {
    Impl& impl = *impl_;
    TermWork given{.term = impl.term, .work = {}};
    if (impl.has_lease()) {
        // While a commit is in doubt the shard counts it as under way, and starts no other.
        given.work = impl.shard->poll(now);
        if (given.work.commit) {
            given.work.commit->fence = impl.fence;
        }
        const auto wake = impl.shard->next_wake();
        if (impl.gap_end && impl.shard->is_idle() && (!wake || *wake > *impl.gap_end)) {
            impl.gap_end.reset();
        }
    }
    return given;
}

void LeasedShard::take_commit(std::uint64_t term, Result<void, StoreError> result, Time now) {
    Impl& impl = *impl_;
    if (!impl.is_of_term(term)) {
        return;
    }
    if (result) {
        if (impl.fence) {
            ++impl.fence->commit_seq;
        }
        impl.shard->take_commit(result, now);
        impl.finish();
        return;
    }
    const bool is_unknown = result.error() == StoreError::OutcomeUnknown;
    if (impl.phase == Phase::Ending) {
        impl.fenced = impl.fenced || result.error() == StoreError::Fenced;
        impl.shard->end_commit(is_unknown ? Failure::Unknown : Failure::Moved);
        impl.finish();
    } else if (impl.fence && is_unknown) {
        impl.in_doubt = true;
    } else if (impl.fence && result.error() == StoreError::Fenced) {
        PROBE("a leased shard is fenced");
        impl.fenced = true;
        impl.shard->give_answers();
        impl.shard->abandon(Failure::Moved);
        impl.shard->end_commit(Failure::Moved);
        impl.phase = Phase::Ending;
        impl.finish();
    } else {
        impl.shard->take_commit(result, now);
    }
}

void LeasedShard::give_answers() {
    if (impl_->shard) {
        impl_->shard->give_answers();
    }
}

void LeasedShard::on_loaded(std::uint64_t term, core::ResourceNumber resource,
                            Result<std::optional<LoadedResource>, StoreError> result, Time now) {
    if (impl_->is_of_term(term)) {
        impl_->shard->on_loaded(resource, std::move(result), now);
    }
}

void LeasedShard::on_answer(std::uint64_t term, core::ResourceNumber resource, std::uint64_t number,
                            Result<std::optional<AnswerRow>, StoreError> result, Time now) {
    if (impl_->is_of_term(term)) {
        impl_->shard->on_answer(resource, number, std::move(result), now);
    }
}

std::optional<Time> LeasedShard::next_wake() const {
    return impl_->has_lease() ? impl_->shard->next_wake() : std::nullopt;
}

bool LeasedShard::is_gap_closed() const {
    return impl_->shard && !impl_->gap_end;
}

bool LeasedShard::is_idle() const {
    return !impl_->shard || impl_->shard->is_idle();
}

ShardFigures LeasedShard::figures() const {
    ShardFigures figures = impl_->shard ? impl_->shard->figures() : ShardFigures{};
    add_counts(figures, impl_->past);
    return figures;
}

std::vector<std::pair<core::ResourceNumber, std::size_t>>
LeasedShard::memory(std::size_t limit) const {
    if (!impl_->shard) {
        return {};
    }
    return impl_->shard->memory(limit);
}

}  // namespace standby::engine
