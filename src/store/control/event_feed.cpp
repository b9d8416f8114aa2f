// The feed of an account. Each statement of an extension only has an effect while the mark is the
// one that its first statements have just written, as with the looks of connections.
#include "store/control/control_plane.hpp"

namespace standby::store {

using engine::AccountNumber;
using engine::FeedExtension;
using engine::FeedHead;
using engine::FeedReach;
using engine::FeedRun;
using engine::StoreError;

Result<FeedHead, StoreError> ControlPlane::feed_head(AccountNumber account) {
    auto found = TRY(sql_.first(
        sql("SELECT position, mark FROM feeds WHERE account = $1", account), [](SqlRow& row) {
            return FeedHead{.position = row.number<std::uint64_t>(0), .mark = row.hash(1)};
        }));
    return found.value_or(FeedHead{});
}

Result<std::vector<FeedReach>, StoreError> ControlPlane::feed_reach(AccountNumber account) {
    return sql_.all(
        sql("SELECT resource, event FROM feed_reach WHERE account = $1 ORDER BY resource", account),
        [](SqlRow& row) {
            return FeedReach{.resource = row.id<core::ResourceNumber>(0),
                             .event = row.number<std::uint64_t>(1)};
        });
}

Result<bool, StoreError> ControlPlane::extend_feed(const FeedExtension& extension) {
    constexpr std::string_view begin =
        "INSERT INTO feeds (account, position, mark) VALUES ($1, 0, 0)"
        " ON CONFLICT (account) DO NOTHING";
    constexpr std::string_view go_on =
        "UPDATE feeds SET position = $4, mark = $3 WHERE account = $1 AND mark = $2";
    constexpr std::string_view put_run =
        "INSERT INTO feed_runs (account, position, resource, first_event, last_event)"
        " SELECT account, $3, $4, $5, $6 FROM feeds WHERE account = $1 AND mark = $2";
    constexpr std::string_view put_reach =
        "INSERT INTO feed_reach (account, resource, event)"
        " SELECT account, $3, $4 FROM feeds WHERE account = $1 AND mark = $2"
        " ON CONFLICT (account, resource) DO UPDATE SET event = excluded.event";
    if (extension.runs.empty()) {
        return false;
    }
    std::vector<SqlStatement> statements;
    statements.reserve(2 + extension.runs.size() + extension.reached.size());
    if (extension.replaces == 0) {
        statements.push_back(sql(begin, extension.account));
    }
    statements.push_back(sql(go_on, extension.account, extension.replaces, extension.mark,
                             extension.runs.back().position));
    for (const FeedRun& run : extension.runs) {
        statements.push_back(sql(put_run, extension.account, extension.mark, run.position,
                                 run.resource, run.first_event, run.last_event));
    }
    for (const FeedReach& reach : extension.reached) {
        statements.push_back(
            sql(put_reach, extension.account, extension.mark, reach.resource, reach.event));
    }
    return TRY(sql_.put(statements)) > 0;
}

Result<std::vector<FeedRun>, StoreError>
ControlPlane::feed_runs(AccountNumber account, std::uint64_t after, std::size_t limit) {
    return sql_.all(sql("SELECT position, resource, first_event, last_event FROM feed_runs"
                        " WHERE account = $1 AND position > $2 ORDER BY position LIMIT $3",
                        account, after, limit_of(limit)),
                    [](SqlRow& row) {
                        return FeedRun{.position = row.number<std::uint64_t>(0),
                                       .resource = row.id<core::ResourceNumber>(1),
                                       .first_event = row.number<std::uint64_t>(2),
                                       .last_event = row.number<std::uint64_t>(3)};
                    });
}

Result<std::uint64_t, StoreError> ControlPlane::bus_cursor(std::string_view bus,
                                                           AccountNumber account) {
    const auto found = TRY(sql_.first(
        sql("SELECT position FROM bus_cursors WHERE bus = $1 AND account = $2", bus, account),
        [](SqlRow& row) { return row.number<std::uint64_t>(0); }));
    return found.value_or(0);
}

Result<void, StoreError> ControlPlane::keep_bus_cursor(std::string_view bus, AccountNumber account,
                                                       std::uint64_t position) {
    TRY(change(sql("INSERT INTO bus_cursors (bus, account, position) VALUES ($1, $2, $3)"
                   " ON CONFLICT (bus, account) DO UPDATE SET position = excluded.position"
                   " WHERE bus_cursors.position < excluded.position",
                   bus, account, position)));
    return {};
}

Result<void, StoreError> ControlPlane::add_rejected(const engine::RejectedMessage& message) {
    std::vector<SqlStatement> statements;
    statements.push_back(
        sql("INSERT INTO bus_rejected (number, account, resource, bus, subject, event_id, reason,"
            " at) SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7"
            " FROM bus_rejected WHERE account = $1",
            message.account, message.resource, message.bus, message.subject, message.event_id,
            message.reason, message.at));
    // The last one stays, so that no number is given twice.
    statements.push_back(
        sql("DELETE FROM bus_rejected WHERE account = $1 AND number <="
            " (SELECT max(number) FROM bus_rejected WHERE account = $1) - $2",
            message.account, std::uint64_t{engine::rejected_kept_max}));
    TRY(sql_.put(statements));
    return {};
}

Result<std::vector<engine::RejectedMessage>, StoreError>
ControlPlane::rejected(AccountNumber account, std::size_t limit) {
    return sql_.all(sql("SELECT number, resource, bus, subject, event_id, reason, at"
                        " FROM bus_rejected WHERE account = $1 AND NOT is_settled"
                        " ORDER BY number DESC LIMIT $2",
                        account, limit_of(limit)),
                    [&](SqlRow& row) {
                        return engine::RejectedMessage{
                            .number = row.number<std::uint64_t>(0),
                            .account = account,
                            .resource = row.id<core::ResourceNumber>(1),
                            .bus = row.text(2),
                            .subject = row.text(3),
                            .event_id = row.text(4),
                            .reason = row.text(5),
                            .at = row.time(6)};
                    });
}

Result<void, StoreError> ControlPlane::settle_rejected(AccountNumber account,
                                                       std::uint64_t number) {
    TRY(change(sql("UPDATE bus_rejected SET is_settled = $3 WHERE account = $1 AND number <= $2",
                   account, number, true)));
    return {};
}

}  // namespace standby::store
