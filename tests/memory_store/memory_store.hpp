// The store of simulations and tests: everything in memory, the same calls always with the same
// results, and faults on demand. For one thread at a time.
#pragma once

#include "engine/ports/leases.hpp"
#include "engine/ports/store.hpp"
#include "store/control/control_plane.hpp"
#include "tests/memory_store/memory_content.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace standby::store {

class Connection;

// The calls a fault can be injected into. All calls of the registry count as one.
enum class Call : std::uint8_t {
    Commit,
    Load,
    Answer,
    Schedule,
    Events,
    Rows,
    Person,
    Resources,
    DueMessages,
    NextMessageDue,
    FinishMessages,
    QueueMessage,
    Messages,
    Deliveries,
    AdvanceDelivery,
    DropMessages,
    DropAnswers,
    StartHistory,
    DropEvents,
    Rollup,
    SaveRollup,
    OfferMessages,
    Registry,
    AddNode,
    Beat,
    View,
    RemoveNode,
    Claim,
    HandOver,
    Halt,  // and resume
};

// How a call fails. A call that writes nothing fails as OutcomeUnknown, whatever the fault.
enum class Fault : std::uint8_t {
    None,
    FailBefore,     // NotCommitted, nothing was written
    UnknownBefore,  // OutcomeUnknown, nothing was written
    UnknownAfter,   // OutcomeUnknown, everything was written
};

// Whether a commit must prove that it may be made. Without it anything is written over anything:
// only for tests that must see what the proof is good for.
enum class CommitGuard : std::uint8_t { On, Off };

