// The server as a whole: opens the store, makes what a first start needs, starts the engine, the
// relay and the HTTP server, and takes them down again in order.
#pragma once

#include "app/service/log.hpp"
#include "app/service/options.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace standby::app {

// What the first start on an empty data directory made, and what every start makes until somebody
// has set the server up.
struct FirstStart {
    std::string owner_key;  // shown once; empty when there were keys already
    std::string setup_url;  // works once; empty when somebody has set the server up
};

class Service {
public:
    // Runs when it returns. The error is one sentence.
    static Result<std::unique_ptr<Service>, std::string> start(const ServeOptions& options,
                                                               Log& log);
    virtual ~Service() = default;

    virtual const FirstStart& first_start() const = 0;
    virtual std::string url() const = 0;
    virtual std::uint16_t port() const = 0;

    // Stops accepting, finishes what is under way, and closes the store. To be called once.
    virtual void stop() = 0;
};

}  // namespace standby::app
