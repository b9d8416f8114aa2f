// Waiting lines and waiting secrets.
#include "http/routes/staff/staff_desk.hpp"

#include "base/assert.hpp"

#include <utility>

namespace standby::http {

PasswordQueue::Admission PasswordQueue::enter(Job job) {
    return line_.with([&](Line& line) {
        if (line.running < passwords_at_a_time_max) {
            ++line.running;
            return Admission::Now;
        }
        if (line.waiting.size() >= passwords_waiting_max) {
            return Admission::Refused;
        }
        line.waiting.push_back(std::move(job));
        return Admission::Later;
    });
}

std::optional<PasswordQueue::Job> PasswordQueue::next() {
    return line_.with([](Line& line) -> std::optional<Job> {
        ASSERT(line.running > 0);
        if (line.waiting.empty()) {
            --line.running;
            return std::nullopt;
        }
        Job job = std::move(line.waiting.front());
        line.waiting.pop_front();
        return job;
    });
}

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

void StaffStreams::add(const Sha256Digest& session, std::weak_ptr<void> watcher,
                       std::function<void()> close) {
    open_.with([&](std::vector<Open>& open) {
        std::erase_if(open, [](const Open& one) { return one.watcher.expired(); });
        open.push_back({session, std::move(watcher), std::move(close)});
    });
}

void StaffStreams::close_unless(const std::function<bool(const Sha256Digest&)>& is_session) {
    std::vector<Open> ended;
    open_.with([&](std::vector<Open>& open) {
        for (Open& one : open) {
            if (!is_session(one.session)) {
                ended.push_back(std::exchange(one, Open{}));
            }
        }
        std::erase_if(open, [](const Open& one) { return one.close == nullptr; });
    });
    for (const Open& one : ended) {
        if (const auto kept = one.watcher.lock()) {
            one.close();
        }
    }
}

}  // namespace standby::http
