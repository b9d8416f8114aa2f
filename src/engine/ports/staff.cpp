#include "engine/ports/staff.hpp"

#include "base/assert.hpp"

namespace standby::engine {

std::string_view name_of(Role role) {
    switch (role) {
    case Role::ReadOnly:
        return "read-only";
    case Role::Staff:
        return "staff";
    case Role::Owner:
        return "owner";
    }
    UNREACHABLE();
}

std::optional<Role> parse_role(std::string_view text) {
    for (const Role role : {Role::ReadOnly, Role::Staff, Role::Owner}) {
        if (text == name_of(role)) {
            return role;
        }
    }
    return std::nullopt;
}

std::string_view name_of(LinkPurpose purpose) {
    switch (purpose) {
    case LinkPurpose::Setup:
        return "setup";
    case LinkPurpose::Invite:
        return "invite";
    case LinkPurpose::Reset:
        return "reset";
    }
    UNREACHABLE();
}

}  // namespace standby::engine
