// A CSV file that staff go on editing: what changes is written into it, and every byte that doesn't
// stays as their program left it, quotes, blank lines and further columns included.
#pragma once

#include "base/result.hpp"
#include "base/text_encoding.hpp"
#include "intake/table/table.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake::sheet {

inline constexpr std::size_t csv_bytes_max = 50UZ << 20U;
inline constexpr std::size_t csv_rows_max = 100'000;
inline constexpr std::size_t csv_columns_max = 500;

class CsvSheet {
public:
    // The error is the end of a sentence that begins with the file.
    static Result<CsvSheet, std::string> read(std::string bytes);

    // Its rows but the blank ones, each with the line on which it begins.
    const Table& table() const { return table_; }

    // Rows are counted as in the table. What would be taken for a formula is guarded.
    void set(std::size_t row, std::size_t column, std::string_view text);
    void remove(std::size_t row);
    // Behind the last one, at once to be set like the others; gives its number.
    std::size_t append();
    [[nodiscard]] bool has_changed() const { return !changes_.empty(); }

    // The file with the changes, in its own encoding.
    [[nodiscard]] std::string bytes() const;

private:
    struct Field {
        std::size_t begin = 0;  // of what stands in the file, quotes included
        std::size_t end = 0;
    };
    struct Record {
        std::vector<Field> fields;
        std::size_t end = 0;  // behind its line end
    };
    struct Change {
        std::map<std::size_t, std::string> cells;
        bool is_removed = false;
    };

    Result<void, std::string> parse();
    Result<Field, std::string> parse_field(std::size_t& at, std::size_t line) const;
    std::string text_of(const Field& field) const;
    void write(std::string& output, std::size_t row) const;

    std::string text_;  // UTF-8, without a mark
    TextEncoding encoding_ = TextEncoding::Utf8;
    bool has_mark_ = false;
    char separator_ = ',';
    std::string line_end_ = "\r\n";
    std::vector<Record> records_;
    Table table_;
    std::map<std::size_t, Change> changes_;
    std::size_t appended_ = 0;
};

}  // namespace standby::intake::sheet
