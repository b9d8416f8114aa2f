// A table by member.
#include "http/routes/staff/pending_totp.hpp"

#include <utility>

namespace standby::http {

void PendingTotp::begin(std::uint64_t member, std::vector<std::byte> secret, Time now) {
    pending_.with([&](Table& pending) {
        std::erase_if(pending, [&](const auto& one) { return one.second.until <= now; });
        pending[member] = {.secret = std::move(secret), .until = now + totp_pending_for};
    });
}

std::optional<std::vector<std::byte>> PendingTotp::find(std::uint64_t member, Time now) const {
    return pending_.with([&](const Table& pending) -> std::optional<std::vector<std::byte>> {
        const auto found = pending.find(member);
        if (found == pending.end() || found->second.until <= now) {
            return std::nullopt;
        }
        return found->second.secret;
    });
}

void PendingTotp::end(std::uint64_t member) {
    pending_.with([&](Table& pending) { pending.erase(member); });
}

}  // namespace standby::http
