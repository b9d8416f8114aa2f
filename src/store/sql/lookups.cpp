#include "store/sql/lookups.hpp"

#include "store/sql/rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::RowTable;
using engine::StoreError;

constexpr std::string_view people_where =
    "SELECT entry, name, email, phone, user_id, time_zone, locale, consent_text, consent_source,"
    " consent_at, pending_email, former_contact, resource FROM people WHERE {}resource = $1 AND "
    "entry ";

// A state is wanted when its bit is set.
std::int64_t mask_of(std::span<const std::uint8_t> states) {
    if (states.empty()) {
        return -1;
    }
    std::uint64_t mask = 0;
    for (const std::uint8_t state : states) {
        mask |= state < 63 ? std::uint64_t{1} << state : 0;
    }
    return static_cast<std::int64_t>(mask);
}

}  // namespace

Lookups::Lookups(SqlDatabase& database, const ShardKey& shard)
    : Lookups(database, shard,
              shard.column.empty() ? "" : shard.column + " = " + shard.value + " AND ") {}

Lookups::Lookups(SqlDatabase& database, const ShardKey& shard, std::string_view in_shard)
    : sql_(database),
      answer_(fmt::format("SELECT number, key_high, key_low, digest, made_at, status, body"
                          " FROM answers WHERE {}resource = $1 AND number = $2",
                          in_shard)),
      events_(fmt::format("SELECT number, at, data, link FROM events WHERE {}resource = $1"
                          " AND number > $2 ORDER BY number LIMIT $3",
                          in_shard)),
      person_(fmt::format(people_where, in_shard) + "= $2"),
      people_(fmt::format(people_where, in_shard) + "IN ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11,"
                                                    " $12, $13, $14, $15, $16, $17)"),
      starts_(
          fmt::format("SELECT event, since, link, made_at, previous, state_digest, digest, state"
                      " FROM history_starts WHERE {}resource = $1 ORDER BY event",
                      in_shard)),
      // Of two at the same time, the key of the table takes one.
      start_(fmt::format("INSERT INTO history_starts ({0}resource, event, since, link, made_at,"
                         " previous, state_digest, digest, state)"
                         " SELECT {1}$1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE $6 = coalesce("
                         "(SELECT digest FROM history_starts WHERE {2}resource = $1"
                         " ORDER BY event DESC LIMIT 1), $10) AND NOT EXISTS"
                         " (SELECT 1 FROM history_starts WHERE {2}resource = $1 AND event >= $2)",
                         shard.column.empty() ? "" : shard.column + ", ",
                         shard.value.empty() ? "" : shard.value + ", ", in_shard)),
      forget_states_(
          fmt::format("UPDATE history_starts SET state = $2 WHERE {}resource = $1"
                      " AND event < $3 AND length(state) > 0 AND EXISTS"
                      " (SELECT 1 FROM history_starts WHERE {}resource = $1 AND digest = $4)",
                      in_shard, in_shard)),
      change_start_(fmt::format("UPDATE history_starts SET state = $4 WHERE {}resource = $1"
                                " AND event = $2 AND state = $3",
                                in_shard)),
      change_ended_(fmt::format("UPDATE entries SET data = $4 WHERE {}resource = $1"
                                " AND number = $2 AND data = $3 AND state > $5",
                                in_shard)),
      drop_events_(fmt::format("DELETE FROM events WHERE {0}resource = $1 AND number <="
                               " (SELECT max(event) FROM history_starts WHERE {0}resource = $1)"
                               " AND number < $2 + (SELECT min(number) FROM events"
                               " WHERE {0}resource = $1)"
                               " AND ($3 = 0 OR EXISTS (SELECT 1 FROM history_starts"
                               " WHERE {0}resource = $1 AND event = $3 AND digest = $4))",
                               in_shard)),
      rollup_(shard.column, shard.value) {
    for (const RowTable table : {RowTable::Entries, RowTable::Offers, RowTable::Openings}) {
        const std::string select =
            fmt::format("SELECT number, state, changed_at, data FROM {} WHERE {}resource = $1"
                        " AND number ",
                        name_of(table), in_shard);
        rows_.at(static_cast<std::size_t>(table)) = {
            .page = select + "> $2 AND (($3 >> state) & 1) = 1 ORDER BY number LIMIT $4",
            .one = select + "= $2"};
    }
}

Result<std::optional<engine::AnswerRow>, StoreError> Lookups::answer(ResourceNumber resource,
                                                                     std::uint64_t number) {
    TRY(catch_up(resource));
    return sql_.first(sql(answer_, resource, number), answer_from);
}

Result<std::vector<engine::EventRow>, StoreError>
Lookups::events(ResourceNumber resource, std::uint64_t after, std::size_t limit) {
    return events_in_reach(resource, after, limit, engine::Haste::Wait);
}

Result<std::vector<engine::EventRow>, StoreError> Lookups::events_in_reach(ResourceNumber resource,
                                                                           std::uint64_t after,
                                                                           std::size_t limit,
                                                                           engine::Haste haste) {
    if (haste == engine::Haste::Wait) {
        TRY(catch_up(resource));
    }
    SqlStatement query = sql(events_, resource, after, limit_of(limit));
    query.about = fmt::format("events of resource {} after {}", resource.value(), after);
    return sql_.all(query, event_from);
}

