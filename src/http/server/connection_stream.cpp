// The calls of a handler on its stream become tasks of the connection's thread.
#include "http/server/connection_stream.hpp"

#include <utility>

namespace standby::http::wire {

ConnectionStream::ConnectionStream(std::shared_ptr<IoThread> thread,
                                   std::shared_ptr<Connection> connection, std::uint64_t number,
                                   std::size_t backlog_bytes_max, std::function<void()> closed)
    : thread_(std::move(thread)),
      connection_(std::move(connection)),
      number_(number),
      backlog_bytes_max_(backlog_bytes_max),
      closed_(std::move(closed)) {}

// Always by way of the thread's tasks, even on that thread, so that the order of writes is kept and
// no callback runs inside a caller that may hold a lock.
void ConnectionStream::write(std::string chunk) {
    if (!open_) {
        return;
    }
    if (backlog_.fetch_add(chunk.size()) + chunk.size() > backlog_bytes_max_) {
        if (open_.exchange(false)) {
            thread_->post(
                [self = shared_from_this()] { self->connection_->drop_slow_stream(self); });
        }
        return;
    }
    thread_->post([self = shared_from_this(), text = std::move(chunk)] {
        self->connection_->write_stream(self, text);
    });
}

void ConnectionStream::close() {
    if (open_.exchange(false)) {
        thread_->post([self = shared_from_this()] { self->connection_->end_stream(self); });
    }
}

std::function<void()> ConnectionStream::end() {
    open_ = false;
    return std::exchange(closed_, nullptr);
}

}  // namespace standby::http::wire
