// The system calls around connecting.
#include "bench/load/socket.hpp"

#include <fmt/core.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace standby::bench::load {

Result<Address, std::string> Address::parse(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos) {
        return std::unexpected(fmt::format("'{}' is not HOST:PORT", text));
    }
    std::string host = text.substr(0, colon);
    const std::string port = text.substr(colon + 1);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
    }
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0 || found == nullptr) {
        return std::unexpected(fmt::format("there is no address '{}'", text));
    }
    Address address;
    std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
    address.size = found->ai_addrlen;
    ::freeaddrinfo(found);
    return address;
}

Result<int, int> begin_connecting(const Address& address) {
    const int made =
        ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) {
        return std::unexpected(errno);
    }
    const int on = 1;
    ::setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const auto* where = reinterpret_cast<const sockaddr*>(&address.storage);
    if (::connect(made, where, address.size) != 0 && errno != EINPROGRESS) {
        const int error = errno;
        ::close(made);
        return std::unexpected(error);
    }
    return made;
}

int connect_error(int socket) {
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

std::string connect_complaint(const std::string& address, int error) {
    return fmt::format("cannot connect to {}: {}", address, std::strerror(error));
}

}  // namespace standby::bench::load
