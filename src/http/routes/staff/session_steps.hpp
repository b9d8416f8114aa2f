// The steps that the routes of signing in are made of.
#pragma once

#include "http/api/session_json.hpp"
#include "http/auth/known_device.hpp"
#include "http/routes/call.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

Problem staff_problem(const engine::StaffError& error);

// A 429 when there were too many tries.
Result<void, Problem> check_tries(Call& call, TokenBuckets& tries, std::string_view of);
// Around whatever gives a member of the account an address: that somebody has it elsewhere on the
// server is told only a few times a day. `error` is what became of it; null: it went well.
Result<void, Problem> begin_new_address(Call& call, engine::AccountNumber account);
void end_new_address(Call& call, engine::AccountNumber account, const engine::StaffError* error);
// What a code proves that somebody typed: of the authenticator app, or in the form of a recovery
// code, which the store has to know. Nothing: neither.
std::optional<engine::FactorProof> read_factor(const Call& call, const engine::Member& member,
                                               std::string_view code);

// What somebody who is signed in proves again before changing how they sign in: the password they
// have, and the second factor if they have one. A cookie alone is not enough: it may be stolen.
struct GivenProof {
    std::string_view password;
    std::string_view code;
    std::string_view password_field = "password";  // what the caller calls them
    std::string_view code_field = "code";
};
// Tries are counted for each session, so that whoever stole one does not use up another's.
std::string name_of_session(const Call& call);
// A 422 when it is not right; too many tries are refused too. The proof is used up by the change.
Result<engine::FactorProof, Problem> prove_again(Call& call, const engine::Member& member,
                                                 const GivenProof& given);

// The browser, if the member with this address has signed in from it before.
std::optional<KnownDevice> known_device(const Call& call, std::string_view email);
// Tells the browser to remember that the member has.
void make_known(const Call& call, const engine::Member& member, Response& response);

// Whoever hashes a password waits for a turn, and keeps it meanwhile; too many at a time are turned
// away. Whoever is signed in, or is known on this browser, goes first. Where nothing is hashed,
// there is no turn to wait for.
struct HashTurn {
    bool is_hashing = true;
    std::optional<std::string_view> email = {};  // set: somebody signs in with this address
};
Task<Result<std::optional<Turns::Turn>, Problem>> turn_to_hash(Call& call, HashTurn wanted = {});

// What people call the account: its house's name, or its own.
Result<std::string, engine::StoreError> business_name(engine::AccountNumber account,
                                                      engine::Registry& registry);

// The member who calls.
Result<engine::Member, Problem> signed_in_member(const Call& call, engine::Registry& registry);
// Says who is signed in. A token begins a session in the browser; recovery codes are shown.
Result<Response, Problem> session_response(const Call& call, engine::Registry& registry,
                                           const engine::Member& member, Time expires_at,
                                           const std::optional<std::string>& token = {},
                                           std::optional<std::vector<std::string>> codes = {});
// Changes the member who calls.
Result<Response, Problem> change_signed_in(Call& call, engine::Registry& registry,
                                           const engine::MemberChange& change);
// Changes how the member who calls signs in, after prove_again: all other sessions end, and the
// member is told by mail.
Result<engine::Member, Problem> change_sign_in(Call& call, engine::Store& store,
                                               engine::Registry& registry,
                                               engine::MemberChange change,
                                               std::string_view code_field = "code");
// Uses the proof up where nothing is changed yet.
Result<void, Problem> use_up(Call& call, engine::Registry& registry, const engine::Member& member,
                             const engine::FactorProof& proof);
// Notices of changes that were made go out.
void send_notices(Call& call, engine::Store& store, engine::Registry& registry);
// A try to come in that failed. Who tries all day long fills the log, not the trail.
void report_failed(Call& call, engine::Registry& registry, const engine::Member& member,
                   std::string_view act);
// Begins a session of somebody who has proven who they are.
Result<Response, Problem> begin_session(Call& call, engine::Registry& registry,
                                        const engine::Member& member,
                                        const engine::FactorProof& proof);
// What holds for everybody who asks.
SessionPlace place_of(const Call& call);
// A browser has one session: the one before it ends.
void end_present_session(const Call& call, engine::Registry& registry);

}  // namespace standby::http
