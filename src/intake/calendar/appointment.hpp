// Which events of a calendar are appointments, and what slot each of them fills: read from its
// title and description as the list's settings say, in the words of the catalogue where there is
// one. Names of guests, which stand in there too, are not kept.
#pragma once

#include "core/model/wants.hpp"
#include "intake/calendar/calendar_settings.hpp"
#include "intake/calendar/occurrence.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::intake {

// What a title says, by the parts of the pattern it fits; nothing when it fits none.
struct TitleParts {
    std::string service;
    std::string staff;
    std::string place;
    std::string size;
    std::string price;
    friend bool operator==(const TitleParts&, const TitleParts&) = default;
};
std::optional<TitleParts> fit_title(std::string_view title, std::string_view pattern);
// The error is the end of a sentence that begins with the pattern. Parts are {service}, {staff},
// {place}, {size}, {price}, and {name} or * for what does not matter.
std::optional<std::string> complaint_about_pattern(std::string_view pattern);

// The slot that it fills; nothing when it is no appointment.
std::optional<core::Slot> slot_of(const Occurrence& occurrence, const CalendarSettings& settings,
                                  const interchange::OfferedNames& offered);

}  // namespace standby::intake
