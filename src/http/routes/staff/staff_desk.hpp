// What the routes of signing in share: how often somebody may try, how many passwords are hashed at
// a time, and the authenticator apps that wait to be confirmed.
#pragma once

#include "base/guarded.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "http/limits/token_bucket.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace standby::http {

// Each takes a processor for tens of milliseconds and 64 MiB.
inline constexpr std::size_t passwords_at_a_time_max = 2;
inline constexpr std::size_t passwords_waiting_max = 20;
inline constexpr Duration totp_pending_for = std::chrono::minutes{15};

// Lets a few in at a time; some wait, in order, and the rest is turned away.
class PasswordQueue {
public:
    using Job = std::function<void()>;
    enum class Admission : std::uint8_t { Now, Later, Refused };

    // Now: the caller runs the job itself, and calls `next` after it. Later: it is kept.
    Admission enter(Job job);
    // One has ended. Gives the next one, to be run and ended alike.
    std::optional<Job> next();

private:
    struct Line {
        std::size_t running = 0;
        std::deque<Job> waiting;
    };
    Guarded<Line> line_;
};

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

// The live streams that members watch, so that whoever is signed out sees nothing more.
class StaffStreams {
public:
    // `close` is called at most once, and only while somebody else keeps the watcher.
    void add(const Sha256Digest& session, std::weak_ptr<void> watcher, std::function<void()> close);
    // Closes those whose session is none any more.
    void close_unless(const std::function<bool(const Sha256Digest&)>& is_session);

private:
    struct Open {
        Sha256Digest session{};
        std::weak_ptr<void> watcher;
        std::function<void()> close;
    };
    Guarded<std::vector<Open>> open_;
};

struct StaffDesk {
    TokenBuckets tries_of_client{{.rate_per_second = 10.0 / 60, .burst = 10}};
    TokenBuckets tries_of_address{{.rate_per_second = 10.0 / 900, .burst = 10}};
    TokenBuckets tries_of_links{{.rate_per_second = 2, .burst = 100}};  // nobody guesses 32 bytes
    PasswordQueue passwords;
    PendingTotp totp;
    StaffStreams streams;
};

}  // namespace standby::http
