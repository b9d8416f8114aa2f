// A server on loopback for tests of what speaks to other servers: plain sockets, a thread for each
// connection, and a function that plays the server's part. It can be as rude as a test needs it.
#pragma once

#include "base/guarded.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace standby::interchange {

// One connection, seen from the server. Calls after the client is gone do nothing.
class Peer {
public:
    explicit Peer(int socket) : socket_(socket) {}

    void write(std::string_view text) {
        while (!text.empty()) {
            const ssize_t written = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
            if (written <= 0) {
                return;
            }
            text.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    // Without its CRLF; nothing when the client is gone.
    std::optional<std::string> read_line() {
        std::size_t end = 0;
        while ((end = pending_.find('\n')) == std::string::npos) {
            if (!read_more()) {
                return std::nullopt;
            }
        }
        std::string line = pending_.substr(0, end);
        pending_.erase(0, end + 1);
        if (line.ends_with('\r')) {
            line.pop_back();
        }
        return line;
    }
    std::string read_bytes(std::size_t size) {
        while (pending_.size() < size && read_more()) {
        }
        std::string bytes = pending_.substr(0, size);
        pending_.erase(0, size);
        return bytes;
    }
    // Says nothing until the client gives up.
    void wait_for_the_end() {
        while (read_more()) {
        }
    }

private:
    bool read_more() {
        char buffer[4096];
        const ssize_t size = ::recv(socket_, buffer, sizeof buffer, 0);
        if (size <= 0) {
            return false;
        }
        pending_.append(buffer, static_cast<std::size_t>(size));
        return true;
    }

    int socket_;
    std::string pending_;
};

class LittleServer {
public:
    // `serve` is called on a thread of its own for each connection; the connection ends with it.
    explicit LittleServer(std::function<void(Peer&)> serve) : serve_(std::move(serve)) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* generic = static_cast<sockaddr*>(static_cast<void*>(&address));
        socklen_t size = sizeof address;
        ::bind(listener_, generic, size);
        ::listen(listener_, 64);
        ::getsockname(listener_, generic, &size);
        port_ = ntohs(address.sin_port);
        acceptor_ = std::thread([this] { accept_all(); });
    }
    ~LittleServer() {
        ::shutdown(listener_, SHUT_RDWR);
        acceptor_.join();
        ::close(listener_);
        const auto sockets = sockets_.copy();
        for (const int socket : sockets) {
            ::shutdown(socket, SHUT_RDWR);
        }
        for (std::thread& thread : threads_) {
            thread.join();
        }
        for (const int socket : sockets) {
            ::close(socket);
        }
    }
    LittleServer(const LittleServer&) = delete;
    LittleServer& operator=(const LittleServer&) = delete;

    std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
    std::size_t connections() const { return connections_; }

private:
    void accept_all() {
        for (int socket = 0; (socket = ::accept(listener_, nullptr, nullptr)) >= 0;) {
            // Answers in several pieces must not wait for each other's acknowledgement.
            const int now = 1;
            ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
            ++connections_;
            sockets_.with([&](std::vector<int>& all) { all.push_back(socket); });
            threads_.emplace_back([this, socket] {
                Peer peer(socket);
                serve_(peer);
                ::shutdown(socket, SHUT_RDWR);
            });
        }
    }

    std::function<void(Peer&)> serve_;
    int listener_ = -1;
    unsigned port_ = 0;
    std::atomic<std::size_t> connections_ = 0;
    Guarded<std::vector<int>> sockets_;
    std::vector<std::thread> threads_;  // touched by the acceptor, and after its end
    std::thread acceptor_;
};

}  // namespace standby::interchange
