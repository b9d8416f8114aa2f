// The default store: one SQLite file, and everything of the engine in it.
#pragma once

#include "store/control/control_plane.hpp"
#include "store/sql/lookups.hpp"
#include "store/sqlite/backlog.hpp"
#include "store/sqlite/database.hpp"

#include <memory>
#include <string>

namespace standby::store {

class SqliteStore final : public Lookups, public ControlPlane {
public:
    // The error is one sentence for people: who else uses the file, what is wrong with it, or why
    // it cannot be made.
    static Result<std::unique_ptr<SqliteStore>, std::string> open(const std::string& path,
                                                                  const SqliteOptions& options);

    // For maintenance: everything that was committed until now is in its tables, unless these can't
    // be written.
    Database& database();

    // Until when a server is known to have served the file; nothing when none ever said so. Noting
    // it takes no sync of the disk, so it keeps no commit waiting; a power cut may take it back by
    // half a minute.
    Result<std::optional<Time>, engine::StoreError> served_until();
    Result<void, std::string> note_served(Time until);

    Result<void, engine::StoreError> commit(const engine::Batch& batch) override;
    Result<std::optional<engine::LoadedResource>, engine::StoreError>
    load(core::ResourceNumber resource, Time answers_after) override;
    Result<std::vector<std::pair<core::ResourceNumber, Time>>, engine::StoreError>
    schedule(engine::ShardNumber shard, std::uint32_t shards) override;
    Result<std::optional<engine::Person>, engine::StoreError> person(core::EntryId entry) override;
    Result<std::vector<engine::PersonChange>, engine::StoreError>
    people(core::ResourceNumber resource, std::span<const core::Ticket> entries) override;
    Result<std::vector<std::pair<core::EntryId, engine::Person>>, engine::StoreError>
    people_of(std::span<const core::EntryId> entries) override;
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

private:
    explicit SqliteStore(std::unique_ptr<Database> database)
        : Lookups(*database, {}), ControlPlane(*database), database_(std::move(database)) {}

    Result<void, engine::StoreError> catch_up(core::ResourceNumber resource) override;

    std::unique_ptr<Database> database_;
    std::unique_ptr<Backlog> backlog_;  // of the one process that writes
};

}  // namespace standby::store
