// Calls and streams of server-sent events, for commands that ask a server.
#pragma once

#include "app/service/options.hpp"
#include "base/result.hpp"
#include "notify/transport/curl_handle.hpp"

#include <memory>
#include <string>
#include <vector>

namespace standby::app {

struct HttpCall {
    std::string method = "GET";
    std::string path;
    std::string body;        // JSON; empty for none
    std::string credential;  // goes behind "Bearer"; empty for none
    std::string origin{};    // whose page asks, where only our own may; empty for none
};

struct HttpAnswer {
    long status = 0;
    std::string body;
};

// An open stream. Whoever has it looks now and then at what came.
class EventStream {
public:
    EventStream(EventStream&& other) noexcept;
    EventStream& operator=(EventStream&& other) noexcept;
    ~EventStream();

    // The data of each complete event that has arrived, without waiting. False: the stream ended.
    bool take(std::vector<std::string>& events);

private:
    friend class HttpClient;
    struct Transfer;
    explicit EventStream(std::unique_ptr<Transfer> transfer);

    std::unique_ptr<Transfer> transfer_;
};

class HttpClient {
public:
    // With the text of a certificate, that one alone is trusted, whatever name it is for: the file
    // that a server was given says who it is better than the address it listens on.
    explicit HttpClient(std::string base_url, std::string certificate = {});

    // The error is a sentence; an answer with any status is no error.
    Result<HttpAnswer, std::string> call(const HttpCall& call);
    Result<EventStream, std::string> stream(const HttpCall& call) const;

private:
    std::string base_url_;
    std::string certificate_;
    notify::EasyHandle easy_;  // keeps its connection
};

// Where a server that listens here is reached from this machine.
std::string base_url_of(const ListenAddress& listen, std::string_view scheme = "http");

}  // namespace standby::app
