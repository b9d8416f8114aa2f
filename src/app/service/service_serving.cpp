// Since when nobody served a file: known from what a server notes while it serves.
#include "app/service/running_service.hpp"
#include "core/model/limits.hpp"

namespace standby::app {
namespace {

// What was due at the start is made good within seconds. A list that keeps the engine from it must
// not keep the others from being known as served.
constexpr std::uint64_t making_good_seconds_max = 60;

}  // namespace

std::optional<Time> RunningService::read_served_until() {
    const auto read = store_->file()->served_until();
    const std::optional<Time> until = read ? *read : std::nullopt;
    const Time now = clock_->now();
    if (!until || *until + core::limits::gap_min > now) {
        return std::nullopt;  // by an earlier version, not at all, or the clock was put back
    }
    const std::string since = format_time(*until);
    const std::int64_t seconds = (now - *until) / std::chrono::seconds{1};
    if (now - *until > core::limits::gap_max) {
        log_.write(LogLevel::Warning, "away_too_long",
                   {{"since", since},
                    {"seconds", seconds},
                    {"warning", "offers that ended meanwhile are not given that time back: this "
                                "file is an old copy, or the clock is wrong"}});
        return std::nullopt;
    }
    log_.write(LogLevel::Info, "was_away", {{"since", since}, {"seconds", seconds}});
    return until;
}

// Offers that ended in a gap which is not made good yet would be forgotten by the next start.
void RunningService::note_served() {
    if (cluster_ || (!engine_->is_gap_closed() && seconds_up_ < making_good_seconds_max)) {
        return;
    }
    // What keeps the disk from taking it keeps commits, too, and is told by them.
    (void)store_->file()->note_served(clock_->now());
}

}  // namespace standby::app
