// Everything that leaves over the network: mail over SMTP and requests over HTTP, on connections
// that are kept and used again. Belongs to one thread, except for `wake`.
#pragma once

#include "base/time.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace standby::notify {

struct SmtpTransfer {
    std::string url;  // smtp://host:port or smtps://host:port, without credentials
    std::string user;
    std::string password;
    bool requires_tls = false;  // STARTTLS must succeed, or nothing is sent
    std::string from;           // addresses of the envelope, without brackets
    std::string to;
    std::string message;            // headers and body, lines end with CRLF
    bool may_reach_private = true;  // false: addresses of our own network are refused
};
struct HttpTransfer {
    std::string method = "POST";
    std::string url;
    std::vector<std::string> headers;  // "Name: value"
    std::string user;                  // for basic authentication; empty: none
    std::string password;
    std::string aws_scope;  // "eu-west-1:sns": user and password sign for it (AWS SigV4) instead
    std::string body;
    bool may_reach_private = true;  // false: addresses of our own network are refused
};
using Transfer = std::variant<SmtpTransfer, HttpTransfer>;

struct TransferResult {
    // The last reply code: SMTP's or HTTP's. 0: there was none; `error` says why. An address that
    // no mail server can be asked about is answered by us, as a server would: 553.
    std::uint16_t status = 0;
    // HTTP: the body, at most 64 KiB. SMTP: the reply that decided, "550 5.1.1 No such user".
    std::string text;
    std::string error;  // a sentence without credentials and addresses; empty when a reply came
    std::optional<Duration> retry_after;  // the provider's Retry-After
};

struct TransportOptions {
    Duration connect_timeout = std::chrono::seconds{10};
    Duration transfer_timeout = std::chrono::seconds{30};
    std::size_t connections_per_host = 8;
    std::string ca_file;  // empty: SSL_CERT_FILE, or else the system's certificates
};

class Transport {
public:
    explicit Transport(const TransportOptions& options);
    ~Transport();
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;

    // `done` is called from `poll`, exactly once, unless the transport is destroyed before.
    void start(Transfer transfer, std::function<void(TransferResult)> done);
    // Moves transfers on and calls back those that ended; waits up to `patience` for something to
    // happen. Returns how many ended.
    std::size_t poll(Duration patience);
    // Ends a `poll` that waits. From any thread.
    void wake();
    std::size_t active() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::notify
