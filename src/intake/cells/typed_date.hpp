// What someone typed as a date, taken apart but not yet placed in a year.
#pragma once

#include "base/result.hpp"
#include "intake/cells/dates.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace standby::intake {

enum class Bound : std::uint8_t { None, From, Until };

struct TypedDate {
    std::optional<unsigned> day;
    std::optional<unsigned> month;
    std::optional<int> year;
    std::optional<std::chrono::weekday> weekday;
    std::optional<unsigned> week;
    std::optional<int> days_from_now;
    std::optional<int> weeks_from_now;
    std::optional<std::chrono::minutes> clock;
    Bound bound = Bound::None;
    bool is_next = false;
    bool is_any = false;  // any time will do
};

Result<TypedDate, Doubt> parse_typed_date(std::string_view text, DateOrder order);

// What a date with slashes says about the order by itself: 14/10 and 10/14 do, 4/5 doesn't.
DateOrder order_said_by(std::string_view text);

}  // namespace standby::intake
