// Messages that wait to be sent, and the forgetting of old answers.
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

using engine::OutboxState;
using engine::StoreError;

// So many rows at most are deleted in one transaction, so that no commit waits long behind it.
constexpr std::int64_t dropped_at_once_max = 10'000;

engine::OutboxRow message_from(Query& row) {
    return {.id = row.number<std::uint64_t>(0),
            .resource = row.id<core::ResourceNumber>(1),
            .event = row.number<std::uint64_t>(2),
            .kind = row.choice(3, engine::MessageKind::Release),
            .entry = row.number<core::Ticket>(4),
            .offer = row.id<core::OfferNumber>(5),
            .opening = row.id<core::OpeningNumber>(6),
            .due_at = row.time(7),
            .attempts = row.number<std::uint32_t>(8)};
}

Result<void, std::string> find_due(Connection& connection, Time now, std::size_t limit,
                                   std::vector<engine::OutboxRow>& found) {
    found.clear();
    Query due = connection.query(
        "SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts FROM outbox"
        " WHERE state <= 1 AND wake_at <= ? ORDER BY wake_at, id LIMIT ?");
    return collect(connection, due.bind(now, limit_of(limit)), "outbox", found, message_from);
}

Result<void, std::string> claim(Connection& connection, Time now, Time until, std::size_t limit,
                                std::vector<engine::OutboxRow>& claimed) {
    TRY(find_due(connection, now, limit, claimed));
    Query mark = connection.query(
        "UPDATE outbox SET state = 1, wake_at = ?, attempts = attempts + 1 WHERE id = ?");
    for (engine::OutboxRow& message : claimed) {
        if (!mark.bind(until, message.id).run()) {
            return failure_of(connection);
        }
        message.attempts += 1;
    }
    return {};
}

}  // namespace

Result<std::vector<engine::OutboxRow>, StoreError> SqliteStore::claim_messages(Time now, Time until,
                                                                               std::size_t limit) {
    std::vector<engine::OutboxRow> claimed;
    // Most of the time nothing is due, and that can be seen without a transaction.
    const std::optional<Time> next = TRY(next_message_due());
    if (!next || *next > now) {
        return claimed;
    }
    TRY(database_->write(
        [&](Connection& connection) { return claim(connection, now, until, limit, claimed); }));
    return claimed;
}

Result<std::vector<engine::OutboxRow>, StoreError> SqliteStore::due_messages(Time now,
                                                                             std::size_t limit) {
    std::vector<engine::OutboxRow> due;
    TRY(database_->read(
        [&](Connection& connection) { return find_due(connection, now, limit, due); }));
    return due;
}

Result<std::optional<Time>, StoreError> SqliteStore::next_message_due() {
    std::optional<Time> next;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query("SELECT wake_at FROM outbox WHERE state <= 1"
                                       " ORDER BY wake_at LIMIT 1");
        return pick(connection, query, "outbox", next, [](Query& row) { return row.time(0); });
    }));
    return next;
}

Result<void, StoreError> SqliteStore::finish_messages(std::span<const engine::MessageEnd> ends) {
    return database_->write([&](Connection& connection) -> Result<void, std::string> {
        for (const engine::MessageEnd& end : ends) {
            const OutboxState becomes = end.again_at ? OutboxState::Pending : end.state;
            if (!connection.run(
                    "UPDATE outbox SET state = ?, note = ?, due_at = coalesce(?3, due_at),"
                    " wake_at = coalesce(?3, due_at) WHERE id = ?",
                    becomes, std::string_view{end.note}, end.again_at, end.id)) {
                return failure_of(connection);
            }
            if (connection.changes() != 1) {
                return std::unexpected(fmt::format("there is no message {}", end.id));
            }
        }
        return {};
    });
}

Result<std::vector<engine::OutboxListing>, StoreError>
SqliteStore::messages(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) {
    std::vector<engine::OutboxListing> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query(
            "SELECT id, resource, event, kind, entry, offer, opening, due_at, attempts, state, note"
            " FROM outbox WHERE resource = ? AND id > ? ORDER BY id LIMIT ?");
        return collect(connection, query.bind(resource, after, limit_of(limit)), "outbox", found,
                       [](Query& row) {
                           return engine::OutboxListing{.row = message_from(row),
                                                        .state = row.choice(9, OutboxState::Dead),
                                                        .note = std::string(row.text(10))};
                       });
    }));
    return found;
}

Result<void, StoreError> SqliteStore::drop_answers(Time before) {
    std::int64_t dropped = dropped_at_once_max;
    while (dropped == dropped_at_once_max) {
        TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
            if (!connection.run("DELETE FROM answers WHERE (resource, number) IN"
                                " (SELECT resource, number FROM answers WHERE made_at < ? LIMIT ?)",
                                before, dropped_at_once_max)) {
                return failure_of(connection);
            }
            dropped = connection.changes();
            if (!connection.run("DELETE FROM creations WHERE made_at < ?", before)) {
                return failure_of(connection);
            }
            return {};
        }));
    }
    return {};
}

}  // namespace standby::store
