// Joins of a business's own users: what the business signed counts as said by the business.
#pragma once

#include "http/api/entry_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/join_admission.hpp"

#include <string_view>

namespace standby::http {

// What the business says, if one of its keys that is in use signed it for this list and it has not
// expired. Strangers do not learn which keys there are.
Task<Result<JoinClaims, Problem>> check_signed(Call& call, std::string_view text);

// Whoever brings it needs no proof of work, because the business knows its users; but it counts for
// the user, the client and the list.
Result<JoinAttempt, Problem> admit_signed(Call& call, const JoinClaims& claims);

}  // namespace standby::http
