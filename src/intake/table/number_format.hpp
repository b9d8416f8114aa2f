// Whether a number in an XLSX file is a date. The file keeps dates as days since an epoch, and says
// that they are dates only by how they are to be shown.
#pragma once

#include "intake/table/table.hpp"

#include <cstdint>
#include <string_view>

namespace standby::intake {

struct NumberFormat {
    CellKind kind = CellKind::Number;
    bool is_elapsed = false;        // hours that go on above 24
    std::uint8_t zeros_filled = 0;  // `00000`: so many digits at least
};

NumberFormat format_of_code(std::string_view code);
// Of the formats that every program knows by number.
NumberFormat format_of_number(std::uint32_t id);

enum class Epoch : std::uint8_t { From1900, From1904 };

Cell formatted_cell(double number, NumberFormat format, Epoch epoch);

}  // namespace standby::intake
