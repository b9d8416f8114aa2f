// The figures as tables, one row a day, or one row a figure: for a spreadsheet, and for people who
// like rows.
#pragma once

#include "engine/history/stats.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::interchange {

// An amount of money in minor units, and how many of its digits stand behind the point.
struct Decimal {
    std::int64_t amount = 0;
    unsigned decimals = 2;
    friend bool operator==(const Decimal&, const Decimal&) = default;
};

// Empty, a day, a count, a number of seconds, money, or words.
using TableCell = std::variant<std::monostate, std::chrono::local_days, std::uint64_t, double,
                               Decimal, std::string>;
struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<TableCell>> rows;  // each as long as the header
};

// Money stands in two columns, the amount and its currency; further currencies follow in further
// pairs, each always in the same ones.
Table stats_table(const engine::Stats& stats);
// All other figures, one a row: what is counted, of what, and of how many it is a part.
Table figures_table(const engine::Stats& stats);

// RFC 4180: commas, quotes where needed, CRLF after each row.
std::string csv_of(const Table& table);
// One field of it. What a spreadsheet program might take for a formula gets an apostrophe in front.
std::string csv_field(std::string_view text);

// A workbook of one sheet (Office Open XML); nothing when it could not be written. The title is
// shown among the file's properties.
std::optional<std::string> workbook_of(const Table& table, std::string_view title);

}  // namespace standby::interchange
