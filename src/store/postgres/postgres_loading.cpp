// From the rows of a resource to the resource in memory. Everything is read from one snapshot, a
// page at a time, so that a line of millions needs no more memory than its state.
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/sql/row_source.hpp"
#include "store/sql/rows.hpp"

#include <fmt/core.h>

#include <limits>
#include <utility>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::LoadedResource;

constexpr std::size_t page_rows = 10'000;

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

// Page by page.
class PostgresRowSource final : public SqlRowSource {
public:
    PostgresRowSource(const Reader& reader, engine::ShardNumber shard, ResourceNumber resource,
                      std::span<const std::byte> data)
        : SqlRowSource(resource, data), reader_(reader), shard_(shard) {}

private:
    // What comes after the last row.
    PgStatement page_of(Part part) const {
        const std::int64_t first = rows_ ? row_->integer(0) : -1;
        const auto page = [&](const char* sql) {
            return statement(sql, shard_, number(), first, page_rows);
        };
        switch (part) {
        case Part::Entries:
            return page("SELECT number, state, data, contacts FROM entries WHERE shard_id = $1"
                        " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4");
        case Part::Openings:
            return page("SELECT number, state, data FROM openings WHERE shard_id = $1"
                        " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4");
        case Part::Offers:
            return page("SELECT number, state, data FROM offers WHERE shard_id = $1"
                        " AND resource = $2 AND number > $3 ORDER BY number LIMIT $4");
        case Part::Facts:
            break;
        }
        return statement("SELECT kind, key, value FROM facts WHERE shard_id = $1 AND resource = $2"
                         " AND (kind, key) > ($3, $4) ORDER BY kind, key LIMIT $5",
                         shard_, number(), first,
                         rows_ ? row_->integer(1) : std::numeric_limits<std::int64_t>::min(),
                         page_rows);
    }

    Result<SqlRow*, std::string> next(Part part) override {
        if (part != part_) {
            part_ = part;
            rows_.reset();
        }
        ++index_;
        if (rows_ && index_ >= rows_->size() && rows_->size() < page_rows) {
            return nullptr;
        }
        if (!rows_ || index_ >= rows_->size()) {
            rows_ = TRY(reader_.run(page_of(part)));
            index_ = 0;
        }
        if (rows_->size() == 0) {
            return nullptr;
        }
        row_.emplace(*rows_, index_);
        return &*row_;
    }

    const Reader& reader_;
    const engine::ShardNumber shard_;
    Part part_ = Part::Entries;
    std::optional<PgRows> rows_;
    std::optional<PgRow> row_;
    std::size_t index_ = 0;
};

Result<void, std::string> load_answers(const Reader& reader, engine::ShardNumber shard,
                                       ResourceNumber number, Time after, LoadedResource& loaded) {
    const PgRows last = TRY(reader.run(statement("SELECT coalesce(max(number), 0) FROM answers"
                                                 " WHERE shard_id = $1 AND resource = $2",
                                                 shard, number)));
    loaded.head.last_answer = static_cast<std::uint64_t>(last.integer(0, 0));
    const PgRows recent = TRY(reader.run(
        statement("SELECT number, key_high, key_low, made_at FROM answers WHERE shard_id = $1"
                  " AND resource = $2 AND made_at > $3 ORDER BY number",
                  shard, number, after)));
    auto answers = collect(recent, "answers", known_answer_from);
    if (!answers) {
        return std::unexpected(answers.error().message);
    }
    loaded.answers = *std::move(answers);
    return {};
}

Result<std::optional<LoadedResource>, std::string>
load_resource(const Reader& reader, engine::ShardNumber shard, ResourceNumber number,
              Time answers_after, bool& is_damaged) {
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
    loaded.state = TRY(restore_from(number, source, &is_damaged));
    TRY(load_answers(reader, shard, number, answers_after, loaded));
    return loaded;
}

}  // namespace

Result<std::optional<LoadedResource>, engine::StoreError>
PostgresStore::load(ResourceNumber resource, Time answers_after) {
    std::optional<LoadedResource> loaded;
    bool is_damaged = false;
    const auto read =
        database_->browse([&](PgConnection& connection, Deadline) -> Result<void, PgError> {
            const Reader reader{connection, database_->options().read_deadline};
            auto found = load_resource(reader, database_->shard_of(resource), resource,
                                       answers_after, is_damaged);
            if (!found) {
                return taken_back(found.error());
            }
            loaded = *std::move(found);
            return {};
        });
    if (!read) {
        return std::unexpected(is_damaged ? engine::StoreError::Damaged : read.error());
    }
    return loaded;
}

Result<std::vector<std::pair<ResourceNumber, Time>>, engine::StoreError>
PostgresStore::schedule(engine::ShardNumber shard, std::uint32_t shards) {
    const bool is_ours = shards == database_->shards();
    PgStatement query =
        is_ours ? statement("SELECT number, next_due FROM resources WHERE shard_id = $1"
                            " AND next_due IS NOT NULL ORDER BY number",
                            shard)
                : statement("SELECT number, next_due FROM resources WHERE next_due IS NOT NULL"
                            " AND number % $1 = $2 ORDER BY number",
                            shards, shard);
    return read_all(*database_, std::move(query), "resources",
                    [](PgRow& row) { return std::pair(row.id<ResourceNumber>(0), row.time(1)); });
}

}  // namespace standby::store
