// The people who sign in to the staff pages: members, where they are signed in, and the one-time
// links that let them in. Secrets are kept as hashes only. A part of the control plane; nothing
// here holds up a claim.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "engine/ports/store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standby::engine {

enum class Role : std::uint8_t { ReadOnly = 1, Staff = 2, Owner = 3 };
std::string_view name_of(Role role);  // "read-only", "staff", "owner"
std::optional<Role> parse_role(std::string_view text);

struct Member {
    std::uint64_t number = 0;
    AccountNumber account;
    std::string name;
    std::string email;  // in its normal form; empty: none
    Role role = Role::ReadOnly;
    std::string password_hash;           // empty: none
    std::vector<std::byte> totp_secret;  // empty: no authenticator app
    std::uint64_t totp_last_step = 0;    // codes up to this step were used
    Time created_at{};
    std::optional<Time> last_seen_at;
    std::optional<Time> removed_at;
    friend bool operator==(const Member&, const Member&) = default;
};
// Whether somebody could come back in on another browser.
inline bool can_sign_in(const Member& member) {
    return !member.removed_at && !member.email.empty() && !member.password_hash.empty();
}

// A browser in which a member is signed in.
struct StaffSession {
    Sha256Digest hash{};  // of the token in the cookie
    std::uint64_t member = 0;
    Time created_at{};
    Time last_seen_at{};
    Time expires_at{};
    friend bool operator==(const StaffSession&, const StaffSession&) = default;
};
inline constexpr std::size_t sessions_per_member_max = 50;  // beyond it the oldest one ends

// A reset is made by an owner or on the server, a forgotten password is said by anybody: such a
// link goes to the member's own address only. The numbers are stored.
enum class LinkPurpose : std::uint8_t { Setup = 1, Invite, Reset, Forgotten };
std::string_view name_of(LinkPurpose purpose);  // "setup", "invite", "reset", "forgotten"
// Whether it sets a new password of somebody who is there already.
inline bool is_of_member(LinkPurpose purpose) {
    return purpose == LinkPurpose::Reset || purpose == LinkPurpose::Forgotten;
}

struct OneTimeLink {
    std::uint64_t number = 0;
    Sha256Digest hash{};
    LinkPurpose purpose = LinkPurpose::Setup;
    AccountNumber account;
    std::uint64_t member = 0;  // whose password it resets
    std::string name;          // of the person invited
    std::string email;
    Role role = Role::Owner;
    Time created_at{};
    Time expires_at{};
    std::optional<Time> used_at;  // used, replaced or taken back
    friend bool operator==(const OneTimeLink&, const OneTimeLink&) = default;
};
inline bool is_live(const OneTimeLink& link, Time now) {
    return !link.used_at && link.expires_at > now;
}

// What happened to how a member signs in; the member is told by mail. The numbers are stored.
enum class NoticeKind : std::uint8_t {
    PasswordChanged = 1,
    AddressChanged,
    AuthenticatorOn,
    AuthenticatorOff,
    RecoveryCodesMade,
    RecoveryCodeUsed,
    LinkUsed,   // a one-time link set a new password
    LockedOut,  // somebody tried too often
    PasskeyAdded,
    PasskeyRemoved,
    PasswordForgotten,  // brings the link that was asked for
};
std::string_view name_of(NoticeKind kind);  // "password_changed"

struct StaffNotice {
    std::uint64_t number = 0;
    AccountNumber account;
    std::uint64_t member = 0;
    NoticeKind kind = NoticeKind::PasswordChanged;
    std::string email;   // where it goes: the address from before the change
    std::string client;  // whose doing it was: a network address
    Time at{};
    friend bool operator==(const StaffNotice&, const StaffNotice&) = default;
};
inline constexpr Duration notices_kept = std::chrono::days{90};
// Whoever is told that somebody is locked out is not told again for so long.
inline constexpr Duration locked_out_interval = std::chrono::hours{24};
// Likewise of a password that was forgotten.
inline constexpr Duration forgotten_interval = std::chrono::minutes{1};
inline constexpr Duration forgotten_link_lifetime = std::chrono::hours{1};

inline constexpr std::size_t recovery_codes_count = 10;

// A key that a member's device keeps, and that signs them in without a password.
struct Passkey {
    std::uint64_t number = 0;
    std::uint64_t member = 0;
    std::vector<std::byte> credential;  // the device's name for it
    std::vector<std::byte> public_key;  // as COSE writes keys
    std::uint64_t sign_count = 0;       // 0: the device does not count
    std::string name;                   // that the member gave it
    Time created_at{};
    std::optional<Time> last_used_at;
    friend bool operator==(const Passkey&, const Passkey&) = default;
};
inline constexpr std::size_t passkeys_per_member_max = 20;
struct PasskeyUse {
    std::uint64_t number = 0;
    std::uint64_t sign_count = 0;
};

// What proves the second factor; each counts once.
struct FactorProof {
    std::optional<std::uint64_t> totp_step;     // of a code of the authenticator app
    std::optional<Sha256Digest> recovery_code;  // its hash; the member is told
    std::string client = {};                    // for that
    std::optional<PasskeyUse> passkey = {};     // counts only while it is the member's
};

