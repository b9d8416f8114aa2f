// How many people come.
#pragma once

#include "intake/reading/line.hpp"
#include "intake/reading/when.hpp"

#include <optional>

namespace standby::intake {

inline constexpr int party_size_read_max = 99;

struct FoundParty {
    int size = 0;
    Span span;
};

// Nothing where several numbers are said, or one that may be something else.
std::optional<FoundParty> read_party(const Line& line, const When& when);

}  // namespace standby::intake
