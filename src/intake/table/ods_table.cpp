// ODS as a table: the rows of one tab of content.xml. Office programs fill a tab up by repeating an
// empty row a million times, so what is empty is counted and never made.
#include "base/number.hpp"
#include "base/text.hpp"
#include "intake/table/formats.hpp"
#include "intake/table/iso_values.hpp"
#include "intake/table/xml.hpp"

#include <algorithm>
#include <utility>

namespace standby::intake {
namespace {

std::uint64_t repeated(const XmlAttributes& attributes, std::string_view name) {
    return std::max<std::uint64_t>(1,
                                   parse_number<std::uint32_t>(attributes.get(name)).value_or(1));
}

class OdsReader : public XmlReader {
public:
    OdsReader(const TableChoice& choice, Allowance& allowance, Table& table)
        : choice_(choice), allowance_(allowance), table_(table) {}

    Result<void, TableError> begin(std::string_view name, const XmlAttributes& attributes) override;
    Result<void, TableError> end(std::string_view name) override;
    void text(std::string_view piece) override {
        if (skipped_ == 0 && in_paragraph_) {
            shown_ += piece;
        }
    }

    bool found() const { return found_; }

private:
    void begin_cell(const XmlAttributes& attributes);
    void begin_in_cell(std::string_view name, const XmlAttributes& attributes);
    Cell made_cell() const;
    Result<void, TableError> end_cell();
    Result<void, TableError> end_row();

    const TableChoice& choice_;
    Allowance& allowance_;
    Table& table_;
    std::size_t skipped_ = 0;  // how deep within something that is no part of the cells
    std::size_t tables_ = 0;   // a cell may hold a table of its own
    bool in_spreadsheet_ = false;
    bool reads_ = false;  // the tab that is read
    bool found_ = false;

