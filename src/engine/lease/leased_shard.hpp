// A shard that comes and goes: serves requests while this process owns it, proves that with every
// commit, settles commits of unknown outcome by the number that the new lease brings, and gives
// everything up when the lease is lost. It does no I/O, as the shard inside it; see shard.hpp.
#pragma once

#include "engine/ports/store.hpp"
#include "engine/shard/shard.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace standby::engine {

struct Grant {
    // None: the store is this process's own, and unknown outcomes are settled by reading back.
    std::optional<Fence> fence;
    std::vector<std::pair<core::ResourceNumber, Time>> schedule;
    // Nobody served the shard since then: offers that ended meanwhile are extended by the gap.
    std::optional<Time> served_until;
};

class LeasedShard {
public:
    // Work of one term is answered with its number; answers of an earlier term are ignored.
    struct TermWork {
        std::uint64_t term = 0;
        Work work;
    };

    // As Shard. Without a grant every request and query is answered with Moved.
    LeasedShard(const ShardLimits& limits, const core::ZoneBook& zones,
                std::function<void(const Committed&)> publish);
    ~LeasedShard();

    // Begins a new term. Only when there is none, or after `is_over`.
    void grant(Grant grant, Time now);
    // The lease is lost: everything is answered with Moved, but for a commit under way, which is
    // answered when it has ended: as done, as Moved when it was fenced or certainly not done, or
    // as Unknown.
    void revoke(Time now);
    // Takes nothing more in (Moved), carries out what is decided already, then is_drained.
    void drain(Time now);
    bool is_drained() const;
    bool is_serving() const;  // has a grant, and is neither draining nor revoked
    bool is_over() const;     // no grant, nothing under way

    // Set after a commit whose outcome is unknown: the lease must be claimed anew before anything
    // else is committed.
    bool wants_renewal() const;
    // `fence.commit_seq` tells whether that commit had happened; those who wait for it are answered
    // from here.
    void renew(const Fence& fence, Time now);
    // The last commit was refused by the fence: the lease was lost before anybody said so. The
    // shard counts as revoked.
    bool was_fenced() const;
    // As of the last commit that was acknowledged; it stays until the next term begins, so that a
    // commit that ends after the loss is heard of. Nothing before the first lease.
    std::optional<Fence> fence() const;

    void submit(Request&& request, Time now);
    void submit(Query query, Time now);
    TermWork poll(Time now);
    void take_commit(std::uint64_t term, Result<void, StoreError> result, Time now);
    void give_answers();
    void on_loaded(std::uint64_t term, core::ResourceNumber resource,
                   Result<std::optional<LoadedResource>, StoreError> result, Time now);
    void on_answer(std::uint64_t term, core::ResourceNumber resource, std::uint64_t number,
                   Result<std::optional<AnswerRow>, StoreError> result, Time now);

    std::optional<Time> next_wake() const;
    bool is_idle() const;
    // Whether everything that fell due before the term is made good and durable. What can't be
    // loaded is tried again later, and doesn't count.
    bool is_gap_closed() const;
    ShardFigures figures() const;
    std::vector<std::pair<core::ResourceNumber, std::size_t>> memory(std::size_t limit) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::engine
