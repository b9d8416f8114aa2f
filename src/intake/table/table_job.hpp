// The way in for spreadsheets: they are read in the sandbox, and what comes out of it is checked
// again, because a reader that was taken over may answer anything.
#pragma once

#include "intake/sandbox/reader.hpp"
#include "intake/sandbox/sandbox.hpp"
#include "intake/table/read_table.hpp"

#include <string>
#include <string_view>

namespace standby::intake {

inline constexpr std::string_view table_job = "table";

// Waits until it is read: for a thread that may wait.
Result<Table, TableError> read_table_apart(Sandbox& sandbox, std::string_view bytes,
                                           const TableChoice& choice = {},
                                           const TableLimits& limits = {});

// The child's side.
ReaderAnswer run_table_job(std::string options, std::string bytes);

// How a table goes over the socket. Nothing when the bytes are not such a table within the limits.
std::string encode_table(const Table& table);
std::optional<Table> decode_table(std::string_view bytes, const TableLimits& limits);

}  // namespace standby::intake
