// A small HTTP/1.1 client for a server on this machine: one connection that is kept, one call at a
// time.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace standby::scenarios {

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

// The call as it goes over the wire.
std::string written(const HttpCall& call);

// An answer at the beginning of what came in, and how many bytes it took. Nothing while it is not
// complete; an error when it can never be one.
struct ReadAnswer {
    HttpAnswer answer;
    std::size_t size = 0;
};
Result<std::optional<ReadAnswer>, std::string> read_answer(std::string_view text);

class HttpClient {
public:
    // `address` is host:port, with a host in digits.
    explicit HttpClient(std::string address) : address_(std::move(address)) {}
    ~HttpClient() { disconnect(); }
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    // Connects when there is no connection yet. The error is a sentence; an answer with any status
    // is no error.
    Result<HttpAnswer, std::string> call(const HttpCall& call);

private:
    Result<void, std::string> connect();
    void disconnect();
    Result<void, std::string> send(std::string_view text) const;
    Result<HttpAnswer, std::string> receive();

    std::string address_;
    int socket_ = -1;
    std::string received_;  // and not yet used
};

}  // namespace standby::scenarios
