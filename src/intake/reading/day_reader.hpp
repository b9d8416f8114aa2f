// Days in plain language: what one piece of a text says about when.
#pragma once

#include "intake/reading/day_parts.hpp"
#include "intake/reading/line.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace standby::intake {

struct DayMention {
    std::int64_t earliest = 0;
    std::int64_t latest = 0;     // the same for a single day
    bool is_open_end = false;    // "from Friday on"
    bool is_open_begin = false;  // "before Friday"
    bool is_bare_weekday = false;
    bool has_year = false;           // it was said
    bool is_doubtful = false;        // it contradicts itself, or may mean two days
    std::optional<int> minute = {};  // "in three hours"
    std::size_t first = 0;
    std::size_t end = 0;  // the first word behind it
};

class DayReader {
public:
    DayReader(const Line& line, const Moment& now) : line_(line), now_(now), parts_(line, now) {}

    // The longest that begins at this word.
    [[nodiscard]] std::optional<DayMention> read(std::size_t at) const;

private:
    [[nodiscard]] std::optional<DayMention> read_single(std::size_t at) const;
    [[nodiscard]] DayMention with_bounds(DayMention found) const;
    [[nodiscard]] std::optional<DayMention> range_from(const DayMention& first) const;

    // day_absolute.cpp: a day of a month
    [[nodiscard]] std::optional<DayMention> absolute(std::size_t at) const;
    [[nodiscard]] std::optional<FullDate> dated(std::size_t at, bool has_weekday) const;
    [[nodiscard]] std::optional<FullDate> day_then_month(std::size_t at) const;
    [[nodiscard]] std::optional<FullDate> month_then_day(std::size_t at) const;
    [[nodiscard]] std::optional<FullDate> year_then_month(std::size_t at) const;
    [[nodiscard]] std::optional<FullDate> days_of_month_ref(std::size_t at) const;
    [[nodiscard]] std::optional<FullDate> ordinal_month(std::size_t at) const;
    [[nodiscard]] std::optional<FullDate> bare_day(std::size_t at, bool has_weekday) const;
    [[nodiscard]] bool may_follow_bare_day(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> on_weekday(const FullDate& date, int weekday) const;

    // day_numeric.cpp: "28.10.", "2026-10-28"
    [[nodiscard]] std::optional<FullDate> numeric(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> numeric_month(std::size_t at) const;
    [[nodiscard]] std::optional<FullDate> two_numbers(std::size_t at, std::size_t second,
                                                      std::size_t end) const;

    // day_relative.cpp: counted from today
    [[nodiscard]] std::optional<DayMention> relative_day(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> in_some_time(std::size_t at) const;
    // A day that others may be counted from.
    [[nodiscard]] std::optional<DayMention> anchor(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> coming_days(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> holiday(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> feast_in_year(std::size_t at, const Term& term) const;
    [[nodiscard]] std::optional<std::int64_t> added(std::int64_t day, int count,
                                                    std::size_t unit) const;

    // day_weeks.cpp: weekdays, weeks, weekends, months
    struct WeekRef {
        std::int64_t monday = 0;
        std::size_t end = 0;
        bool is_rest = false;
    };
    [[nodiscard]] std::optional<DayMention> weekday(std::size_t at) const;
    [[nodiscard]] std::optional<WeekRef> week_ref(std::size_t at) const;
    [[nodiscard]] std::optional<WeekRef> week_of_day(std::size_t at) const;
    [[nodiscard]] std::optional<WeekRef> calendar_week(std::size_t at) const;
    [[nodiscard]] std::optional<WeekRef> week_of_month(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> week(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> weekend(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> month(std::size_t at) const;
    [[nodiscard]] std::optional<DayMention> weekday_of_month(std::size_t at) const;
    [[nodiscard]] const Term* weekday_term(std::size_t at) const;
    [[nodiscard]] std::int64_t this_monday() const { return now_.day - weekday_of(now_.day); }

    const Line& line_;
    const Moment& now_;
    DayParts parts_;
};

}  // namespace standby::intake
