#include "intake/table/allowance.hpp"

#include <fmt/core.h>

#include <utility>

namespace standby::intake {
namespace {

std::unexpected<TableError> too_large(std::string words) {
    return std::unexpected(TableError{TableProblem::TooLarge, std::move(words)});
}

}  // namespace

Allowance::Allowance(const TableLimits& limits)
    : limits_(limits), deadline_(std::chrono::steady_clock::now() + limits.time_max) {}

Result<void, TableError> Allowance::take_unpacked(std::uint64_t bytes) {
    unpacked_ += bytes;
    if (unpacked_ > limits_.unpacked_bytes_max) {
        return too_large(fmt::format("the file holds more than {} MB once it is unpacked",
                                     limits_.unpacked_bytes_max / (1024 * 1024)));
    }
    return check_time();
}

Result<void, TableError> Allowance::take_row() {
    if (++rows_ > limits_.rows_max) {
        return too_large(fmt::format("the table has more than {} rows", limits_.rows_max));
    }
    constexpr std::uint64_t rows_between_looks = 256;
    return rows_ % rows_between_looks == 0 ? check_time() : Result<void, TableError>{};
}

Result<void, TableError> Allowance::take_cell(std::size_t bytes, std::uint64_t row,
                                              std::uint64_t column) {
    if (column > limits_.columns_max) {
        return too_large(fmt::format("row {} has more than {} columns", row, limits_.columns_max));
    }
    if (bytes > limits_.cell_bytes_max) {
        return too_large(fmt::format("the cell in row {}, column {} holds more than {} KB", row,
                                     column, limits_.cell_bytes_max / 1024));
    }
    text_ += bytes;
    if (++cells_ > limits_.cells_max || text_ > limits_.unpacked_bytes_max) {
        return too_large(fmt::format("the table has more than {} cells, or more than {} MB of text",
                                     limits_.cells_max,
                                     limits_.unpacked_bytes_max / (1024 * 1024)));
    }
    return {};
}

Result<void, TableError> Allowance::check_time() const {
    if (std::chrono::steady_clock::now() > deadline_) {
        return std::unexpected(
            TableError{TableProblem::TooSlow, fmt::format("the file could not be read within {} s",
                                                          limits_.time_max.count())});
    }
    return {};
}

void keep_row(Table& table, Row row) {
    while (!row.cells.empty() && row.cells.back().is_empty()) {
        row.cells.pop_back();
    }
    if (!row.cells.empty()) {
        table.rows.push_back(std::move(row));
    }
}

}  // namespace standby::intake
