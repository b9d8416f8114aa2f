#include "store/sqlite/queries.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace standby::store {

std::unexpected<std::string> damage_in(std::string_view where) {
    return std::unexpected(fmt::format("damaged row in {}", where));
}

std::int64_t limit_of(std::size_t limit) {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(limit, most));
}

}  // namespace standby::store
