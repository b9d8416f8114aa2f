// Answers once; what is destroyed unanswered answers that the request failed.
#include "http/server/responder.hpp"

#include "base/assert.hpp"
#include "http/server/connection.hpp"

#include <utility>

namespace standby::http::wire {

ConnectionResponder::ConnectionResponder(std::shared_ptr<Connection> connection,
                                         std::uint64_t number)
    : connection_(std::move(connection)), number_(number) {}

ConnectionResponder::~ConnectionResponder() {
    if (connection_ != nullptr) {
        connection_->fail(number_);
    }
}

void ConnectionResponder::send(Response response) {
    ASSERT(connection_ != nullptr);
    std::exchange(connection_, nullptr)->answer(number_, std::move(response));
}

std::shared_ptr<EventStream> ConnectionResponder::stream(std::function<void()> closed) {
    ASSERT(connection_ != nullptr);
    return std::exchange(connection_, nullptr)->open_stream(number_, std::move(closed));
}

}  // namespace standby::http::wire