class MemoryStore final : private SqlDatabase,
                          public engine::Store,
                          public ControlPlane,
                          public engine::Leases {
public:
    MemoryStore() : MemoryStore(MemoryContent{}) {}
    // Goes on from what a store before it held.
    explicit MemoryStore(MemoryContent content);
    ~MemoryStore() override;
    MemoryStore(const MemoryStore&) = delete;
    MemoryStore& operator=(const MemoryStore&) = delete;
    // What was written since is lost.
    void go_back_to(MemoryContent content);

    // Asked before each call; none when empty.
    void set_faults(std::function<Fault(Call)> faults) { faults_ = std::move(faults); }

    void set_commit_guard(CommitGuard guard) { guard_ = guard; }
    // How many shards there are to be leased; none before. Only before the first node comes.
    void set_shards(std::uint32_t count);

    // What is durable now. A copy of it survives the store.
    const MemoryContent& content() const { return content_; }

    Result<void, engine::StoreError> commit(const engine::Batch& batch) override;
    Result<std::optional<engine::LoadedResource>, engine::StoreError>
    load(core::ResourceNumber resource, Time answers_after) override;
    Result<std::optional<engine::AnswerRow>, engine::StoreError>
    answer(core::ResourceNumber resource, std::uint64_t number) override;
    Result<std::vector<std::pair<core::ResourceNumber, Time>>, engine::StoreError>
    schedule(engine::ShardNumber shard, std::uint32_t shards) override;
    Result<std::vector<engine::EventRow>, engine::StoreError>
    events(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) override;
    Result<std::vector<engine::EventRow>, engine::StoreError>
    events_in_reach(core::ResourceNumber resource, std::uint64_t after, std::size_t limit,
                    engine::Haste haste) override;
    Result<std::vector<engine::ListHead>, engine::StoreError>
    list_heads(engine::AccountNumber account, engine::Haste haste) override;
    Result<std::vector<engine::HistoryStart>, engine::StoreError>
    history_starts(core::ResourceNumber resource) override;
    Result<bool, engine::StoreError> start_history(core::ResourceNumber resource,
                                                   const engine::HistoryStart& start,
                                                   std::size_t dropped) override;
    Result<bool, engine::StoreError> change_start(core::ResourceNumber resource,
                                                  std::uint64_t event,
                                                  std::span<const std::byte> from,
                                                  std::span<const std::byte> to) override;
    Result<std::size_t, engine::StoreError> drop_events(core::ResourceNumber resource,
                                                        std::size_t limit) override;
    Result<engine::StoredRollup, engine::StoreError>
    rollup(core::ResourceNumber resource, std::int32_t from, std::int32_t to) override;
    Result<bool, engine::StoreError> save_rollup(core::ResourceNumber resource,
                                                 const engine::RollupWrite& write) override;
    Result<std::vector<engine::OfferMessage>, engine::StoreError>
    offer_messages(core::ResourceNumber resource, std::span<const core::Ticket> entries) override;
    Result<std::vector<engine::StoredRow>, engine::StoreError>
    rows(engine::RowTable table, core::ResourceNumber resource, std::uint32_t after,
         std::size_t limit, std::span<const std::uint8_t> states) override;
    Result<std::optional<engine::StoredRow>, engine::StoreError>
    row(engine::RowTable table, core::ResourceNumber resource, std::uint32_t number) override;
    Result<bool, engine::StoreError> change_ended_entry(core::EntryId entry,
                                                        std::span<const std::byte> from,
                                                        std::span<const std::byte> to) override;
    Result<std::optional<engine::Person>, engine::StoreError> person(core::EntryId entry) override;
    Result<std::vector<engine::PersonChange>, engine::StoreError>
    people(core::ResourceNumber resource, std::span<const core::Ticket> entries) override;
    Result<std::vector<std::pair<core::EntryId, engine::Person>>, engine::StoreError>
    people_of(std::span<const core::EntryId> entries) override;
    Result<engine::PeopleFound, engine::StoreError>
    find_people(core::ResourceNumber resource, const engine::PeopleSearch& search) override;
    Result<std::vector<engine::ResourceListing>, engine::StoreError>
    resources(engine::AccountNumber account, core::ResourceNumber after,
              std::size_t limit) override;
    Result<std::vector<core::EntryId>, engine::StoreError>
    find_person(std::string_view text) override;
    Result<std::uint64_t, engine::StoreError> erase(const engine::Erasure& erasure) override;
    Result<engine::DueMessages, engine::StoreError>
    due_messages(const engine::OutboxCursor& from, Time now, std::size_t limit) override;
    Result<std::optional<Time>, engine::StoreError> next_message_due(Time after) override;
    Result<void, engine::StoreError>
    finish_messages(std::span<const engine::MessageEnd> ends) override;
    Result<bool, engine::StoreError> queue_message(const engine::OutboxRow& row) override;
    Result<std::uint64_t, engine::StoreError>
    queue_messages(std::span<const engine::OutboxRow> rows) override;
    Result<std::vector<engine::OutboxListing>, engine::StoreError>
    messages_to_houses(engine::MessageKind kind, std::uint64_t event_min) override;
    Result<std::vector<engine::OutboxListing>, engine::StoreError>
    messages(const engine::MessageFilter& filter, std::uint64_t after, std::size_t limit) override;
    Result<std::optional<engine::OutboxListing>, engine::StoreError>
    message(std::uint64_t id) override;
    Result<std::vector<engine::Delivery>, engine::StoreError>
    deliveries(std::span<const std::uint64_t> messages) override;
    Result<std::vector<engine::KeptWords>, engine::StoreError>
    words(std::span<const std::uint64_t> messages) override;
    Result<std::vector<engine::Delivery>, engine::StoreError>
    deliveries_to(core::ContactKey address, engine::Channel channel, std::size_t limit) override;
    Result<bool, engine::StoreError> advance_delivery(const engine::Delivery& delivery) override;
    Result<std::size_t, engine::StoreError> drop_messages(Time before, std::size_t limit,
                                                          engine::AccountNumber account) override;
    Result<void, engine::StoreError> drop_answers(Time before) override;

    Result<core::ResourceNumber, engine::StoreError>
    allocate_resource(engine::AccountNumber account, std::optional<engine::RequestKey> key,
                      Time now) override;
    Result<std::optional<engine::AccountNumber>, engine::StoreError>
    account_of(core::ResourceNumber resource) override;

    Result<void, engine::StoreError> add_node(const engine::NodeRow& node) override;
    Result<std::optional<engine::ClusterView>, engine::StoreError> beat(std::string_view node,
                                                                        std::uint64_t heartbeat,
                                                                        engine::NodeState state,
                                                                        Time now) override;
    // As `beat`, for whoever looks around in the content: whether the node is there.
    Result<bool, engine::StoreError> count_beat(std::string_view node, std::uint64_t heartbeat,
                                                engine::NodeState state, Time now);
    Result<engine::ClusterView, engine::StoreError> view() override;
    Result<bool, engine::StoreError> remove_node(std::string_view node,
                                                 std::uint64_t heartbeat) override;
    Result<std::optional<engine::ShardRow>, engine::StoreError> claim(engine::ShardNumber shard,
                                                                      std::uint64_t epoch,
                                                                      std::string_view owner,
                                                                      Time now) override;
    Result<bool, engine::StoreError> hand_over(engine::ShardNumber shard, std::uint64_t epoch,
                                               std::string_view owner, std::string_view to,
                                               Time now) override;
    Result<void, engine::StoreError> halt(engine::ShardNumber shard) override;
    Result<bool, engine::StoreError> resume(engine::ShardNumber shard) override;

private:
    Result<void, engine::StoreError> look(std::span<const SqlStatement> statements,
                                          const EachRow& each) override;
    Result<std::uint64_t, engine::StoreError>
    put(std::span<const SqlStatement> statements) override;
    Result<void, engine::StoreError> change(const SqlJob& job) override;
    Connection& tables();

    Fault fault_of(Call call) { return faults_ ? faults_(call) : Fault::None; }
    // Runs `write` around the fault that the call is given, and passes its result on.
    template <class Write>
    auto writing(Call call, Write&& write) -> decltype(write());
    // The same for calls that only read.
    template <class Read>
    auto reading(Call call, Read&& read) -> Result<decltype(read()), engine::StoreError>;

    const MemoryResource* find(core::ResourceNumber resource) const;
    const MemoryMessage* find_message(std::uint64_t id) const;
    // The row's id is given here.
    void queue(engine::OutboxRow row);
    void finish(const engine::MessageEnd& end);
    bool is_shown(const MemoryMessage& message, const engine::MessageFilter& filter) const;
    bool fits(const engine::ResourceChange& change) const;
    bool holds(const engine::Fence& fence) const;
    engine::ShardRow* find_shard(engine::ShardNumber shard);
    engine::ClusterView current_view() const;
    void write(const engine::ResourceChange& change);

    MemoryContent content_;
    std::unique_ptr<Connection> tables_;  // of the control plane
    std::function<Fault(Call)> faults_;
    CommitGuard guard_ = CommitGuard::On;
};

template <class Write>
auto MemoryStore::writing(Call call, Write&& write) -> decltype(write()) {
    switch (fault_of(call)) {
    case Fault::None:
        break;
    case Fault::FailBefore:
        return std::unexpected(engine::StoreError::NotCommitted);
    case Fault::UnknownBefore:
        return std::unexpected(engine::StoreError::OutcomeUnknown);
    case Fault::UnknownAfter:
        static_cast<void>(write());
        return std::unexpected(engine::StoreError::OutcomeUnknown);
    }
    return write();
}

template <class Read>
auto MemoryStore::reading(Call call, Read&& read) -> Result<decltype(read()), engine::StoreError> {
    if (fault_of(call) != Fault::None) {
        return std::unexpected(engine::StoreError::OutcomeUnknown);
    }
    return read();
}

}  // namespace standby::store
