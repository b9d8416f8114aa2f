// Where members of the staff are signed in: the token in the cookie, and how it is found on every
// request without asking the disk. Also the tokens of one-time links, which are made alike.
#pragma once

#include "base/guarded.hpp"
#include "base/sha256.hpp"
#include "engine/ports/staff.hpp"
#include "http/auth/api_key.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace standby::http {

inline constexpr std::string_view session_mark = "ss_";
inline constexpr std::string_view link_mark = "st_";
inline constexpr std::string_view session_cookie = "__Host-standby";
inline constexpr Duration session_lifetime = std::chrono::days{30};
inline constexpr Duration session_idle_max = std::chrono::days{7};
inline constexpr Duration session_touch_interval = std::chrono::hours{1};
inline constexpr Duration setup_link_lifetime = std::chrono::hours{24};
inline constexpr Duration reset_link_lifetime = std::chrono::hours{24};
inline constexpr Duration invite_link_lifetime = std::chrono::days{7};

// `text` goes to the browser, once; the hash is kept.
struct NewToken {
    std::string text;
    Sha256Digest hash{};
};
// The mark and 32 random bytes.
NewToken generate_token(std::string_view mark);
Sha256Digest hash_token(std::string_view text);

// A session of the member that begins now.
engine::StaffSession make_session(const NewToken& token, std::uint64_t member, Time now);
// When it ends if nothing more is heard of it.
Time end_of(const engine::StaffSession& session);

// The value of the session's cookie in a Cookie header; nothing when it is not there.
std::optional<std::string_view> find_session_cookie(std::string_view header);
// The values of Set-Cookie that begin and end a session in a browser.
std::string session_cookie_text(std::string_view token, Duration lifetime);
std::string ended_session_cookie_text();

// The sessions in use, for look-ups from any thread.
class SessionRing {
public:
    struct Found {
        Caller caller;
        Sha256Digest hash{};
        Time ends_at{};
        bool is_to_be_touched = false;  // the store should hear of it; said to one caller an hour
    };

    // From here on exactly these count. Sessions of removed members do not.
    void replace(const std::vector<engine::Member>& members,
                 const std::vector<engine::StaffSession>& sessions);

    // Who the token belongs to; nothing when it is unknown, has expired or was not used for long.
    [[nodiscard]] std::optional<Found> find(std::string_view token, Time now);
    // Whether the session has not been ended; it may have run out.
    [[nodiscard]] bool contains(const Sha256Digest& hash) const;
    // Whether there is a member at all, of any account.
    [[nodiscard]] bool has_members() const;

private:
    struct Row {
        engine::StaffSession session;
        Caller caller;
    };
    struct Table {
        // By the first 64 bits of the hash, which whoever presents a token cannot steer.
        std::unordered_multimap<std::uint64_t, Row> rows;
        bool has_members = false;
    };

    Guarded<Table> table_;
};

}  // namespace standby::http
