// From a driver's request to a call of the API, and from the API's answers back to what stories
// speak of. What only the server knows (tokens, referral codes) is not in here.
#pragma once

#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/http_client.hpp"
#include "tests/scenarios/runner/http_json.hpp"

#include <optional>

namespace standby::scenarios {

// Without a credential. Nothing for a command that does not exist.
std::optional<HttpCall> call_of(const Request& request);

// What the API's problem means in the words of the core, which stories use: they name what is
// unknown, where the API only says that there is nothing under an id.
Refused refused_by(const JsonValue& problem, const Request& request);

// The answer to a request that was not refused.
Reply reply_of(const JsonValue& answer, int status, const Request& request);

// One line of the audit trail.
EventRecord record_of(const JsonValue& item, std::string_view resource);

}  // namespace standby::scenarios
