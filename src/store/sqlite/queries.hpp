// Small helpers for the files that turn rows into values.
#pragma once

#include "base/result.hpp"
#include "store/sqlite/connection.hpp"

#include <string>
#include <string_view>

namespace standby::store {

// Several statements of a reader see the same moment. Does nothing inside a transaction.
class Snapshot {
public:
    explicit Snapshot(Connection& connection)
        : connection_(connection), is_mine_(!connection.in_transaction()) {
        if (is_mine_) {
            static_cast<void>(connection_.run("BEGIN"));
        }
    }
    ~Snapshot() {
        if (is_mine_) {
            static_cast<void>(connection_.run("COMMIT"));
        }
    }
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

private:
    Connection& connection_;
    bool is_mine_;
};

// Why the last statement failed, as an error to return from a job.
inline std::unexpected<std::string> failure_of(const Connection& connection) {
    return std::unexpected(text_of(connection.error()));
}

// An error for a row that holds what it cannot hold.
inline std::unexpected<std::string> damage_in(std::string_view where) {
    return std::unexpected("damaged row in " + std::string(where));
}

}  // namespace standby::store
