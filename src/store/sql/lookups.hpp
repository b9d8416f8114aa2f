// What SQLite and PostgreSQL look up with the same statements: answers, history, rows, people,
// lists.
#pragma once

#include "engine/ports/store.hpp"
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
    Result<std::vector<engine::StoredRow>, engine::StoreError>
    rows(engine::RowTable table, core::ResourceNumber resource, std::uint32_t after,
         std::size_t limit, std::span<const std::uint8_t> states) override;
    Result<std::optional<engine::StoredRow>, engine::StoreError>
    row(engine::RowTable table, core::ResourceNumber resource, std::uint32_t number) override;
    Result<std::optional<engine::Person>, engine::StoreError> person(core::EntryId entry) override;
    Result<std::vector<engine::PersonChange>, engine::StoreError>
    people(core::ResourceNumber resource, std::span<const core::Ticket> entries) override;
    Result<std::vector<engine::ResourceListing>, engine::StoreError>
    resources(engine::AccountNumber account, core::ResourceNumber after,
              std::size_t limit) override;

protected:
    // The database outlives every call, but not this, as it keeps statements by their texts. With
    // `in_shard` begins each key of a resource, whose number is $1: "shard_id = $1 % 16 AND ", or
    // nothing where rows are not kept by shards.
    Lookups(SqlDatabase& database, std::string_view in_shard);

private:
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
    std::array<Texts, 3> rows_;
};

}  // namespace standby::store