    std::uint64_t row_number_ = 0;  // of the row that is read
    std::uint64_t row_repeated_ = 1;
    Row row_;
    std::uint64_t column_ = 0;  // cells so far
    std::uint64_t empty_ = 0;   // of which so many at the end are empty
    std::uint64_t cell_repeated_ = 1;
    bool in_cell_ = false;
    bool in_paragraph_ = false;
    bool had_paragraph_ = false;
    std::string shown_;
    std::string type_;
    std::string value_;
};

// Annotations, drawings and remembered changes hold paragraphs, and even tables, of their own.
bool is_beside_the_cells(std::string_view name) {
    return name == "annotation" || name == "frame" || name == "shapes" || name == "forms" ||
           name == "tracked-changes" || name == "dde-links" || name == "custom-shape" ||
           name == "ruby-text";
}

Result<void, TableError> OdsReader::begin(std::string_view name, const XmlAttributes& attributes) {
    if (skipped_ > 0 || is_beside_the_cells(name)) {
        ++skipped_;
        return {};
    }
    if (name == "spreadsheet") {
        in_spreadsheet_ = true;
    } else if (name == "table" && in_spreadsheet_) {
        if (++tables_ > 1) {
            return {};
        }
        const std::string own_name(attributes.get("name"));
        table_.sheets.push_back(own_name);
        reads_ = !found_ && (choice_.sheet.empty() || choice_.sheet == own_name);
        if (reads_) {
            found_ = true;
            table_.sheet = own_name;
        }
    } else if (!reads_ || tables_ != 1) {
        return {};
    } else if (name == "table-row") {
        row_repeated_ = repeated(attributes, "number-rows-repeated");
        row_ = {.number = static_cast<std::uint32_t>(row_number_ + 1), .cells = {}};
        column_ = empty_ = 0;
    } else if (name == "table-cell" || name == "covered-table-cell") {
        begin_cell(attributes);
    } else if (in_cell_) {
        begin_in_cell(name, attributes);
    }
    return {};
}

void OdsReader::begin_cell(const XmlAttributes& attributes) {
    in_cell_ = true;
    in_paragraph_ = had_paragraph_ = false;
    shown_.clear();
    cell_repeated_ = repeated(attributes, "number-columns-repeated");
    type_ = attributes.get("value-type");
    constexpr std::string_view names[] = {"value", "date-value", "time-value", "boolean-value",
                                          "string-value"};
    value_.clear();
    for (const std::string_view name : names) {
        // LibreOffice writes both its own `calcext:value-type` and the standard's.
        if (const auto value = attributes.find(name)) {
            value_ = *value;
        }
    }
}

void OdsReader::begin_in_cell(std::string_view name, const XmlAttributes& attributes) {
    if (name == "p") {
        shown_ += had_paragraph_ ? "\n" : "";
        in_paragraph_ = had_paragraph_ = true;
    } else if (name == "s" && in_paragraph_) {
        constexpr std::uint64_t spaces_max = 1'000;
        shown_.append(std::min(repeated(attributes, "c"), spaces_max), ' ');
    } else if (name == "tab" && in_paragraph_) {
        shown_ += '\t';
    } else if (name == "line-break" && in_paragraph_) {
        shown_ += '\n';
    }
}

Cell OdsReader::made_cell() const {
    if (type_ == "float" || type_ == "percentage" || type_ == "currency") {
        if (const auto number = parse_number<double>(value_)) {
            Cell cell = number_cell(*number);
            const bool is_digits = shown_.find_first_not_of("0123456789") == std::string::npos;
            if (is_digits && shown_.starts_with('0') && shown_.size() > cell.text.size()) {
                cell.text = shown_;  // the cell fills up with zeros
            }
            return cell;
        }
    }
    if (type_ == "date") {
        if (const auto cell = iso_date_cell(value_)) {
            return *cell;
        }
    }
    if (type_ == "time") {
        if (const auto cell = iso_time_cell(value_)) {
            return *cell;
        }
    }
    if (type_ == "boolean" && !value_.empty()) {
        return text_cell(to_upper(value_));
    }
    return text_cell(had_paragraph_ || type_ != "string" ? shown_ : value_);
}

Result<void, TableError> OdsReader::end_cell() {
    in_cell_ = false;
    const Cell cell = made_cell();
    column_ += cell_repeated_;
    if (cell.is_empty()) {
        empty_ += cell_repeated_;
        return {};
    }
    for (; empty_ > 0; --empty_) {
        TRY(allowance_.take_cell(0, row_.number, row_.cells.size() + 1));
        row_.cells.emplace_back();
    }
    for (std::uint64_t count = 0; count < cell_repeated_; ++count) {
        TRY(allowance_.take_cell(cell.text.size(), row_.number, row_.cells.size() + 1));
        row_.cells.push_back(cell);
    }
    return {};
}

Result<void, TableError> OdsReader::end_row() {
    if (!row_.cells.empty()) {
        for (std::uint64_t count = 0; count < row_repeated_; ++count) {
            TRY(allowance_.take_row());
            if (count > 0) {
                for (std::size_t column = 0; column < row_.cells.size(); ++column) {
                    TRY(allowance_.take_cell(row_.cells[column].text.size(), row_.number,
                                             column + 1));
                }
            }
            Row row = row_;
            row.number = static_cast<std::uint32_t>(row_number_ + count + 1);
            keep_row(table_, std::move(row));
        }
    }
    row_number_ += row_repeated_;
    return {};
}

Result<void, TableError> OdsReader::end(std::string_view name) {
    if (skipped_ > 0) {
        --skipped_;
        return {};
    }
    if (name == "spreadsheet") {
        in_spreadsheet_ = false;
    } else if (name == "table" && in_spreadsheet_ && tables_ > 0) {
        reads_ = --tables_ > 0 && reads_;
    } else if (!reads_ || tables_ != 1) {
        return {};
    } else if (name == "table-row") {
        return end_row();
    } else if (name == "table-cell" || name == "covered-table-cell") {
        return end_cell();
    } else if (name == "p") {
        in_paragraph_ = false;
    }
    return {};
}

// Whether a part of the file is said to be encrypted.
class ManifestReader : public XmlReader {
public:
    Result<void, TableError> begin(std::string_view name, const XmlAttributes&) override {
        if (name == "encryption-data") {
            return std::unexpected(
                TableError{TableProblem::Encrypted,
                           "the file is protected with a password: save it without one"});
        }
        return {};
    }
    Result<void, TableError> end(std::string_view) override { return {}; }
};

}  // namespace

Result<Table, TableError> read_ods_table(Archive& archive, const TableChoice& choice,
                                         Allowance& allowance) {
    if (archive.has("META-INF/manifest.xml")) {
        ManifestReader manifest;
        TRY(read_xml(archive, "META-INF/manifest.xml", manifest));
    }
    Table table;
    table.format = TableFormat::Ods;
    OdsReader reader(choice, allowance, table);
    TRY(read_xml(archive, "content.xml", reader));
    if (!reader.found()) {
        return std::unexpected(no_such_sheet(choice.sheet, table.sheets));
    }
    return table;
}

}  // namespace standby::intake
