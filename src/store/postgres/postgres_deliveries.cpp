// What became of messages on each channel. A delivery lies in the shard of its message.
#include "store/codec/delivery.hpp"
#include "store/postgres/outbox_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <array>

namespace standby::store {
namespace {

using engine::Channel;
using engine::Delivery;
using engine::StoreError;

// Reports about one delivery at the same moment get in each other's way at most so often.
constexpr int attempts_max = 10;

PgStatement delivery_of(std::uint64_t message, Channel channel) {
    return statement("SELECT message, channel, state, address, changed_at, sent_at, delivered_at,"
                     " provider_id, note FROM deliveries WHERE shard_id = " +
                         shard_of_message("$1") + " AND message = $1 AND channel = $2",
                     message, channel);
}

// Changes nothing when the delivery is no longer as it was.
PgStatement replacement(const Delivery& before, const Delivery& after) {
    return statement("UPDATE deliveries SET state = $3, changed_at = $4, sent_at = $5,"
                     " delivered_at = $6, provider_id = $7, note = $8"
                     " WHERE shard_id = " +
                         shard_of_message("$1") +
                         " AND message = $1 AND channel = $2 AND state = $9"
                         " AND sent_at IS NOT DISTINCT FROM $10"
                         " AND delivered_at IS NOT DISTINCT FROM $11 AND provider_id = $12",
                     before.message, before.channel, after.state, after.changed_at, after.sent_at,
                     after.delivered_at, after.provider_id, after.note, before.state,
                     before.sent_at, before.delivered_at, before.provider_id);
}

}  // namespace

Result<std::vector<Delivery>, StoreError>
PostgresStore::deliveries(std::span<const std::uint64_t> messages) {
    if (messages.empty()) {
        return std::vector<Delivery>{};
    }
    std::vector<std::int64_t> wanted(messages.begin(), messages.end());
    return read_all(
        *database_,
        statement("SELECT message, channel, state, address, changed_at, sent_at, delivered_at,"
                  " provider_id, note FROM (SELECT DISTINCT id FROM unnest($1) AS any_order (id))"
                  " AS given JOIN deliveries ON shard_id = " +
                      shard_of_message("given.id") +
                      " AND message = given.id ORDER BY message, channel",
                  wanted),
        "deliveries", delivery_from);
}

Result<std::vector<engine::KeptWords>, StoreError>
PostgresStore::words(std::span<const std::uint64_t> messages) {
    if (messages.empty()) {
        return std::vector<engine::KeptWords>{};
    }
    std::vector<std::int64_t> wanted(messages.begin(), messages.end());
    return read_all(*database_,
                    statement("SELECT message, channel, subject, text"
                              " FROM (SELECT DISTINCT id FROM unnest($1) AS any_order (id))"
                              " AS given JOIN message_words ON shard_id = " +
                                  shard_of_message("given.id") +
                                  " AND message = given.id ORDER BY message, channel",
                              wanted),
                    "message_words", words_from);
}

// Messages of different shards do not tell by their ids which is newer: when they were sent does.
Result<std::vector<Delivery>, StoreError>
PostgresStore::deliveries_to(core::ContactKey address, Channel channel, std::size_t limit) {
    return read_all(
        *database_,
        statement("SELECT message, channel, state, address, changed_at, sent_at, delivered_at,"
                  " provider_id, note FROM deliveries WHERE address <> 0 AND address = $1"
                  " AND channel = $2 ORDER BY coalesce(sent_at, changed_at) DESC, message DESC"
                  " LIMIT $3",
                  address, channel, limit_of(limit)),
        "deliveries", delivery_from);
}

Result<bool, StoreError> PostgresStore::advance_delivery(const Delivery& delivery) {
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
        const std::optional<Delivery> stored =
            TRY(read_first(*database_, delivery_of(delivery.message, delivery.channel),
                           "deliveries", delivery_from));
        const std::optional<Delivery> after =
            stored ? advanced(*stored, delivery) : std::optional<Delivery>{};
        if (!after) {
            return false;
        }
        const std::array<PgStatement, 1> statements{replacement(*stored, *after)};
        const std::vector<PgRows> rows = TRY(database_->write(statements));
        if (rows.front().changed() == 1) {
            return after->state != stored->state;
        }
    }
    return std::unexpected(StoreError::NotCommitted);
}

}  // namespace standby::store
