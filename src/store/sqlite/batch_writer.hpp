// Writes a batch through a connection that is inside a transaction.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"
#include "store/sqlite/connection.hpp"

#include <string>

namespace standby::store {

// Every row of the batch, or an error, after which the transaction must be rolled back: a statement
// failed, a resource was never allocated, or the batch does not follow the last event stored.
Result<void, std::string> write_batch(Connection& connection, const engine::Batch& batch);
// The same for one resource of a batch that was found well before.
Result<void, std::string> write_change(Connection& connection,
                                       const engine::ResourceChange& change);

}  // namespace standby::store
