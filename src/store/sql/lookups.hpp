// What SQLite and PostgreSQL look up with the same statements: answers, history, rows, people,
// lists, figures; and how the beginning of a history is let go.
#pragma once

#include "engine/ports/store.hpp"
#include "store/sql/rollup_texts.hpp"
#include "store/sql/session.hpp"

#include <array>
#include <string>
#include <string_view>

namespace standby::store {

class Lookups : public engine::Store {
public:
    Result<std::optional<engine::AnswerRow>, engine::StoreError>
    answer(core::ResourceNumber resource, std::uint64_t number) override;
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
    Result<std::vector<engine::ResourceListing>, engine::StoreError>
    resources(engine::AccountNumber account, core::ResourceNumber after,
              std::size_t limit) override;

protected:
    // Where rows are kept by shards, each key begins with the shard: its column, and its value for
    // the resource whose number is $1, "$1 % 16". Both are empty elsewhere.
    struct ShardKey {
        std::string column;
        std::string value;
    };
    // The database outlives every call, but not this, as it keeps statements by their texts.
    Lookups(SqlDatabase& database, const ShardKey& shard);

    // Comes before each look at rows: what was committed of the resource (0: of every one) and is
    // not in the tables yet is brought there. An error when that can't be done now.
    virtual Result<void, engine::StoreError> catch_up(core::ResourceNumber /*resource*/) {
        return {};
    }

private:
    Lookups(SqlDatabase& database, const ShardKey& shard, std::string_view in_shard);

    struct Texts {
        std::string page;
        std::string one;
    };
    const Texts& texts_of(engine::RowTable table) const {
        return rows_.at(static_cast<std::size_t>(table));
    }

    SqlDatabase& sql_;
    const std::string answer_;
    const std::string events_;
    const std::string person_;
    const std::string people_;
    const std::string starts_;
    const std::string start_;
    const std::string forget_states_;
    const std::string change_start_;
    const std::string change_ended_;
    const std::string drop_events_;
    std::array<Texts, 3> rows_;
    const RollupTexts rollup_;
};

}  // namespace standby::store
