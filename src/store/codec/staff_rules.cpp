// The rules of staff_rules.hpp.
#include "store/codec/staff_rules.hpp"

#include <algorithm>
#include <utility>

namespace standby::store {
namespace {

using engine::Member;
using engine::StaffRefusal;

const Member* find(std::span<const Member> members, std::uint64_t number) {
    const auto found = std::ranges::find(members, number, &Member::number);
    return found == members.end() || found->removed_at ? nullptr : &*found;
}

// An address belongs to one member on the whole server, or it could not tell who signs in.
bool is_taken(const Member& changed, std::span<const Member> members) {
    return !changed.email.empty() && std::ranges::any_of(members, [&](const Member& other) {
        return other.number != changed.number && !other.removed_at && other.email == changed.email;
    });
}

bool is_last_owner(const Member& member, std::span<const Member> members) {
    return member.role == engine::Role::Owner &&
           std::ranges::none_of(members, [&](const Member& other) {
               return other.number != member.number && other.account == member.account &&
                      other.role == engine::Role::Owner && engine::can_sign_in(other);
           });
}

// A step counts once.
Result<void, StaffRefusal> use_step(const engine::FactorProof& proof, Member& member) {
    if (proof.totp_step) {
        if (*proof.totp_step <= member.totp_last_step) {
            return std::unexpected(StaffRefusal::CodeUsed);
        }
        member.totp_last_step = *proof.totp_step;
    }
    return {};
}

}  // namespace

Result<Member, StaffRefusal> member_of_link(const std::optional<engine::OneTimeLink>& link,
                                            const engine::LinkUse& use,
                                            std::span<const Member> members) {
    if (!link || !engine::is_live(*link, use.now)) {
        return std::unexpected(StaffRefusal::LinkUsed);
    }
    const bool is_reset = engine::is_of_member(link->purpose);
    const Member* present = is_reset ? find(members, link->member) : nullptr;
    const bool is_set_up = std::ranges::any_of(members, [&](const Member& other) {
        return !other.removed_at && other.account == link->account;
    });
    if ((is_reset && present == nullptr) ||
        (link->purpose == engine::LinkPurpose::Setup && is_set_up)) {
        return std::unexpected(StaffRefusal::LinkUsed);
    }
    Member member = present != nullptr ? *present
                                       : Member{.account = link->account,
                                                .name = link->name,
                                                .email = link->email,
                                                .role = link->role,
                                                .created_at = use.now};
    member.name = use.name.value_or(member.name);
    member.email = use.email.value_or(member.email);
    member.password_hash = use.password_hash.value_or(member.password_hash);
    if (link->purpose == engine::LinkPurpose::Forgotten) {
        TRY(use_step(use.proof, member));
    } else {
        member.totp_secret.clear();
        member.totp_last_step = 0;
    }
    member.last_seen_at = use.now;
    if (is_taken(member, members)) {
        return std::unexpected(StaffRefusal::AddressTaken);
    }
    return member;
}

Result<Member, StaffRefusal> changed_member(const engine::MemberChange& change,
                                            std::span<const Member> members) {
    const Member* present = find(members, change.number);
    if (present == nullptr) {
        return std::unexpected(StaffRefusal::NoSuchMember);
    }
    Member member = *present;
    TRY(use_step(change.proof, member));
    member.name = change.name.value_or(member.name);
    member.email = change.email.value_or(member.email);
    member.role = change.role.value_or(member.role);
    member.password_hash = change.password_hash.value_or(member.password_hash);
    member.totp_secret = change.totp_secret.value_or(member.totp_secret);
    member.totp_last_step = change.totp_last_step.value_or(member.totp_last_step);
    if (is_taken(member, members)) {
        return std::unexpected(StaffRefusal::AddressTaken);
    }
    if (member.role != present->role && is_last_owner(*present, members)) {
        return std::unexpected(StaffRefusal::LastOwner);
    }
    return member;
}

Result<Member, StaffRefusal> removed_member(std::uint64_t number, Time now,
                                            std::span<const Member> members) {
    const Member* present = find(members, number);
    if (present == nullptr) {
        return std::unexpected(StaffRefusal::NoSuchMember);
    }
    if (is_last_owner(*present, members)) {
        return std::unexpected(StaffRefusal::LastOwner);
    }
    Member member = *present;
    member.password_hash.clear();
    member.totp_secret.clear();
    member.removed_at = now;
    return member;
}

Result<Member, StaffRefusal> member_of_session(const engine::StaffSession& session,
                                               const engine::FactorProof& proof,
                                               std::span<const Member> members) {
    const Member* present = find(members, session.member);
    if (present == nullptr) {
        return std::unexpected(StaffRefusal::NoSuchMember);
    }
    Member member = *present;
    TRY(use_step(proof, member));
    member.last_seen_at = session.created_at;
    return member;
}

bool can_use(const engine::PasskeyUse& use, std::uint64_t member,
             std::span<const engine::Passkey> passkeys) {
    const auto found = std::ranges::find(passkeys, use.number, &engine::Passkey::number);
    return found != passkeys.end() && found->member == member &&
           (use.sign_count > found->sign_count || (use.sign_count == 0 && found->sign_count == 0));
}

std::optional<StaffRefusal> passkey_refusal(const engine::MemberChange& change,
                                            std::span<const engine::Passkey> passkeys) {
    const auto is_own = [&](const engine::Passkey& passkey) {
        return passkey.member == change.number;
    };
    const auto is_lost = [&](const engine::Passkey& passkey) {
        return is_own(passkey) && passkey.number == change.lost_passkey;
    };
    if (change.lost_passkey && std::ranges::none_of(passkeys, is_lost)) {
        return StaffRefusal::NoPasskey;
    }
    const auto is_known = [&](const engine::Passkey& passkey) {
        return passkey.credential == change.new_passkey->credential;
    };
    if (change.new_passkey && (std::ranges::any_of(passkeys, is_known) ||
                               std::ranges::count_if(passkeys, is_own) >=
                                   static_cast<std::ptrdiff_t>(engine::passkeys_per_member_max))) {
        return StaffRefusal::PasskeyTaken;
    }
    return std::nullopt;
}

bool is_replaced_by(const engine::OneTimeLink& old, const engine::OneTimeLink& fresh) {
    if (old.used_at || old.purpose != fresh.purpose || old.account != fresh.account) {
        return false;
    }
    switch (fresh.purpose) {
    case engine::LinkPurpose::Setup:
        return true;
    case engine::LinkPurpose::Reset:
    case engine::LinkPurpose::Forgotten:
        return old.member == fresh.member;
    case engine::LinkPurpose::Invite:
        return !fresh.email.empty() && old.email == fresh.email;
    }
    return false;
}

}  // namespace standby::store
