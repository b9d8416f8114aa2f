// What every benchmark shares: the command line, batches of timed operations, medians, and a table
// that is printed and can be appended to a Markdown file. A figure is the median over runs of the
// median over batches, so one disturbed batch or run on a shared machine does not move it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace standby::bench {

struct Options {
    bool quick = false;    // a smoke test: small, one run
    std::string out_file;  // append the tables here as Markdown; empty for none
};

// Reads `--quick` and `--out FILE`; on anything else prints the usage and exits with status 2.
Options parse_options(int argument_count, char** arguments);

// The middle value (the lower one of two). Requires at least one value.
double median(std::vector<double> values);

// Keeps the compiler from dropping a computation whose result nobody reads.
template <class Value>
void keep(const Value& value) {
    asm volatile("" : : "r,m"(value) : "memory");
}

// The wall time of one call.
template <class Function>
double nanoseconds_of(Function&& function) {
    const auto begin = std::chrono::steady_clock::now();
    function();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    return taken.count();
}

// The median over batches of the time per operation: `operation(item)` for every item, in batches
// of `batch_size`. Requires at least one whole batch; a last partial batch is run but not counted.
template <class Item, class Operation>
double nanoseconds_per_operation(const std::vector<Item>& items, std::size_t batch_size,
                                 Operation&& operation) {
    std::vector<double> batches;
    for (std::size_t begin = 0; begin < items.size(); begin += batch_size) {
        const std::size_t end = std::min(begin + batch_size, items.size());
        const double taken = nanoseconds_of([&] {
            for (std::size_t i = begin; i < end; ++i) {
                operation(items[i]);
            }
        });
        if (end - begin == batch_size) {
            batches.push_back(taken / static_cast<double>(batch_size));
        }
    }
    return median(batches);
}

// "87 ns", "1.42 us" or "3.20 ms", whichever reads best.
std::string format_duration(double nanoseconds);

// A number with two decimals.
std::string format_number(double value);

// "2 cores, 23 GiB of memory": all a reader may learn about the machine.
std::string machine();

class Table {
public:
    Table(std::string title, std::vector<std::string> columns);

    // Adds a row, which must have a cell for every column.
    void add_row(std::vector<std::string> cells);

    // The table as Markdown with aligned columns, under its title.
    std::string markdown() const;

private:
    std::string title_;
    std::vector<std::vector<std::string>> rows_;  // the first is the header
};

// Prints the text, and appends it to the file of the options if there is one.
void publish(const Options& options, const std::string& text);

}  // namespace standby::bench
