// Members of the staff, and who is invited to become one, as JSON.
#pragma once

#include "base/json/writer.hpp"
#include "engine/ports/staff.hpp"

#include <span>
#include <string_view>

namespace standby::interchange {

void write_member(JsonWriter& writer, const engine::Member& member);
// An invitation looks like the member it will become.
void write_invitation(JsonWriter& writer, const engine::OneTimeLink& link);

// The members of the account that are not removed, and its live invitations.
void write_member_list(JsonWriter& writer, engine::AccountNumber account,
                       std::span<const engine::Member> members,
                       std::span<const engine::OneTimeLink> links, Time now);

}  // namespace standby::interchange
