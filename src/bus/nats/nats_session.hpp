// A connection to a NATS server with JetStream, by way of its C library, which does the wire, TLS
// and signing in. It never connects again by itself: what was under way when it broke would be
// sent behind what came later.
#pragma once

#include "base/result.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::bus {

struct NatsOptions {
    // nats://[user:password@]host:port, or tls://…; several with commas between them.
    std::string url;
    std::string credentials_file;  // of a server that wants them; empty: none
    std::string ca_file;           // whom a tls:// server must be certified by; empty: the system's
};
// What is wrong with it, as a sentence; nothing when it can be used.
std::optional<std::string> nats_url_problem(std::string_view url);

struct NatsMessage {
    std::string subject;
    std::string reply;
    std::string data;
    std::string status;         // of a message without data: "408"; empty: it is none
    std::string description;    // beside it
    std::string pending_count;  // beside 408: what of the request is left
};

using NatsHeaders = std::vector<std::pair<std::string, std::string>>;

class NatsSession {
public:
    static Result<std::unique_ptr<NatsSession>, std::string> open(const NatsOptions& options);
    ~NatsSession();
    NatsSession(const NatsSession&) = delete;
    NatsSession& operator=(const NatsSession&) = delete;

    Result<void, std::string> publish(const std::string& subject, const std::string& reply,
                                      std::string_view data, const NatsHeaders& headers = {});
    // What is sent to "<inbox>.…" is given by next().
    const std::string& inbox() const;
    // Nothing: none came in time.
    Result<std::optional<NatsMessage>, std::string> next(std::chrono::milliseconds wait);
    // A call of JetStream's API: the JSON it answers, also when that is an error.
    Result<std::string, std::string> ask(const std::string& subject, const std::string& body);

private:
    struct Impl;
    explicit NatsSession(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::bus
