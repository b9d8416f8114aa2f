// What a story told over HTTP is told to: one server, or two nodes of a cluster. Whichever it is,
// its clock is moved by hand.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/http_client.hpp"

#include <string>
#include <string_view>

namespace standby::scenarios {

class HttpHost {
public:
    virtual ~HttpHost() = default;

    // All of it; it must not run. The relay is prompt until it is told otherwise.
    virtual Result<void, std::string> start(Time now) = 0;
    virtual Result<void, std::string> stop() = 0;
    // What a restart is here: something of it ends and comes back. `resource` is the list that the
    // story is about, or empty.
    virtual Result<void, std::string> restart(Time now, std::string_view resource) = 0;

    // A call without a credential is made with the staff's key.
    virtual Result<HttpAnswer, std::string> call(HttpCall call) = 0;
    // Lets time pass until then, with all that falls due on the way.
    virtual Result<void, std::string> advance(Time to) = 0;
    virtual Result<void, std::string> use_relay(Relay relay) = 0;
};

}  // namespace standby::scenarios
