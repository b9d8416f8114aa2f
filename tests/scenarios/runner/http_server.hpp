// The real server as a process of its own: started with a clock that is moved by hand, and ended
// politely or not.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"

#include <sys/types.h>

#include <string>
#include <vector>

namespace standby::scenarios {

struct ServerSettings {
    std::string binary;
    std::string data_folder;
    std::string api_key;
    std::vector<std::string> flags = {};  // more of them
};

class HttpServer {
public:
    HttpServer() = default;
    // Kills it if it still runs.
    ~HttpServer() { kill(); }
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    // Returns when it answers; it must not run already. What it has to say about failing goes to
    // the error output.
    Result<void, std::string> start(const ServerSettings& settings, Time now);
    // Its two halves: the process, and its answer.
    Result<void, std::string> launch(const ServerSettings& settings, Time now);
    Result<void, std::string> wait_until_it_listens();
    // host:port, once it was started.
    const std::string& address() const { return address_; }

    // Asks it to stop and waits. An error when it does not run, or does not end with status 0.
    Result<void, std::string> stop();
    // Ends it as a crash would.
    void kill();
    // Holds it up as a machine does that is out of breath, until it is let go.
    void pause() const;
    void resume() const;

private:
    // The exit status as waitpid tells it.
    int reap();

    pid_t process_ = -1;
    int output_ = -1;  // what the process prints
    std::string address_;
};

}  // namespace standby::scenarios
