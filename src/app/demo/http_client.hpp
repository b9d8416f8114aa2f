// The smallest HTTP client that a program needs to talk to a server on its own machine: one
// connection per call, and streams of server-sent events.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::app {

struct HttpCall {
    std::string method = "GET";
    std::string path;
    std::string body;        // JSON; empty for none
    std::string credential;  // goes behind "Bearer"; empty for none
};

struct HttpAnswer {
    int status = 0;
    std::string body;
};

// A socket that is closed with its owner.
class Socket {
public:
    explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
    ~Socket();
    Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Socket& operator=(Socket&& other) noexcept;

    int descriptor() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }

private:
    int descriptor_;
};

// An open stream. Whoever has it waits until its descriptor can be read, and then takes what came.
class EventStream {
public:
    explicit EventStream(Socket socket) : socket_(std::move(socket)) {}

    int descriptor() const { return socket_.descriptor(); }
    // The data of each complete event that has arrived, without waiting. False: the stream ended.
    bool take(std::vector<std::string>& events);

private:
    Socket socket_;
    std::string pending_;
    bool has_head_ = false;
};

class HttpClient {
public:
    HttpClient(std::string address, std::uint16_t port)
        : address_(std::move(address)), port_(port) {}

    // The error is a sentence; an answer with any status is no error.
    Result<HttpAnswer, std::string> call(const HttpCall& call) const;
    Result<EventStream, std::string> stream(const HttpCall& call) const;

private:
    Result<Socket, std::string> connect() const;
    Result<Socket, std::string> send(const HttpCall& call) const;

    std::string address_;
    std::uint16_t port_;
};

}  // namespace standby::app
