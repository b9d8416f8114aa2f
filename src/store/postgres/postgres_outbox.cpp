// Messages: how they end, are put back, queued and listed.
#include "store/postgres/outbox_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <array>
#include <map>

namespace standby::store {
namespace {

using engine::Delivery;
using engine::MessageEnd;
using engine::OutboxListing;
using engine::OutboxRow;
using engine::OutboxState;
using engine::ShardNumber;
using engine::StoreError;

using Integers = std::vector<std::int64_t>;
using OptionalIntegers = std::vector<std::optional<std::int64_t>>;

// What becomes of messages, each once, as arrays.
struct Ends {
    Integers ids;
    Integers states;
    std::vector<std::string> notes;
    OptionalIntegers again_at;
    OptionalIntegers attempts;
};
struct Deliveries {
    Integers messages;
    Integers channels;
    Integers states;
    Integers addresses;
    Integers changed_at;
    OptionalIntegers sent_at;
    OptionalIntegers delivered_at;
    std::vector<std::string> provider_ids;
    std::vector<std::string> notes;
};
struct Words {
    Integers messages;
    Integers channels;
    std::vector<std::string> subjects;
    std::vector<std::string> texts;
};

Ends ends_from(std::span<const MessageEnd> ends) {
    std::map<std::uint64_t, MessageEnd> last;
    for (const MessageEnd& end : ends) {
        MessageEnd& kept = last[end.id];
        kept.state = end.again_at ? OutboxState::Pending : end.state;
        kept.note = end.note;
        kept.again_at = end.again_at ? end.again_at : kept.again_at;
        kept.attempts = end.attempts ? end.attempts : kept.attempts;
    }
    Ends arrays;
    for (const auto& [id, end] : last) {
        arrays.ids.push_back(static_cast<std::int64_t>(id));
        arrays.states.push_back(static_cast<std::int64_t>(end.state));
        arrays.notes.push_back(end.note);
        arrays.again_at.push_back(milliseconds(end.again_at));
        arrays.attempts.emplace_back(end.attempts);
    }
    return arrays;
}

Deliveries deliveries_from(std::span<const MessageEnd> ends) {
    std::map<std::pair<std::uint64_t, engine::Channel>, const Delivery*> last;
    for (const MessageEnd& end : ends) {
        for (const Delivery& delivery : end.deliveries) {
            last[{end.id, delivery.channel}] = &delivery;
        }
    }
    Deliveries arrays;
    for (const auto& [key, delivery] : last) {
        arrays.messages.push_back(static_cast<std::int64_t>(key.first));
        arrays.channels.push_back(static_cast<std::int64_t>(key.second));
        arrays.states.push_back(static_cast<std::int64_t>(delivery->state));
        arrays.addresses.push_back(static_cast<std::int64_t>(delivery->address.value()));
        arrays.changed_at.push_back(milliseconds(delivery->changed_at));
        arrays.sent_at.push_back(milliseconds(delivery->sent_at));
        arrays.delivered_at.push_back(milliseconds(delivery->delivered_at));
        arrays.provider_ids.push_back(delivery->provider_id);
        arrays.notes.push_back(delivery->note);
    }
    return arrays;
}

Words words_from_all(std::span<const MessageEnd> ends) {
    std::map<std::pair<std::uint64_t, engine::Channel>, const engine::KeptWords*> last;
    for (const MessageEnd& end : ends) {
        for (const engine::KeptWords& words : end.words) {
            last[{end.id, words.channel}] = &words;
        }
    }
    Words arrays;
    for (const auto& [key, words] : last) {
        arrays.messages.push_back(static_cast<std::int64_t>(key.first));
        arrays.channels.push_back(static_cast<std::int64_t>(key.second));
        arrays.subjects.push_back(words->subject);
        arrays.texts.push_back(words->text);
    }
    return arrays;
}

// A message that does not exist makes the last cast fail, and with it everything.
const std::string& finish_all() {
    static const std::string sql =
        "WITH placed AS (SELECT given.*, " + shard_of_message("given.id") +
        " AS shard_id FROM unnest($1, $2, $3, $4, $5) AS given (id, state, note, again_at,"
        " attempts)),"
        " ended AS (UPDATE outbox SET state = placed.state, note = placed.note,"
        " due_at = coalesce(placed.again_at, outbox.due_at),"
        " attempts = coalesce(placed.attempts, outbox.attempts) FROM placed"
        " WHERE outbox.shard_id = placed.shard_id AND outbox.id = placed.id"
        " RETURNING outbox.shard_id, outbox.id, outbox.resource, outbox.entry),"
        " recorded AS (INSERT INTO deliveries (shard_id, message, channel, state, address,"
        " changed_at, sent_at, delivered_at, provider_id, note) SELECT ended.shard_id, given.*"
        " FROM ended JOIN unnest($6, $7, $8, $9, $10, $11, $12, $13, $14) AS given (message,"
        " channel, state, address, changed_at, sent_at, delivered_at, provider_id, note)"
        " ON given.message = ended.id"
        " ON CONFLICT (shard_id, message, channel) DO UPDATE SET state = excluded.state,"
        " address = excluded.address, changed_at = excluded.changed_at,"
        " sent_at = excluded.sent_at, delivered_at = excluded.delivered_at,"
        " provider_id = excluded.provider_id, note = excluded.note),"
        // Somebody who is being erased right now keeps the row locked until it is gone.
        " reached AS (SELECT ended.shard_id, ended.id FROM ended JOIN people"
        " ON people.shard_id = ended.shard_id AND people.resource = ended.resource"
        " AND people.entry = ended.entry WHERE cardinality($15) > 0 FOR KEY SHARE OF people),"
        " kept AS (INSERT INTO message_words (shard_id, message, channel, subject, text)"
        " SELECT reached.shard_id, given.* FROM reached JOIN unnest($15, $16, $17, $18)"
        " AS given (message, channel, subject, text) ON given.message = reached.id"
        " ON CONFLICT (shard_id, message, channel) DO UPDATE SET subject = excluded.subject,"
        " text = excluded.text)"
        " SELECT CASE WHEN count(*) = cardinality($1) THEN 0"
        " ELSE CAST(count(*) || ' of the messages exist' AS integer) END FROM ended";
    return sql;
}

// By the narrowest way there is. States stand in the text, so that their partial indexes serve;
// `id + 0` is for lists of few messages among many, which are not to be looked for by id. What no
// index has in the order of ids is taken from each shard in that order.
PgStatement listing_of(const engine::MessageFilter& filter, const PgDatabase& database,
                       std::uint64_t after, std::size_t limit) {
    std::string sql = "SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts,"
                      " state, note FROM outbox WHERE id > $1";
    // Of those that a newer version wrote it alone can tell.
    sql += fmt::format(" AND kind <= {}", static_cast<int>(engine::last_in_outbox));
    PgStatement listing = statement("", after, limit_of(limit));
    const auto narrow = [&](std::string_view condition, const auto& value) {
        add_value(listing.params, value);
        sql += fmt::format(fmt::runtime(condition), listing.params.values().size());
    };
    if (filter.resource.value() != 0) {
        narrow(" AND shard_id = ${}", database.shard_of(filter.resource));
        narrow(" AND resource = ${}", filter.resource);
        if (filter.entry != 0) {
            narrow(" AND entry = ${}", filter.entry);
        }
    }
    if (filter.state) {
        sql += fmt::format(" AND state = {}", static_cast<int>(*filter.state));
    }
    if (filter.account != 0) {
        narrow(" AND ${} = CASE WHEN resource = 0 THEN entry ELSE (SELECT account FROM resources"
               " WHERE resources.shard_id = outbox.shard_id AND number = outbox.resource) END",
               filter.account);
    }
    if (filter.resource.value() != 0 || filter.state == OutboxState::Pending) {
        listing.sql = sql + " ORDER BY id + 0 LIMIT $2";
    } else if (filter.state == OutboxState::Dead) {
        listing.sql = sql + " ORDER BY id LIMIT $2";
    } else {
        add_value(listing.params, database.shards());
        listing.sql = fmt::format(
            "SELECT found.* FROM generate_series(0, ${} - 1) AS look (shard)"
            " CROSS JOIN LATERAL ({} AND shard_id = look.shard ORDER BY shard_id, id LIMIT $2)"
            " AS found ORDER BY found.id LIMIT $2",
            listing.params.values().size(), sql);
    }
    return listing;
}

// The row of the shard is locked.
PgStatement queueing(const OutboxRow& row, ShardNumber shard, std::uint32_t shards) {
    return statement("WITH counted AS (UPDATE shard SET last_message = last_message + 1"
                     " WHERE shard_id = $1 AND NOT EXISTS (SELECT 1 FROM outbox WHERE shard_id = $1"
                     " AND resource = $3 AND entry = $6 AND event = $4 AND kind = $5)"
                     " RETURNING last_message)"
                     " INSERT INTO outbox (shard_id, id, resource, event, kind, entry, offer,"
                     " opening, due_at, state, attempts, note)"
                     " SELECT $1, last_message * $2 + $1, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11"
                     " FROM counted",
                     shard, shards, row.resource, row.event, row.kind, row.entry, row.offer,
                     row.opening, row.due_at,
                     row.stays_here ? OutboxState::Done : OutboxState::Pending,
                     std::string_view(row.stays_here ? "local" : ""));
}

}  // namespace

Result<void, StoreError> PostgresStore::finish_messages(std::span<const MessageEnd> ends) {
    if (ends.empty()) {
        return {};
    }
    const Ends ended = ends_from(ends);
    const Deliveries given = deliveries_from(ends);
    const Words said = words_from_all(ends);
    const std::array<PgStatement, 1> statements{
        statement(finish_all(), ended.ids, ended.states, ended.notes, ended.again_at,
                  ended.attempts, given.messages, given.channels, given.states, given.addresses,
                  given.changed_at, given.sent_at, given.delivered_at, given.provider_ids,
                  given.notes, said.messages, said.channels, said.subjects, said.texts)};
    TRY(database_->write(statements));
    return {};
}

Result<bool, StoreError> PostgresStore::queue_message(const OutboxRow& row) {
    return TRY(queue_messages(std::span(&row, 1))) == 1;
}

Result<std::uint64_t, StoreError> PostgresStore::queue_messages(std::span<const OutboxRow> rows) {
    if (rows.empty()) {
        return 0;
    }
    const ShardNumber shard = database_->shard_of(rows.front().resource);
    std::vector<PgStatement> statements{
        statement("SELECT shard_id FROM shard WHERE shard_id = $1 FOR UPDATE", shard)};
    for (const OutboxRow& row : rows) {
        statements.push_back(queueing(row, shard, database_->shards()));
    }
    const std::vector<PgRows> written = TRY(database_->write(statements));
    std::uint64_t queued = 0;
    for (const PgRows& one : std::span(written).subspan(1)) {
        queued += one.changed();
    }
    return queued;
}

Result<std::vector<OutboxListing>, StoreError>
PostgresStore::messages_to_houses(engine::MessageKind kind, std::uint64_t event_min) {
    return read_all(
        *database_,
        statement("SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts,"
                  " state, note FROM outbox WHERE shard_id = $1 AND resource = 0 AND kind = $2"
                  " AND event >= $3 ORDER BY id + 0",
                  database_->shard_of(core::ResourceNumber{}), kind, event_min),
        "outbox", message_listing_from);
}

Result<std::vector<OutboxListing>, StoreError>
PostgresStore::messages(const engine::MessageFilter& filter, std::uint64_t after,
                        std::size_t limit) {
    return read_all(*database_, listing_of(filter, *database_, after, limit), "outbox",
                    message_listing_from);
}

Result<std::optional<OutboxListing>, StoreError> PostgresStore::message(std::uint64_t id) {
    return read_first(*database_,
                      statement("SELECT id, resource, event, kind, entry, offer, opening, due_at,"
                                " attempts, state, note FROM outbox WHERE shard_id = " +
                                    shard_of_message("$1") + " AND id = $1 AND kind <= $2",
                                id, engine::last_in_outbox),
                      "outbox", message_listing_from);
}

}  // namespace standby::store
