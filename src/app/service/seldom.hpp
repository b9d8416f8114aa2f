// Lets a few lines a minute through, for what strangers can cause as often as they like: the log
// must not fill the disk for them. The next line that is written tells how many were not.
#pragma once

#include "base/guarded.hpp"
#include "base/time.hpp"

#include <cstdint>
#include <optional>
#include <utility>

namespace standby::app {

class Seldom {
public:
    explicit Seldom(std::uint32_t a_minute) : a_minute_(a_minute) {}

    // How many were left out since the last one that was written; nothing: leave this one out too.
    // Any thread may ask.
    std::optional<std::int64_t> take(Time now) {
        return count_.with([&](Count& count) -> std::optional<std::int64_t> {
            if (now >= count.minute_ends || now < count.minute_ends - std::chrono::minutes{1}) {
                count.minute_ends = now + std::chrono::minutes{1};
                count.written = 0;
            }
            if (count.written == a_minute_) {
                ++count.left_out;
                return std::nullopt;
            }
            ++count.written;
            return std::exchange(count.left_out, 0);
        });
    }

private:
    struct Count {
        Time minute_ends{};
        std::uint32_t written = 0;
        std::int64_t left_out = 0;
    };
    const std::uint32_t a_minute_;
    Guarded<Count> count_;
};

}  // namespace standby::app
