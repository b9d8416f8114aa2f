// Figures of a history that is at hand as a whole.
#pragma once

#include "engine/history/stats.hpp"

#include <utility>

namespace standby::engine {

struct StatsOptions {
    Zone zone = Zone::utc();  // whatever the resource says
    Time now{};
    std::uint32_t days = 0;  // how far the days go back, today included
};

class StatsFold {
public:
    explicit StatsFold(StatsOptions options = {})
        : options_(std::move(options)),
          fold_({}, [this](std::string_view) { return &options_.zone; }) {}
    StatsFold(const StatsFold&) = delete;
    StatsFold& operator=(const StatsFold&) = delete;

    void begin(const core::ResourceState& state) { fold_.begin(state, std::nullopt); }
    void tell(ToldOffers told) { fold_.tell(std::move(told)); }
    void add(const core::Event& event) { fold_.add(event); }
    const RollupFold& fold() const { return fold_; }

    Counted counted() const { return {.state = fold_.state(), .days = fold_.days()}; }
    StatsQuestion question() const {
        const DayNumber today = fold_.day_at(options_.now);
        StatsQuestion question;
        question.first_day = today - static_cast<DayNumber>(options_.days) + 1;
        question.last_day = today;
        return question;
    }
    Stats result(StatsQuestion question) const {
        return make_stats(select(counted(), question), question);
    }
    Stats result() const { return result(question()); }

private:
    StatsOptions options_;
    RollupFold fold_;
};

inline std::optional<Spread> spread(const std::optional<Timing>& timing) {
    return timing ? std::optional(Spread{timing->median, timing->p90}) : std::nullopt;
}

}  // namespace standby::engine
