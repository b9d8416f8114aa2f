// The authenticator apps that wait to be confirmed.
#pragma once

#include "base/guarded.hpp"
#include "base/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace standby::http {

inline constexpr Duration totp_pending_for = std::chrono::minutes{15};

// Secrets of authenticator apps that were shown, and count once a number proved that they arrived.
class PendingTotp {
public:
    void begin(std::uint64_t member, std::vector<std::byte> secret, Time now);
    // Nothing when none was begun, or too long ago.
    std::optional<std::vector<std::byte>> find(std::uint64_t member, Time now) const;
    void end(std::uint64_t member);

private:
    struct Pending {
        std::vector<std::byte> secret;
        Time until{};
    };
    using Table = std::unordered_map<std::uint64_t, Pending>;
    Guarded<Table> pending_;
};

}  // namespace standby::http
