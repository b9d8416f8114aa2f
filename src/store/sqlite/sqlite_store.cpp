// Opening the store, committing, loading a resource, and which of them have something due.
#include "store/sqlite/sqlite_store.hpp"

#include "store/sql/row_source.hpp"
#include "store/sql/rows.hpp"
#include "store/sqlite/batch_writer.hpp"
#include "store/sqlite/log_state.hpp"
#include "store/sqlite/queries.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::LoadedResource;
using engine::StoreError;

class SqliteRowSource final : public SqlRowSource {
public:
    SqliteRowSource(Connection& connection, ResourceNumber resource,
                    std::span<const std::byte> data)
        : SqlRowSource(resource, data), connection_(connection) {}

private:
    static std::string_view text_of(Part part) {
        switch (part) {
        case Part::Entries:
            return "SELECT number, state, data, contacts FROM entries WHERE resource = ?"
                   " ORDER BY number";
        case Part::Openings:
            return "SELECT number, state, data FROM openings WHERE resource = ? ORDER BY number";
        case Part::Offers:
            return "SELECT number, state, data FROM offers WHERE resource = ? ORDER BY number";
        case Part::Facts:
            break;
        }
        return "SELECT kind, key, value FROM facts WHERE resource = ?";
    }

    Result<SqlRow*, std::string> next(Part part) override {
        if (!query_ || part != part_) {
            part_ = part;
            query_.emplace(connection_.query(text_of(part))).bind(number());
        }
        return TRY(query_->next()) ? &*query_ : nullptr;
    }

    Connection& connection_;
    Part part_ = Part::Entries;
    std::optional<Query> query_;
};

Result<void, std::string> load_answers(Connection& connection, ResourceNumber number, Time after,
                                       LoadedResource& loaded) {
    Query highest = connection.query("SELECT coalesce(max(number), 0) FROM answers"
                                     " WHERE resource = ?");
    if (TRY(highest.bind(number).next())) {
        loaded.head.last_answer = highest.hash(0);
    }
    loaded.answers = TRY(connection.all(sql("SELECT number, key_high, key_low, made_at FROM answers"
                                            " WHERE resource = $1 AND made_at > $2 ORDER BY number",
                                            number, after),
                                        known_answer_from));
    return {};
}

Result<void, std::string> load_resource(Connection& connection, ResourceNumber number, Time after,
                                        std::optional<LoadedResource>& result, bool& is_damaged) {
    const Snapshot snapshot(connection);
    LoadedResource loaded;
    std::vector<std::byte> data;
    {
        Query head = connection.query("SELECT account, name, last_event, last_link, data"
                                      " FROM resources WHERE number = ?");
        if (!TRY(head.bind(number).next())) {
            return {};
        }
        loaded.head = {.account = head.id<engine::AccountNumber>(0),
                       .name = head.text(1),
                       .last_event = head.number<std::uint64_t>(2),
                       .last_link = head.digest(3)};
        data = head.bytes(4);
        if (head.is_damaged()) {
            return damage_in(fmt::format("resources ({})", number.value()));
        }
    }
    if (data.empty()) {
        return {};
    }
    SqliteRowSource source(connection, number, data);
    loaded.state = TRY(restore_from(number, source, &is_damaged));
    TRY(load_answers(connection, number, after, loaded));
    result = std::move(loaded);
    return {};
}

}  // namespace

Result<std::unique_ptr<SqliteStore>, std::string> SqliteStore::open(const std::string& path,
                                                                    const SqliteOptions& options) {
    if (options.mode == OpenMode::ReadOnly) {
        TRY(wait_for_rows(path, options));
    }
    std::unique_ptr<Database> database = TRY(Database::open(path, options));
    // tidy: allow raw_new because the constructor is private and the owner takes it at once
    std::unique_ptr<SqliteStore> store(new SqliteStore(std::move(database)));
    if (options.mode == OpenMode::Exclusive) {
        store->backlog_ = TRY(Backlog::open(*store->database_));
    }
    return store;
}

Database& SqliteStore::database() {
    static_cast<void>(catch_up({}));
    return *database_;
}

Result<void, StoreError> SqliteStore::catch_up(ResourceNumber resource) {
    if (backlog_ == nullptr) {
        return {};
    }
    const bool is_there =
        resource == ResourceNumber{} ? backlog_->catch_up() : backlog_->catch_up(resource);
    return is_there ? Result<void, StoreError>{} : std::unexpected(StoreError::OutcomeUnknown);
}

