// The Gregorian calendar repeats every 400 years, so any year is moved by whole cycles next to
// 1970, where std::chrono does the work.
#include "base/civil.hpp"

#include "base/assert.hpp"

#include <chrono>

namespace standby {
namespace {

constexpr std::int64_t cycle_years = 400;
constexpr std::int64_t cycle_days = 146097;

struct MovedYear {
    std::int64_t cycles;
    std::chrono::year year;  // 2000..2399
};

MovedYear move_year(std::int64_t year) {
    const std::int64_t cycles = floor_divide(year - 2000, cycle_years);
    return {.cycles = cycles,
            .year = std::chrono::year(static_cast<int>(year - cycles * cycle_years))};
}

}  // namespace

CivilDate civil_from_days(std::int64_t days) {
    const std::int64_t cycles = floor_divide(days, cycle_days);
    const std::chrono::sys_days moved{
        std::chrono::days(static_cast<int>(days - cycles * cycle_days))};
    const std::chrono::year_month_day date(moved);
    return {.year = static_cast<int>(date.year()) + cycles * cycle_years,
            .month = static_cast<unsigned>(date.month()),
            .day = static_cast<unsigned>(date.day())};
}

std::int64_t days_from_civil(CivilDate date) {
    const MovedYear moved = move_year(date.year);
    const std::chrono::sys_days day =
        moved.year / std::chrono::month(date.month) / std::chrono::day(date.day);
    return day.time_since_epoch().count() + moved.cycles * cycle_days;
}

bool is_leap_year(std::int64_t year) {
    return move_year(year).year.is_leap();
}

unsigned days_in_month(std::int64_t year, unsigned month) {
    ASSERT(1 <= month && month <= 12);
    const std::chrono::year_month_day_last last =
        move_year(year).year / std::chrono::month(month) / std::chrono::last;
    return static_cast<unsigned>(last.day());
}

}  // namespace standby
