// A process that runs one shard: it hands requests in, makes the store calls that the shard asks
// for, in any order, and loses everything but the disk when it crashes.
#pragma once

#include "engine/shard/shard.hpp"
#include "sim/model/vocabulary.hpp"
#include "sim/shards/disk.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::sim {

enum class StoreCall : std::uint8_t { Commit, Load, Answer };

// What goes wrong with a store call. A call that only reads fails in the same way for the last
// three.
enum class CallFault : std::uint8_t {
    None,
    CrashBefore,
    CrashAfter,
    NotCommitted,
    UnknownUnwritten,
    UnknownWritten,
};
std::string_view name_of(StoreCall call);
std::string_view name_of(CallFault fault);

// A request as a client makes it. Repeating it under its key means asking the same again.
struct Ask {
    std::uint64_t id = 0;  // of this sending
    ResourceNumber resource{};
    Command command;
    Actor actor;
    std::optional<engine::IdempotencyKey> key;
};

// What the shard decided about a request, before anything was written.
struct Decision {
    Ask ask;
    Outcome outcome;
    engine::Answer answer;         // as the client is given it
    std::size_t poll = 0;          // counted from 0 for each commit
    std::uint64_t last_event = 0;  // of the resource, after it
};

// Whether the answer is kept under its key: not when the resource does not exist, and not when the
// request makes no sense.
bool is_kept(const engine::Answer& answer);

// A batch that is durable now, whether or not the shard has heard of it.
struct WrittenBatch {
    std::vector<Time> decided_at;  // in one or more polls, at these times
    engine::Batch batch;
    std::vector<Decision> decisions;  // those that left something in the batch, in order
};

struct HostHooks {
    // Asked before each store call; the batch is that of a commit, else null.
    std::function<CallFault(StoreCall, const engine::Batch*)> fault;
    std::function<void(const Decision&)> decided;
    std::function<void(const WrittenBatch&)> written;
    std::function<void()> crashed;  // after it has started again
    std::function<void(std::string)> complain;
};

class ShardHost {
public:
    // The disk and the zones must outlive the host. With `only` the shard has just this resource.
    ShardHost(Disk& disk, const engine::ShardLimits& limits, const ZoneBook& zones, HostHooks hooks,
              std::optional<ResourceNumber> only = std::nullopt);

    void submit(const Ask& ask, std::function<void(const engine::Reply&)> done, Time now);
    void submit(engine::Query query, Time now) { shard_->submit(std::move(query), now); }

    // Asks the shard what to do; the store calls wait until they are carried out.
    void poll(Time now);
    std::size_t pending() const { return pending_.size(); }
    // Makes the pending store call of this index, with the fault it is given.
    void carry_out(std::size_t index, Time now);
    // Polls and makes all calls, oldest first, until nobody waits for an answer; not longer, so
    // that what falls due because of a request stays for later.
    void answer_all(Time now);
    // The same until the shard has nothing left to do now.
    void settle(Time now);

    // Starts again on what the disk holds. Nobody who waits for an answer ever gets it.
    void crash();

    const engine::Shard& shard() const { return *shard_; }
    // Store calls so far, and loads of them that failed.
    std::uint64_t calls() const { return calls_; }
    std::uint64_t failed_loads() const { return failed_loads_; }

private:
    struct Commit {
        WrittenBatch batch;
    };
    using Pending = std::variant<Commit, ResourceNumber, engine::Work::AnswerLookup>;

    void start();
    void forget_decisions();
    void commit(Commit commit, CallFault fault, Time now);
    void load(ResourceNumber resource, CallFault fault, Time now);
    void look_up(const engine::Work::AnswerLookup& lookup, CallFault fault, Time now);

    Disk& disk_;
    engine::ShardLimits limits_;
    const ZoneBook& zones_;
    HostHooks hooks_;
    std::optional<ResourceNumber> only_;
    std::unique_ptr<engine::Shard> shard_;
    std::vector<Pending> pending_;
    // For the next commit; the shard decides ahead while one is under way.
    std::vector<Decision> decisions_;
    std::vector<Time> polls_;
    std::uint64_t calls_ = 0;
    std::uint64_t failed_loads_ = 0;
};

}  // namespace standby::sim
