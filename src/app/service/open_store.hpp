// The store that a server works on: a file of its own, or a PostgreSQL that it may share with other
// nodes.
#pragma once

#include "app/service/options.hpp"
#include "base/result.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace standby::app {

class OpenStore {
public:
    // The error is one sentence. `report` is told what goes wrong later, from any thread.
    static Result<OpenStore, std::string> open(const ServeOptions& options,
                                               std::function<void(std::string_view)> report);

    engine::Store& store() const;
    engine::Registry& registry() const;
    // The store of this server's own, or the one that nodes share; the other is null.
    store::SqliteStore* file() const { return sqlite_.get(); }
    store::PostgresStore* shared() const { return postgres_.get(); }
    // How many shards the engine has.
    std::uint32_t shards() const { return shards_; }

private:
    std::unique_ptr<store::SqliteStore> sqlite_;
    std::unique_ptr<store::PostgresStore> postgres_;
    std::uint32_t shards_ = 0;
};

}  // namespace standby::app
