// How soon the guests of a house answer, from the figures that are kept of its lists.
#pragma once

#include "base/time.hpp"
#include "engine/history/rollup/cell.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace standby::engine::whatif {

class HouseAnswers {
public:
    void add(const Cell& figures);

    // The window that brings most for the time it takes, where nobody is heard after it (w* of
    // response_curve.hpp); nothing with fewer than `answers_to_learn_from` answers.
    std::optional<Duration> window() const;

private:
    using Steps = std::array<std::uint64_t, answer_steps.size() + 1>;
    Steps yes_{};
    Steps no_{};
    Steps ran_out_{};
    std::uint64_t by_text_ = 0;
    std::uint64_t by_mail_ = 0;
};

}  // namespace standby::engine::whatif
