// When to try again: a wait that grows with every failure, spread so that those who failed together
// do not come back together; and a breaker that leaves a provider alone that answers nobody.
#pragma once

#include "base/time.hpp"

#include <cstdint>
#include <optional>
#include <set>

namespace standby::notify {

// How long to wait after the given number of failed attempts (from 1): doubling from `first` up to
// `most`, of which a part between a half and the whole, chosen by the message's id. Never shorter
// than what the provider asked for, up to an hour.
Duration retry_delay(std::uint64_t message, std::uint32_t attempts, Duration first, Duration most,
                     std::optional<Duration> asked_for);

// Closed: everything passes. After several failures in a row, or when one recipient after the other
// is put off, it opens, and nothing passes for a
// while; then one message at a time may try.
class Breaker {
public:
    // Whether a message may be tried now.
    bool allows(Time now) const;
    // When it may be worth looking again, if not now.
    Time next(Time now) const;
    void on_start(Time now);
    void on_cancelled() { trying_since_.reset(); }  // the one that was to try did not
    void on_answer();  // the provider answered, whatever it said of the message
    // It put the message off. That is a matter of this recipient, or of everybody's, when it puts
    // off several and takes nothing in between.
    void on_deferral(Time now, std::uint64_t recipient);
    void on_failure(Time now);  // it did not
    // Somebody has changed the provider: it may be tried at once.
    void on_changed();
    bool is_open() const { return failures_ >= failures_allowed; }

    static constexpr std::uint32_t failures_allowed = 5;
    static constexpr std::size_t recipients_allowed = 3;
    static constexpr Duration first_pause = std::chrono::seconds{5};
    static constexpr Duration longest_pause = std::chrono::minutes{5};
    // A try that never ends does not block the next for longer than this.
    static constexpr Duration try_patience = std::chrono::minutes{1};

private:
    void open(Time now);

    std::uint32_t failures_ = 0;        // in a row
    std::set<std::uint64_t> deferred_;  // those that were put off since one was taken
    Duration pause_{0};
    Time closed_until_{};
    std::optional<Time> trying_since_;
};

}  // namespace standby::notify