Result<std::optional<Time>, StoreError> SqliteStore::served_until() {
    return database_->first(sql("SELECT until FROM serving"),
                            [](SqlRow& row) { return row.time(0); });
}

Result<void, std::string> SqliteStore::note_served(Time until) {
    return database_->write_unsynced([&](Connection& connection) {
        return connection.run("INSERT INTO serving (one, until) VALUES (1, ?)"
                              " ON CONFLICT (one) DO UPDATE SET until = excluded.until",
                              until);
    });
}

// A commit that failed on one way may still be in its file, until that file has been written to
// again. What comes next on the other way would not undo it, and a kill would bring it back.
Result<void, StoreError> SqliteStore::commit(const engine::Batch& batch) {
    if (backlog_ != nullptr && backlog_->takes(batch)) {
        return database_->settle() ? backlog_->commit(batch)
                                   : std::unexpected(StoreError::NotCommitted);
    }
    if (backlog_ != nullptr && !backlog_->settle()) {
        return std::unexpected(StoreError::NotCommitted);
    }
    return database_->write([&](Connection& connection) -> Result<void, std::string> {
        if (batch.resources.empty() && !commit_nothing(connection)) {
            return failure_of(connection);
        }
        return write_batch(connection, batch);
    });
}

Result<std::optional<LoadedResource>, StoreError> SqliteStore::load(ResourceNumber resource,
                                                                    Time answers_after) {
    const bool is_log_settled = backlog_ == nullptr || backlog_->settle();
    TRY(catch_up(resource));
    std::optional<LoadedResource> loaded;
    const bool is_settled = database_->settle() && is_log_settled;
    bool is_damaged = false;
    const auto read = database_->read([&](Connection& connection) {
        return load_resource(connection, resource, answers_after, loaded, is_damaged);
    });
    if (!read) {
        return std::unexpected(is_damaged ? StoreError::Damaged : read.error());
    }
    if (loaded) {
        loaded->head.is_settled = is_settled;
    }
    return loaded;
}

Result<std::vector<std::pair<ResourceNumber, Time>>, StoreError>
SqliteStore::schedule(engine::ShardNumber shard, std::uint32_t shards) {
    TRY(catch_up({}));
    return database_->all(
        sql("SELECT number, next_due FROM resources WHERE next_due IS NOT NULL"
            " AND number % $1 = $2 ORDER BY number",
            shards, shard),
        [](SqlRow& row) { return std::pair(row.id<ResourceNumber>(0), row.time(1)); });
}

Result<std::optional<engine::Person>, StoreError> SqliteStore::person(core::EntryId entry) {
    if (backlog_ != nullptr) {
        if (auto person = backlog_->person(entry)) {
            return person;
        }
    }
    return Lookups::person(entry);
}

Result<std::vector<engine::PersonChange>, StoreError>
SqliteStore::people(ResourceNumber resource, std::span<const core::Ticket> entries) {
    if (backlog_ == nullptr) {
        return Lookups::people(resource, entries);
    }
    std::vector<engine::PersonChange> found;
    std::vector<core::Ticket> rest;
    for (const core::Ticket entry : each_once(entries)) {
        if (auto person = backlog_->person(core::entry_id(resource, entry))) {
            found.push_back({.entry = entry, .person = *std::move(person)});
        } else {
            rest.push_back(entry);
        }
    }
    std::ranges::move(TRY(Lookups::people(resource, rest)), std::back_inserter(found));
    std::ranges::sort(found, {}, &engine::PersonChange::entry);
    return found;
}

Result<std::vector<std::pair<core::EntryId, engine::Person>>, StoreError>
SqliteStore::people_of(std::span<const core::EntryId> entries) {
    if (backlog_ == nullptr) {
        return Lookups::people_of(entries);
    }
    std::vector<std::pair<core::EntryId, engine::Person>> found;
    std::vector<core::EntryId> rest;
    for (const core::EntryId entry : each_once(entries)) {
        if (auto person = backlog_->person(entry)) {
            found.emplace_back(entry, *std::move(person));
        } else {
            rest.push_back(entry);
        }
    }
    std::ranges::move(TRY(Lookups::people_of(rest)), std::back_inserter(found));
    std::ranges::sort(found, {}, [](const auto& each) { return each.first; });
    return found;
}

}  // namespace standby::store
