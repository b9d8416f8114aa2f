// The store of simulations and tests: everything in memory, the same calls always with the same
// results, and faults on demand. For one thread at a time.
#pragma once

#include "engine/ports/leases.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "tests/memory_store/memory_content.hpp"

#include <cstdint>
#include <functional>

namespace standby::store {

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

class MemoryStore final : public engine::Store, public engine::Registry, public engine::Leases {
public:
    MemoryStore() = default;
    // Goes on from what a store before it held.
    explicit MemoryStore(MemoryContent content) : content_(std::move(content)) {}

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
    Result<std::vector<engine::StoredRow>, engine::StoreError>
    rows(engine::RowTable table, core::ResourceNumber resource, std::uint32_t after,
         std::size_t limit, std::span<const std::uint8_t> states) override;
    Result<std::optional<engine::StoredRow>, engine::StoreError>
    row(engine::RowTable table, core::ResourceNumber resource, std::uint32_t number) override;
    Result<std::optional<engine::Person>, engine::StoreError> person(core::EntryId entry) override;
    Result<std::vector<engine::PersonChange>, engine::StoreError>
    people(core::ResourceNumber resource, std::span<const core::Ticket> entries) override;
    Result<engine::PeopleFound, engine::StoreError>
    find_people(core::ResourceNumber resource, const engine::PeopleSearch& search) override;
    Result<std::vector<engine::ResourceListing>, engine::StoreError>
    resources(engine::AccountNumber account, core::ResourceNumber after,
              std::size_t limit) override;
    Result<engine::DueMessages, engine::StoreError>
    due_messages(const engine::OutboxCursor& from, Time now, std::size_t limit) override;
    Result<std::optional<Time>, engine::StoreError> next_message_due(Time after) override;
    Result<void, engine::StoreError>
    finish_messages(std::span<const engine::MessageEnd> ends) override;
    Result<bool, engine::StoreError> queue_message(const engine::OutboxRow& row) override;
    Result<std::vector<engine::OutboxListing>, engine::StoreError>
    messages(const engine::MessageFilter& filter, std::uint64_t after, std::size_t limit) override;
    Result<std::optional<engine::OutboxListing>, engine::StoreError>
    message(std::uint64_t id) override;
    Result<std::vector<engine::Delivery>, engine::StoreError>
    deliveries(std::span<const std::uint64_t> messages) override;
    Result<std::vector<engine::Delivery>, engine::StoreError>
    deliveries_to(core::ContactKey address, engine::Channel channel, std::size_t limit) override;
    Result<bool, engine::StoreError> advance_delivery(const engine::Delivery& delivery) override;
    Result<std::size_t, engine::StoreError> drop_messages(Time before, std::size_t limit) override;
    Result<void, engine::StoreError> drop_answers(Time before) override;

    Result<engine::Account, engine::StoreError> create_account(std::string_view name,
                                                               Time now) override;
    Result<std::vector<engine::Account>, engine::StoreError> accounts() override;
    Result<engine::ApiKey, engine::StoreError> add_key(const engine::ApiKey& key) override;
    Result<std::vector<engine::ApiKey>, engine::StoreError> keys() override;
    Result<bool, engine::StoreError> revoke_key(std::uint64_t number, Time now) override;
    Result<std::vector<engine::Secret>, engine::StoreError> secrets() override;
    Result<engine::Secret, engine::StoreError>
    add_secret(engine::SecretPurpose purpose, std::span<const std::byte> bytes, Time now) override;
    Result<core::ResourceNumber, engine::StoreError>
    allocate_resource(engine::AccountNumber account, std::optional<engine::RequestKey> key,
                      Time now) override;
    Result<std::optional<engine::AccountNumber>, engine::StoreError>
    account_of(core::ResourceNumber resource) override;

    Result<engine::House, engine::StoreError> house(engine::AccountNumber account) override;
    Result<std::vector<engine::House>, engine::StoreError> houses() override;
    Result<void, engine::StoreError> save_house(const engine::House& house, Time now) override;
    Result<std::vector<engine::VoiceVersion>, engine::StoreError>
    voice(engine::AccountNumber account) override;
    Result<std::vector<engine::VoiceVersion>, engine::StoreError>
    voice_versions(engine::AccountNumber account, const engine::VoiceKey& key) override;
    Result<engine::VoiceVersion, engine::StoreError>
    save_voice(engine::AccountNumber account, const engine::VoiceVersion& version) override;
    Result<std::vector<engine::OptOut>, engine::StoreError>
    opt_outs(std::span<const core::ContactKey> addresses) override;
    Result<bool, engine::StoreError> opt_out(const engine::OptOut& opt_out) override;
    Result<bool, engine::StoreError> opt_in(core::ContactKey address) override;

    Result<std::vector<engine::Member>, engine::StoreError> members() override;
    Result<std::vector<engine::StaffSession>, engine::StoreError> sessions() override;
    Result<std::vector<engine::OneTimeLink>, engine::StoreError> links() override;
    Result<engine::OneTimeLink, engine::StoreError>
    add_link(const engine::OneTimeLink& link) override;
    Result<bool, engine::StoreError> end_link(std::uint64_t number, Time now) override;
    Result<engine::UsedLink, engine::StaffError> use_link(const engine::LinkUse& use) override;
    Result<void, engine::StaffError> begin_session(const engine::StaffSession& session,
                                                   std::optional<std::uint64_t> totp_step) override;
    Result<void, engine::StoreError> touch_session(const Sha256Digest& hash, Time now) override;
    Result<bool, engine::StoreError> end_session(const Sha256Digest& hash) override;
    Result<void, engine::StoreError> end_sessions(std::uint64_t member) override;
    Result<engine::Member, engine::StaffError>
    change_member(const engine::MemberChange& change) override;
    Result<engine::Member, engine::StaffError> remove_member(std::uint64_t number,
                                                             Time now) override;

    Result<void, engine::StoreError> add_node(const engine::NodeRow& node) override;
    Result<std::optional<engine::ClusterView>, engine::StoreError> beat(std::string_view node,
                                                                        std::uint64_t heartbeat,
                                                                        engine::NodeState state,
                                                                        Time now) override;
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
    void keep(const engine::Member& member);
    void keep(const engine::StaffSession& session);
    void end_sessions_of(std::uint64_t member, std::optional<Sha256Digest> but = std::nullopt);
    bool fits(const engine::ResourceChange& change) const;
    bool holds(const engine::Fence& fence) const;
    engine::ShardRow* find_shard(engine::ShardNumber shard);
    engine::ClusterView current_view() const;
    void write(const engine::ResourceChange& change);

    MemoryContent content_;
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
