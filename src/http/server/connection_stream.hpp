// The handler's end of an event stream. It counts what the client has not yet read, so that a slow
// client costs a bounded amount of memory, wherever the writes come from.
#pragma once

#include "http/server/connection.hpp"
#include "http/server/message.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace standby::http::wire {

class ConnectionStream final : public EventStream,
                               public std::enable_shared_from_this<ConnectionStream> {
public:
    ConnectionStream(std::shared_ptr<IoThread> thread, std::shared_ptr<Connection> connection,
                     std::uint64_t number, std::size_t backlog_bytes_max,
                     std::function<void()> closed);

    void write(std::string chunk) override;
    void close() override;
    bool is_open() const override { return open_; }
    std::size_t unread_bytes() const override { return backlog_; }

    // Of the request that it answers.
    std::uint64_t number() const { return number_; }

    // For the connection, on its thread: bytes that were queued since the last call, and bytes that
    // the client's system has taken.
    std::size_t take_queued() { return std::exchange(queued_, 0); }
    void add_queued(std::size_t size) { queued_ += size; }
    void forget(std::size_t size) { backlog_ -= size; }
    // Closed for good. Gives the callback to whoever sees to it that it is called; later calls give
    // an empty one.
    std::function<void()> end();

private:
    const std::shared_ptr<IoThread> thread_;
    const std::shared_ptr<Connection> connection_;
    const std::uint64_t number_;
    const std::size_t backlog_bytes_max_;
    std::atomic<bool> open_ = true;
    std::atomic<std::size_t> backlog_ = 0;
    std::size_t queued_ = 0;
    std::function<void()> closed_;
};

}  // namespace standby::http::wire
