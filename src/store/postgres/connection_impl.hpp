// What the files of PgConnection share: the libpq handle, and how it is waited for.
#pragma once

#include "store/postgres/connection.hpp"

// tidy: allow heavy_header because only the few files of PgConnection include this one
#include <libpq-fe.h>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace standby::store {

struct PgResultDeleter {
    void operator()(PGresult* result) const { PQclear(result); }
};
using PgResult = std::unique_ptr<PGresult, PgResultDeleter>;

struct PgHandleDeleter {
    void operator()(PGconn* handle) const { PQfinish(handle); }
};
using PgHandle = std::unique_ptr<PGconn, PgHandleDeleter>;

// The types of values that we send, by PostgreSQL's numbers for them.
namespace oid {
inline constexpr std::uint32_t boolean = 16;
inline constexpr std::uint32_t bytea = 17;
inline constexpr std::uint32_t int8 = 20;
inline constexpr std::uint32_t int2 = 21;
inline constexpr std::uint32_t int4 = 23;
inline constexpr std::uint32_t text = 25;
inline constexpr std::uint32_t float8 = 701;
inline constexpr std::uint32_t bytea_array = 1001;
inline constexpr std::uint32_t text_array = 1009;
inline constexpr std::uint32_t int8_array = 1016;
}  // namespace oid

struct PgRows::Impl {
    PgResult result;
    mutable bool is_damaged = false;
};

// What a lost answer means: that something may have been committed, or nothing at all.
enum class Loss : std::uint8_t { IsUnknown, IsHarmless };

struct PgConnection::Impl {
    PgHandle handle;  // none: closed
    std::unordered_map<std::string, std::string> prepared;
    std::uint64_t prepared_count = 0;
    bool in_transaction = false;  // between begin and commit
    bool was_warned = false;      // by the server, since the last exchange began
    std::vector<std::uint32_t> copy_types;

    // What a lost answer to an ordinary statement means now.
    Loss loss() const { return in_transaction ? Loss::IsHarmless : Loss::IsUnknown; }
    // Closes the connection; the error says why.
    std::unexpected<PgError> close(std::string message, Loss loss);
    std::unexpected<PgError> close_lost(Loss loss);
    // Until the socket can be read (or written to, if so wanted).
    Result<void, PgError> wait(bool for_writing, Deadline deadline, Loss loss);
    // The next result; null at the end of a statement's results.
    Result<PgResult, PgError> next_result(Deadline deadline, Loss loss);
    Result<void, PgError> flush(Deadline deadline, Loss loss);
    // Runs plain text and gives the last result that has rows.
    Result<PgResult, PgError> simple(const std::string& sql, Deadline deadline);
};

// What the server said, without the details, which can quote rows.
PgError error_of(const PGresult* result);
// The first line, without the ends that libpq adds.
std::string first_line(std::string_view message);

// One value of a row for COPY, converted to the column's type; false when it does not fit.
bool append_copy_value(std::string& row, const PgParams::Value& value, std::uint32_t column_type);

}  // namespace standby::store
