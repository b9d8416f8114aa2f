// Messages that wait to be sent, and what became of them.
#include "store/codec/outbox_cursor.hpp"
#include "store/sql/rows.hpp"
#include "store/sqlite/delivery_rows.hpp"
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

using engine::DueMessages;
using engine::OutboxCursor;
using engine::OutboxListing;
using engine::OutboxPosition;
using engine::OutboxRow;
using engine::OutboxState;
using engine::StoreError;

// Messages of kinds that only a newer version knows are left to it.
constexpr auto last_kind = engine::last_in_outbox;

// In two steps, the rest of the moment that was looked at last and what came after it: only so does
// SQLite go straight to where the last look ended, however many fall due at the same moment.
Result<void, std::string> collect_fallen_due(Connection& connection, const OutboxPosition& start,
                                             Time now, std::size_t limit,
                                             std::vector<OutboxRow>& rows) {
    const auto add = [&](SqlRow& row) { rows.push_back(message_from(row)); };
    TRY(connection.run(
        sql("SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts"
            " FROM outbox INDEXED BY outbox_waiting WHERE state = 0 AND wake_at = $1 AND id > $2"
            " AND id <= $3 AND kind <= $5 ORDER BY id LIMIT $4",
            start.looked_at, start.looked_id, start.id, limit_of(limit - rows.size()), last_kind),
        add));
    TRY(connection.run(
        sql("SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts"
            " FROM outbox INDEXED BY outbox_waiting WHERE state = 0 AND wake_at > $1"
            " AND wake_at <= $2 AND id <= $3 AND kind <= $5 ORDER BY wake_at, id LIMIT $4",
            start.looked_at, now, start.id, limit_of(limit - rows.size()), last_kind),
        add));
    return {};
}

Result<void, std::string> look(Connection& connection, const OutboxCursor& cursor, Time now,
                               std::size_t limit, DueMessages& due) {
    const Snapshot snapshot(connection);
    const auto highest = connection.integer_of("SELECT coalesce(max(id), 0) FROM outbox");
    if (!highest) {
        return failure_of(connection);
    }
    const auto newest = static_cast<std::uint64_t>(*highest);
    const OutboxPosition start = start_of_look(position_of(cursor), now, newest);
    due = {.next = cursor_at(start), .is_all = false};
    if (limit == 0) {
        return {};
    }
    due.rows = TRY(connection.all(
        sql("SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts"
            " FROM outbox NOT INDEXED WHERE id > $1 AND state = 0 AND wake_at <= $2"
            " AND kind <= $4 ORDER BY id LIMIT $3",
            start.id, now, limit_of(limit), last_kind),
        message_from));
    if (due.rows.size() == limit) {
        due.next = cursor_at(after_newcomer(start, due.rows.back()));
        return {};
    }
    TRY(collect_fallen_due(connection, start, now, limit, due.rows));
    due.is_all = due.rows.size() < limit;
    due.next = cursor_at(due.is_all ? after_everything(newest, now)
                                    : after_fallen_due(newest, due.rows.back()));
    return {};
}

Result<void, std::string> finish(Connection& connection, std::span<const engine::MessageEnd> ends) {
    Query update = connection.query("UPDATE outbox SET state = ?1, note = ?2,"
                                    " due_at = coalesce(?3, due_at),"
                                    " wake_at = coalesce(?3, due_at),"
                                    " attempts = coalesce(?4, attempts) WHERE id = ?5");
    for (const engine::MessageEnd& end : ends) {
        const OutboxState becomes = end.again_at ? OutboxState::Pending : end.state;
        TRY(update.bind(becomes, end.note, end.again_at, end.attempts, end.id).run());
        if (connection.changes() != 1) {
            return std::unexpected(fmt::format("there is no message {}", end.id));
        }
        for (const engine::Delivery& delivery : end.deliveries) {
            TRY(put_delivery(connection, end.id, delivery));
        }
        for (const engine::KeptWords& words : end.words) {
            TRY(put_words(connection, end.id, words));
        }
    }
    return {};
}

// The ways to a list, each by the index that passes the fewest rows. All take the same parameters:
// the id before, the limit, the resource, the entry, the state or nothing, the account, and the
// last kind that is known.
std::string listing_query(std::string_view by) {
    return fmt::format(
        "SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts, state, note"
        " FROM outbox {} AND id > $1 AND ($5 IS NULL OR state = $5) AND kind <= $7"
        " AND ($6 = 0 OR $6 = CASE WHEN resource = 0 THEN entry ELSE"
        " (SELECT account FROM resources WHERE number = outbox.resource) END)"
        " ORDER BY id LIMIT $2",
        by);
}

