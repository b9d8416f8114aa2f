// One server with a database of its own. Half of its restarts are crashes.
#pragma once

#include "tests/scenarios/runner/http_host.hpp"
#include "tests/scenarios/runner/http_node.hpp"

#include <cstdint>

namespace standby::scenarios {

class OneServer final : public HttpHost {
public:
    explicit OneServer(std::string binary) : node_(std::move(binary)) {}

    Result<void, std::string> start(Time now) override { return node_.start(now); }
    Result<void, std::string> stop() override { return node_.stop(); }
    // Kills the server or stops it, in turns.
    Result<void, std::string> restart(Time now, std::string_view resource) override;
    Result<HttpAnswer, std::string> call(HttpCall call) override {
        return node_.call(std::move(call));
    }
    Result<void, std::string> advance(Time to) override;
    Result<void, std::string> use_relay(Relay relay) override { return node_.use_relay(relay); }

private:
    HttpNode node_;
    std::uint64_t restarts_ = 0;
};

}  // namespace standby::scenarios
