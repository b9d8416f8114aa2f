#include "interchange/view/stats_table.hpp"

#include "base/currency.hpp"
#include "interchange/view/stats.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

namespace standby::interchange {
namespace {

using Currency = std::array<char, 3>;

std::vector<Currency> currencies_of(std::span<const engine::DayFigures> days) {
    std::set<Currency> found;
    for (const engine::DayFigures& day : days) {
        for (const auto& [currency, amount] : day.revenue) {
            found.insert(currency);
        }
    }
    return {found.begin(), found.end()};
}

void add_revenue(std::vector<TableCell>& row, const engine::DayFigures& day,
                 std::span<const Currency> currencies) {
    for (const Currency& currency : currencies) {
        const auto found = day.revenue.find(currency);
        row.emplace_back(
            Decimal{.amount = found == day.revenue.end() ? 0 : found->second,
                    .decimals = currency_decimals({currency.data(), currency.size()})});
        row.emplace_back(std::string(currency.data(), currency.size()));
    }
    if (currencies.empty()) {
        row.emplace_back();
        row.emplace_back();
    }
}

// With a point, whatever the language: a machine reads it.
std::string decimal_text(const Decimal& decimal) {
    std::string digits = std::to_string(decimal.amount);
    if (decimal.decimals == 0) {
        return digits;
    }
    if (digits.size() <= decimal.decimals) {
        digits.insert(0, decimal.decimals + 1 - digits.size(), '0');
    }
    return digits.insert(digits.size() - decimal.decimals, 1, '.');
}

struct CsvText {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(std::chrono::local_days day) const { return format_day(day); }
    std::string operator()(std::uint64_t count) const { return std::to_string(count); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const Decimal& decimal) const { return decimal_text(decimal); }
    std::string operator()(const std::string& text) const { return csv_field(text); }
};

}  // namespace

Table stats_table(const engine::Stats& stats) {
    const std::span<const engine::DayFigures> days = stats.by_day;
    const std::vector<Currency> currencies = currencies_of(days);
    Table table;
    table.header = {"day",
                    "joins",
                    "left",
                    "freed",
                    "filled",
                    "offers",
                    "accepted",
                    "declined",
                    "expired",
                    "no_shows",
                    "median_seconds_to_fill",
                    "revenue_recovered",
                    "currency"};
    for (std::size_t further = 2; further <= currencies.size(); ++further) {
        table.header.push_back(fmt::format("revenue_recovered_{}", further));
        table.header.push_back(fmt::format("currency_{}", further));
    }
    for (const engine::DayFigures& day : days) {
        std::vector<TableCell> row = {day.day,     day.joins,   day.left,     day.freed,
                                      day.filled,  day.offers,  day.accepted, day.declined,
                                      day.expired, day.no_shows};
        if (day.median_to_fill) {
            row.emplace_back(std::chrono::duration<double>(*day.median_to_fill).count());
        } else {
            row.emplace_back();
        }
        add_revenue(row, day, currencies);
        if (!stats.is_of_list) {
            constexpr std::size_t joins = 1;
            constexpr std::size_t left = 2;
            constexpr std::size_t no_shows = 9;
            row[joins] = row[left] = row[no_shows] = TableCell{};
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string csv_field(std::string_view text) {
    std::string safe;
    if (!text.empty() &&
        std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos) {
        safe += '\'';
    }
    safe += text;
    if (safe.find_first_of(",\"\r\n") == std::string::npos) {
        return safe;
    }
    std::string quoted = "\"";
    for (const char character : safe) {
        quoted.append(character == '"' ? 2 : 1, character);
    }
    return quoted + '"';
}

std::string csv_of(const Table& table) {
    std::string text;
    for (std::size_t column = 0; column < table.header.size(); ++column) {
        text += column == 0 ? "" : ",";
        text += csv_field(table.header[column]);
    }
    text += "\r\n";
    for (const std::vector<TableCell>& row : table.rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            text += column == 0 ? "" : ",";
            text += std::visit(CsvText{}, row[column]);
        }
        text += "\r\n";
    }
    return text;
}

}  // namespace standby::interchange
