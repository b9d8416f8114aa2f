// The parts of the harness that are not timed.
#include "bench/harness.hpp"

#include "base/assert.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string_view>
#include <utility>

namespace standby::bench {

Options parse_options(int argument_count, char** arguments) {
    Options options;
    for (int i = 1; i < argument_count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--quick") {
            options.quick = true;
        } else if (argument == "--out" && i + 1 < argument_count) {
            options.out_file = arguments[++i];
        } else {
            std::cerr << "usage: " << arguments[0] << " [--quick] [--out FILE]\n";
            std::exit(2);
        }
    }
    return options;
}

double median(std::vector<double> values) {
    ASSERT(!values.empty());
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

std::string format_number(double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

std::string format_duration(double nanoseconds) {
    if (nanoseconds < 1e3) {
        return format_number(nanoseconds) + " ns";
    }
    if (nanoseconds < 1e6) {
        return format_number(nanoseconds / 1e3) + " us";
    }
    return format_number(nanoseconds / 1e6) + " ms";
}

std::string machine() {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const long bytes_per_mebibyte = 1 << 20;
    const long mebibytes = sysconf(_SC_PHYS_PAGES) / (bytes_per_mebibyte / sysconf(_SC_PAGESIZE));
    return std::to_string(cores) + " cores, " + std::to_string(mebibytes / 1024) + " GiB of memory";
}

Table::Table(std::string title, std::vector<std::string> columns)
    : title_(std::move(title)), rows_{std::move(columns)} {}

void Table::add_row(std::vector<std::string> cells) {
    ASSERT(cells.size() == rows_.front().size());
    rows_.push_back(std::move(cells));
}

std::string Table::markdown() const {
    std::vector<std::size_t> widths(rows_.front().size(), 3);
    for (const auto& row : rows_) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            widths[column] = std::max(widths[column], row[column].size());
        }
    }
    std::string text = "### " + title_ + "\n\n";
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        for (std::size_t column = 0; column < widths.size(); ++column) {
            const std::string& cell = rows_[i][column];
            text += "| " + cell + std::string(widths[column] - cell.size() + 1, ' ');
        }
        text += "|\n";
        if (i == 0) {
            for (const std::size_t width : widths) {
                text += "|" + std::string(width + 2, '-');
            }
            text += "|\n";
        }
    }
    return text + "\n";
}

void publish(const Options& options, const std::string& text) {
    std::cout << text << std::flush;
    if (!options.out_file.empty()) {
        std::ofstream(options.out_file, std::ios::app) << text;
    }
}

}  // namespace standby::bench
