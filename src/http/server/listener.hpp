// The listening socket: takes connections and hands them on, without ever blocking its I/O thread.
#pragma once

#include "base/result.hpp"
#include "http/server/address.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace standby::http::wire {

class IoThread;

struct AcceptedSocket {
    int handle = -1;  // the receiver closes it
    bool is_ipv6 = false;
    Address peer;
};

class Listener {
public:
    using Receiver = std::function<void(AcceptedSocket)>;

    // Listens when it returns, and accepts on the thread from start() on. The error is one sentence
    // that names the address. Port 0 is any free one.
    static Result<std::shared_ptr<Listener>, std::string>
    open(IoThread& thread, const std::string& address, std::uint16_t port);
    virtual ~Listener() = default;

    virtual std::uint16_t port() const = 0;
    // These two are called on the thread.
    virtual void start(Receiver receiver) = 0;
    virtual void close() = 0;
};

}  // namespace standby::http::wire
