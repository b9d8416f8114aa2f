// Connections to other systems. Looks come often and concern one node, so they are plain
// transactions and no change of the control plane: each statement of a look only has an effect
// while the mark is the one that its first statement has just written.
#include "store/control/control_plane.hpp"

namespace standby::store {

using engine::AccountNumber;
using engine::Connection;
using engine::ConnectionCard;
using engine::ConnectionItem;
using engine::ConnectionKind;
using engine::ConnectionLook;
using engine::ConnectionState;
using engine::StoreError;

namespace {

ConnectionCard card_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = row.id<AccountNumber>(1),
            .resource = row.id<core::ResourceNumber>(2),
            .connection = row.number<std::uint64_t>(3),
            .kind = row.text(4),
            .data = row.text(5),
            .made_at = row.time(6),
            .settled_at = row.optional_time(7),
            .outcome = row.text(8)};
}

}  // namespace

Result<std::vector<Connection>, StoreError> ControlPlane::connections(ConnectionKind kind) {
    return sql_.all(sql("SELECT number, account, resource, settings, sealed, created_at, changed_at"
                        " FROM connections WHERE kind = $1 AND removed_at IS NULL ORDER BY number",
                        kind),
                    [kind](SqlRow& row) {
                        return Connection{.number = row.number<std::uint64_t>(0),
                                          .account = row.id<AccountNumber>(1),
                                          .resource = row.id<core::ResourceNumber>(2),
                                          .kind = kind,
                                          .settings = row.text(3),
                                          .sealed = row.bytes(4),
                                          .created_at = row.time(5),
                                          .changed_at = row.time(6)};
                    });
}

Result<Connection, StoreError> ControlPlane::add_connection(const Connection& connection) {
    Connection added = connection;
    added.number =
        TRY(change(sql("INSERT INTO connections (number, account, resource, kind, settings, sealed,"
                       " created_at, changed_at, mark, state)"
                       " SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, 0, ''"
                       " FROM connections RETURNING number",
                       connection.account, connection.resource, connection.kind,
                       connection.settings, connection.sealed, connection.created_at,
                       connection.changed_at)))
            .number;
    return added;
}

Result<bool, StoreError> ControlPlane::change_connection(const Connection& connection) {
    const Done done =
        TRY(change(sql("UPDATE connections SET settings = $3, sealed = $4, changed_at = $5"
                       " WHERE number = $1 AND account = $2 AND removed_at IS NULL",
                       connection.number, connection.account, connection.settings,
                       connection.sealed, connection.changed_at)));
    return done.changed == 1;
}

Result<bool, StoreError> ControlPlane::remove_connection(AccountNumber account,
                                                         std::uint64_t number, Time now) {
    bool is_removed = false;
    TRY(sql_.change([&](SqlSession& session) -> Result<Change, std::string> {
        // A look under way finds another mark than it was based on.
        is_removed = TRY(session.run(sql("UPDATE connections SET removed_at = $3, sealed = $4,"
                                         " state = '', mark = -1 WHERE number = $1 AND account = $2"
                                         " AND removed_at IS NULL",
                                         number, account, now, std::vector<std::byte>{}))) == 1;
        if (!is_removed) {
            return Change::None;
        }
        TRY(session.run(sql("DELETE FROM connection_items WHERE connection = $1", number)));
        TRY(session.run(sql("DELETE FROM connection_cards WHERE connection = $1", number)));
        return Change::Made;
    }));
    return is_removed;
}

Result<ConnectionState, StoreError> ControlPlane::connection_state(std::uint64_t connection) {
    auto found = TRY(sql_.first(sql("SELECT mark, state, looked_at FROM connections"
                                    " WHERE number = $1 AND removed_at IS NULL",
                                    connection),
                                [](SqlRow& row) {
                                    return ConnectionState{.mark = row.hash(0),
                                                           .state = row.text(1),
                                                           .looked_at = row.optional_time(2)};
                                }));
    return found ? *std::move(found) : ConnectionState{};
}

Result<std::vector<ConnectionItem>, StoreError>
ControlPlane::connection_items(std::uint64_t connection, std::string_view after,
                               std::size_t limit) {
    return sql_.all(
        sql("SELECT key, data FROM connection_items WHERE connection = $1 AND key > $2"
            " ORDER BY key LIMIT $3",
            connection, after, limit_of(limit)),
        [](SqlRow& row) { return ConnectionItem{.key = row.text(0), .data = row.text(1)}; });
}

Result<bool, StoreError> ControlPlane::save_look(const ConnectionLook& look) {
    constexpr std::string_view put_item =
        "INSERT INTO connection_items (connection, key, data) SELECT number, $3, $4"
        " FROM connections WHERE number = $1 AND mark = $2"
        " ON CONFLICT (connection, key) DO UPDATE SET data = excluded.data";
    constexpr std::string_view drop_item =
        "DELETE FROM connection_items WHERE key = $3 AND connection ="
        " (SELECT number FROM connections WHERE number = $1 AND mark = $2)";
    constexpr std::string_view put_card =
        "INSERT INTO connection_cards (number, account, resource, connection, kind, data, made_at,"
        " outcome) SELECT $3, $4, $5, number, $6, $7, $8, '' FROM connections"
        " WHERE number = $1 AND mark = $2";
    std::vector<SqlStatement> statements;
    statements.reserve(1 + look.items.size() + look.dropped.size() + look.cards.size());
    statements.push_back(sql("UPDATE connections SET mark = $3, state = $4, looked_at = $5"
                             " WHERE number = $1 AND mark = $2 AND removed_at IS NULL",
                             look.connection, look.replaces, look.mark, look.state,
                             look.looked_at));
    for (const std::string& key : look.dropped) {
        statements.push_back(sql(drop_item, look.connection, look.mark, key));
    }
    for (const ConnectionItem& item : look.items) {
        statements.push_back(sql(put_item, look.connection, look.mark, item.key, item.data));
    }
    for (const ConnectionCard& card : look.cards) {
        statements.push_back(sql(put_card, look.connection, look.mark, card.number, card.account,
                                 card.resource, card.kind, card.data, card.made_at));
    }
    return TRY(sql_.put(statements)) > 0;
}

Result<std::vector<ConnectionCard>, StoreError>
ControlPlane::open_cards(AccountNumber account, std::uint64_t after, std::size_t limit) {
    return sql_.all(sql("SELECT number, account, resource, connection, kind, data, made_at,"
                        " settled_at, outcome FROM connection_cards WHERE account = $1"
                        " AND number > $2 AND settled_at IS NULL ORDER BY number LIMIT $3",
                        account, after, limit_of(limit)),
                    card_from);
}

Result<std::optional<ConnectionCard>, StoreError>
ControlPlane::connection_card(AccountNumber account, std::uint64_t number) {
    return sql_.first(sql("SELECT number, account, resource, connection, kind, data, made_at,"
                          " settled_at, outcome FROM connection_cards WHERE account = $1"
                          " AND number = $2",
                          account, number),
                      card_from);
}

Result<bool, StoreError> ControlPlane::settle_card(AccountNumber account, std::uint64_t number,
                                                   std::string_view outcome, Time now) {
    const SqlStatement statement = sql("UPDATE connection_cards SET settled_at = $3, outcome = $4"
                                       " WHERE account = $1 AND number = $2 AND settled_at IS NULL",
                                       account, number, now, outcome);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

}  // namespace standby::store