std::string_view listing_query_for(const engine::MessageFilter& filter) {
    static const std::string of_entry =
        listing_query("INDEXED BY outbox_by_resource WHERE resource = $3 AND entry = $4");
    static const std::string dead =
        listing_query("INDEXED BY outbox_dead WHERE state = 3 AND ($3 = 0 OR resource = $3)");
    static const std::string of_resource =
        listing_query("INDEXED BY outbox_by_resource WHERE resource = $3");
    static const std::string pending = listing_query("INDEXED BY outbox_waiting WHERE state = 0");
    static const std::string all = listing_query("NOT INDEXED WHERE 1");
    const bool has_resource = filter.resource.value() != 0;
    if (has_resource && filter.entry != 0) {
        return of_entry;
    }
    if (filter.state == OutboxState::Dead) {
        return dead;
    }
    if (has_resource) {
        return of_resource;
    }
    return filter.state == OutboxState::Pending ? pending : all;
}

SqlStatement queueing(const OutboxRow& row) {
    return sql("INSERT INTO outbox (resource, event, kind, entry, offer, opening, due_at, wake_at,"
               " state, attempts, note) SELECT $1, $2, $3, $4, $5, $6, $7, $7, $8, 0, $9"
               " WHERE NOT EXISTS (SELECT 1 FROM outbox INDEXED BY outbox_by_resource"
               " WHERE resource = $1 AND entry = $4 AND event = $2 AND kind = $3)",
               row.resource, row.event, row.kind, row.entry, row.offer, row.opening, row.due_at,
               row.stays_here ? OutboxState::Done : OutboxState::Pending,
               std::string_view{row.stays_here ? "local" : ""});
}

}  // namespace

Result<DueMessages, StoreError> SqliteStore::due_messages(const OutboxCursor& from, Time now,
                                                          std::size_t limit) {
    if (backlog_ != nullptr && !backlog_->come_along()) {
        return std::unexpected(StoreError::OutcomeUnknown);
    }
    DueMessages due;
    TRY(database_->read(
        [&](Connection& connection) { return look(connection, from, now, limit, due); }));
    return due;
}

Result<std::optional<Time>, StoreError> SqliteStore::next_message_due(Time after) {
    if (backlog_ != nullptr && !backlog_->come_along()) {
        return std::unexpected(StoreError::OutcomeUnknown);
    }
    return database_->first(sql("SELECT wake_at FROM outbox INDEXED BY outbox_waiting"
                                " WHERE state = 0 AND wake_at > $1 ORDER BY wake_at LIMIT 1",
                                after),
                            [](SqlRow& row) { return row.time(0); });
}

Result<void, StoreError> SqliteStore::finish_messages(std::span<const engine::MessageEnd> ends) {
    return database_->write([&](Connection& connection) { return finish(connection, ends); });
}

Result<bool, StoreError> SqliteStore::queue_message(const OutboxRow& row) {
    return TRY(queue_messages(std::span(&row, 1))) == 1;
}

Result<std::uint64_t, StoreError> SqliteStore::queue_messages(std::span<const OutboxRow> rows) {
    std::vector<SqlStatement> statements;
    statements.reserve(rows.size());
    if (!rows.empty()) {
        TRY(catch_up(rows.front().resource));
    }
    for (const OutboxRow& row : rows) {
        statements.push_back(queueing(row));
    }
    return statements.empty() ? Result<std::uint64_t, StoreError>(0) : database_->put(statements);
}

Result<std::vector<OutboxListing>, StoreError>
SqliteStore::messages_to_houses(engine::MessageKind kind, std::uint64_t event_min) {
    return database_->all(
        sql("SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts, state, note"
            " FROM outbox INDEXED BY outbox_by_resource WHERE resource = 0 AND kind = $1"
            " AND event >= $2 ORDER BY id",
            kind, event_min),
        message_listing_from);
}

Result<std::vector<OutboxListing>, StoreError>
SqliteStore::messages(const engine::MessageFilter& filter, std::uint64_t after, std::size_t limit) {
    TRY(catch_up(filter.resource));
    return database_->all(sql(listing_query_for(filter), after, limit_of(limit), filter.resource,
                              filter.entry, filter.state, filter.account, last_kind),
                          message_listing_from);
}

Result<std::optional<OutboxListing>, StoreError> SqliteStore::message(std::uint64_t id) {
    return database_->first(sql("SELECT id, resource, event, kind, entry, offer, opening, due_at,"
                                " attempts, state, note FROM outbox WHERE id = $1"
                                " AND kind <= $2",
                                id, last_kind),
                            message_listing_from);
}

}  // namespace standby::store
