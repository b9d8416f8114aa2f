// Who calls back with a text message or a delivery report: only Twilio knows the account's token.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::notify {

using FormParams = std::vector<std::pair<std::string, std::string>>;

// What Twilio sends as X-Twilio-Signature with a request to exactly this URL with these parameters
// in its body (decoded). Of a name that is repeated, each value counts once.
std::string twilio_signature(std::string_view auth_token, std::string_view url, FormParams params);

// `url` is the one that Twilio was given, with its query. Since somewhere between Twilio and us a
// port may have been added or left out, the URL is tried with and without one, as Twilio's own
// libraries do. Takes the same time for every signature that is wrong.
[[nodiscard]] bool is_signed_by_twilio(std::string_view auth_token, std::string_view url,
                                       const FormParams& params, std::string_view signature);

}  // namespace standby::notify
