#include "engine/ports/staff.hpp"

#include "core/model/name_table.hpp"

#include <array>

namespace standby::engine {
namespace {

using core::Named;

constexpr auto roles = std::to_array<Named<Role>>(
    {{Role::ReadOnly, "read-only"}, {Role::Staff, "staff"}, {Role::Owner, "owner"}});
constexpr auto purposes = std::to_array<Named<LinkPurpose>>({{LinkPurpose::Setup, "setup"},
                                                             {LinkPurpose::Invite, "invite"},
                                                             {LinkPurpose::Reset, "reset"}});

}  // namespace

std::string_view name_of(Role role) {
    return core::look_up(roles, role);
}
std::optional<Role> parse_role(std::string_view text) {
    return core::find_named(roles, text);
}

std::string_view name_of(LinkPurpose purpose) {
    return core::look_up(purposes, purpose);
}

}  // namespace standby::engine
