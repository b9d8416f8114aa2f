// The HTTP/1.1 server: listens, reads requests within limits, hands them to the handler, writes
// what comes back. Keep-alive, pipelining (answers in order), TLS, compression, event streams.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "http/server/message.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace standby::http {

struct ServerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;  // 0: any free one
    std::size_t threads = 1;
    std::string tls_certificate_file;  // PEM; both or none
    std::string tls_key_file;
    // Set: only those come in who show a certificate of this authority: other nodes.
    std::string tls_authority_file;
    std::vector<std::string> trusted_proxies;  // addresses or CIDR ranges whose headers count
    std::size_t header_bytes_max = 16 * 1024;
    std::size_t body_bytes_max = 256 * 1024;
    std::size_t connections_max = 10'000;
    // Of one client; trusted proxies have no such limit. 0: nobody has.
    std::size_t client_connections_max = 2'000;
    std::size_t pipelined_max = 16;  // requests of one connection under way
    std::size_t stream_backlog_bytes_max = 1024 * 1024;
    Duration header_deadline = std::chrono::seconds{10};
    Duration body_deadline = std::chrono::seconds{30};
    Duration idle_deadline = std::chrono::seconds{75};
    Duration stream_heartbeat = std::chrono::seconds{15};
};

struct ServerFigures {
    std::uint64_t connections_open = 0;
    std::uint64_t connections_refused = 0;  // over connections_max
    std::uint64_t clients_refused = 0;      // over client_connections_max, or many in a crowd
    std::uint64_t streams_open = 0;
    std::uint64_t requests_malformed = 0;
    std::uint64_t headers_too_large = 0;
    std::uint64_t bodies_too_large = 0;
    std::uint64_t requests_timed_out = 0;
    std::uint64_t streams_too_slow = 0;
    std::uint64_t requests_failed = 0;  // the handler threw, or dropped its responder
    std::uint64_t compressions = 0;     // of bodies, while the server runs
};

// Errors of the protocol itself (malformed, too large, too slow) are answered as
// application/problem+json without asking the handler.
class Server {
public:
    // Listens when it returns; the error is one sentence that names the address. The handler must
    // outlive the server.
    static Result<std::unique_ptr<Server>, std::string> start(const ServerOptions& options,
                                                              Handler& handler);
    virtual ~Server() = default;

    virtual std::uint16_t port() const = 0;
    virtual ServerFigures figures() const = 0;
    // Stops accepting, closes idle connections and streams, lets requests under way finish for up
    // to `patience`, then closes the rest and joins the threads. May be called once, from any
    // thread but an I/O one.
    virtual void stop(Duration patience) = 0;
};

}  // namespace standby::http
