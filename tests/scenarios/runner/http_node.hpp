// A server's process with a folder of its own, and what a story asks of it: calls, the time, and
// who tells that messages went out.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/ports/store.hpp"
#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/http_client.hpp"
#include "tests/scenarios/runner/http_server.hpp"

#include <optional>
#include <string>
#include <vector>

namespace standby::scenarios {

// What a server says after its clock was moved.
struct ClockAnswer {
    std::optional<Time> next;                 // when something falls due there
    std::vector<engine::ShardNumber> shards;  // that it served all the while
};

class HttpNode {
public:
    // `flags` go to the server as they are.
    explicit HttpNode(std::string binary, std::vector<std::string> flags = {});
    // Kills it if it still runs, and removes its folder.
    ~HttpNode();
    HttpNode(const HttpNode&) = delete;
    HttpNode& operator=(const HttpNode&) = delete;

    // Returns when it answers. The two halves let several start at the same time.
    Result<void, std::string> start(Time now);
    Result<void, std::string> begin_start(Time now);
    Result<void, std::string> finish_start();
    Result<void, std::string> stop();
    void kill();
    HttpServer& server() { return server_; }

    // A call without a credential is made with the staff's key.
    Result<HttpAnswer, std::string> call(HttpCall call);
    Result<ClockAnswer, std::string> move_clock(Time to);
    Result<void, std::string> use_relay(Relay relay);

private:
    ServerSettings settings_;
    HttpServer server_;
    std::optional<HttpClient> client_;
};

}  // namespace standby::scenarios
