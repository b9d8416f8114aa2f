// Carries the answer of one request back to its connection.
#pragma once

#include "http/server/message.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace standby::http::wire {

class Connection;

class ConnectionResponder final : public Responder {
public:
    ConnectionResponder(std::shared_ptr<Connection> connection, std::uint64_t number);
    ~ConnectionResponder() override;

    void send(Response response) override;
    std::shared_ptr<EventStream> stream(std::function<void()> closed) override;

private:
    std::shared_ptr<Connection> connection_;  // null after the answer
    const std::uint64_t number_;
};

}  // namespace standby::http::wire
