// Dates as people type them: 14.10., 14/10, 10/14, Oct 14th, ab 22.10., KW 42, next Tue, asap. Day
// and month are told apart by where the sheet is from, or by what else stands in the column, and
// never by a guess about one row.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "base/zone.hpp"
#include "intake/cells/doubt.hpp"
#include "intake/table/table.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace standby::intake {

// Of dates with slashes: 4/5.
enum class DateOrder : std::uint8_t { Unknown, DayFirst, MonthFirst };

// Of a locale such as "de_DE", "en-US" or a country such as "US"; unknown for "en".
DateOrder order_of_locale(std::string_view locale);
// What most of the dates in a column say that can be read in only one way.
DateOrder order_of_column(std::span<const Cell* const> cells);
// The locale of the sheet itself decides; else its column; else where the business is.
DateOrder chosen_order(std::string_view sheet_locale, std::span<const Cell* const> cells,
                       std::string_view country);

struct DateReader {
    DateOrder order = DateOrder::Unknown;
    const Zone* zone = nullptr;  // in which it is typed; never null
    Time now{};                  // when it is meant from: when the row was typed, or now
};

// From the first to the last day, both included: one day, a week, or a month; none: any day.
struct Days {
    std::optional<std::chrono::local_days> first;
    std::optional<std::chrono::local_days> last;
    std::optional<std::chrono::minutes> clock;  // a time of day that was typed with it
    friend bool operator==(const Days&, const Days&) = default;
};

// A wish: without a year, the next such day.
Result<Days, Doubt> read_days(const Cell& cell, const DateReader& reader);
// The first or the last moment of a wish; nothing where any time will do.
Result<std::optional<Time>, Doubt> read_earliest(const Cell& cell, const DateReader& reader);
Result<std::optional<Time>, Doubt> read_latest(const Cell& cell, const DateReader& reader);
// When something happened: without a year, the last such day; a day alone is its beginning. A
// moment in the future is one that did not happen.
Result<Time, Doubt> read_past(const Cell& cell, const DateReader& reader);

}  // namespace standby::intake
