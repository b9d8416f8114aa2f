#include "intake/table/table.hpp"

#include "base/assert.hpp"
#include "base/csv.hpp"
#include "base/text_encoding.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cmath>

namespace standby::intake {
namespace {

using std::chrono::days;

Duration since_midnight(LocalTime moment) {
    return moment - std::chrono::floor<days>(moment);
}

std::string clock_text(Duration time) {
    const std::int64_t seconds = std::chrono::floor<std::chrono::seconds>(time).count();
    const auto milliseconds = time.count() - seconds * 1'000;
    std::string text = fmt::format("{:02}:{:02}", seconds / 3'600, seconds / 60 % 60);
    if (seconds % 60 != 0 || milliseconds != 0) {
        text += fmt::format(":{:02}", seconds % 60);
    }
    if (milliseconds != 0) {
        text += fmt::format(".{:03}", milliseconds);
    }
    return text;
}

std::string day_text(LocalTime moment) {
    const std::chrono::year_month_day day{std::chrono::floor<days>(moment)};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                       static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

std::string number_text(double number) {
    constexpr double exact_max = 9'007'199'254'740'992.0;  // 2^53
    if (std::trunc(number) == number && std::abs(number) <= exact_max) {
        return fmt::format("{}", static_cast<std::int64_t>(number));
    }
    return fmt::format("{}", number);
}

}  // namespace

std::optional<LocalTime> Cell::moment() const {
    if (kind != CellKind::Date && kind != CellKind::DateTime) {
        return std::nullopt;
    }
    return LocalTime(Duration(static_cast<std::int64_t>(value)));
}

std::optional<double> Cell::number() const {
    return kind == CellKind::Number ? std::optional(value) : std::nullopt;
}

Cell text_cell(std::string text) {
    return {.text = std::move(text)};
}

Cell number_cell(double number) {
    return {.text = number_text(number), .kind = CellKind::Number, .value = number};
}

Cell moment_cell(LocalTime moment, CellKind kind) {
    ASSERT(kind == CellKind::Date || kind == CellKind::DateTime);
    if (kind == CellKind::Date) {
        moment = std::chrono::floor<days>(moment);
    }
    std::string text = day_text(moment);
    if (kind == CellKind::DateTime) {
        text += ' ' + clock_text(since_midnight(moment));
    }
    return {.text = std::move(text),
            .kind = kind,
            .value = static_cast<double>(moment.time_since_epoch().count())};
}

Cell time_cell(Duration since_midnight) {
    const bool is_negative = since_midnight < Duration::zero();
    return {.text = (is_negative ? "-" : "") +
                    clock_text(is_negative ? -since_midnight : since_midnight),
            .kind = CellKind::TimeOfDay,
            .value = static_cast<double>(since_midnight.count())};
}

const Cell& Row::at(std::size_t column) const {
    static const Cell empty;
    return column < cells.size() ? cells[column] : empty;
}

std::string_view name_of(TableFormat format) {
    switch (format) {
    case TableFormat::Csv:
        return "CSV";
    case TableFormat::Xlsx:
        return "XLSX";
    case TableFormat::Ods:
        break;
    }
    return "ODS";
}

std::string write_csv(const std::vector<Row>& rows, const CsvDialect& dialect) {
    std::string text;
    if (dialect.names_separator) {
        text += std::string("sep=") + dialect.separator + dialect.line_end;
    }
    for (const Row& row : rows) {
        // A row of one empty cell would be an empty line, which is no row.
        if (row.cells.size() == 1 && row.cells.front().is_empty()) {
            text += "\"\"";
        }
        for (std::size_t column = 0; column < row.cells.size(); ++column) {
            if (column > 0) {
                text += dialect.separator;
            }
            text += csv_quoted(row.cells[column].text, dialect.separator);
        }
        text += dialect.line_end;
    }
    if (dialect.encoding == TextEncoding::Utf16) {
        return encode_utf16(text);
    }
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (dialect.encoding == TextEncoding::Windows1252) {
        auto bytes = encode_windows_1252(text);
        return bytes ? *std::move(bytes) : std::string(mark) + text;
    }
    return dialect.has_mark ? std::string(mark) + text : text;
}

}  // namespace standby::intake
