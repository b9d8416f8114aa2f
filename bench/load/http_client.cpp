// All connections share one buffer to read into: an answer is used up before the next is read.
#include "bench/load/http_client.hpp"

#include "base/assert.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace standby::bench::load {
namespace {

constexpr std::size_t read_bytes_max = 64 * 1024;
constexpr Nanoseconds open_timeout = 15 * nanoseconds_per_second;
constexpr Nanoseconds reopen_pause = 20 * nanoseconds_per_millisecond;

bool would_block(int error) {
    return error == EAGAIN || error == EINTR;
}

}  // namespace

HttpClient::HttpClient(Poller& poller, std::string address_text, const Address& address,
                       std::size_t count, Bodies bodies, ClientListener& listener)
    : poller_(poller),
      address_text_(std::move(address_text)),
      address_(address),
      bodies_(bodies),
      listener_(listener),
      connections_(count),
      buffer_(read_bytes_max) {
    for (Connection& connection : connections_) {
        connection.owner = this;
    }
}

HttpClient::~HttpClient() {
    for (Connection& connection : connections_) {
        close(connection);
    }
}

Result<void, std::string> HttpClient::open_all() {
    for (Connection& connection : connections_) {
        connect(connection);
    }
    const Nanoseconds deadline = monotonic_now() + open_timeout;
    while (opened_ < connections_.size() && open_error_ == 0) {
        const Nanoseconds now = monotonic_now();
        if (now >= deadline || is_stop_requested()) {
            open_error_ = ETIMEDOUT;
            break;
        }
        poller_.wait(deadline - now, [](void* tag, std::uint32_t events) {
            auto& connection = *static_cast<Connection*>(tag);
            connection.owner->handle(connection, events);
        });
    }
    if (open_error_ != 0) {
        return std::unexpected(connect_complaint(address_text_, open_error_));
    }
    is_opening_ = false;
    return {};
}

void HttpClient::send(Connection& connection, std::string_view request, Nanoseconds now) {
    ASSERT(connection.state == Connection::State::Idle);
    connection.state = Connection::State::Busy;
    connection.sent_at = now;
    connection.parser.reset();
    connection.body.clear();
    const ssize_t sent = ::send(connection.socket, request.data(), request.size(), MSG_NOSIGNAL);
    if (sent == static_cast<ssize_t>(request.size())) {
        return;
    }
    if (sent < 0 && !would_block(errno)) {
        lose(connection);
        return;
    }
    connection.unsent = request.substr(sent < 0 ? 0 : static_cast<std::size_t>(sent));
}

void HttpClient::handle(Connection& connection, std::uint32_t events) {
    if (connection.state == Connection::State::Connecting) {
        finish_connecting(connection, events);
        return;
    }
    if (!connection.unsent.empty()) {
        flush(connection);
    }
    if ((events & EPOLLIN) != 0 || Poller::is_end(events)) {
        read(connection, events);
    }
}

void HttpClient::connect(Connection& connection) {
    const auto made = begin_connecting(address_);
    if (!made) {
        fail_to_connect(connection, made.error());
        return;
    }
    connection.socket = *made;
    connection.state = Connection::State::Connecting;
    poller_.add(*made, &connection);
}

void HttpClient::finish_connecting(Connection& connection, std::uint32_t events) {
    int error = connect_error(connection.socket);
    if (error == 0 && Poller::is_end(events)) {
        error = ECONNRESET;  // it was taken and dropped at once
    }
    if (error != 0) {
        close(connection);
        fail_to_connect(connection, error);
        return;
    }
    if ((events & EPOLLOUT) == 0) {
        return;
    }
    connection.state = Connection::State::Idle;
    if (is_opening_) {
        ++opened_;
    } else {
        listener_.on_free(connection, monotonic_now());
    }
}

void HttpClient::fail_to_connect(Connection& connection, int error) {
    if (is_opening_) {
        open_error_ = error;
        return;
    }
    if (failed_.empty()) {
        reopen_at_ = monotonic_now() + reopen_pause;
    }
    failed_.push_back(&connection);
}

void HttpClient::reopen_failed(Nanoseconds now) {
    if (failed_.empty() || now < reopen_at_) {
        return;
    }
    for (Connection* connection : std::exchange(failed_, {})) {
        connect(*connection);
    }
}

void HttpClient::flush(Connection& connection) {
    const ssize_t sent =
        ::send(connection.socket, connection.unsent.data(), connection.unsent.size(), MSG_NOSIGNAL);
    if (sent > 0) {
        connection.unsent.erase(0, static_cast<std::size_t>(sent));
    }
}

// One read takes a whole answer nearly always. A read that does not fill the buffer has emptied the
// socket, so another is needed only when the buffer was full or the end has been announced.
void HttpClient::read(Connection& connection, std::uint32_t events) {
    while (connection.socket >= 0) {
        const ssize_t count = ::recv(connection.socket, buffer_.data(), buffer_.size(), 0);
        if (count < 0 && would_block(errno)) {
            return;
        }
        if (count <= 0) {
            if (count == 0 && connection.state == Connection::State::Busy &&
                connection.parser.may_end_now()) {
                complete(connection, true);
            } else {
                lose(connection);
            }
            return;
        }
        const auto size = static_cast<std::size_t>(count);
        switch (consume(connection, std::string_view(buffer_.data(), size))) {
        case Answer::Complete:
            complete(connection, Poller::is_end(events));
            return;
        case Answer::Broken:
            lose(connection);
            return;
        case Answer::Incomplete:
            break;
        }
        if (size < buffer_.size() && !Poller::is_end(events)) {
            return;
        }
    }
}

HttpClient::Answer HttpClient::consume(Connection& connection, std::string_view input) {
    if (connection.state != Connection::State::Busy) {
        return Answer::Broken;  // nobody asked
    }
    for (;;) {
        switch (connection.parser.take(input)) {
        case AnswerParser::Part::Header:
            break;
        case AnswerParser::Part::Body:
            if (bodies_ == Bodies::Keep) {
                connection.body += connection.parser.body();
            }
            break;
        case AnswerParser::Part::NeedMore:
            return Answer::Incomplete;
        case AnswerParser::Part::End:
            return input.empty() ? Answer::Complete : Answer::Broken;
        case AnswerParser::Part::Broken:
            return Answer::Broken;
        }
    }
}

void HttpClient::complete(Connection& connection, bool is_ending) {
    const Nanoseconds now = monotonic_now();
    connection.state = Connection::State::Idle;
    listener_.on_answer(connection, now);
    if (is_ending || connection.parser.closes()) {
        close(connection);
        connect(connection);
    } else {
        listener_.on_free(connection, now);
    }
}

void HttpClient::close(Connection& connection) {
    if (connection.socket >= 0) {
        ::close(connection.socket);
        connection.socket = -1;
    }
    connection.state = Connection::State::Closed;
    connection.unsent.clear();
}

void HttpClient::lose(Connection& connection) {
    const bool was_busy = connection.state == Connection::State::Busy;
    close(connection);
    if (was_busy) {
        listener_.on_loss(connection);
    }
    connect(connection);
}

}  // namespace standby::bench::load
