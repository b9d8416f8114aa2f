// The store of a cluster: one PostgreSQL, plain or highly available, that several nodes share.
// Commits are fenced by leases (engine/ports/leases.hpp). Calls may come from any thread; each
// takes a connection out of a pool and ends by a deadline of its own.
#pragma once

#include "engine/ports/leases.hpp"
#include "store/control/control_plane.hpp"
#include "store/postgres/database.hpp"
#include "store/sql/lookups.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace standby::store {

class PostgresStore final : public Lookups, public ControlPlane, public engine::Leases {
public:
    // The error is one sentence for people: what is wrong with the address, the server, the rights
    // or the schema. Brings the schema up to date where it may; makes the shards on the first
    // start.
    static Result<std::unique_ptr<PostgresStore>, std::string> open(const std::string& dsn,
                                                                    const PostgresOptions& options);
    ~PostgresStore() override;

    // How many shards there are; chosen once, when the first node came.
    std::uint32_t shards() const { return database_->shards(); }
    // Which shards this process serves: messages are looked for in these, and new resources are put
    // into these. All, until it is called.
    void serve(std::vector<engine::ShardNumber> shards);
    // For maintenance and checks.
    PgDatabase& database() { return *database_; }

    Result<void, engine::StoreError> commit(const engine::Batch& batch) override;
    Result<std::optional<engine::LoadedResource>, engine::StoreError>
    load(core::ResourceNumber resource, Time answers_after) override;
    Result<std::vector<std::pair<core::ResourceNumber, Time>>, engine::StoreError>
    schedule(engine::ShardNumber shard, std::uint32_t shards) override;
    Result<engine::PeopleFound, engine::StoreError>
    find_people(core::ResourceNumber resource, const engine::PeopleSearch& search) override;
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
    explicit PostgresStore(std::unique_ptr<PgDatabase> database);

    std::unique_ptr<PgDatabase> database_;
};

}  // namespace standby::store
