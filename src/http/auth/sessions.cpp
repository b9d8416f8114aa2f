#include "http/auth/sessions.hpp"

#include "base/hmac.hpp"
#include "base/text_coding.hpp"
#include "http/auth/cookies.hpp"
#include "http/auth/crypto.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace standby::http {
namespace {

constexpr std::size_t token_random_bytes = 32;
constexpr std::size_t token_length = 3 + 43;  // the mark, and 32 bytes in base64url

std::uint64_t leading_bits(const Sha256Digest& hash) {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < 8; ++index) {
        value = value << 8 | std::to_integer<std::uint64_t>(hash[index]);
    }
    return value;
}

}  // namespace

NewToken generate_token(std::string_view mark) {
    std::array<std::byte, token_random_bytes> random{};
    fill_with_randomness(random);
    NewToken token;
    token.text = std::string(mark) + encode_base64url(random);
    token.hash = hash_token(token.text);
    return token;
}

Sha256Digest hash_token(std::string_view text) {
    return sha256(std::as_bytes(std::span(text.data(), text.size())));
}

engine::StaffSession make_session(const NewToken& token, std::uint64_t member, Time now) {
    return {.hash = token.hash,
            .member = member,
            .created_at = now,
            .last_seen_at = now,
            .expires_at = now + session_lifetime};
}

Time end_of(const engine::StaffSession& session) {
    return std::min(session.expires_at, session.last_seen_at + session_idle_max);
}

std::optional<std::string_view> find_session_cookie(std::string_view header) {
    return find_cookie(header, session_cookie);
}

std::string session_cookie_text(std::string_view token, Duration lifetime) {
    return cookie_text(session_cookie, token, lifetime);
}

std::string ended_session_cookie_text() {
    return cookie_text(session_cookie, "", Duration{});
}

void SessionRing::replace(const std::vector<engine::Member>& members,
                          const std::vector<engine::StaffSession>& sessions) {
    Table table;
    std::unordered_map<std::uint64_t, Caller> callers;
    for (const engine::Member& member : members) {
        if (!member.removed_at) {
            callers[member.number] = {.account = member.account,
                                      .role = member.role,
                                      .key_number = 0,
                                      .member = member.number};
        }
    }
    for (const engine::StaffSession& session : sessions) {
        if (const auto caller = callers.find(session.member); caller != callers.end()) {
            table.rows.emplace(leading_bits(session.hash), Row{session, caller->second});
        }
    }
    table.has_members = !callers.empty();
    table_.exchange(std::move(table));
}

std::optional<SessionRing::Found> SessionRing::find(std::string_view token, Time now) {
    if (token.size() != token_length || !token.starts_with(session_mark)) {
        return std::nullopt;
    }
    const Sha256Digest hash = hash_token(token);
    return table_.with([&](Table& table) -> std::optional<Found> {
        const auto [first, last] = table.rows.equal_range(leading_bits(hash));
        for (auto at = first; at != last; ++at) {
            engine::StaffSession& session = at->second.session;
            if (!equal_in_constant_time(session.hash, hash)) {
                continue;
            }
            if (end_of(session) <= now) {
                return std::nullopt;
            }
            const bool is_due = now - session.last_seen_at >= session_touch_interval;
            session.last_seen_at = is_due ? now : session.last_seen_at;
            return Found{.caller = at->second.caller,
                         .hash = session.hash,
                         .ends_at = end_of(session),
                         .is_to_be_touched = is_due};
        }
        return std::nullopt;
    });
}

bool SessionRing::contains(const Sha256Digest& hash) const {
    return table_.with([&](const Table& table) {
        const auto [first, last] = table.rows.equal_range(leading_bits(hash));
        return std::any_of(first, last,
                           [&](const auto& row) { return row.second.session.hash == hash; });
    });
}

bool SessionRing::has_members() const {
    return table_.with([](const Table& table) { return table.has_members; });
}

}  // namespace standby::http
