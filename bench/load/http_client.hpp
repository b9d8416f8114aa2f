// Keep-alive connections to one server. A listener decides what is sent on each and when; the
// client sends it with one write, reads the answer, and opens again what the server has closed.
#pragma once

#include "base/result.hpp"
#include "bench/load/answer_parser.hpp"
#include "bench/load/clock.hpp"
#include "bench/load/poller.hpp"
#include "bench/load/socket.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::bench::load {

class HttpClient;

struct Connection {
    enum class State { Closed, Connecting, Idle, Busy };

    HttpClient* owner = nullptr;
    int socket = -1;
    State state = State::Closed;
    AnswerParser parser;
    std::string unsent;  // the end of a request that the kernel did not take at once
    std::string body;    // of the last answer, if the client keeps bodies
    Nanoseconds due_at = 0;
    Nanoseconds sent_at = 0;
};

class ClientListener {
public:
    virtual ~ClientListener() = default;

    // The connection is idle, because it was just made or has its answer: send() may be called.
    virtual void on_free(Connection& connection, Nanoseconds now) = 0;

    // The answer to the connection's request is complete: its parser has the status.
    virtual void on_answer(const Connection& connection, Nanoseconds now) = 0;

    // The connection broke before the answer to its request was complete.
    virtual void on_loss(const Connection& connection) = 0;
};

class HttpClient {
public:
    enum class Bodies { Drop, Keep };

    // The poller and the listener must outlive the client.
    HttpClient(Poller& poller, std::string address_text, const Address& address, std::size_t count,
               Bodies bodies, ClientListener& listener);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    // Opens all connections and returns when they are there; the listener hears nothing yet. All
    // sockets in the poller must be those of clients. Fails with a sentence.
    Result<void, std::string> open_all();

    [[nodiscard]] std::vector<Connection>& connections() { return connections_; }

    // Sends a request on an idle connection. If that fails, the listener hears of the loss.
    void send(Connection& connection, std::string_view request, Nanoseconds now);

    // Handles what the poller reported for one of the connections.
    void handle(Connection& connection, std::uint32_t events);

    // Tries again to open the connections that could not be opened. To be called now and then.
    void reopen_failed(Nanoseconds now);

private:
    void connect(Connection& connection);
    void finish_connecting(Connection& connection, std::uint32_t events);
    void flush(Connection& connection);
    void read(Connection& connection, std::uint32_t events);
    enum class Answer { Incomplete, Complete, Broken };
    Answer consume(Connection& connection, std::string_view input);
    void complete(Connection& connection, bool is_ending);
    void close(Connection& connection);
    void lose(Connection& connection);
    void fail_to_connect(Connection& connection, int error);

    Poller& poller_;
    std::string address_text_;
    Address address_;
    Bodies bodies_;
    ClientListener& listener_;
    std::vector<Connection> connections_;
    std::vector<Connection*> failed_;
    Nanoseconds reopen_at_ = 0;
    bool is_opening_ = true;
    std::size_t opened_ = 0;
    int open_error_ = 0;
    std::vector<char> buffer_;
};

}  // namespace standby::bench::load
