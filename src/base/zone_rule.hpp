// The rule at the end of a time zone file, in the notation of POSIX TZ: which offset holds after
// the last listed transition, for ever. Times here are seconds since 1970 in UTC.
#pragma once

#include "base/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace standby {

// A day of the year and a clock time at which the offset changes, in local time.
struct ZoneRuleDate {
    enum class Kind {
        MonthWeekday,    // Mm.w.d: the given weekday of the given week of a month
        DayWithoutLeap,  // Jn: 1..365, February 29 is never counted
        DayOfYear,       // n: 0..365, February 29 is counted
    };

    Kind kind = Kind::DayOfYear;
    int month = 0;    // 1..12
    int week = 0;     // 1..5, where 5 is the last one
    int weekday = 0;  // 0..6 from Sunday
    int day = 0;
    int clock_s = 0;  // -167 h .. 167 h from midnight of that day

    friend bool operator==(const ZoneRuleDate&, const ZoneRuleDate&) = default;
};

// From this instant on, the zone is this far east of UTC.
struct ZoneTransition {
    std::int64_t at_s;
    std::int32_t offset_s;

    friend bool operator==(const ZoneTransition&, const ZoneTransition&) = default;
};

// Sorts transitions by time and keeps the order of those at the same instant. Meant for
// transitions that are almost sorted, as consecutive years are: linear then, without allocating.
void sort_transitions(std::span<ZoneTransition> transitions);

class ZoneRule {
public:
    // Reads for example `CET-1CEST,M3.5.0,M10.5.0/3` or `<+0545>-5:45`. Refused with a message:
    // anything malformed, and summer time without the dates on which it starts and ends.
    static Result<ZoneRule, std::string> parse(std::string_view text);

    // The offset that this rule gives at any instant.
    [[nodiscard]] std::int32_t offset_at(std::int64_t time_s) const;

    // Whether the offset ever changes.
    [[nodiscard]] bool has_summer() const { return summer_.has_value(); }

    // The two transitions of a local year, in ascending order. They may lie up to eight days
    // outside that year. Requires has_summer().
    [[nodiscard]] std::array<ZoneTransition, 2> transitions_in(std::int64_t year) const;

    // All transitions that matter for the local year `year` and the days around it: those of five
    // years in ascending order. Where two fall on one instant, the second one counts. Requires
    // has_summer().
    [[nodiscard]] std::array<ZoneTransition, 10> transitions_around(std::int64_t year) const;

    friend bool operator==(const ZoneRule&, const ZoneRule&) = default;

private:
    struct Summer {
        std::int32_t offset_s = 0;
        ZoneRuleDate start;  // in standard time
        ZoneRuleDate end;    // in summer time

        friend bool operator==(const Summer&, const Summer&) = default;
    };

    std::int32_t standard_offset_s_ = 0;
    std::optional<Summer> summer_;
};

}  // namespace standby
