// How a list follows a calendar, as text: kept as JSON, without the secrets, which are sealed by
// themselves.
#pragma once

#include "engine/ports/calendars.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::intake {

using engine::CalendarKind;
using engine::CalendarSecrets;
using engine::CalendarSettings;

std::string write_calendar_settings(const CalendarSettings& settings);
// Nothing for what this version does not know.
std::optional<CalendarSettings> read_calendar_settings(std::string_view text);
std::string write_calendar_secrets(const CalendarSecrets& secrets);
std::optional<CalendarSecrets> read_calendar_secrets(std::string_view text);

}  // namespace standby::intake
