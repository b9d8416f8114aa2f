// What Standby needs of a message bus, in one direction each. A connection is used until something
// goes wrong with it; then it is thrown away, and another one is made. All calls come from one
// thread and may wait for the network.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "bus/incoming.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace standby::bus {

// An event on its way out. Those of one list go out in the order of the span.
struct Outgoing {
    std::string key;   // of its list: "res_1"
    std::string id;    // "res_1:17"
    std::string body;  // JSON
};

class Outlet {
public:
    virtual ~Outlet() = default;
    // When it returns, the bus has all of them. After an error it may have some, and then no later
    // one of a list without the earlier ones. The error is a sentence for the log.
    virtual Result<void, std::string> publish(std::span<const Outgoing> events) = 0;
};

struct Delivery {
    std::uint64_t tag = 0;  // what the connection knows it by
    IncomingKind kind = IncomingKind::CapacityReleased;
    std::string body;
    Time put_at{};  // when the bus got it, by its clock
};

class Inlet {
public:
    virtual ~Inlet() = default;
    // Those that have come, at most `room`; waits for the first of them. Each comes again, here or
    // on another connection, until it is settled.
    virtual Result<std::vector<Delivery>, std::string> take(std::size_t room,
                                                            std::chrono::milliseconds wait) = 0;
    // It has been dealt with for good.
    virtual Result<void, std::string> settle(std::uint64_t tag) = 0;
    // Another one is to deal with it, at once.
    virtual void give_back(std::uint64_t tag) = 0;
    // It takes longer.
    virtual void hold(std::uint64_t tag) = 0;
    // When it returns, the bus has it among those that make no sense.
    virtual Result<void, std::string>
    put_aside(const Delivery& delivery, const std::string& event_id, const std::string& reason) = 0;
};

// A bus that can be connected to, known by its name.
struct Bus {
    std::string name;  // "nats"
    std::function<Result<std::unique_ptr<Outlet>, std::string>()> open_outlet;
    // Whoever opens one under the same name goes on where the last one was.
    std::function<Result<std::unique_ptr<Inlet>, std::string>(const std::string& reader)>
        open_inlet;
};

}  // namespace standby::bus
