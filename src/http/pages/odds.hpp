// What became of those who waited before, so that somebody who thinks about joining knows the odds.
#pragma once

#include "core/model/event.hpp"
#include "engine/history/spread.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace standby::http {

// With fewer than this many there is nothing honest to say.
inline constexpr std::uint64_t odds_people_min = 20;

struct Odds {
    std::uint64_t waited = 0;         // whose waiting is over, one way or the other
    std::uint64_t got_place = 0;      // of these
    std::optional<Duration> usual{};  // the time in which half of those got it
    friend bool operator==(const Odds&, const Odds&) = default;
};

class OddsFold {
public:
    // Events of one resource, in order. They need not begin with the first one: those who joined
    // before are not counted.
    void add(const core::Event& event);
    // Nothing while there are too few.
    [[nodiscard]] std::optional<Odds> result() const;

private:
    std::unordered_map<core::Ticket, Time> waiting_;
    engine::SpreadFold times_;
    Odds odds_;
};

}  // namespace standby::http
