// The pieces that dates are made of: a day's number, a month, a year, and what they come to.
#pragma once

#include "intake/reading/line.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace standby::intake {

// When and where the text is read.
struct Moment {
    std::int64_t day = 0;  // since 1970-01-01, where the list is
    int minute = 0;        // of that day
    // Of 4/5, where nothing else tells.
    enum class Order : std::uint8_t { DayFirst, MonthFirst, Unknown } order = Order::DayFirst;
};

struct DayNumber {
    int day = 0;
    bool is_ordinal = false;  // written as one: "4th", "4.", "fourth"
    bool is_spelled = false;
    std::size_t end = 0;
};
struct MonthName {
    int month = 0;
    std::size_t end = 0;
};
struct YearRead {
    int year = 0;
    std::size_t end = 0;
};
// A month, in a year if that was said.
struct MonthRef {
    int month = 0;
    std::optional<int> year;
    bool is_relative = false;  // "next month"
    std::size_t end = 0;
};
struct FullDate {
    std::int64_t day = 0;
    std::int64_t last = 0;  // of "3 to 12 September"; else the same day
    bool is_bare = false;   // a day's number alone
    bool has_year = false;
    std::size_t end = 0;
};
struct Count {
    int value = 0;
    std::size_t end = 0;
};

// 0 is Monday.
int weekday_of(std::int64_t day);

class DayParts {
public:
    DayParts(const Line& line, const Moment& now) : line_(line), now_(now) {}

    [[nodiscard]] std::optional<DayNumber> day_number(std::size_t at) const;
    [[nodiscard]] std::optional<MonthName> month_name(std::size_t at) const;
    [[nodiscard]] std::optional<YearRead> year_number(std::size_t at) const;
    // "October 2027", "next month", "of this month".
    [[nodiscard]] std::optional<MonthRef> month_ref(std::size_t at) const;
    // "3", "two", "a".
    [[nodiscard]] std::optional<Count> count(std::size_t at) const;

    // The day that was meant; without a year the next such day.
    [[nodiscard]] std::optional<std::int64_t> resolve(std::optional<int> year, int month,
                                                      int day) const;
    // Within two months; if a weekday was said, the next that is one.
    [[nodiscard]] std::optional<std::int64_t>
    next_day_of_month(int day, std::optional<int> weekday = {}) const;
    // Year and month, so many months from now.
    [[nodiscard]] MonthRef months_away(int months) const;
    [[nodiscard]] int year_of(const MonthRef& month) const;

private:
    const Line& line_;
    const Moment& now_;
};

}  // namespace standby::intake
