#include "tests/scenarios/runner/one_server.hpp"

namespace standby::scenarios {

Result<void, std::string> OneServer::restart(Time now, std::string_view) {
    if (restarts_++ % 2 == 0) {
        node_.kill();
    } else {
        TRY(node_.stop());
    }
    return node_.start(now);
}

Result<void, std::string> OneServer::advance(Time to) {
    TRY(node_.move_clock(to));
    return {};
}

}  // namespace standby::scenarios
