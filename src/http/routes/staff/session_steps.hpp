// The steps that the routes of signing in are made of.
#pragma once

#include "http/routes/call.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

Problem staff_problem(const engine::StaffError& error);

// A 429 when there were too many tries.
Result<void, Problem> check_tries(Call& call, TokenBuckets& tries, std::string_view of);
// A 422 when it is not the member's password; too many tries are refused too.
Result<void, Problem> check_password(Call& call, const engine::Member& member,
                                     const std::string& password, std::string_view field);

// Hashing a password waits for its turn; too many at a time are turned away.
Problem too_many_passwords(Call& call);

// What people call the account: its house's name, or its own. Nothing: not readable now.
std::optional<std::string> business_name(engine::AccountNumber account, engine::Registry& registry);

// The member who calls.
Result<engine::Member, Problem> signed_in_member(const Call& call, engine::Registry& registry);
// Says who is signed in. A token begins a session in the browser.
Result<Response, Problem> session_response(engine::Registry& registry, const engine::Member& member,
                                           Time expires_at,
                                           const std::optional<std::string>& token = {});
// Changes the member who calls.
Result<Response, Problem> change_signed_in(Call& call, engine::Registry& registry,
                                           const engine::MemberChange& change);
// A browser has one session: the one before it ends.
void end_present_session(const Call& call, engine::Registry& registry);

}  // namespace standby::http
