// A connection that does not block, and one line read from it.
#include "app/commands/reach.hpp"

#include "app/demo/http_client.hpp"

#include <fmt/core.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <charconv>
#include <memory>
#include <utility>

namespace standby::app {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t greeting_bytes_max = 512;

std::uint16_t port_of(std::string_view scheme) {
    constexpr std::array<std::pair<std::string_view, std::uint16_t>, 4> ports = {
        {{"smtp", 587}, {"smtps", 465}, {"http", 80}, {"https", 443}}};
    for (const auto& [name, port] : ports) {
        if (name == scheme) {
            return port;
        }
    }
    return 0;
}

// False: the time is over.
bool wait_for(const Socket& socket, short what, Steady::time_point until) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Steady::now());
    pollfd watched{.fd = socket.descriptor(), .events = what, .revents = 0};
    return left.count() > 0 && ::poll(&watched, 1, static_cast<int>(left.count())) > 0;
}

Result<Socket, std::string> connect_to(const addrinfo& address, Steady::time_point until) {
    Socket socket(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.is_open()) {
        return std::unexpected("no socket could be opened");
    }
    if (::connect(socket.descriptor(), address.ai_addr, address.ai_addrlen) == 0) {
        return socket;
    }
    if (!wait_for(socket, POLLOUT, until)) {
        return std::unexpected("no connection could be made in time");
    }
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) {
        return std::unexpected("no connection could be made");
    }
    return socket;
}

Result<std::string, std::string> read_line(const Socket& socket, Steady::time_point until) {
    std::string line;
    std::array<char, greeting_bytes_max> buffer{};
    while (line.size() < greeting_bytes_max) {
        if (!wait_for(socket, POLLIN, until)) {
            return std::unexpected("a connection was made, but nothing was said in time");
        }
        const ssize_t received = ::recv(socket.descriptor(), buffer.data(), buffer.size(), 0);
        if (received <= 0) {
            return std::unexpected("the connection was closed at once");
        }
        line.append(buffer.data(), static_cast<std::size_t>(received));
        if (const std::size_t end = line.find('\n'); end != std::string::npos) {
            line.resize(end);
            break;
        }
    }
    // What a stranger says is shown on a terminal.
    std::erase_if(line, [](char letter) { return letter < ' ' || letter > '~'; });
    return line;
}

}  // namespace

Destination destination_of(std::string_view url) {
    const std::size_t scheme_end = url.find("://");
    const std::string_view scheme = url.substr(0, scheme_end);
    std::string_view rest = scheme_end == std::string_view::npos ? url : url.substr(scheme_end + 3);
    rest = rest.substr(0, rest.find_first_of("/?"));
    Destination destination{.host = std::string(rest), .port = port_of(scheme)};
    const std::size_t colon = rest.rfind(':');
    const bool is_in_brackets = rest.ends_with(']');
    if (colon != std::string_view::npos && !is_in_brackets) {
        destination.host = rest.substr(0, colon);
        std::from_chars(rest.data() + colon + 1, rest.data() + rest.size(), destination.port);
    }
    if (destination.host.starts_with('[') && destination.host.ends_with(']')) {
        destination.host = destination.host.substr(1, destination.host.size() - 2);
    }
    return destination;
}

std::string format_destination(const Destination& destination) {
    return destination.host.contains(':')
               ? fmt::format("[{}]:{}", destination.host, destination.port)
               : fmt::format("{}:{}", destination.host, destination.port);
}

Result<std::string, std::string> reach(const Destination& destination, Greeting greeting,
                                       Duration patience) {
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(destination.host.c_str(), std::to_string(destination.port).c_str(), &wanted,
                      &found) != 0) {
        return std::unexpected("the host's name could not be resolved");
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
    const auto until = Steady::now() + patience;
    Result<Socket, std::string> socket = std::unexpected("the host has no address");
    for (const addrinfo* one = found; one != nullptr && !socket; one = one->ai_next) {
        socket = connect_to(*one, until);
    }
    if (!socket) {
        return std::unexpected(socket.error());
    }
    return greeting == Greeting::Expected ? read_line(*socket, until) : std::string();
}

}  // namespace standby::app
