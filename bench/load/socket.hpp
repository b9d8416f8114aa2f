// Where the server is, and non-blocking sockets to it.
#pragma once

#include "base/result.hpp"

#include <sys/socket.h>

#include <string>

namespace standby::bench::load {

struct Address {
    sockaddr_storage storage{};
    socklen_t size = 0;

    // Understands 127.0.0.1:8080, [::1]:8080 and localhost:8080; fails with a sentence.
    static Result<Address, std::string> parse(const std::string& text);
};

// Begins to connect and returns the socket, or the errno of the failure. The connection is there
// when the socket can be written to and connect_error() is 0.
Result<int, int> begin_connecting(const Address& address);

// Why connecting failed, as errno; 0 if it did not.
int connect_error(int socket);

// "cannot connect to 127.0.0.1:8080: Connection refused".
std::string connect_complaint(const std::string& address, int error);

}  // namespace standby::bench::load
