// A look for messages that came in or fell due, in all shards that this process serves at once. Ids
// of one shard are given out under the lock of its row, so that they come to be seen in their
// order.
#include "store/codec/outbox_cursor.hpp"
#include "store/postgres/outbox_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <array>
#include <map>

namespace standby::store {
namespace {

using engine::DueMessages;
using engine::OutboxCursor;
using engine::OutboxPosition;
using engine::OutboxRow;
using engine::ShardNumber;
using engine::StoreError;

using Integers = std::vector<std::int64_t>;

// Stands for the newest message of a shard in a first look, which goes by due times alone.
constexpr auto every_id = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

// So many newcomers of a shard are passed in one look at most; some may have ended, or fall due
// later. The number stands in the statements too, where it shows the way that takes the fewest.
constexpr std::size_t newcomers_max = 1'000;

// The newest message of each shard, and the newcomer at which the look ends if there are too many.
// Pairs are compared, here and below, where only the order of (shard, id) may lead the way: by ids
// alone the database would pass all messages of busier shards.
constexpr auto ends_of_shards =
    "SELECT look.shard, coalesce((SELECT outbox.id FROM outbox"
    " WHERE (shard_id, outbox.id) > (look.shard, 0)"
    " AND (shard_id, outbox.id) <= (look.shard, 9223372036854775807)"
    " ORDER BY shard_id DESC, outbox.id DESC LIMIT 1), 0),"
    " (SELECT outbox.id FROM outbox WHERE (shard_id, outbox.id) > (look.shard, look.id)"
    " AND (shard_id, outbox.id) <= (look.shard, 9223372036854775807)"
    " ORDER BY shard_id, outbox.id LIMIT 1 OFFSET 999)"
    " FROM unnest($1, $2) AS look (shard, id)";

// The first of every shard, then the second of every shard, and so on, so that none has to wait
// for another's crowd; in each shard those that came in, then those that fell due. Kinds that only
// a newer version knows are left to it.
constexpr auto due_of_shards =
    "SELECT found.id, resource, event, kind, entry, offer, opening, due_at, attempts,"
    " look.shard, is_newcomer"
    " FROM unnest($1, $2, $3, $4) AS look (shard, id, looked_at, looked_id) CROSS JOIN LATERAL"
    " (SELECT *, row_number() OVER (ORDER BY is_newcomer DESC,"
    " CASE WHEN is_newcomer THEN either.id ELSE due_at END, either.id) AS turn FROM"
    " (SELECT fresh.*, true AS is_newcomer FROM (SELECT * FROM outbox"
    " WHERE (shard_id, outbox.id) > (look.shard, look.id)"
    " AND (shard_id, outbox.id) <= (look.shard, 9223372036854775807)"
    " ORDER BY shard_id, outbox.id LIMIT 1000) AS fresh WHERE state = 0 AND due_at <= $5"
    " AND kind <= $7"
    " UNION ALL"
    " (SELECT outbox.*, false AS is_newcomer FROM outbox WHERE shard_id = look.shard"
    " AND state = 0 AND (due_at, outbox.id) > (look.looked_at, look.looked_id) AND due_at <= $5"
    " AND outbox.id <= look.id AND kind <= $7 ORDER BY due_at, outbox.id LIMIT $6)) AS either)"
    " AS found"
    " ORDER BY turn, due_at, found.id LIMIT $6";

struct Found {
    OutboxRow row;
    ShardNumber shard = 0;
    bool is_newcomer = false;
};
Found found_from(PgRow& row) {
    return {.row = message_from(row),
            .shard = row.number<ShardNumber>(9),
            .is_newcomer = row.truth(10)};
}

// How far a look goes in one shard.
struct ShardEnd {
    std::uint64_t newest = 0;
    std::optional<std::uint64_t> last_newcomer;  // set: there may be more after it
};
std::pair<ShardNumber, ShardEnd> end_from(PgRow& row) {
    ShardEnd end{.newest = row.number<std::uint64_t>(1), .last_newcomer = {}};
    if (!row.is_null(2)) {
        end.last_newcomer = row.number<std::uint64_t>(2);
    }
    return {row.number<ShardNumber>(0), end};
}

// One look into the outbox of the shards that are served.
struct Look {
    Time now{};
    std::size_t limit = 0;
    std::map<ShardNumber, OutboxPosition> starts;
    std::map<ShardNumber, ShardEnd> ends;
    std::vector<Found> found;
};

Look look_from(const OutboxCursor& from, const std::vector<ShardNumber>& served, Time now,
               std::size_t limit) {
    Look look{
        .now = now, .limit = std::min(limit, newcomers_max), .starts = {}, .ends = {}, .found = {}};
    for (const ShardNumber shard : served) {
        const auto known = from.shards.find(shard);
        const OutboxPosition before = known == from.shards.end() ? OutboxPosition{} : known->second;
        look.starts.emplace(shard, start_of_look(before, now, every_id));
    }
    return look;
}

std::array<PgStatement, 2> statements_of(const Look& look) {
    Integers shards;
    Integers ids;
    Integers looked_at;
    Integers looked_ids;
    for (const auto& [shard, start] : look.starts) {
        shards.push_back(shard);
        ids.push_back(static_cast<std::int64_t>(start.id));
        looked_at.push_back(milliseconds(start.looked_at.value_or(Time::min())));
        looked_ids.push_back(static_cast<std::int64_t>(start.looked_id));
    }
    return {statement(ends_of_shards, shards, ids),
            statement(due_of_shards, shards, ids, looked_at, looked_ids, look.now,
                      limit_of(look.limit), engine::last_in_outbox)};
}

// Where the next look goes on in a shard, of which `last` was found last; nothing: where this one
// began.
std::optional<OutboxPosition> next_position(const Look& look, ShardNumber shard,
                                            const Found* last) {
    const OutboxPosition& start = look.starts.at(shard);
    const auto known = look.ends.find(shard);
    const ShardEnd end = known == look.ends.end() ? ShardEnd{} : known->second;
    // With a turn for every shard, one without a message has none; and what fell due comes last.
    const bool is_all =
        look.found.size() < look.limit || (last == nullptr && look.starts.size() <= look.limit);
    const bool has_passed = is_all || (last != nullptr && !last->is_newcomer);
    if (end.last_newcomer && has_passed) {
        OutboxPosition passed = start;
        passed.id = *end.last_newcomer;
        return passed;
    }
    if (is_all) {
        return after_everything(end.newest, look.now);
    }
    if (last == nullptr) {
        return std::nullopt;
    }
    return last->is_newcomer ? after_newcomer(start, last->row)
                             : after_fallen_due(end.newest, last->row);
}

// What was found, those that came in first, and where the next look goes on. Where newcomers are
// left, what fell due has to wait for them, as its place is told by the newest that was passed.
DueMessages due_from(const OutboxCursor& from, const Look& look) {
    DueMessages due{.is_all = look.found.size() < look.limit};
    const auto has_more = [&](ShardNumber shard) {
        const auto end = look.ends.find(shard);
        return end != look.ends.end() && end->second.last_newcomer.has_value();
    };
    std::map<ShardNumber, const Found*> last;
    for (const bool is_newcomer : {true, false}) {
        for (const Found& each : look.found) {
            if (each.is_newcomer != is_newcomer) {
                continue;
            }
            last[each.shard] = &each;
            if (is_newcomer || !has_more(each.shard)) {
                due.rows.push_back(each.row);
            }
        }
    }
    for (const auto& [shard, start] : look.starts) {
        const auto given = last.find(shard);
        const auto next = next_position(look, shard, given == last.end() ? nullptr : given->second);
        const auto before = from.shards.find(shard);
        if (next) {
            due.next.shards[shard] = *next;
        } else if (before != from.shards.end()) {
            due.next.shards[shard] = before->second;
        }
        due.is_all = due.is_all && !has_more(shard);
    }
    return due;
}

}  // namespace

Result<DueMessages, StoreError> PostgresStore::due_messages(const OutboxCursor& from, Time now,
                                                            std::size_t limit) {
    const std::vector<ShardNumber> served = database_->served();
    if (served.empty()) {
        return DueMessages{};
    }
    Look look = look_from(from, served, now, limit);
    const std::vector<PgRows> rows = TRY(database_->read(statements_of(look)));
    const auto ends = TRY(unless_damaged(*database_, collect(rows[0], "outbox", end_from)));
    look.ends.insert(ends.begin(), ends.end());
    look.found = TRY(unless_damaged(*database_, collect(rows[1], "outbox", found_from)));
    return due_from(from, look);
}

Result<std::optional<Time>, StoreError> PostgresStore::next_message_due(Time after) {
    return read_first(*database_,
                      statement("SELECT next.due_at FROM unnest($1) AS look (shard)"
                                " CROSS JOIN LATERAL (SELECT due_at FROM outbox"
                                " WHERE shard_id = look.shard AND state = 0 AND due_at > $2"
                                " ORDER BY due_at LIMIT 1) AS next ORDER BY next.due_at LIMIT 1",
                                shard_array(database_->served()), after),
                      "outbox", [](PgRow& row) { return row.time(0); });
}

}  // namespace standby::store
