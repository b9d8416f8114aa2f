// What reading one file may still cost. Everything that a file can make us do again and again asks
// here first, so that no file costs more than its limits, whatever it claims about itself.
#pragma once

#include "intake/table/read_table.hpp"

#include <chrono>

namespace standby::intake {

class Allowance {
public:
    explicit Allowance(const TableLimits& limits);

    const TableLimits& limits() const { return limits_; }

    Result<void, TableError> take_unpacked(std::uint64_t bytes);
    Result<void, TableError> take_row();
    // A cell with so many bytes of text, in a row and a column of these numbers, from 1.
    Result<void, TableError> take_cell(std::size_t bytes, std::uint64_t row, std::uint64_t column);
    Result<void, TableError> check_time() const;

private:
    const TableLimits& limits_;
    std::chrono::steady_clock::time_point deadline_;
    std::uint64_t unpacked_ = 0;
    std::uint64_t rows_ = 0;
    std::uint64_t cells_ = 0;
    std::uint64_t text_ = 0;
};

// Appends the row to the table unless it is empty; what it costs was asked for before.
void keep_row(Table& table, Row row);

}  // namespace standby::intake
