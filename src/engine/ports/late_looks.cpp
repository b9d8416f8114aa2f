#include "engine/ports/late_looks.hpp"

#include <algorithm>

namespace standby::engine {

std::size_t late_look_span(std::chrono::minutes since_expiry) {
    const auto found = std::ranges::find_if(
        late_look_spans, [since_expiry](const auto& span) { return since_expiry < span.second; });
    const auto last = late_look_spans.size() - 1;
    return std::min(static_cast<std::size_t>(found - late_look_spans.begin()), last);
}

}  // namespace standby::engine
