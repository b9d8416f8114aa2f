#include "intake/table/read_table.hpp"

#include "base/text.hpp"
#include "intake/table/allowance.hpp"
#include "intake/table/archive.hpp"
#include "intake/table/formats.hpp"

#include <utility>

namespace standby::intake {
namespace {

constexpr std::string_view packed = "PK\x03\x04";
constexpr std::string_view old_container = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

std::unexpected<TableError> refused(TableProblem problem, std::string words) {
    return std::unexpected(TableError{problem, std::move(words)});
}

// The names in such a container are UTF-16.
bool names(std::string_view bytes, std::string_view name) {
    std::string wide;
    for (const char letter : name) {
        wide += letter;
        wide += '\0';
    }
    return bytes.contains(wide);
}

// What is told by its first bytes and is not for us.
Result<void, TableError> refuse_others(std::string_view bytes) {
    if (bytes.starts_with(old_container)) {
        if (names(bytes, "EncryptedPackage")) {
            return refused(TableProblem::Encrypted,
                           "the file is protected with a password: save it without one");
        }
        return refused(TableProblem::OldFormat,
                       "the file is in the format of Excel up to 2003: save it as .xlsx");
    }
    constexpr std::string_view first_formats[] = {
        std::string_view("\x09\x08", 2), std::string_view("\x09\x04\x06\x00", 4),
        std::string_view("\x09\x02\x06\x00", 4), std::string_view("\x09\x00\x04\x00", 4)};
    for (const std::string_view begin : first_formats) {
        if (bytes.starts_with(begin) && bytes.substr(0, 16).contains('\0')) {
            return refused(TableProblem::OldFormat,
                           "the file is in the format of Excel up to 2003: save it as .xlsx");
        }
    }
    const std::string begin = to_lower(trim(bytes.substr(0, 256), " \t\r\n\xEF\xBB\xBF"));
    if (begin.starts_with("%pdf")) {
        return refused(TableProblem::NotATable,
                       "the file is a PDF: save the table as CSV, XLSX or ODS");
    }
    if (begin.starts_with("<!doctype") || begin.starts_with("<html") ||
        begin.starts_with("<table") || begin.starts_with("<meta")) {
        return refused(TableProblem::OldFormat,
                       "the file is a web page: open it in a spreadsheet and save it as .xlsx");
    }
    if (begin.starts_with("<?xml")) {
        return refused(TableProblem::OldFormat,
                       "the file is XML: open it in a spreadsheet and save it as .xlsx");
    }
    return {};
}

Result<Table, TableError> read_packed(std::string_view bytes, const TableChoice& choice,
                                      Allowance& allowance) {
    Archive archive = TRY(Archive::open(bytes, allowance));
    if (archive.has("xl/workbook.bin")) {
        return refused(TableProblem::OldFormat,
                       "the file is a binary workbook (.xlsb): save it as .xlsx");
    }
    if (archive.has("Index/Document.iwa") || archive.has("Index.zip")) {
        return refused(TableProblem::OldFormat,
                       "the file is a Numbers document: export it as .xlsx or CSV");
    }
    if (archive.has("word/document.xml")) {
        return refused(TableProblem::NotATable,
                       "the file is a text document: save the table as CSV, XLSX or ODS");
    }
    if (archive.has("content.xml")) {
        return read_ods_table(archive, choice, allowance);
    }
    if (archive.has("[Content_Types].xml") || archive.has("xl/workbook.xml")) {
        return read_xlsx_table(archive, choice, allowance);
    }
    return refused(TableProblem::NotATable,
                   "the file is a packed folder and no spreadsheet: save the table as CSV, XLSX "
                   "or ODS");
}

}  // namespace

Result<Table, TableError> read_table(std::string bytes, const TableChoice& choice,
                                     const TableLimits& limits) {
    if (bytes.empty()) {
        return refused(TableProblem::Empty, "the file is empty");
    }
    Allowance allowance(limits);
    if (bytes.starts_with(packed)) {
        return read_packed(bytes, choice, allowance);
    }
    TRY(refuse_others(bytes));
    return read_csv_table(std::move(bytes), allowance);
}

}  // namespace standby::intake
