// Google Calendar by its own API: a service account, whose key file an owner gives us, signs for
// itself; events come by sync token, spread out by Google.
#pragma once

#include "base/result.hpp"
#include "intake/calendar/calendar_source.hpp"

#include <string>
#include <string_view>

namespace standby::intake {

// What a key file says. Nothing when it is none.
struct GoogleKey {
    std::string email;
    std::string id;
    std::string private_key;  // PEM
    std::string token_url;
};
std::optional<GoogleKey> read_google_key(std::string_view text);
// A JSON Web Token that the key signs (RS256), good for an hour. Nothing for a key that cannot.
std::optional<std::string> sign_for_google(const GoogleKey& key, Time now);

Sight look_at_google(interchange::WebClient& web, const SourceRequest& request);
Result<std::string, interchange::WebProblem> write_to_google(interchange::WebClient& web,
                                                             const CalendarSettings& settings,
                                                             const CalendarSecrets& secrets,
                                                             const ClaimedAppointment& claimed);
// The id under which Google keeps what is written with this UID.
std::string google_event_id(std::string_view uid);

}  // namespace standby::intake
