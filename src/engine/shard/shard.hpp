// A shard: the resources of one part of the numbers, carried out one command at a time. It does no
// I/O and knows no clock: whoever drives it hands in requests and the results of store calls, asks
// `poll` what to do next, and does that. Nothing is answered or shown before it is durable.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/run.hpp"
#include "core/state/used_link.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace standby::engine {

// What a caller is answered. The engine does not look into the body.
struct Answer {
    std::uint16_t status = 0;
    std::string body;
    friend bool operator==(const Answer&, const Answer&) = default;
};

enum class Failure : std::uint8_t {
    Overloaded,   // too many or too old requests; nothing was done
    Unavailable,  // the store did not take it; nothing was done
    KeyReused,    // the same Idempotency-Key came with another request before
    Unknown,      // whether it was done could not be found out; repeat it under its key
    Moved,        // another node carries this resource out, or will soon; nothing was done
    DeadLink,     // the guest's link has been ended
    Damaged,      // what is stored of the resource makes no sense: it is halted, others go on
};

struct Reply {
    Answer answer;          // when there is no failure
    bool replayed = false;  // given before, under the same key
    std::optional<Failure> failure;
};

struct IdempotencyKey {
    RequestKey key;
    std::uint64_t request_digest = 0;
};

// What is written beside the decision. The person goes to the entry that the command is about, if
// the command was carried out and did not merely repeat an earlier one.
struct Attachment {
    std::optional<Person> person;
    std::optional<std::string> resource_name;
    // The entry's link goes to its address again, or the confirmation that it waits for.
    bool sends_link = false;
    // What it tells people only waits to be read, as in ShardLimits::messages_stay_here.
    bool tells_nobody = false;
};

enum class Priority : std::uint8_t {
    Normal,
    Reserved,  // accepts, declines and reports: they keep room when the queue is full
};

struct Request {
    core::ResourceNumber resource;
    core::Command command;
    core::Actor actor;
    Priority priority = Priority::Normal;
    std::optional<IdempotencyKey> key;
    Attachment attachment;
    std::optional<core::UsedLink> link;  // by which a guest asks; nothing is done by a dead one
    // Asked right before the decision, with what is decided so far: an answer is given instead, and
    // nothing is done. It does not use up the key.
    std::function<std::optional<Answer>(const core::ResourceState&)> objection;
    // Turns the decision into the answer, on the state as it is right after; called at most once
    // per attempt, before the commit.
    std::function<Answer(const core::ResourceState&, const core::Outcome&)> make_answer;
    // Called exactly once, after the commit or the failure.
    std::function<void(Reply)> done;
};

// A look at one resource, when nothing of it is uncommitted. Null: there is no such resource.
struct Query {
    core::ResourceNumber resource;
    struct View {
        const core::ResourceState* state = nullptr;
        const std::string* name = nullptr;
        std::optional<Failure> failure;
    };
    std::function<void(const View&)> look;
};

// Everything that one commit made known about one resource.
struct Committed {
    core::ResourceNumber resource;
    std::vector<core::Event> events;
    std::vector<Sha256Digest> links;  // one per event
    bool has_messages = false;        // something was put into the outbox
};

struct ShardLimits {
    std::size_t queue_max = 20'000;      // requests waiting to be decided
    std::size_t queue_reserved = 4'000;  // of these only for Priority::Reserved
    // A request that would wait longer than this is turned away at once; one that has waited
    // longer than the age, because commits became slower meanwhile, is turned away late.
    Duration queue_wait_max = std::chrono::seconds{1};
    Duration queue_age_max = std::chrono::seconds{5};
    std::size_t batch_requests_max = 2'000;  // decided together, committed together
    std::size_t batch_events_max = 20'000;
    Duration idle_before_eviction = std::chrono::minutes{10};
    Duration answers_kept = std::chrono::hours{24};
    // Whether nobody is there to send messages: one that only waits to be read is done when it is
    // written. Offers and reminders of events still go through the relay, which knows their time.
    std::function<bool()> messages_stay_here = [] { return false; };
    // In which time the guests of a list answer, if that is known (core::Context). Called on the
    // shard's thread for each decision, so it doesn't wait.
    std::function<std::optional<Duration>(core::ResourceNumber)> answer_window =
        [](core::ResourceNumber) { return std::nullopt; };
};

// What the driver is to do now. Loads and answer look-ups may run at the same time as the commit.
struct Work {
    std::optional<Batch> commit;  // to be answered with on_commit, before the next one is given
    std::vector<core::ResourceNumber> loads;  // each to be answered with on_loaded
    struct AnswerLookup {
        core::ResourceNumber resource;
        std::uint64_t number = 0;
    };
    std::vector<AnswerLookup> lookups;  // each to be answered with on_answer
    bool empty() const { return !commit && loads.empty() && lookups.empty(); }
};

struct ShardFigures {
    std::size_t queued = 0;
    std::size_t resident = 0;
    std::size_t timers = 0;  // resources that have something due at some time
    std::uint64_t batches = 0;
    std::uint64_t requests = 0;
    std::uint64_t shed_full = 0;  // the queue was full
    std::uint64_t shed_slow = 0;  // the wait would have been too long
    std::uint64_t shed_old = 0;   // waited too long
    std::uint64_t reloads = 0;    // after a commit that failed or whose outcome was unknown
    std::optional<Time> oldest_queued;
};

class Shard {
public:
    // `zones` must outlive the shard. `publish` is called for each resource of a commit, after it.
    Shard(const ShardLimits& limits, const core::ZoneBook& zones,
          std::function<void(const Committed&)> publish);
    ~Shard();

    // The resources of this shard that have something due, as the store's schedule tells; once,
    // before the first poll.
    void wake_at(core::ResourceNumber resource, Time due);
    // Nobody served these resources in that time: whatever is loaded from now on is given it,
    // before anything else is decided about it. At most once, before the first poll.
    void set_gap(const core::Gap& gap);

    // Takes a request in, or answers it at once with Overloaded.
    void submit(Request&& request, Time now);
    void submit(Query query, Time now);

    // Decides what can be decided and says what to do. Answers of requests that needed no commit
    // (replays of answers at hand, refusals without events) are given from here.
    Work poll(Time now);

    void on_commit(Result<void, StoreError> result, Time now);
    // The same in two steps, for a driver that polls in between: so the next commit is under way
    // while the answers of the last one are given.
    void take_commit(Result<void, StoreError> result, Time now);
    void give_answers();
    // A resource that does not exist is `nullopt`.
    void on_loaded(core::ResourceNumber resource,
                   Result<std::optional<LoadedResource>, StoreError> result, Time now);
    void on_answer(core::ResourceNumber resource, std::uint64_t number,
                   Result<std::optional<AnswerRow>, StoreError> result, Time now);

    // Decides nothing more, and answers with `failure` whatever waits to be decided or looked at,
    // now and later. What is decided already is still committed.
    void close(Failure failure);
    // The same, and gives up what is decided, but for the commit under way.
    void abandon(Failure failure);
    // After `abandon`, instead of take_commit: nothing will be heard of the commit under way.
    void end_commit(Failure failure);

    // When poll should be called next even if nothing arrives; nothing when never.
    std::optional<Time> next_wake() const;
    bool has_commit_in_flight() const;
    // Something is decided and not durable.
    bool has_uncommitted() const;
    // No request is waiting and nothing is in flight.
    bool is_idle() const;
    ShardFigures figures() const;
    // The resources in memory and about how many bytes each takes, largest first, at most `limit`.
    std::vector<std::pair<core::ResourceNumber, std::size_t>> memory(std::size_t limit) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::engine
