// XLSX as a table: the rows of one tab. Formulas are not calculated: the file holds the values that
// the program which saved it found.
#include "base/number.hpp"
#include "base/text.hpp"
#include "intake/table/formats.hpp"
#include "intake/table/iso_values.hpp"
#include "intake/table/xlsx_package.hpp"
#include "intake/table/xml.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace standby::intake {
namespace {

// From "AB12": 28. Nothing when there are no letters, or too many to be a column.
std::optional<std::uint64_t> column_of(std::string_view reference) {
    std::uint64_t column = 0;
    constexpr std::size_t letters_max = 4;
    std::size_t letters = 0;
    for (; letters < reference.size() && is_letter(reference[letters]); ++letters) {
        if (letters == letters_max) {
            return std::nullopt;
        }
        column = column * 26 + static_cast<std::uint64_t>(to_upper(reference[letters]) - 'A' + 1);
    }
    return letters == 0 ? std::nullopt : std::optional(column);
}

class XlsxReader : public XmlReader {
public:
    XlsxReader(const XlsxPackage& package, const std::vector<std::string>& texts,
               Allowance& allowance, Table& table)
        : package_(package), texts_(texts), allowance_(allowance), table_(table) {}

    Result<void, TableError> begin(std::string_view name, const XmlAttributes& attributes) override;
    Result<void, TableError> end(std::string_view name) override;
    void text(std::string_view piece) override {
        if (in_value_) {
            value_ += piece;
        }
    }

private:
    Result<Cell, TableError> made_cell() const;
    Cell made_number() const;
    Result<void, TableError> end_cell();

    const XlsxPackage& package_;
    const std::vector<std::string>& texts_;
    Allowance& allowance_;
    Table& table_;
    bool in_cells_ = false;
    std::uint64_t row_number_ = 0;
    Row row_;
    std::uint64_t column_ = 0;  // of the cell, from 1
    std::string type_;
    std::uint32_t style_ = 0;
    std::string value_;
    bool in_cell_ = false;
    bool in_value_ = false;
    bool in_reading_ = false;
};

Result<void, TableError> XlsxReader::begin(std::string_view name, const XmlAttributes& attributes) {
    if (name == "sheetData") {
        in_cells_ = true;
    } else if (!in_cells_) {
        return {};
    } else if (name == "row") {
        TRY(allowance_.take_row());
        const auto number = parse_number<std::uint32_t>(attributes.get("r"));
        row_number_ = number.value_or(static_cast<std::uint32_t>(row_number_ + 1));
        row_ = {.number = static_cast<std::uint32_t>(row_number_), .cells = {}};
        column_ = 0;
    } else if (name == "c") {
        column_ = column_of(attributes.get("r")).value_or(column_ + 1);
        type_ = attributes.get("t");
        style_ = parse_number<std::uint32_t>(attributes.get("s")).value_or(0);
        value_.clear();
        in_cell_ = true;
    } else if (in_cell_) {
        in_reading_ = in_reading_ || name == "rPh";
        in_value_ = name == "v" || (name == "t" && !in_reading_);
    }
    return {};
}

Cell XlsxReader::made_number() const {
    const auto number = parse_number<double>(trim(value_));
    if (!number) {
        return text_cell(value_);
    }
    const NumberFormat format =
        style_ < package_.styles.size() ? package_.styles[style_] : NumberFormat{};
    return formatted_cell(*number, format, package_.epoch);
}

Result<Cell, TableError> XlsxReader::made_cell() const {
    if (value_.empty()) {
        return Cell{};
    }
    if (type_ == "s") {
        const auto index = parse_number<std::size_t>(trim(value_));
        if (!index || *index >= texts_.size()) {
            return std::unexpected(damaged(fmt::format(
                "the file is damaged: row {} names a text that is not there", row_number_)));
        }
        return text_cell(texts_[*index]);
    }
    if (type_ == "b") {
        return text_cell(trim(value_) == "1" ? "TRUE" : "FALSE");
    }
    if (type_ == "d") {
        if (auto date = iso_date_cell(trim(value_))) {
            return *std::move(date);
        }
        return iso_time_cell(trim(value_)).value_or(text_cell(value_));
    }
    if (type_ == "str" || type_ == "inlineStr" || type_ == "e") {
        return text_cell(without_escapes(value_));
    }
    return made_number();
}

Result<void, TableError> XlsxReader::end_cell() {
    in_cell_ = false;
    Cell cell = TRY(made_cell());
    if (cell.is_empty() || column_ == 0) {
        return {};
    }
    // Cells stand in the order of their columns; a file that says otherwise means the last one.
    for (std::uint64_t column = row_.cells.size() + 1; column < column_; ++column) {
        TRY(allowance_.take_cell(0, row_number_, column));
        row_.cells.emplace_back();
    }
    TRY(allowance_.take_cell(cell.text.size(), row_number_, column_));
    if (row_.cells.size() < column_) {
        row_.cells.push_back(std::move(cell));
    } else {
        row_.cells[column_ - 1] = std::move(cell);
    }
    return {};
}

Result<void, TableError> XlsxReader::end(std::string_view name) {
    if (name == "sheetData") {
        in_cells_ = false;
    } else if (name == "row" && in_cells_) {
        keep_row(table_, std::move(row_));
        row_ = {};
    } else if (name == "c" && in_cell_) {
        return end_cell();
    } else if (in_cell_) {
        in_value_ = false;
        in_reading_ = in_reading_ && name != "rPh";
    }
    return {};
}

}  // namespace

TableError no_such_sheet(const std::string& wanted, const std::vector<std::string>& sheets) {
    if (sheets.empty()) {
        return {TableProblem::Empty, "the file has no tables in it"};
    }
    std::string known;
    for (const std::string& sheet : sheets) {
        known += (known.empty() ? "\"" : ", \"") + sheet + '"';
        constexpr std::size_t bytes_max = 300;
        if (known.size() > bytes_max) {
            known += ", ...";
            break;
        }
    }
    return {TableProblem::NoSuchSheet,
            wanted.empty()
                ? "the file has no tab with a table in it"
                : fmt::format("the file has no tab \"{}\"; its tabs are {}", wanted, known)};
}

Result<Table, TableError> read_xlsx_table(Archive& archive, const TableChoice& choice,
                                          Allowance& allowance) {
    const XlsxPackage package = TRY(read_xlsx_package(archive));
    Table table;
    table.format = TableFormat::Xlsx;
    const XlsxSheet* chosen = nullptr;
    for (const XlsxSheet& sheet : package.sheets) {
        table.sheets.push_back(sheet.name);
        const bool fits = choice.sheet.empty() ? !sheet.is_hidden : sheet.name == choice.sheet;
        if (chosen == nullptr && fits && !sheet.part.empty()) {
            chosen = &sheet;
        }
    }
    if (chosen == nullptr) {
        return std::unexpected(no_such_sheet(choice.sheet, table.sheets));
    }
    table.sheet = chosen->name;
    const auto texts = TRY(read_shared_texts(archive, package.shared_texts_part));
    XlsxReader reader(package, texts, allowance, table);
    TRY(read_xml(archive, chosen->part, reader));
    return table;
}

}  // namespace standby::intake
