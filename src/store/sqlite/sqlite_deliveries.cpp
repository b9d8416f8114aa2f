// What became of messages on each channel.
#include "store/codec/delivery.hpp"
#include "store/sql/rows.hpp"
#include "store/sqlite/delivery_rows.hpp"
#include "store/sqlite/sqlite_store.hpp"

namespace standby::store {
namespace {

using engine::Channel;
using engine::Delivery;
using engine::StoreError;

// What is to be written after a report; nothing when it changes nothing.
struct Advance {
    std::optional<Delivery> delivery;
    bool is_further = false;
};

Result<void, std::string> find_advance(Connection& connection, const Delivery& report,
                                       Advance& advance) {
    advance = {};
    if (const auto stored = TRY(connection.first(
            sql("SELECT message, channel, state, address, changed_at, sent_at, delivered_at,"
                " provider_id, note FROM deliveries WHERE message = $1 AND channel = $2",
                report.message, report.channel),
            delivery_from))) {
        advance.delivery = advanced(*stored, report);
        advance.is_further = advance.delivery && advance.delivery->state != stored->state;
    }
    return {};
}

}  // namespace

Result<void, std::string> put_delivery(Connection& connection, std::uint64_t message,
                                       const Delivery& delivery) {
    return connection.run(
        "INSERT OR REPLACE INTO deliveries (message, channel, state, address, changed_at,"
        " sent_at, delivered_at, provider_id, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        message, delivery.channel, delivery.state, delivery.address, delivery.changed_at,
        delivery.sent_at, delivery.delivered_at, delivery.provider_id, delivery.note);
}

// The person is looked for in the same transaction: what is written after an erasure finds nobody.
Result<void, std::string> put_words(Connection& connection, std::uint64_t message,
                                    const engine::KeptWords& words) {
    return connection.run(
        "INSERT OR REPLACE INTO message_words (message, channel, subject, text)"
        " SELECT outbox.id, ?, ?, ? FROM outbox JOIN people ON people.resource = outbox.resource"
        " AND people.entry = outbox.entry WHERE outbox.id = ?",
        words.channel, words.subject, words.text, message);
}

Result<std::vector<Delivery>, StoreError>
SqliteStore::deliveries(std::span<const std::uint64_t> messages) {
    std::vector<SqlStatement> queries;
    for (const std::uint64_t message : each_once(messages)) {
        queries.push_back(
            sql("SELECT message, channel, state, address, changed_at, sent_at, delivered_at,"
                " provider_id, note FROM deliveries WHERE message = $1 ORDER BY channel",
                message));
    }
    return database_->all(queries, delivery_from);
}

Result<std::vector<engine::KeptWords>, StoreError>
SqliteStore::words(std::span<const std::uint64_t> messages) {
    std::vector<SqlStatement> queries;
    for (const std::uint64_t message : each_once(messages)) {
        queries.push_back(sql("SELECT message, channel, subject, text FROM message_words"
                              " WHERE message = $1 ORDER BY channel",
                              message));
    }
    return database_->all(queries, words_from);
}

Result<std::vector<Delivery>, StoreError>
SqliteStore::deliveries_to(core::ContactKey address, Channel channel, std::size_t limit) {
    return database_->all(
        sql("SELECT message, channel, state, address, changed_at, sent_at, delivered_at,"
            " provider_id, note FROM deliveries INDEXED BY deliveries_by_address"
            " WHERE address <> 0 AND address = $1 AND channel = $2 ORDER BY message DESC LIMIT $3",
            address, channel, limit_of(limit)),
        delivery_from);
}

Result<bool, StoreError> SqliteStore::advance_delivery(const Delivery& delivery) {
    Advance advance;
    // Reports come twice and about anything: those that change nothing cost no transaction.
    TRY(database_->read(
        [&](Connection& connection) { return find_advance(connection, delivery, advance); }));
    if (!advance.delivery) {
        return false;
    }
    TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
        TRY(find_advance(connection, delivery, advance));
        if (advance.delivery) {
            TRY(put_delivery(connection, delivery.message, *advance.delivery));
        }
        return {};
    }));
    return advance.is_further;
}

}  // namespace standby::store
