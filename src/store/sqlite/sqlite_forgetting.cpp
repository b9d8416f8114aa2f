// The forgetting of what is old: messages that ended, and answers; and of people, when asked to.
#include "store/sqlite/maintenance.hpp"
#include "store/sqlite/sqlite_store.hpp"

namespace standby::store {
namespace {

using engine::StoreError;

// So many rows at most are deleted in one transaction, so that no commit waits long behind it.
constexpr std::int64_t dropped_at_once_max = 10'000;

Result<void, std::string> find_droppable(Connection& connection, Time before, std::size_t limit,
                                         engine::AccountNumber account,
                                         std::vector<std::uint64_t>& found) {
    found = TRY(connection.all(
        sql("SELECT id FROM outbox INDEXED BY outbox_ended WHERE state >= 2 AND due_at < $1"
            " AND id < (SELECT max(id) FROM outbox) AND ($3 = 0 OR resource IN"
            " (SELECT number FROM resources WHERE account = $3)) ORDER BY due_at, id LIMIT $2",
            before, limit_of(limit), account),
        [](SqlRow& row) { return row.number<std::uint64_t>(0); }));
    return {};
}

Result<void, std::string> drop(Connection& connection, std::span<const std::uint64_t> messages) {
    Query deliveries = connection.query("DELETE FROM deliveries WHERE message = ?");
    Query words = connection.query("DELETE FROM message_words WHERE message = ?");
    Query message = connection.query("DELETE FROM outbox WHERE id = ?");
    for (const std::uint64_t id : messages) {
        TRY(deliveries.bind(id).run());
        TRY(words.bind(id).run());
        TRY(message.bind(id).run());
    }
    return {};
}

}  // namespace

Result<std::vector<core::EntryId>, StoreError> SqliteStore::find_person(std::string_view text) {
    TRY(catch_up({}));
    auto found = store::find_people(*database_, text);
    return found ? Result<std::vector<core::EntryId>, StoreError>(*std::move(found))
                 : std::unexpected(StoreError::OutcomeUnknown);
}

// An error may come after the deed, and it can always be repeated. What is in the tables is still
// in the log's files, until these are emptied.
Result<std::uint64_t, StoreError> SqliteStore::erase(const engine::Erasure& erasure) {
    if (backlog_ != nullptr && !backlog_->empty()) {
        return std::unexpected(StoreError::OutcomeUnknown);
    }
    const auto erased = erase_people(*database_, std::span(&erasure, 1));
    return erased ? Result<std::uint64_t, StoreError>(*erased)
                  : std::unexpected(StoreError::OutcomeUnknown);
}

Result<std::size_t, StoreError> SqliteStore::drop_messages(Time before, std::size_t limit,
                                                           engine::AccountNumber account) {
    std::vector<std::uint64_t> found;
    // Most of the time nothing is old enough, and that can be seen without a transaction.
    TRY(database_->read([&](Connection& connection) {
        return find_droppable(connection, before, 1, account, found);
    }));
    if (found.empty()) {
        return std::size_t{0};
    }
    TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
        TRY(find_droppable(connection, before, limit, account, found));
        return drop(connection, found);
    }));
    return found.size();
}

Result<void, StoreError> SqliteStore::drop_answers(Time before) {
    std::int64_t dropped = dropped_at_once_max;
    while (dropped == dropped_at_once_max) {
        TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
            TRY(connection.run("DELETE FROM answers WHERE (resource, number) IN"
                               " (SELECT resource, number FROM answers WHERE made_at < ? LIMIT ?)",
                               before, dropped_at_once_max));
            dropped = connection.changes();
            TRY(connection.run("DELETE FROM creations WHERE made_at < ?", before));
            return {};
        }));
    }
    return {};
}

}  // namespace standby::store
