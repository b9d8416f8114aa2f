// The numbers of resources.
#include "store/sqlite/sqlite_store.hpp"

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::AccountNumber;
using engine::StoreError;

Result<void, std::string> allocate(Connection& connection, AccountNumber account,
                                   std::optional<engine::RequestKey> key, Time now,
                                   ResourceNumber& number) {
    if (key) {
        if (const auto known = TRY(connection.first(
                sql("SELECT resource FROM creations WHERE key_high = $1 AND key_low = $2",
                    key->high, key->low),
                [](SqlRow& row) { return row.id<ResourceNumber>(0); }))) {
            number = *known;
            return {};
        }
    }
    TRY(connection.run("INSERT INTO resources (account, name, status, last_event, last_link, data)"
                       " VALUES (?, '', 0, 0, ?, x'')",
                       account, Sha256Digest{}));
    number = ResourceNumber{static_cast<std::uint32_t>(connection.last_insert_id())};
    if (key) {
        TRY(connection.run("INSERT INTO creations (key_high, key_low, resource, made_at)"
                           " VALUES (?, ?, ?, ?)",
                           key->high, key->low, number, now));
    }
    return {};
}

}  // namespace

Result<ResourceNumber, StoreError>
SqliteStore::allocate_resource(AccountNumber account, std::optional<engine::RequestKey> key,
                               Time now) {
    ResourceNumber number;
    TRY(database_->write(
        [&](Connection& connection) { return allocate(connection, account, key, now, number); }));
    return number;
}

Result<std::optional<AccountNumber>, StoreError> SqliteStore::account_of(ResourceNumber resource) {
    return database_->first(sql("SELECT account FROM resources WHERE number = $1", resource),
                            [](SqlRow& row) { return row.id<AccountNumber>(0); });
}

}  // namespace standby::store
