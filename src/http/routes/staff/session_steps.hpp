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
// Around whatever gives a member of the account an address: that somebody has it elsewhere on the
// server is told only a few times a day. `error` is what became of it; null: it went well.
Result<void, Problem> begin_new_address(Call& call, engine::AccountNumber account);
void end_new_address(Call& call, engine::AccountNumber account, const engine::StaffError* error);
// A 422 when it is not the member's password; too many tries are refused too.
Result<void, Problem> check_password(Call& call, const engine::Member& member,
                                     const std::string& password, std::string_view field);

// Whoever hashes a password waits for a turn, and keeps it meanwhile; too many at a time are turned
// away. Where nothing is hashed, there is no turn to wait for.
Task<Result<std::optional<Turns::Turn>, Problem>> turn_to_hash(Call& call, bool is_hashing = true);

// What people call the account: its house's name, or its own.
Result<std::string, engine::StoreError> business_name(engine::AccountNumber account,
                                                      engine::Registry& registry);

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
