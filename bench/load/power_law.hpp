// Picks places of a ranking as lists are picked in life: a few very often, most hardly ever. The
// place k, counted from one, comes up in proportion to 1 / k^exponent.
#pragma once

#include "base/prng.hpp"

#include <cstddef>
#include <vector>

namespace standby::bench::load {

class PowerLaw {
public:
    // Requires count > 0 and exponent >= 0, with which all places are equal.
    PowerLaw(std::size_t count, double exponent);

    // A place in [0, count), of which 0 is the most frequent.
    std::size_t pick(Prng& random) const;

private:
    std::vector<double> until_;  // the weight of each place and of all before it
};

}  // namespace standby::bench::load
