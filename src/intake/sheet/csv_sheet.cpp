// Each record remembers where its fields stand in the file, so that only what was set is written
// anew.
#include "intake/sheet/csv_sheet.hpp"

#include "base/csv.hpp"

#include <algorithm>
#include <utility>

namespace standby::intake::sheet {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

std::string_view first_line(std::string_view text) {
    return text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
}

}  // namespace

Result<CsvSheet, std::string> CsvSheet::read(std::string bytes) {
    if (bytes.size() > csv_bytes_max) {
        return std::unexpected(std::string("is larger than 50 MB"));
    }
    CsvSheet sheet;
    sheet.has_mark_ = bytes.starts_with(utf8_mark);
    DecodedText decoded = TRY(decode_text(std::move(bytes)));
    sheet.text_ = std::move(decoded.text);
    sheet.encoding_ = decoded.encoding;
    TRY(sheet.parse());
    return sheet;
}

std::string CsvSheet::text_of(const Field& field) const {
    const std::string_view raw =
        std::string_view(text_).substr(field.begin, field.end - field.begin);
    if (!raw.starts_with('"')) {
        return std::string(raw);
    }
    std::string text;
    for (std::size_t at = 1; at + 1 < raw.size(); ++at) {
        text += raw[at];
        at += raw[at] == '"' ? 1 : 0;
    }
    return text;
}

Result<CsvSheet::Field, std::string> CsvSheet::parse_field(std::size_t& at,
                                                           std::size_t line) const {
    Field field{at, at};
    if (at < text_.size() && text_[at] == '"') {
        std::size_t quote = text_.find('"', at + 1);
        while (quote != std::string::npos && quote + 1 < text_.size() && text_[quote + 1] == '"') {
            quote = text_.find('"', quote + 2);
        }
        if (quote == std::string::npos) {
            return std::unexpected("has a quote on line " + std::to_string(line) +
                                   " that is never closed");
        }
        at = quote + 1;
        if (at < text_.size() && text_[at] != separator_ && text_[at] != '\r' &&
            text_[at] != '\n') {
            return std::unexpected("has text behind a closing quote on line " +
                                   std::to_string(line));
        }
    } else {
        const char ends[] = {separator_, '\r', '\n'};
        at = std::min(text_.find_first_of(std::string_view(ends, std::size(ends)), at),
                      text_.size());
    }
    field.end = at;
    return field;
}

Result<void, std::string> CsvSheet::parse() {
    std::size_t at = 0;
    std::size_t line = 1;
    const std::string_view first = first_line(text_);
    if (first.size() == 5 && first.starts_with("sep=")) {
        separator_ = first.back();
        at = first.size();
    } else {
        separator_ = separator_of(text_);
    }
    const std::size_t line_end = text_.find_first_of("\r\n");
    if (line_end != std::string::npos) {
        line_end_ = text_[line_end] == '\n'               ? "\n"
                    : text_.substr(line_end, 2) == "\r\n" ? "\r\n"
                                                          : "\r";
    }
    table_.dialect = {separator_, encoding_, has_mark_, at > 0, line_end_};
    if (at > 0 && at < text_.size()) {  // the line that names the separator is no row
        at += line_end_.size();
        ++line;
    }
    while (at < text_.size()) {
        Record record;
        Row row{.number = static_cast<std::uint32_t>(line), .cells = {}};
        const std::size_t begin = at;
        while (true) {
            const Field field = TRY(parse_field(at, line));
            record.fields.push_back(field);
            row.cells.push_back(text_cell(text_of(field)));
            if (at >= text_.size() || text_[at] != separator_) {
                break;
            }
            ++at;
        }
        if (record.fields.size() > csv_columns_max) {
            return std::unexpected(std::string("has more than 500 columns"));
        }
        if (text_.compare(at, 2, "\r\n") == 0) {
            at += 2;
        } else if (at < text_.size()) {
            ++at;
        }
        line += static_cast<std::size_t>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(begin),
                       text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        record.end = at;
        const bool is_blank = std::ranges::all_of(row.cells, &Cell::is_empty);
        if (is_blank) {
            continue;  // it stays in the file, between two others
        }
        if (records_.size() == csv_rows_max) {
            return std::unexpected(std::string("has more than 100,000 rows"));
        }
        while (!row.cells.empty() && row.cells.back().is_empty()) {
            row.cells.pop_back();
        }
        records_.push_back(std::move(record));
        table_.rows.push_back(std::move(row));
    }
    return {};
}

void CsvSheet::set(std::size_t row, std::size_t column, std::string_view text) {
    changes_[row].cells[column] = text;
}

void CsvSheet::remove(std::size_t row) {
    changes_[row].is_removed = true;
}

std::size_t CsvSheet::append() {
    const std::size_t row = records_.size() + appended_++;
    changes_[row];
    return row;
}

void CsvSheet::write(std::string& output, std::size_t row) const {
    const Change& change = changes_.at(row);
    const bool is_new = row >= records_.size();
    const std::size_t had = is_new ? 0 : records_[row].fields.size();
    const std::size_t wants = change.cells.empty() ? 0 : change.cells.rbegin()->first + 1;
    for (std::size_t column = 0; column < std::max(had, wants); ++column) {
        if (column > 0) {
            output += separator_;
        }
        if (const auto cell = change.cells.find(column); cell != change.cells.end()) {
            output += csv_field(cell->second, separator_);
        } else if (column < had) {
            const Field& field = records_[row].fields[column];
            output.append(text_, field.begin, field.end - field.begin);
        }
    }
}

std::string CsvSheet::bytes() const {
    std::string output;
    std::size_t done = 0;
    for (std::size_t row = 0; row < records_.size(); ++row) {
        const Record& record = records_[row];
        const auto change = changes_.find(row);
        if (change == changes_.end()) {
            continue;
        }
        output.append(text_, done, record.fields.front().begin - done);
        done = record.end;
        if (!change->second.is_removed) {
            write(output, row);
            output.append(text_, record.fields.back().end, record.end - record.fields.back().end);
        }
    }
    output.append(text_, done, std::string::npos);
    for (std::size_t row = records_.size(); row < records_.size() + appended_; ++row) {
        if (!output.empty() && output.back() != '\n' && output.back() != '\r') {
            output += line_end_;
        }
        write(output, row);
        output += line_end_;
    }
    if (encoding_ == TextEncoding::Utf16) {
        return encode_utf16(output);
    }
    if (encoding_ == TextEncoding::Windows1252) {
        if (auto narrow = encode_windows_1252(output)) {
            return *std::move(narrow);
        }
        return std::string(utf8_mark) + output;
    }
    return (has_mark_ ? std::string(utf8_mark) : std::string()) + output;
}

}  // namespace standby::intake::sheet
