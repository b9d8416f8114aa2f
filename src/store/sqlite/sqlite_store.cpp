// Opening the store, committing, and loading a resource.
#include "store/sqlite/sqlite_store.hpp"

#include "store/codec/contacts.hpp"
#include "store/codec/restore.hpp"
#include "store/sqlite/batch_writer.hpp"
#include "store/sqlite/queries.hpp"

#include <fmt/core.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::LoadedResource;
using engine::StoreError;

// The rows of a resource, streamed in the order of their keys.
class SqliteRowSource final : public RowSource {
public:
    SqliteRowSource(Connection& connection, ResourceNumber resource,
                    std::span<const std::byte> data)
        : connection_(connection),
          resource_(resource),
          data_(data),
          entries_(connection.query("SELECT number, state, data, contacts FROM entries"
                                    " WHERE resource = ? ORDER BY number")),
          openings_(connection.query("SELECT number, state, data FROM openings"
                                     " WHERE resource = ? ORDER BY number")),
          offers_(connection.query("SELECT number, state, data FROM offers"
                                   " WHERE resource = ? ORDER BY number")),
          facts_(connection.query("SELECT kind, key, value FROM facts WHERE resource = ?")) {
        entries_.bind(resource);
        openings_.bind(resource);
        offers_.bind(resource);
        facts_.bind(resource);
    }

    std::span<const std::byte> resource() override { return data_; }

    Result<bool, std::string> next_entry(RowView& row) override {
        if (!TRY(next(entries_, "entries", row))) {
            return false;
        }
        // What has ended is only counted by its state, and the rest need not be looked at.
        const bool has_ended = core::is_terminal(static_cast<core::EntryState>(row.state));
        row.data = has_ended ? std::span<const std::byte>{} : entries_.blob(2);
        contacts_.clear();
        if (!has_ended && !decode_contacts(entries_.blob(3), contacts_)) {
            return damage_in(place("entries", row.number));
        }
        row.contacts = contacts_;
        return true;
    }
    Result<bool, std::string> next_opening(RowView& row) override {
        const bool found = TRY(next(openings_, "openings", row));
        row.data = found ? openings_.blob(2) : std::span<const std::byte>{};
        return found;
    }
    Result<bool, std::string> next_offer(RowView& row) override {
        const bool found = TRY(next(offers_, "offers", row));
        row.data = found ? offers_.blob(2) : std::span<const std::byte>{};
        return found;
    }
    Result<bool, std::string> next_fact(core::Fact& fact) override {
        switch (facts_.step()) {
        case Step::Failed:
            return failure_of(connection_);
        case Step::Done:
            return false;
        case Step::Row:
            break;
        }
        fact = {.kind = facts_.choice(0, core::FactKind::Compensated),
                .key = facts_.hash(1),
                .value = facts_.hash(2)};
        if (facts_.is_damaged()) {
            return damage_in(fmt::format("facts of resource {}", resource_.value()));
        }
        return true;
    }

private:
    std::string place(const char* table, std::uint32_t number) const {
        return fmt::format("{} ({}, {})", table, resource_.value(), number);
    }
    Result<bool, std::string> next(Query& query, const char* table, RowView& row) {
        switch (query.step()) {
        case Step::Failed:
            return failure_of(connection_);
        case Step::Done:
            return false;
        case Step::Row:
            break;
        }
        row.number = query.number<std::uint32_t>(0);
        row.state = query.number<std::uint8_t>(1);
        if (query.is_damaged()) {
            return damage_in(place(table, row.number));
        }
        return true;
    }

    Connection& connection_;
    ResourceNumber resource_;
    std::span<const std::byte> data_;
    Query entries_;
    Query openings_;
    Query offers_;
    Query facts_;
    std::vector<core::ContactKey> contacts_;
};

Result<void, std::string> load_answers(Connection& connection, ResourceNumber number, Time after,
                                       LoadedResource& loaded) {
    std::optional<std::uint64_t> last;
    Query highest = connection.query("SELECT coalesce(max(number), 0) FROM answers"
                                     " WHERE resource = ?");
    TRY(pick(connection, highest.bind(number), "answers", last,
             [](Query& row) { return row.number<std::uint64_t>(0); }));
    loaded.head.last_answer = last.value_or(0);
    Query recent = connection.query("SELECT number, key_high, key_low, made_at FROM answers"
                                    " WHERE resource = ? AND made_at > ? ORDER BY number");
    return collect(connection, recent.bind(number, after), "answers", loaded.answers,
                   [](Query& row) {
                       return engine::KnownAnswer{.key = {.high = row.hash(1), .low = row.hash(2)},
                                                  .number = row.number<std::uint64_t>(0),
                                                  .made_at = row.time(3)};
                   });
}

Result<void, std::string> load_resource(Connection& connection, ResourceNumber number, Time after,
                                        std::optional<LoadedResource>& result) {
    const Snapshot snapshot(connection);
    LoadedResource loaded;
    std::vector<std::byte> data;
    {
        Query head = connection.query("SELECT account, name, last_event, last_link, data"
                                      " FROM resources WHERE number = ?");
        switch (head.bind(number).step()) {
        case Step::Failed:
            return failure_of(connection);
        case Step::Done:
            return {};
        case Step::Row:
            break;
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
    loaded.state = TRY(restore_from(number, source));
    TRY(load_answers(connection, number, after, loaded));
    result = std::move(loaded);
    return {};
}

}  // namespace

Result<std::unique_ptr<SqliteStore>, std::string> SqliteStore::open(const std::string& path,
                                                                    const SqliteOptions& options) {
    std::unique_ptr<Database> database = TRY(Database::open(path, options));
    // tidy: allow raw_new because the constructor is private and the owner takes it at once
    return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(database)));
}

Result<void, StoreError> SqliteStore::commit(const engine::Batch& batch) {
    return database_->write([&](Connection& connection) -> Result<void, std::string> {
        if (batch.resources.empty() && !commit_nothing(connection)) {
            return failure_of(connection);
        }
        return write_batch(connection, batch);
    });
}

Result<std::optional<LoadedResource>, StoreError> SqliteStore::load(ResourceNumber resource,
                                                                    Time answers_after) {
    std::optional<LoadedResource> loaded;
    const bool is_settled = database_->settle();
    TRY(database_->read([&](Connection& connection) {
        return load_resource(connection, resource, answers_after, loaded);
    }));
    if (loaded) {
        loaded->head.is_settled = is_settled;
    }
    return loaded;
}

}  // namespace standby::store
