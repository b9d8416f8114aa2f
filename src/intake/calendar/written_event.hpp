// An appointment in iCalendar, for the calendar that it is written into.
#pragma once

#include "intake/calendar/calendar_source.hpp"

#include <string>

namespace standby::intake {

// Lines end with CRLF; line breaks in the texts stay within their property.
std::string write_event(const ClaimedAppointment& claimed);

}  // namespace standby::intake
