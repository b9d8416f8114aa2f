// The forgetting of what is old, in the shards that this process serves: messages that ended, and
// answers.
#include "store/postgres/postgres_people.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <array>

namespace standby::store {
namespace {

using engine::StoreError;

// So many rows at most are deleted in one transaction, so that it never takes long.
constexpr std::uint64_t dropped_at_once_max = 10'000;

// A message that was put back at this very moment stays, with its deliveries.
constexpr auto drop_old_messages =
    "WITH old AS (SELECT ended.shard_id, ended.id FROM unnest($1) AS look (shard)"
    " CROSS JOIN LATERAL (SELECT shard_id, id, due_at FROM outbox WHERE shard_id = look.shard"
    " AND state >= 2 AND due_at < $2"
    " AND id < (SELECT newest.id FROM outbox AS newest"
    " WHERE (newest.shard_id, newest.id) > (look.shard, 0)"
    " AND (newest.shard_id, newest.id) <= (look.shard, 9223372036854775807)"
    " ORDER BY newest.shard_id DESC, newest.id DESC LIMIT 1)"
    " AND ($4 = 0 OR resource IN (SELECT number FROM resources WHERE account = $4))"
    " ORDER BY due_at, id LIMIT $3) AS ended ORDER BY ended.due_at, ended.id LIMIT $3),"
    " dropped AS (DELETE FROM outbox USING old WHERE outbox.shard_id = old.shard_id"
    " AND outbox.id = old.id AND state >= 2 RETURNING outbox.shard_id, outbox.id),"
    " forgotten AS (DELETE FROM deliveries USING dropped"
    " WHERE deliveries.shard_id = dropped.shard_id AND message = dropped.id),"
    " unsaid AS (DELETE FROM message_words USING dropped"
    " WHERE message_words.shard_id = dropped.shard_id AND message = dropped.id)"
    " SELECT count(*) FROM dropped";

constexpr auto drop_old_answers =
    "DELETE FROM answers USING (SELECT made.* FROM unnest($1) AS look (shard)"
    " CROSS JOIN LATERAL (SELECT shard_id, resource, number FROM answers"
    " WHERE shard_id = look.shard AND made_at < $2 ORDER BY made_at LIMIT $3) AS made LIMIT $3)"
    " AS old WHERE answers.shard_id = old.shard_id AND answers.resource = old.resource"
    " AND answers.number = old.number";

}  // namespace

Result<std::vector<core::EntryId>, StoreError> PostgresStore::find_person(std::string_view text) {
    auto found = store::find_people(*database_, text);
    return found ? Result<std::vector<core::EntryId>, StoreError>(*std::move(found))
                 : std::unexpected(StoreError::OutcomeUnknown);
}

Result<std::uint64_t, StoreError> PostgresStore::erase(const engine::Erasure& erasure) {
    return erase_person(*database_, erasure);
}

Result<std::size_t, StoreError> PostgresStore::drop_messages(Time before, std::size_t limit,
                                                             engine::AccountNumber account) {
    const std::array<PgStatement, 1> statements{
        statement(drop_old_messages, shard_array(database_->served()), before, limit_of(limit),
                  static_cast<std::int64_t>(account.value()))};
    const std::vector<PgRows> rows = TRY(database_->write(statements));
    const auto dropped =
        TRY(unless_damaged(*database_, pick(rows.front(), "outbox", [](PgRow& row) {
            return row.number<std::size_t>(0);
        })));
    return dropped.value_or(0);
}

Result<void, StoreError> PostgresStore::drop_answers(Time before) {
    const std::vector<std::int64_t> shards = shard_array(database_->served());
    std::uint64_t dropped = dropped_at_once_max;
    while (dropped == dropped_at_once_max) {
        const std::array<PgStatement, 2> statements{
            statement(drop_old_answers, shards, before, dropped_at_once_max),
            statement("DELETE FROM creations WHERE shard_id = ANY($1) AND made_at < $2", shards,
                      before)};
        const std::vector<PgRows> rows = TRY(database_->write(statements));
        dropped = rows.front().changed();
    }
    return {};
}

}  // namespace standby::store
