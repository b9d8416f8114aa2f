#include "engine/ports/staff.hpp"

#include "core/model/name_table.hpp"

#include <array>

namespace standby::engine {
namespace {

using core::Named;

constexpr auto roles = std::to_array<Named<Role>>(
    {{Role::ReadOnly, "read-only"}, {Role::Staff, "staff"}, {Role::Owner, "owner"}});
constexpr auto purposes =
    std::to_array<Named<LinkPurpose>>({{LinkPurpose::Setup, "setup"},
                                       {LinkPurpose::Invite, "invite"},
                                       {LinkPurpose::Reset, "reset"},
                                       {LinkPurpose::Forgotten, "forgotten"}});
constexpr auto notice_kinds = std::to_array<Named<NoticeKind>>({
    {NoticeKind::PasswordChanged, "password_changed"},
    {NoticeKind::AddressChanged, "address_changed"},
    {NoticeKind::AuthenticatorOn, "authenticator_on"},
    {NoticeKind::AuthenticatorOff, "authenticator_off"},
    {NoticeKind::RecoveryCodesMade, "recovery_codes_made"},
    {NoticeKind::RecoveryCodeUsed, "recovery_code_used"},
    {NoticeKind::LinkUsed, "link_used"},
    {NoticeKind::LockedOut, "locked_out"},
    {NoticeKind::PasskeyAdded, "passkey_added"},
    {NoticeKind::PasskeyRemoved, "passkey_removed"},
    {NoticeKind::PasswordForgotten, "password_forgotten"},
});

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

std::string_view name_of(NoticeKind kind) {
    return core::look_up(notice_kinds, kind);
}

}  // namespace standby::engine
