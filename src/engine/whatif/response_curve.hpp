// How people answer an offer, as a curve over the time since it was sent: what share has said yes,
// and what share no, by then. Whoever never answers is in neither.
#pragma once

#include "base/prng.hpp"
#include "base/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace standby::engine::whatif {

// Times since the offer was sent, in steps that grow by a fifth: from 10 seconds to two weeks.
inline constexpr std::size_t curve_bins = 64;
// Where the bin ends; the first begins at zero, each other one where the one before it ends.
Duration end_of_bin(std::size_t bin);
// The bin that this time lies in; the last one for all that is later.
std::size_t bin_of(Duration after);

using Bins = std::array<double, curve_bins>;

enum class Answer : std::uint8_t { None, Yes, No };
struct Reply {
    Answer answer = Answer::None;
    Duration after{0};  // since the offer was sent
    friend bool operator==(const Reply&, const Reply&) = default;
};

// Answers that come lognormally: half of them by the median.
struct Lognormal {
    double yes_share = 0;  // of all who are asked, whenever they answer
    double no_share = 0;
    Duration median{0};
    double sigma = 1;
};

// The chance to say yes, and to say no, in each bin, of those who have not answered before it.
struct Hazards {
    Bins yes{};
    Bins no{};
};
Hazards hazards_of(const Lognormal& answers);

class Curve {
public:
    Curve() = default;
    explicit Curve(const Hazards& hazards);

    // Of all who are asked, from 0 to 1.
    double yes_by(Duration after) const;
    double no_by(Duration after) const;
    double eventual_yes() const { return yes_.back(); }
    double eventual_no() const { return no_.back(); }

    // One person's answer, given that none came in the first `silent` of the time.
    Reply draw(Prng& random, Duration silent = Duration{0}) const;

private:
    Bins yes_{};  // by the end of each bin
    Bins no_{};
};

// The window that brings most for the time it takes, where nobody is heard after it:
// max −ln(1 − yes_by(w)) / w.
Duration best_window(const Curve& curve);

// A number from 0 to just below 1, and one of a normal distribution.
double draw_unit(Prng& random);
double draw_normal(Prng& random);

}  // namespace standby::engine::whatif
