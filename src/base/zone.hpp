// A time zone as a plain value: when it is which local time, for any instant. The bytes of the
// zone's file are passed in, so the same bytes give the same answers on every machine, and a
// replay does not depend on the time zone database of the host.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "base/zone_rule.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace standby {

// What a wall clock in some zone shows.
using LocalTime = std::chrono::local_time<Duration>;

enum class LocalKind {
    Unique,   // the clock shows this reading once
    Gap,      // the clock jumps over this reading
    Overlap,  // the clock shows this reading twice
};

// The instants that a reading of the clock may stand for.
struct LocalResolution {
    LocalKind kind;
    // What Zone::to_utc returns: in an overlap the earlier instant; in a gap the instant of the
    // transition itself, at which the clock jumps over the reading.
    Time chosen;
    // Unique: both are the instant. Overlap: the two instants. Gap: the reading taken with the
    // offset after the jump (earlier) and with the one before it (later).
    Time earlier;
    Time later;

    friend bool operator==(const LocalResolution&, const LocalResolution&) = default;
};

class Zone {
public:
    // Reads the bytes of a TZif file (version 2 or later) together with the rule at its end.
    // Hostile bytes are refused with a message. The name is kept as it is.
    static Result<Zone, std::string> parse(std::string name, std::span<const std::byte> tzif_bytes);

    static Zone utc();

    // A zone that is always this far east of UTC. Requires less than 26 hours either way.
    static Zone fixed(std::string name, std::chrono::seconds offset);

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    // How far east of UTC the zone is at an instant. A search in a flat table up to the year 2100;
    // later instants cost an evaluation of the rule.
    [[nodiscard]] std::chrono::seconds offset_at(Time time) const;

    // What the clock shows at an instant. Saturates at the ends of the range.
    [[nodiscard]] LocalTime to_local(Time time) const;

    // The instant at which the clock shows this reading; see LocalResolution::chosen for readings
    // that it shows twice or never.
    [[nodiscard]] Time to_utc(LocalTime local) const;

    [[nodiscard]] LocalResolution resolve(LocalTime local) const;

    friend bool operator==(const Zone&, const Zone&) = default;

private:
    Zone(std::string name, std::int32_t offset_s);

    void build_table(std::int32_t first_offset_s, const std::vector<ZoneTransition>& transitions);
    void add_rule(std::vector<ZoneTransition>& transitions);
    [[nodiscard]] bool needs_rule(std::int64_t time_ms) const noexcept;

    std::string name_;
    // offsets_s_[i] holds from transitions_ms_[i - 1] on and before transitions_ms_[i].
    std::vector<std::int64_t> transitions_ms_;
    std::vector<std::int32_t> offsets_s_;
    // The table is right in [table_begin_ms_, table_end_ms_), elsewhere the rule is.
    std::int64_t table_begin_ms_ = std::numeric_limits<std::int64_t>::min();
    std::int64_t table_end_ms_ = std::numeric_limits<std::int64_t>::max();
    std::optional<ZoneRule> rule_;
};

}  // namespace standby
