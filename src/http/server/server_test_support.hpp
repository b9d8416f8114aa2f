// A handler made of a function, and a client made of a plain blocking socket: so simple that the
// tests see the server's bytes and not a library's idea of them.
#pragma once

#include "http/server/server.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

class FunctionHandler final : public Handler {
public:
    using Function = std::function<void(Request, std::unique_ptr<Responder>)>;
    explicit FunctionHandler(Function function) : function_(std::move(function)) {}
    void handle(Request request, std::unique_ptr<Responder> responder) override {
        function_(std::move(request), std::move(responder));
    }

private:
    Function function_;
};

inline Response text_response(std::string body) {
    return {.status = 200, .content_type = "text/plain", .body = std::move(body)};
}

// Answers with method, path, query and body, a line each.
inline void echo(const Request& request, std::unique_ptr<Responder> responder) {
    responder->send(text_response(request.method + "\n" + request.path + "\n" + request.query +
                                  "\n" + request.body));
}

// A server on a free port of the loopback address.
class TestServer {
public:
    explicit TestServer(FunctionHandler::Function function, ServerOptions options = {})
        : handler_(std::move(function)) {
        options.port = 0;
        auto started = Server::start(options, handler_);
        if (!started) {
            ADD_FAILURE() << started.error();
            return;
        }
        server_ = *std::move(started);
    }
    Server& operator*() { return *server_; }
    Server* operator->() { return server_.get(); }
    void destroy() { server_.reset(); }

private:
    FunctionHandler handler_;
    std::unique_ptr<Server> server_;
};

struct ClientAnswer {
    int status = 0;  // 0: the connection ended before an answer came
    std::string head;
    std::string body;

    bool has(std::string_view line) const { return head.contains("\r\n" + std::string(line)); }
};

// Reads give up after this; only a defect lets them wait so long.
inline constexpr timeval read_timeout{.tv_sec = 10, .tv_usec = 0};

class Client {
public:
    explicit Client(Server& server, int receive_buffer_size = 0)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        if (receive_buffer_size > 0) {
            ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_size, sizeof(int));
        }
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &read_timeout, sizeof read_timeout);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(server.port());
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    int handle() const { return socket_; }

    void send(std::string_view data) {
        while (!data.empty()) {
            const ssize_t size = ::send(socket_, data.data(), data.size(), MSG_NOSIGNAL);
            if (size <= 0) {
                return;
            }
            data.remove_prefix(static_cast<std::size_t>(size));
        }
    }

    void finish_sending() { ::shutdown(socket_, SHUT_WR); }

    // Reads once; false when the server has closed the connection.
    bool receive() {
        char buffer[16 * 1024];
        const ssize_t size = ::recv(socket_, buffer, sizeof buffer, 0);
        if (size > 0) {
            input_.append(buffer, static_cast<std::size_t>(size));
            return true;
        }
        if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            ADD_FAILURE() << "the server neither answered nor closed";
        }
        return false;
    }

    // Everything up to and including `end`; everything there is when the connection ends before.
    std::string read_until(std::string_view end) {
        std::size_t found = input_.find(end);
        while (found == std::string::npos) {
            if (!receive()) {
                return std::exchange(input_, {});
            }
            found = input_.find(end);
        }
        std::string result = input_.substr(0, found + end.size());
        input_.erase(0, result.size());
        return result;
    }

    std::string read_to_end() {
        while (receive()) {
        }
        return std::exchange(input_, {});
    }

    // Whether the server closes now, without another byte.
    bool is_closed_by_server() { return read_to_end().empty(); }

    // An answer with a Content-Length, or without a body.
    ClientAnswer read_answer(bool has_body = true) {
        ClientAnswer answer;
        answer.head = read_until("\r\n\r\n");
        if (answer.head.size() < 12) {
            return answer;
        }
        answer.status = std::stoi(answer.head.substr(9, 3));
        constexpr std::string_view length_name = "\r\nContent-Length: ";
        const std::size_t length_at = answer.head.find(length_name);
        if (length_at != std::string::npos && has_body) {
            const std::size_t size =
                std::stoul(answer.head.substr(length_at + length_name.size(), 9));
            while (input_.size() < size && receive()) {
            }
            answer.body = input_.substr(0, size);
            input_.erase(0, size);
        }
        return answer;
    }

    ClientAnswer get(std::string_view target, std::string_view headers = "") {
        send("GET " + std::string(target) + " HTTP/1.1\r\nHost: a\r\n" + std::string(headers) +
             "\r\n");
        return read_answer();
    }

private:
    int socket_;
    std::string input_;
};

// Waits until a value that another thread provides is there.
template <class T>
T wait_for(std::future<T>& future) {
    if (future.wait_for(std::chrono::seconds(read_timeout.tv_sec)) != std::future_status::ready) {
        ADD_FAILURE() << "waited in vain";
        std::abort();
    }
    return future.get();
}

}  // namespace standby::http
