// The authenticator apps that wait to be confirmed.
#pragma once

#include "base/guarded.hpp"
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
    void begin(std::uint64_t member, std::vector<std::byte> secret, Time now) {
        pending_.with([&](Table& pending) {
            std::erase_if(pending, [&](const auto& one) { return one.second.until <= now; });
            pending[member] = {.secret = std::move(secret), .until = now + totp_pending_for};
        });
    }
    // Nothing when none was begun, or too long ago.
    std::optional<std::vector<std::byte>> find(std::uint64_t member, Time now) const {
        return pending_.with([&](const Table& pending) -> std::optional<std::vector<std::byte>> {
            const auto found = pending.find(member);
            if (found == pending.end() || found->second.until <= now) {
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
        Time until{};
    };
    using Table = std::unordered_map<std::uint64_t, Pending>;
    Guarded<Table> pending_;
};

}  // namespace standby::http
