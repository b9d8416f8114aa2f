// The table as a workbook. The library writes into a file by its name; a file in memory has one
// too.
#include "base/civil.hpp"
#include "interchange/view/stats_table.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <cmath>
#include <mutex>

namespace standby::interchange {
namespace {

// A file in memory, closed at the end.
class MemoryFile {
public:
    MemoryFile() : descriptor_(memfd_create("workbook", MFD_CLOEXEC)) {}
    ~MemoryFile() {
        if (descriptor_ >= 0) {
            close(descriptor_);
        }
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    bool is_open() const { return descriptor_ >= 0; }
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
    std::optional<std::string> content() const {
        std::string bytes;
        char piece[16'384];
        while (true) {
            const ssize_t count =
                pread(descriptor_, piece, sizeof piece, static_cast<off_t>(bytes.size()));
            if (count < 0) {
                return std::nullopt;
            }
            if (count == 0) {
                return bytes;
            }
            bytes.append(piece, static_cast<std::size_t>(count));
        }
    }

private:
    int descriptor_;
};

// The formats of a workbook, which owns them.
struct Formats {
    explicit Formats(lxw_workbook* workbook)
        : header(workbook_add_format(workbook)),
          day(workbook_add_format(workbook)),
          count(workbook_add_format(workbook)),
          seconds(workbook_add_format(workbook)) {
        format_set_bold(header);
        format_set_bottom(header, LXW_BORDER_THIN);
        format_set_text_wrap(header);
        format_set_align(header, LXW_ALIGN_VERTICAL_TOP);
        format_set_num_format(day, "yyyy-mm-dd");
        format_set_num_format(count, "0");
        format_set_num_format(seconds, "0.0");
        for (std::size_t decimals = 0; decimals < std::size(money); ++decimals) {
            money[decimals] = workbook_add_format(workbook);
            const std::string zeros(decimals, '0');
            format_set_num_format(money[decimals],
                                  ("#,##0" + (decimals == 0 ? "" : "." + zeros)).c_str());
        }
    }
    lxw_format* header;
    lxw_format* day;
    lxw_format* count;
    lxw_format* seconds;
    lxw_format* money[4] = {};  // by the digits behind the point
};

// Writes one cell.
class CellWriter {
public:
    CellWriter(lxw_worksheet* sheet, const Formats& formats, lxw_row_t row, lxw_col_t column)
        : sheet_(sheet), formats_(formats), row_(row), column_(column) {}

    lxw_error operator()(std::monostate) const { return LXW_NO_ERROR; }
    lxw_error operator()(std::chrono::local_days day) const {
        const CivilDate date = civil_from_days(day.time_since_epoch().count());
        lxw_datetime written{};
        written.year = static_cast<int>(date.year);
        written.month = static_cast<int>(date.month);
        written.day = static_cast<int>(date.day);
        return worksheet_write_datetime(sheet_, row_, column_, &written, formats_.day);
    }
    lxw_error operator()(std::uint64_t count) const {
        return number(static_cast<double>(count), formats_.count);
    }
    lxw_error operator()(double seconds) const { return number(seconds, formats_.seconds); }
    lxw_error operator()(const Decimal& decimal) const {
        const unsigned decimals = std::min(decimal.decimals, 3U);
        return number(static_cast<double>(decimal.amount) / std::pow(10.0, decimals),
                      formats_.money[decimals]);
    }
    lxw_error operator()(const std::string& text) const {
        return worksheet_write_string(sheet_, row_, column_, text.c_str(), nullptr);
    }

private:
    lxw_error number(double value, lxw_format* format) const {
        return worksheet_write_number(sheet_, row_, column_, value, format);
    }

    lxw_worksheet* sheet_;
    const Formats& formats_;
    lxw_row_t row_;
    lxw_col_t column_;
};

bool fill(lxw_worksheet* sheet, const Formats& formats, const Table& table) {
    bool is_written = true;
    for (std::size_t column = 0; column < table.header.size(); ++column) {
        const auto at = static_cast<lxw_col_t>(column);
        const double width = std::max(11.0, static_cast<double>(table.header[column].size()) + 2);
        is_written &= worksheet_set_column(sheet, at, at, width, nullptr) == LXW_NO_ERROR;
        is_written &= worksheet_write_string(sheet, 0, at, table.header[column].c_str(),
                                             formats.header) == LXW_NO_ERROR;
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
            const CellWriter cell(sheet, formats, static_cast<lxw_row_t>(row + 1),
                                  static_cast<lxw_col_t>(column));
            is_written &= std::visit(cell, table.rows[row][column]) == LXW_NO_ERROR;
        }
    }
    worksheet_freeze_panes(sheet, 1, 1);
    return is_written;
}

}  // namespace

std::optional<std::string> workbook_of(const Table& table, std::string_view title) {
    // The library asks gmtime for the date of creation, which answers from one place for all.
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    const MemoryFile file;
    if (!file.is_open()) {
        return std::nullopt;
    }
    lxw_workbook* workbook = workbook_new(file.path().c_str());
    if (workbook == nullptr) {
        return std::nullopt;
    }
    std::string owned_title(title);
    lxw_doc_properties properties{};
    properties.title = owned_title.data();
    workbook_set_properties(workbook, &properties);
    const Formats formats(workbook);
    lxw_worksheet* sheet = workbook_add_worksheet(workbook, "Figures");
    const bool is_filled = sheet != nullptr && fill(sheet, formats, table);
    // Closing writes the file and frees the workbook, whatever happened before.
    const bool is_closed = workbook_close(workbook) == LXW_NO_ERROR;
    return is_filled && is_closed ? file.content() : std::nullopt;
}

}  // namespace standby::interchange
