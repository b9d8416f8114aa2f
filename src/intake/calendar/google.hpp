// Google Calendar by its own API: a service account, whose key file an owner gives us, signs for
// itself; events come by sync token, spread out by Google.
#pragma once

#include "base/result.hpp"
#include "intake/calendar/calendar_source.hpp"

#include <string>
#include <string_view>

namespace standby::intake {

Sight look_at_google(interchange::WebClient& web, const SourceRequest& request);
Result<std::string, interchange::WebProblem> write_to_google(interchange::WebClient& web,
                                                             const CalendarSettings& settings,
                                                             const CalendarSecrets& secrets,
                                                             const ClaimedAppointment& claimed);
Result<Removal, interchange::WebProblem> remove_from_google(interchange::WebClient& web,
                                                            const CalendarSettings& settings,
                                                            const CalendarSecrets& secrets,
                                                            const ClaimedAppointment& written);
// The id under which Google keeps what is written with this UID.
std::string google_event_id(std::string_view uid);

}  // namespace standby::intake
