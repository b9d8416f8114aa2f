// In which time the guests of each house answer, as far as its lists tell: read from the figures
// that are kept, now and then, for whoever decides. Nothing is lost by a restart.
#pragma once

#include "base/guarded.hpp"
#include "engine/ports/store.hpp"
#include "engine/whatif/house_answers.hpp"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace standby::app {

class AnswerBook {
public:
    // All lists are looked at again after this.
    static constexpr Duration again_after = std::chrono::hours{1};

    // Any thread may ask; it doesn't wait. Nothing: too little is known.
    std::optional<Duration> window_of(core::ResourceNumber list) const;

    // Looks at some more lists; what they tell counts once all of them were looked at.
    void step(engine::Store& store, Time now);

private:
    using Windows = std::unordered_map<core::ResourceNumber, Duration>;

    void finish(Time now);

    core::ResourceNumber list_;  // the last one that was looked at
    std::map<engine::AccountNumber, engine::whatif::HouseAnswers> houses_;
    std::vector<std::pair<core::ResourceNumber, engine::AccountNumber>> lists_;
    std::optional<Time> next_;  // nothing: it has not been done so far
    Guarded<Windows> windows_;
};

}  // namespace standby::app
