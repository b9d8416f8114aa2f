// One text per check, in the order of the enum.
#include "interchange/view/check_text.hpp"

#include "core/model/name_table.hpp"

#include <array>

namespace standby::interchange {

std::string_view check_text(core::Check check) {
    static constexpr auto texts = std::to_array<std::string_view>(
        {"is eligible", "is not waiting", "wants another service", "wants someone else on the team",
         "wants another location", "doesn't want anything that early",
         "doesn't want anything that late", "can't make this time of the week", "needs more notice",
         "has set a lower maximum price", "would have too little time to answer",
         "has a party of the wrong size", "has already been offered this",
         "has had a turn for what is free now, and waits for another place to come free",
         "is in a group that has an offer", "is in a group that has a place",
         "waits for something that has no places: they are sold out, or none was released",
         "couldn't be told of an offer before, so others are asked first",
         "is set aside: hasn't answered whether they still want it, or wants nothing for now"});
    static_assert(texts.size() == static_cast<std::size_t>(core::Check::SetAside) + 1);
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

}  // namespace standby::interchange
