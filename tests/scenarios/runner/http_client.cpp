// Plain sockets, and as much of HTTP as the server's answers need.
#include "tests/scenarios/runner/http_client.hpp"

#include "base/text.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace standby::scenarios {
namespace {

// Far longer than any call takes; what is broken must not hang.
constexpr timeval patience{.tv_sec = 60, .tv_usec = 0};
constexpr std::size_t answer_bytes_max = 16U << 20;

// The value of a header, or nothing.
std::optional<std::string_view> header(std::string_view head, std::string_view name) {
    while (!head.empty()) {
        const std::size_t end = std::min(head.find("\r\n"), head.size());
        const std::string_view line = head.substr(0, end);
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && equals_ignoring_case(line.substr(0, colon), name)) {
            const std::size_t begin = line.find_first_not_of(' ', colon + 1);
            return begin == std::string_view::npos ? std::string_view{} : line.substr(begin);
        }
        head.remove_prefix(std::min(end + 2, head.size()));
    }
    return std::nullopt;
}

template <class Number>
bool read_whole(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::string written(const HttpCall& call) {
    std::string text =
        fmt::format("{} {} HTTP/1.1\r\nHost: standby.test\r\n", call.method, call.path);
    if (!call.credential.empty()) {
        text += fmt::format("Authorization: Bearer {}\r\n", call.credential);
    }
    if (!call.body.empty()) {
        text += "Content-Type: application/json\r\n";
    }
    if (call.method != "GET") {
        text += fmt::format("Content-Length: {}\r\n", call.body.size());
    }
    return text + "\r\n" + call.body;
}

Result<std::optional<ReadAnswer>, std::string> read_answer(std::string_view text) {
    constexpr std::string_view version = "HTTP/1.1 ";
    constexpr std::size_t status_digits = 3;
    const std::size_t head_end = text.find("\r\n\r\n");
    if (head_end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view head = text.substr(0, head_end);
    ReadAnswer read;
    const auto length_text = header(head, "Content-Length");
    std::size_t length = 0;
    if (!head.starts_with(version) ||
        !read_whole(head.substr(version.size(), status_digits), read.answer.status) ||
        !length_text || !read_whole(*length_text, length) || length > answer_bytes_max) {
        return std::unexpected(fmt::format("this is no answer with a length: {}", head));
    }
    read.size = head_end + 4 + length;
    if (text.size() < read.size) {
        return std::nullopt;
    }
    read.answer.body = text.substr(head_end + 4, length);
    return read;
}

Result<HttpAnswer, std::string> HttpClient::call(const HttpCall& call) {
    TRY(connect());
    if (auto sent = send(written(call)); !sent) {
        disconnect();
        return std::unexpected(fmt::format("{} {}: {}", call.method, call.path, sent.error()));
    }
    auto answer = receive();
    if (!answer) {
        disconnect();
        return std::unexpected(fmt::format("{} {}: {}", call.method, call.path, answer.error()));
    }
    return answer;
}

Result<void, std::string> HttpClient::connect() {
    if (socket_ >= 0) {
        return {};
    }
    const std::size_t colon = address_.rfind(':');
    sockaddr_in where{};
    where.sin_family = AF_INET;
    std::uint16_t port = 0;
    if (colon == std::string::npos ||
        !read_whole(std::string_view(address_).substr(colon + 1), port) ||
        ::inet_pton(AF_INET, address_.substr(0, colon).c_str(), &where.sin_addr) != 1) {
        return std::unexpected(fmt::format("'{}' is no address", address_));
    }
    where.sin_port = htons(port);
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0) {
        disconnect();
        return std::unexpected(fmt::format("nothing answers on {}", address_));
    }
    return {};
}

void HttpClient::disconnect() {
    if (socket_ >= 0) {
        ::close(socket_);
    }
    socket_ = -1;
    received_.clear();
}

Result<void, std::string> HttpClient::send(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            return std::unexpected("the server closed the connection");
        }
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return {};
}

Result<HttpAnswer, std::string> HttpClient::receive() {
    std::array<char, 65'536> buffer;
    while (true) {
        if (auto read = TRY(read_answer(received_))) {
            received_.erase(0, read->size);
            return std::move(read->answer);
        }
        const ssize_t size = ::recv(socket_, buffer.data(), buffer.size(), 0);
        if (size <= 0) {
            return std::unexpected(size == 0 ? "the server closed the connection"
                                             : "the server did not answer in time");
        }
        received_.append(buffer.data(), static_cast<std::size_t>(size));
    }
}

}  // namespace standby::scenarios
