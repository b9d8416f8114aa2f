// What may happen to members of the staff, told once for every store: each function looks at the
// members there are and tells what one of them becomes, or why not. They change nothing.
#pragma once

#include "base/result.hpp"
#include "engine/ports/staff.hpp"

#include <optional>
#include <span>

namespace standby::store {

// What the user of a link becomes; a number of 0 means a new member. No link: nothing was found
// under its hash.
Result<engine::Member, engine::StaffRefusal>
member_of_link(const std::optional<engine::OneTimeLink>& link, const engine::LinkUse& use,
               std::span<const engine::Member> members);

Result<engine::Member, engine::StaffRefusal>
changed_member(const engine::MemberChange& change, std::span<const engine::Member> members);

Result<engine::Member, engine::StaffRefusal>
removed_member(std::uint64_t number, Time now, std::span<const engine::Member> members);

// The member whose session begins, with the step of the authenticator app that counts now. Whether
// a recovery code is there is the store's to know.
Result<engine::Member, engine::StaffRefusal>
member_of_session(const engine::StaffSession& session, const engine::FactorProof& proof,
                  std::span<const engine::Member> members);

// Whether the passkey is the member's and its count has grown, or is not counted. A count that has
// not grown means that somebody has a copy.
bool can_use(const engine::PasskeyUse& use, std::uint64_t member,
             std::span<const engine::Passkey> passkeys);
// Why a passkey is not added or taken away.
std::optional<engine::StaffRefusal> passkey_refusal(const engine::MemberChange& change,
                                                    std::span<const engine::Passkey> passkeys);

// Whether a live link ends because the new one is made.
bool is_replaced_by(const engine::OneTimeLink& old, const engine::OneTimeLink& fresh);

}  // namespace standby::store
