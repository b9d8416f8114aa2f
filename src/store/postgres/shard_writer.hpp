// The statements by which one shard's part of a batch is written. Each table's rows travel as
// arrays, a column each, and are written by one statement; where new rows and those that may be
// there already go into one table, by one statement for each: to insert a row that is known to be
// new costs the database much less than to look for it first.
#pragma once

#include "engine/ports/store.hpp"
#include "store/codec/contacts.hpp"
#include "store/postgres/connection.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace standby::store {

class ShardWriter {
public:
    using Changes = std::vector<const engine::ResourceChange*>;

    // Adds to `statements`, which must outlive the writer.
    ShardWriter(engine::ShardNumber shard, std::uint32_t shards, Changes changes,
                std::vector<PgStatement>& statements)
        : shard_(shard), shards_(shards), changes_(std::move(changes)), statements_(statements) {}

    void write(const std::optional<engine::Fence>& fence);

private:
    // A statement whose first parameter is the shard.
    PgParams& add(std::string sql) {
        statements_.push_back(PgStatement{.sql = std::move(sql), .params = {}});
        return statements_.back().params.add(shard_);
    }

    void write_shard(const std::optional<engine::Fence>& fence);
    void write_resources();
    void write_entries();
    void write_contacts();
    void write_rows(const char* insert, std::vector<core::RowChange> core::StateChanges::* rows);
    void write_facts();
    void write_people();
    void write_events();
    void write_outbox();
    void write_answers();

    // A contact list that does not travel with its entry's row.
    struct LaterContacts {
        std::int64_t resource = 0;
        EntryContacts contacts;
    };

    const engine::ShardNumber shard_;
    const std::uint32_t shards_;
    const Changes changes_;
    std::vector<PgStatement>& statements_;
    std::vector<LaterContacts> later_;
};

// Values as the arrays take them.
inline std::int64_t column_value(Time time) {
    return time.time_since_epoch().count();
}
inline std::int64_t column_value(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}
inline std::optional<std::int64_t> column_value(const std::optional<Time>& time) {
    return time ? std::optional(column_value(*time)) : std::nullopt;
}
inline PgParams::Blob column_value(const Sha256Digest& digest) {
    return std::as_bytes(std::span(digest));
}

}  // namespace standby::store
