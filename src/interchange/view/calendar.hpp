// Calendars that lists follow, as JSON. Secrets are never in it.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/calendars.hpp"

namespace standby::interchange {

void write_calendar(JsonWriter& writer, const engine::FollowedCalendar& calendar);
void write_tested_calendar(JsonWriter& writer, const engine::TestedCalendar& tested);

}  // namespace standby::interchange
