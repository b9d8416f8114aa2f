#include "engine/ports/intake_mails.hpp"

namespace standby::engine {

std::string_view name_of(IntakeState state) {
    constexpr std::string_view names[] = {"",         "unread",    "open",     "approving",
                                          "approved", "dismissed", "forgotten"};
    return names[static_cast<std::size_t>(state)];
}

}  // namespace standby::engine
