// Dividing a batch among the shards.
#include "store/postgres/batch_writer.hpp"

#include "store/postgres/shard_writer.hpp"

#include <map>
#include <utility>

namespace standby::store {

std::vector<PgStatement> statements_of(const engine::Batch& batch, std::uint32_t shards) {
    std::map<engine::ShardNumber, ShardWriter::Changes> by_shard;
    if (batch.fence) {
        by_shard[batch.fence->shard];
    }
    for (const engine::ResourceChange& change : batch.resources) {
        by_shard[engine::shard_of(change.resource, shards)].push_back(&change);
    }
    std::vector<PgStatement> statements;
    for (auto& [shard, changes] : by_shard) {
        ShardWriter(shard, shards, std::move(changes), statements).write(batch.fence);
    }
    return statements;
}

}  // namespace standby::store
