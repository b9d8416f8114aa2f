// Statements that go out in one piece, each prepared before unless it is known, and whose answers
// come back in their order: one round trip.
#pragma once

#include "store/postgres/connection_impl.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::store {

class Pipeline {
public:
    Pipeline(PgConnection::Impl& connection, Loss loss) : connection_(connection), loss_(loss) {}

    Result<void, PgError> send(const PgStatement& statement, bool is_commit = false);
    // The rows of each statement; the first error, if there was one.
    Result<std::vector<PgRows>, PgError> finish(Deadline deadline);

private:
    // What the pipeline consists of, in its order.
    struct Sent {
        enum class Kind : std::uint8_t { Prepare, Execute } kind;
        bool is_commit = false;
    };

    Result<std::string, PgError> prepared(const PgStatement& statement);
    // Takes in one result; true when it was the last.
    bool take(PgResult result);

    PgConnection::Impl& connection_;
    const Loss loss_;
    std::vector<Sent> sent_;
    std::size_t answered_ = 0;
    std::vector<std::string> new_names_;  // keys in `prepared`
    std::vector<PgRows> rows_;
    std::optional<PgError> error_;
};

}  // namespace standby::store
