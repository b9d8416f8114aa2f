#include "notify/relay/provider.hpp"

namespace standby::notify {

std::string_view name_of(SendOutcome outcome) {
    switch (outcome) {
    case SendOutcome::Sent:
        return "sent";
    case SendOutcome::Later:
        return "later";
    case SendOutcome::Unavailable:
        return "unavailable";
    case SendOutcome::Bounced:
        return "bounced";
    case SendOutcome::Blocked:
        return "blocked";
    case SendOutcome::Refused:
        return "refused";
    }
    return "unknown";
}

}  // namespace standby::notify
