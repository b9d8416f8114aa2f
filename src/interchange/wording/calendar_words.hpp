// The words of the calendar in each language.
#pragma once

#include "interchange/wording/language.hpp"

#include <array>
#include <string_view>

namespace standby::interchange {

struct UnitWords {
    std::string_view one;
    std::string_view many;
};

struct CalendarWords {
    std::array<std::string_view, 7> weekdays;  // from Sunday
    std::array<std::string_view, 7> weekdays_short;
    std::array<std::string_view, 12> months;
    UnitWords seconds;
    UnitWords minutes;
    UnitWords hours;
    UnitWords days;
};

const CalendarWords& calendar_words(Language language);

}  // namespace standby::interchange
