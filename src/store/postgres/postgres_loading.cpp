// From the rows of a resource to the resource in memory. Everything is read from one snapshot, a
// page at a time, so that a line of millions needs no more memory than its state.
#include "store/codec/contacts.hpp"
#include "store/codec/restore.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <fmt/core.h>

#include <limits>
#include <utility>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::LoadedResource;

constexpr std::int64_t page_rows = 10'000;

// A connection in a transaction that reads, and how long each page may take.
struct Reader {
    PgConnection& connection;
    std::chrono::milliseconds page_time;

    Result<PgRows, std::string> run(const PgStatement& statement) const {
        auto rows = connection.run(statement, std::chrono::steady_clock::now() + page_time);
        if (!rows) {
            return std::unexpected(rows.error().message);
        }
        return *std::move(rows);
    }
};

// The rows of one table, page by page, in the order of their keys.
class Pages {
public:
    Pages(const Reader& reader, const char* sql) : reader_(reader), sql_(sql) {}

    // Goes to the next row; false when there is none. `key` are the parameters before the page's
    // own: where it begins, and how many rows it has.
    template <class... Key>
    Result<bool, std::string> next(std::int64_t after, const Key&... key) {
        if (rows_ && index_ + 1 < rows_->size()) {
            ++index_;
            return true;
        }
        if (rows_ && rows_->size() < static_cast<std::size_t>(page_rows)) {
            return false;
        }
        rows_ = TRY(reader_.run(statement(sql_, key..., after, page_rows)));
        index_ = 0;
        return rows_->size() > 0;
    }
    PgRow row() const { return {*rows_, index_}; }
    std::span<const std::byte> blob(std::size_t column) const {
        const std::string_view bytes = rows_->view(index_, column);
        return std::as_bytes(std::span(bytes.data(), bytes.size()));
    }

private:
    const Reader& reader_;
    const char* sql_;
    std::optional<PgRows> rows_;
    std::size_t index_ = 0;
};

class PostgresRowSource final : public RowSource {
public:
    PostgresRowSource(const Reader& reader, engine::ShardNumber shard, ResourceNumber resource,
                      std::span<const std::byte> data)
        : shard_(shard),
          resource_(resource),
          data_(data),
          entries_(reader, "SELECT number, state, data, contacts FROM entries WHERE shard_id = $1"
                           " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4"),
          openings_(reader, "SELECT number, state, data FROM openings WHERE shard_id = $1"
                            " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4"),
          offers_(reader, "SELECT number, state, data FROM offers WHERE shard_id = $1"
                          " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4"),
          facts_(reader, "SELECT kind, key, value FROM facts WHERE shard_id = $1 AND resource = $2"
                         " AND (kind, key) > ($3, $4) ORDER BY kind, key LIMIT $5") {}

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
            return damage_in("entries", row.number);
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
        if (!TRY(facts_.next(last_key_, shard_, resource_, last_kind_))) {
            return false;
        }
        PgRow row = facts_.row();
        last_kind_ = row.number<std::int64_t>(0);
        last_key_ = row.number<std::int64_t>(1);
        fact = {.kind = row.choice(0, core::FactKind::Compensated),
                .key = static_cast<std::uint64_t>(last_key_),
                .value = static_cast<std::uint64_t>(row.number<std::int64_t>(2))};
        if (row.is_damaged()) {
            return std::unexpected(
                fmt::format("damaged row in facts of resource {}", resource_.value()));
        }
        return true;
    }

private:
    std::unexpected<std::string> damage_in(const char* table, std::uint32_t number) const {
        return std::unexpected(
            fmt::format("damaged row in {} ({}, {})", table, resource_.value(), number));
    }
    Result<bool, std::string> next(Pages& pages, const char* table, RowView& view) {
        if (&pages != current_) {
            current_ = &pages;
            last_number_ = -1;
        }
        if (!TRY(pages.next(last_number_, shard_, resource_))) {
            return false;
        }
        PgRow row = pages.row();
        view.number = row.number<std::uint32_t>(0);
        view.state = row.number<std::uint8_t>(1);
        last_number_ = view.number;
        if (row.is_damaged()) {
            return damage_in(table, view.number);
        }
        return true;
    }

    const engine::ShardNumber shard_;
    const ResourceNumber resource_;
    const std::span<const std::byte> data_;
    Pages entries_;
    Pages openings_;
    Pages offers_;
    Pages facts_;
    const Pages* current_ = nullptr;  // the tables come one after the other
    std::int64_t last_number_ = -1;
    std::int64_t last_kind_ = -1;
    std::int64_t last_key_ = std::numeric_limits<std::int64_t>::min();
    std::vector<core::ContactKey> contacts_;
};

Result<void, std::string> load_answers(const Reader& reader, engine::ShardNumber shard,
                                       ResourceNumber number, Time after, LoadedResource& loaded) {
    const PgRows last = TRY(reader.run(statement("SELECT coalesce(max(number), 0) FROM answers"
                                                 " WHERE shard_id = $1 AND resource = $2",
                                                 shard, number)));
    loaded.head.last_answer = last.hash(0, 0);
    const PgRows recent = TRY(reader.run(
        statement("SELECT number, key_high, key_low, made_at FROM answers WHERE shard_id = $1"
                  " AND resource = $2 AND made_at > $3 ORDER BY number",
                  shard, number, after)));
    auto answers = collect(recent, "answers", [](PgRow& row) {
        return engine::KnownAnswer{
            .key = {.high = static_cast<std::uint64_t>(row.number<std::int64_t>(1)),
                    .low = static_cast<std::uint64_t>(row.number<std::int64_t>(2))},
            .number = row.number<std::uint64_t>(0),
            .made_at = row.time(3)};
    });
    if (!answers) {
        return std::unexpected(answers.error().message);
    }
    loaded.answers = *std::move(answers);
    return {};
}

Result<std::optional<LoadedResource>, std::string> load_resource(const Reader& reader,
                                                                 engine::ShardNumber shard,
                                                                 ResourceNumber number,
                                                                 Time answers_after) {
    const PgRows rows =
        TRY(reader.run(statement("SELECT account, name, last_event, last_link, data"
                                 " FROM resources WHERE shard_id = $1 AND number = $2",
                                 shard, number)));
    if (rows.size() == 0 || rows.view(0, 4).empty()) {
        return std::nullopt;
    }
    PgRow row(rows, 0);
    LoadedResource loaded{.head = {.account = row.id<engine::AccountNumber>(0),
                                   .name = row.text(1),
                                   .last_event = row.number<std::uint64_t>(2),
                                   .last_link = row.digest(3)}};
    const std::vector<std::byte> data = row.bytes(4);
    if (row.is_damaged()) {
        return std::unexpected(fmt::format("damaged row in resources ({})", number.value()));
    }
    PostgresRowSource source(reader, shard, number, data);
    loaded.state = TRY(restore_from(number, source));
    TRY(load_answers(reader, shard, number, answers_after, loaded));
    return loaded;
}

}  // namespace

Result<std::optional<LoadedResource>, engine::StoreError>
PostgresStore::load(ResourceNumber resource, Time answers_after) {
    std::optional<LoadedResource> loaded;
    TRY(database_->browse([&](PgConnection& connection, Deadline) -> Result<void, PgError> {
        const Reader reader{connection, database_->options().read_deadline};
        auto found = load_resource(reader, database_->shard_of(resource), resource, answers_after);
        if (!found) {
            return taken_back(found.error());
        }
        loaded = *std::move(found);
        return {};
    }));
    return loaded;
}

}  // namespace standby::store
