// Bytes that someone calls a spreadsheet become a table, or a sentence that says why not. This runs
// where it can do no harm; see table_job.hpp for the way in.
#pragma once

#include "base/result.hpp"
#include "intake/table/table.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace standby::intake {

struct TableLimits {
    std::uint32_t rows_max = 100'000;
    std::uint32_t columns_max = 500;
    std::uint64_t cells_max = 5'000'000;
    std::size_t cell_bytes_max = 128 * 1024;
    // Of all parts of the file together, and again of the text in all cells: a text that is kept
    // once can be meant a million times.
    std::uint64_t unpacked_bytes_max = 50 * 1024 * 1024;
    std::chrono::seconds time_max{30};
};

enum class TableProblem : std::uint8_t {
    NotATable = 1,  // nothing that we know
    OldFormat = 2,  // a spreadsheet that has to be saved in another format
    Encrypted = 3,
    Damaged = 4,
    TooLarge = 5,
    TooSlow = 6,
    NoSuchSheet = 7,
    Empty = 8,
    NotRead = 9,  // the fault is ours, or the machine's
};

struct TableError {
    TableProblem problem = TableProblem::NotATable;
    // A whole sentence without its full stop, for whoever saved the file.
    std::string words;
    friend bool operator==(const TableError&, const TableError&) = default;
};

struct TableChoice {
    std::string sheet;  // the tab by its name; empty: the first that can be seen
};

Result<Table, TableError> read_table(std::string bytes, const TableChoice& choice = {},
                                     const TableLimits& limits = {});

}  // namespace standby::intake