// Why something about staff is not done, although the store could.
enum class StaffRefusal : std::uint8_t {
    NoSuchMember,
    LinkUsed,      // it was used, has expired, or never existed
    AddressTaken,  // another member has it
    LastOwner,     // no other owner could come back in
    CodeUsed,      // each code of an authenticator app counts once
    NoPasskey,     // it is not the member's, or a copy of it was used before
    PasskeyTaken,  // the device's key is known already, or the member has too many
};
using StaffError = std::variant<StoreError, StaffRefusal>;

// What somebody who uses a link brings along. What is not given comes from the link, or stays.
struct LinkUse {
    Sha256Digest hash{};
    std::optional<std::string> name;
    std::optional<std::string> email;
    std::optional<std::string> password_hash;
    StaffSession session;  // its member is filled in
    Time now{};
    std::string client = {};  // for the notice of a reset
    FactorProof proof = {};   // of a forgotten password; used up
};
struct UsedLink {
    Member member;
    StaffSession session;
    LinkPurpose purpose = LinkPurpose::Setup;
};

// What is not given stays.
struct MemberChange {
    std::uint64_t number = 0;
    std::optional<std::string> name;
    std::optional<std::string> email;
    std::optional<Role> role;
    std::optional<std::string> password_hash;
    std::optional<std::vector<std::byte>> totp_secret;
    std::optional<std::uint64_t> totp_last_step;
    std::optional<Sha256Digest> only_session = {};  // set: all other sessions of the member end
    FactorProof proof = {};                         // used up by the change
    std::optional<std::vector<Sha256Digest>> recovery_codes = {};  // replace those there are
    std::optional<Passkey> new_passkey = {};  // its number and member are filled in
    std::optional<std::uint64_t> lost_passkey = {};
    std::vector<NoticeKind> notices = {};  // the member is told at the address from before
    std::string client = {};               // for these
    Time now{};
};

class Staff {
public:
    virtual ~Staff() = default;

    // Of all accounts, removed ones included, by number.
    virtual Result<std::vector<Member>, StoreError> members() = 0;
    // Of members that are not removed; those that have expired too.
    virtual Result<std::vector<StaffSession>, StoreError> sessions() = 0;
    // All that were ever made, by number.
    virtual Result<std::vector<OneTimeLink>, StoreError> links() = 0;

    // The number is given by the store. Live links that it replaces end: set-up links of the same
    // account, reset links of the same member, invitations of the account to the same address.
    virtual Result<OneTimeLink, StoreError> add_link(const OneTimeLink& link) = 0;
    // False: there is no such live link.
    virtual Result<bool, StoreError> end_link(std::uint64_t number, Time now) = 0;
    // Adds the link that a member asked for who forgot the password, and the notice that brings it
    // to their address. False: there is no such member, they have no address, or they asked within
    // `forgotten_interval`.
    virtual Result<bool, StoreError> tell_forgotten(const OneTimeLink& link,
                                                    std::string_view client) = 0;
    // All or nothing: the link ends, the member is made (or, on a reset, gets the password, loses
    // the authenticator app with its recovery codes, the passkeys and every session, and is told;
    // who had forgotten the password keeps what else they sign in with), and the session begins.
    // One link lets one in, also when two come at the same moment. A set-up link is dead once the
    // account has a member.
    virtual Result<UsedLink, StaffError> use_link(const LinkUse& use) = 0;

    // Sessions that have expired by then are forgotten. A proof must not have been used before, and
    // is used up.
    virtual Result<void, StaffError> begin_session(const StaffSession& session,
                                                   const FactorProof& proof) = 0;
    // The session and its member were seen.
    virtual Result<void, StoreError> touch_session(const Sha256Digest& hash, Time now) = 0;
    // False: there is no such session.
    virtual Result<bool, StoreError> end_session(const Sha256Digest& hash) = 0;
    virtual Result<void, StoreError> end_sessions(std::uint64_t member) = 0;

    // Of members that are not removed, by number.
    virtual Result<std::vector<Passkey>, StoreError> passkeys() = 0;
    // False: the member has no such passkey.
    virtual Result<bool, StoreError> rename_passkey(std::uint64_t member, std::uint64_t number,
                                                    std::string_view name) = 0;

    // How many recovery codes the member has left.
    virtual Result<std::size_t, StoreError> recovery_codes_left(std::uint64_t member) = 0;

    // Those of this time and later, by number.
    virtual Result<std::vector<StaffNotice>, StoreError> notices(Time since) = 0;
    virtual Result<std::optional<StaffNotice>, StoreError> notice(std::uint64_t number) = 0;
    // Tells a member that somebody is locked out at their address. False: they were told within
    // `locked_out_interval`, or cannot be.
    virtual Result<bool, StoreError> tell_locked_out(std::uint64_t member, std::string_view client,
                                                     Time now) = 0;

    // An owner becomes something less only while another owner can sign in. All or nothing, the
    // proof, the recovery codes and the notices included.
    virtual Result<Member, StaffError> change_member(const MemberChange& change) = 0;
    // Ends the sessions and live reset links too, and forgets the secrets. The same guard.
    virtual Result<Member, StaffError> remove_member(std::uint64_t number, Time now) = 0;
};

}  // namespace standby::engine
