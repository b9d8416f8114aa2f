// Days are written only together with the head that counts them: of two writers, the head takes
// one.
#include "engine/ports/messages.hpp"
#include "store/sql/lookups.hpp"

#include <fmt/format.h>

#include <limits>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::StoreError;

// Stands for the head among the days.
constexpr std::int64_t head_mark = std::numeric_limits<std::int32_t>::min();

struct RollupRow {
    std::int32_t day = 0;
    engine::RollupHead head;
};

RollupRow rollup_row_from(SqlRow& row) {
    return {.day = row.number<std::int32_t>(0),
            .head = {.version = row.number<std::uint32_t>(1),
                     .event = row.number<std::uint64_t>(2),
                     .data = row.bytes(3)}};
}

engine::OfferMessage offer_message_from(SqlRow& row) {
    engine::OfferMessage message{.offer = row.id<core::OfferNumber>(0), .delivery = std::nullopt};
    if (!row.is_null(2)) {
        message.delivery = engine::Delivery{
            .message = row.number<std::uint64_t>(1),
            .channel = row.choice<engine::Channel>(2, engine::last_channel),
            .state = row.choice<engine::DeliveryState>(3, engine::DeliveryState::Failed),
            .address = {},
            .changed_at = row.time(4),
            .sent_at = row.optional_time(5),
            .delivered_at = row.optional_time(6),
            .provider_id = {},
            .note = {}};
    }
    return message;
}

std::string sixteen_from(unsigned first) {
    std::string text;
    for (unsigned number = first; number < first + 16; ++number) {
        text += fmt::format("{}${}", number == first ? "" : ", ", number);
    }
    return text;
}

}  // namespace

RollupTexts::RollupTexts(std::string_view column, std::string_view value) {
    const std::string in_shard =
        column.empty() ? std::string{} : fmt::format("{} = {} AND ", column, value);
    const std::string columns = column.empty() ? std::string{} : fmt::format("{}, ", column);
    const std::string values = value.empty() ? std::string{} : fmt::format("{}, ", value);
    read = fmt::format("SELECT {0} AS day, version, event, data FROM rollups WHERE {1}resource = $1"
                       " UNION ALL SELECT day, 0, 0, data FROM rollup_days WHERE {1}resource = $1"
                       " AND day BETWEEN $2 AND $3 ORDER BY 1",
                       head_mark, in_shard);
    insert = fmt::format("INSERT INTO rollups ({}resource, version, event, digest, data)"
                         " VALUES ({}$1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                         columns, values);
    update = fmt::format("UPDATE rollups SET version = $2, event = $3, digest = $4, data = $5"
                         " WHERE {}resource = $1 AND version = $6 AND event = $7",
                         in_shard);
    const std::string is_ours = fmt::format("EXISTS (SELECT 1 FROM rollups WHERE {}resource = $1"
                                            " AND event = $2 AND digest = $3)",
                                            in_shard);
    drop_days = fmt::format("DELETE FROM rollup_days WHERE {}resource = $1 AND day >= $4 AND {}",
                            in_shard, is_ours);
    put_day = fmt::format("INSERT INTO rollup_days ({}resource, day, data) SELECT {}$1, $4, $5"
                          " WHERE {} ON CONFLICT ({}resource, day) DO UPDATE SET"
                          " data = excluded.data",
                          columns, values, is_ours, columns);
    const auto kind = [](engine::MessageKind of) { return static_cast<unsigned>(of); };
    offer_messages = fmt::format(
        "SELECT o.offer, o.id, d.channel, d.state, d.changed_at, d.sent_at, d.delivered_at"
        " FROM outbox o LEFT JOIN deliveries d ON {}d.message = o.id"
        " WHERE {}o.resource = $1 AND o.kind IN ({}, {}, {}) AND o.entry IN ({})"
        " ORDER BY o.id, d.channel",
        column.empty() ? std::string{} : fmt::format("d.{0} = o.{0} AND ", column),
        column.empty() ? std::string{} : fmt::format("o.{} = {} AND ", column, value),
        kind(engine::MessageKind::Offer), kind(engine::MessageKind::MoveUp),
        kind(engine::MessageKind::OfferAnew), sixteen_from(2));
}

Result<engine::StoredRollup, StoreError> Lookups::rollup(ResourceNumber resource, std::int32_t from,
                                                         std::int32_t to) {
    SqlStatement query = sql(rollup_.read, resource, from, to);
    query.about = fmt::format("rollup of resource {}", resource.value());
    engine::StoredRollup found;
    for (RollupRow& row : TRY(sql_.all(query, rollup_row_from))) {
        if (row.day == head_mark) {
            found.head = std::move(row.head);
        } else {
            found.days.push_back({.day = row.day, .data = std::move(row.head.data)});
        }
    }
    return found;
}

Result<bool, StoreError> Lookups::save_rollup(ResourceNumber resource,
                                              const engine::RollupWrite& write) {
    const Sha256Digest digest = sha256(write.head.data);
    std::vector<SqlStatement> statements;
    statements.push_back(write.replaces ? sql(rollup_.update, resource, write.head.version,
                                              write.head.event, digest, write.head.data,
                                              write.replaces->version, write.replaces->event)
                                        : sql(rollup_.insert, resource, write.head.version,
                                              write.head.event, digest, write.head.data));
    if (write.drops_from) {
        statements.push_back(
            sql(rollup_.drop_days, resource, write.head.event, digest, *write.drops_from));
    }
    for (const engine::RollupDay& day : write.days) {
        statements.push_back(
            sql(rollup_.put_day, resource, write.head.event, digest, day.day, day.data));
    }
    return TRY(sql_.put(statements)) > 0;
}

Result<std::vector<engine::OfferMessage>, StoreError>
Lookups::offer_messages(ResourceNumber resource, std::span<const core::Ticket> entries) {
    TRY(catch_up(resource));
    return sql_.all(in_sixteens(sql(rollup_.offer_messages, resource), each_once(entries)),
                    offer_message_from);
}

}  // namespace standby::store
