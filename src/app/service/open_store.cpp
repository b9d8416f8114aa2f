#include "app/service/open_store.hpp"

#include "app/cluster/cluster_node.hpp"

#include <fmt/core.h>

#include <utility>

namespace standby::app {
namespace {

constexpr std::uint32_t shards_of_one_server = 2;
constexpr std::uint32_t shards_of_a_cluster = 16;

store::CommitsTo commits_to(std::string_view name) {
    if (name == "tables") {
        return store::CommitsTo::Tables;
    }
    return name == "log" ? store::CommitsTo::Log : store::CommitsTo::Either;
}

}  // namespace

Result<OpenStore, std::string> OpenStore::open(const ServeOptions& options,
                                               std::function<void(std::string_view)> report) {
    OpenStore opened;
    if (is_postgres(options.store)) {
        store::PostgresOptions postgres;
        postgres.shards = options.shards == 0 ? shards_of_a_cluster : options.shards;
        postgres.cluster_secret = options.cluster_secret;
        postgres.instance = make_instance();
        postgres.report = std::move(report);
        opened.postgres_ = TRY(store::PostgresStore::open(options.store, postgres));
        opened.shards_ = opened.postgres_->shards();
        if (options.shards != 0 && options.shards != opened.shards_) {
            return std::unexpected(fmt::format("this cluster was created with {} shards, and their "
                                               "number can't change: leave out --shards",
                                               opened.shards_));
        }
        return opened;
    }
    const std::string path = TRY(sqlite_path(options.store, options.data_dir));
    store::SqliteOptions sqlite;
    sqlite.commits = commits_to(options.commits);
    sqlite.report = std::move(report);
    opened.sqlite_ = TRY(store::SqliteStore::open(path, sqlite));
    opened.shards_ = options.shards == 0 ? shards_of_one_server : options.shards;
    return opened;
}

engine::Store& OpenStore::store() const {
    if (postgres_) {
        return *postgres_;
    }
    return *sqlite_;
}

engine::Registry& OpenStore::registry() const {
    if (postgres_) {
        return *postgres_;
    }
    return *sqlite_;
}

}  // namespace standby::app
