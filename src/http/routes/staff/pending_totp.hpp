// The authenticator apps that wait to be confirmed.
#pragma once

#include "base/guarded.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace standby::http {

inline constexpr Duration totp_pending_for = std::chrono::minutes{15};

// Secrets of authenticator apps that were shown, and count once a number proved that they arrived.
class PendingTotp {
public:
    // Only the session that began may end it.
    void begin(std::uint64_t member, const Sha256Digest& session, std::vector<std::byte> secret,
               Time now) {
        pending_.with([&](Table& pending) {
            std::erase_if(pending, [&](const auto& one) { return one.second.until <= now; });
            pending[member] = {
                .secret = std::move(secret), .session = session, .until = now + totp_pending_for};
        });
    }
    // Nothing when none was begun in this session, or too long ago.
    std::optional<std::vector<std::byte>> find(std::uint64_t member, const Sha256Digest& session,
                                               Time now) const {
        return pending_.with([&](const Table& pending) -> std::optional<std::vector<std::byte>> {
            const auto found = pending.find(member);
            if (found == pending.end() || found->second.until <= now ||
                found->second.session != session) {
                return std::nullopt;
            }
            return found->second.secret;
        });
    }
    void end(std::uint64_t member) {
        pending_.with([&](Table& pending) { pending.erase(member); });
    }

private:
    struct Pending {
        std::vector<std::byte> secret;
        Sha256Digest session{};
        Time until{};
    };
    using Table = std::unordered_map<std::uint64_t, Pending>;
    Guarded<Table> pending_;
};

}  // namespace standby::http