Result<std::vector<engine::ListHead>, StoreError> Lookups::list_heads(engine::AccountNumber account,
                                                                      engine::Haste haste) {
    if (haste == engine::Haste::Wait) {
        TRY(catch_up({}));
    }
    return sql_.all(sql("SELECT number, last_event FROM resources WHERE account = $1"
                        " AND last_event > 0 ORDER BY number",
                        account),
                    [](SqlRow& row) {
                        return engine::ListHead{.resource = row.id<ResourceNumber>(0),
                                                .last_event = row.number<std::uint64_t>(1)};
                    });
}

Result<std::vector<engine::HistoryStart>, StoreError>
Lookups::history_starts(ResourceNumber resource) {
    SqlStatement query = sql(starts_, resource);
    query.about = fmt::format("history_starts of resource {}", resource.value());
    return sql_.all(query, history_start_from);
}

Result<bool, StoreError> Lookups::start_history(ResourceNumber resource,
                                                const engine::HistoryStart& start,
                                                std::size_t dropped) {
    TRY(catch_up(resource));
    const std::span<const std::byte> nothing;
    const std::array statements{
        sql(start_, resource, start.event, start.since, start.link, start.made_at, start.previous,
            start.state_digest, start.digest, start.state, Sha256Digest{}),
        sql(forget_states_, resource, nothing, start.event, start.digest),
        sql(drop_events_, resource, limit_of(dropped), start.event, start.digest)};
    return TRY(sql_.put(statements)) > 0;
}

Result<bool, StoreError> Lookups::change_start(ResourceNumber resource, std::uint64_t event,
                                               std::span<const std::byte> from,
                                               std::span<const std::byte> to) {
    TRY(catch_up(resource));
    const std::array statements{sql(change_start_, resource, event, from, to)};
    return TRY(sql_.put(statements)) > 0;
}

Result<std::size_t, StoreError> Lookups::drop_events(ResourceNumber resource, std::size_t limit) {
    TRY(catch_up(resource));
    const std::array statements{sql(drop_events_, resource, limit_of(limit), 0, Sha256Digest{})};
    return static_cast<std::size_t>(TRY(sql_.put(statements)));
}

Result<std::vector<engine::StoredRow>, StoreError>
Lookups::rows(RowTable table, ResourceNumber resource, std::uint32_t after, std::size_t limit,
              std::span<const std::uint8_t> states) {
    TRY(catch_up(resource));
    SqlStatement query =
        sql(texts_of(table).page, resource, after, mask_of(states), limit_of(limit));
    query.about =
        fmt::format("{} of resource {} after {}", name_of(table), resource.value(), after);
    return sql_.all(query, stored_row_from);
}

Result<std::optional<engine::StoredRow>, StoreError>
Lookups::row(RowTable table, ResourceNumber resource, std::uint32_t number) {
    TRY(catch_up(resource));
    SqlStatement query = sql(texts_of(table).one, resource, number);
    query.about = fmt::format("{} ({}, {})", name_of(table), resource.value(), number);
    return sql_.first(query, stored_row_from);
}

Result<bool, StoreError> Lookups::change_ended_entry(core::EntryId entry,
                                                     std::span<const std::byte> from,
                                                     std::span<const std::byte> to) {
    TRY(catch_up(core::resource_of(entry)));
    const std::array statements{sql(change_ended_, core::resource_of(entry), core::number_of(entry),
                                    from, to, core::EntryState::Accepted)};
    return TRY(sql_.put(statements)) > 0;
}

Result<std::optional<engine::Person>, StoreError> Lookups::person(core::EntryId entry) {
    auto found = TRY(
        sql_.first(sql(person_, core::resource_of(entry), core::number_of(entry)), person_from));
    return found ? std::optional(std::move(found->person)) : std::nullopt;
}

Result<std::vector<engine::PersonChange>, StoreError>
Lookups::people(ResourceNumber resource, std::span<const core::Ticket> entries) {
    auto found =
        TRY(sql_.all(in_sixteens(sql(people_, resource), each_once(entries)), person_from));
    std::ranges::sort(found, {}, &engine::PersonChange::entry);
    return found;
}

Result<std::vector<std::pair<core::EntryId, engine::Person>>, StoreError>
Lookups::people_of(std::span<const core::EntryId> entries) {
    std::map<ResourceNumber, std::vector<core::Ticket>> by_resource;
    for (const core::EntryId entry : each_once(entries)) {
        by_resource[core::resource_of(entry)].push_back(core::number_of(entry));
    }
    std::vector<SqlStatement> statements;
    for (const auto& [resource, tickets] : by_resource) {
        std::ranges::move(in_sixteens(sql(people_, resource), tickets),
                          std::back_inserter(statements));
    }
    auto found = TRY(sql_.all(statements, [](SqlRow& row) {
        engine::PersonChange person = person_from(row);
        const auto entry = core::entry_id(row.id<ResourceNumber>(12), person.entry);
        return std::pair(entry, std::move(person.person));
    }));
    std::ranges::sort(found, {}, [](const auto& each) { return each.first; });
    return found;
}

Result<std::vector<engine::ResourceListing>, StoreError>
Lookups::resources(engine::AccountNumber account, ResourceNumber after, std::size_t limit) {
    TRY(catch_up({}));
    return sql_.all(
        sql("SELECT number, account, name, status, next_due, last_event, last_link, data"
            " FROM resources WHERE number > $1 AND ($2 = 0 OR account = $2) AND length(data) > 0"
            " ORDER BY number LIMIT $3",
            after, account, limit_of(limit)),
        listing_from);
}

}  // namespace standby::store
