// What someone's spreadsheet holds, whichever program saved it: rows of cells, each with its text
// and, where the file itself says so, the date or the number behind it.
#pragma once

#include "base/text_encoding.hpp"
#include "base/zone.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

enum class CellKind : std::uint8_t {
    Text,
    Number,
    Date,       // a day
    DateTime,   // a day and a time of day
    TimeOfDay,  // a time of day, or how long something takes
};

// A cell of CSV is always Text. Numbers and dates have the text that stands for them everywhere,
// whatever the file would show: `1234.5`, `4915112345678`, `2026-10-14`, `2026-10-14 09:30`.
struct Cell {
    std::string text;
    CellKind kind = CellKind::Text;
    // What the kind says: the number itself, or milliseconds since 1970-01-01 or since midnight.
    double value = 0;

    [[nodiscard]] bool is_empty() const { return text.empty(); }
    // What a clock on the wall shows, of a Date or a DateTime.
    [[nodiscard]] std::optional<LocalTime> moment() const;
    [[nodiscard]] std::optional<double> number() const;

    friend bool operator==(const Cell&, const Cell&) = default;
};

Cell text_cell(std::string text);
Cell number_cell(double number);
// With a Date, the time of day is left out.
Cell moment_cell(LocalTime moment, CellKind kind = CellKind::DateTime);
Cell time_cell(Duration since_midnight);

struct Row {
    // As the program that saved it counts, from 1; of CSV, of the line on which it begins.
    std::uint32_t number = 0;
    std::vector<Cell> cells;  // without the empty ones at the end

    // Empty behind the last.
    [[nodiscard]] const Cell& at(std::size_t column) const;

    friend bool operator==(const Row&, const Row&) = default;
};

enum class TableFormat : std::uint8_t { Csv, Xlsx, Ods };
std::string_view name_of(TableFormat format);  // "CSV"

// How a CSV file was written, so that it can be written in the same way again.
struct CsvDialect {
    char separator = ',';
    TextEncoding encoding = TextEncoding::Utf8;
    bool has_mark = false;         // of UTF-8, as spreadsheets want it
    bool names_separator = false;  // its first line is `sep=;`
    std::string line_end = "\r\n";

    friend bool operator==(const CsvDialect&, const CsvDialect&) = default;
};

struct Table {
    TableFormat format = TableFormat::Csv;
    std::vector<std::string> sheets;  // the names of all tabs, hidden ones included
    std::string sheet;                // the one that was read
    CsvDialect dialect;               // of CSV
    std::vector<Row> rows;            // without the empty ones

    friend bool operator==(const Table&, const Table&) = default;
};

// Rows as CSV, in that dialect and with nothing guarded: cells are written as they are. Characters
// that Windows-1252 does not have turn the whole text into UTF-8 with a mark.
std::string write_csv(const std::vector<Row>& rows, const CsvDialect& dialect);

}  // namespace standby::intake
