// One text per check, in the order of the enum.
#include "http/api/check_text.hpp"

#include "core/model/name_table.hpp"

#include <array>

namespace standby::http {

std::string_view check_text(core::Check check) {
    static constexpr auto texts = std::to_array<std::string_view>(
        {"is eligible", "is not waiting", "asks for another service", "asks for another person",
         "asks for another place", "wants nothing so early", "wants nothing so late",
         "cannot come at this time of the week", "needs more notice", "asks for a lower price",
         "would have too little time to answer", "is a party of a size that does not fit",
         "was offered this before", "had a turn and waits for the next release",
         "belongs to a group that is just being offered a place",
         "belongs to a group that has a place"});
    static_assert(texts.size() == static_cast<std::size_t>(core::Check::GroupHoldsPlace) + 1);
    return core::look_up(texts, check);
}

std::string explain_check(core::Check check, std::optional<std::uint64_t> ahead) {
    if (check != core::Check::None) {
        return "This entry " + std::string{check_text(check)} + '.';
    }
    if (!ahead) {
        return "Eligible.";
    }
    if (*ahead == 0) {
        return "Eligible, and first in line.";
    }
    return "Eligible, behind " + std::to_string(*ahead) + (*ahead == 1 ? " other." : " others.");
}

}  // namespace standby::http
