// HTTP/1.0 over plain sockets: the end of an answer is the end of the connection.
#include "app/demo/http_client.hpp"

#include <fmt/core.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>

namespace standby::app {
namespace {

constexpr std::size_t answer_bytes_max = 16U << 20;
constexpr timeval patience{.tv_sec = 5, .tv_usec = 0};

Result<void, std::string> send_all(const Socket& socket, std::string_view text) {
    while (!text.empty()) {
        const ssize_t sent = ::send(socket.descriptor(), text.data(), text.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            return std::unexpected("the server closed the connection");
        }
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return {};
}

}  // namespace

Socket::~Socket() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

Socket& Socket::operator=(Socket&& other) noexcept {
    if (this != &other) {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
        descriptor_ = std::exchange(other.descriptor_, -1);
    }
    return *this;
}

bool EventStream::take(std::vector<std::string>& events) {
    std::array<char, 4096> buffer{};
    bool is_open = true;
    while (true) {
        const ssize_t received =
            ::recv(socket_.descriptor(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (received <= 0) {
            is_open = received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
            break;
        }
        pending_.append(buffer.data(), static_cast<std::size_t>(received));
    }
    if (!has_head_) {
        const std::size_t end = pending_.find("\r\n\r\n");
        if (end == std::string::npos) {
            return is_open;
        }
        pending_.erase(0, end + 4);
        has_head_ = true;
    }
    for (std::size_t end = pending_.find("\n\n"); end != std::string::npos;
         end = pending_.find("\n\n")) {
        const std::string_view event = std::string_view(pending_).substr(0, end);
        constexpr std::string_view mark = "\ndata: ";
        if (const std::size_t data = event.find(mark); data != std::string_view::npos) {
            events.emplace_back(event.substr(data + mark.size()));
        }
        pending_.erase(0, end + 2);
    }
    return is_open;
}

Result<Socket, std::string> HttpClient::connect() const {
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    // Who listens everywhere is reached on the machine's own address.
    const std::string host = address_ == "0.0.0.0" ? "127.0.0.1"
                             : address_ == "::"    ? "::1"
                                                   : address_;
    if (::getaddrinfo(host.c_str(), std::to_string(port_).c_str(), &wanted, &found) != 0) {
        return std::unexpected(fmt::format("there is no address {}", address_));
    }
    Socket socket(::socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, 0));
    ::setsockopt(socket.descriptor(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket.descriptor(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const int failed = ::connect(socket.descriptor(), found->ai_addr, found->ai_addrlen);
    ::freeaddrinfo(found);
    if (!socket.is_open() || failed != 0) {
        return std::unexpected(fmt::format("nothing answers on {}:{}", address_, port_));
    }
    return socket;
}

Result<Socket, std::string> HttpClient::send(const HttpCall& call) const {
    Socket socket = TRY(connect());
    std::string text =
        fmt::format("{} {} HTTP/1.0\r\nHost: {}:{}\r\n", call.method, call.path, address_, port_);
    if (!call.credential.empty()) {
        text += fmt::format("Authorization: Bearer {}\r\n", call.credential);
    }
    if (!call.body.empty()) {
        text += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n",
                            call.body.size());
    }
    TRY(send_all(socket, text + "\r\n" + call.body));
    return socket;
}

Result<HttpAnswer, std::string> HttpClient::call(const HttpCall& call) const {
    const Socket socket = TRY(send(call));
    std::string text;
    std::array<char, 4096> buffer{};
    while (text.size() < answer_bytes_max) {
        const ssize_t received = ::recv(socket.descriptor(), buffer.data(), buffer.size(), 0);
        if (received < 0) {
            return std::unexpected("the server did not answer in time");
        }
        if (received == 0) {
            break;
        }
        text.append(buffer.data(), static_cast<std::size_t>(received));
    }
    HttpAnswer answer;
    const std::size_t space = text.find(' ');
    const std::size_t head_end = text.find("\r\n\r\n");
    if (space == std::string::npos || head_end == std::string::npos || space > head_end) {
        return std::unexpected("the server did not answer in HTTP");
    }
    std::from_chars(text.data() + space + 1, text.data() + head_end, answer.status);
    answer.body = text.substr(head_end + 4);
    return answer;
}

Result<EventStream, std::string> HttpClient::stream(const HttpCall& call) const {
    return EventStream(TRY(send(call)));
}

}  // namespace standby::app
