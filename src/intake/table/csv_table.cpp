// CSV as a table: encoding, separator and line ends are found out.
#include "base/csv.hpp"
#include "base/text_encoding.hpp"
#include "intake/table/formats.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace standby::intake {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

// What programs for one country write so that those of another read the file, too: `sep=;`.
void take_named_separator(std::string& text, CsvDialect& dialect) {
    constexpr std::string_view prefix = "sep=";
    const std::size_t end = text.find('\n');
    if (!text.starts_with(prefix) || end == std::string::npos || end > prefix.size() + 2) {
        return;
    }
    dialect.separator = text[prefix.size()];
    dialect.names_separator = true;
    text.erase(0, end + 1);
}

}  // namespace

Result<Table, TableError> read_csv_table(std::string bytes, Allowance& allowance) {
    Table table;
    CsvDialect& dialect = table.dialect;
    TRY(allowance.take_unpacked(bytes.size()));
    dialect.has_mark = bytes.starts_with(utf8_mark);
    auto decoded = decode_text(std::move(bytes));
    if (!decoded) {
        return std::unexpected(
            TableError{TableProblem::NotATable, "the file " + std::move(decoded).error()});
    }
    dialect.encoding = decoded->encoding;
    std::string& text = decoded->text;
    if (text.contains('\0')) {
        return std::unexpected(TableError{
            TableProblem::NotATable, "the file is no spreadsheet: save it as CSV, XLSX or ODS"});
    }
    if (!text.contains('\n')) {
        std::ranges::replace(text, '\r', '\n');  // as programs of the first Macintosh end lines
    }
    dialect.line_end = text.contains("\r\n") || !text.contains('\n') ? "\r\n" : "\n";
    take_named_separator(text, dialect);
    if (!dialect.names_separator) {
        dialect.separator = separator_of(text);
    }
    const std::uint32_t line_first = dialect.names_separator ? 1 : 0;
    CsvReader reader(text, dialect.separator);
    while (true) {
        auto record = reader.next();
        if (!record) {
            return std::unexpected(TableError{
                TableProblem::Damaged, fmt::format("line {}: {}", record.error().line + line_first,
                                                   record.error().message)});
        }
        if (!*record) {
            return table;
        }
        TRY(allowance.take_row());
        Row row{.number = static_cast<std::uint32_t>((*record)->line) + line_first, .cells = {}};
        for (std::string& field : (*record)->fields) {
            TRY(allowance.take_cell(field.size(), row.number, row.cells.size() + 1));
            row.cells.push_back(text_cell(std::move(field)));
        }
        keep_row(table, std::move(row));
    }
}

}  // namespace standby::intake
