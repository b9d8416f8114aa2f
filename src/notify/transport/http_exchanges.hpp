// Requests over HTTP/1.1 and 2. Handles and connections are used again; the requests to one host
// wait for each other here, so that a slow host takes nothing from the others.
#pragma once

#include "notify/transport/curl_handle.hpp"
#include "notify/transport/transfer_end.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace standby::notify {

class HttpExchanges {
public:
    // `multi` must outlive this.
    HttpExchanges(void* multi, const TransportOptions& options);
    ~HttpExchanges();
    HttpExchanges(const HttpExchanges&) = delete;
    HttpExchanges& operator=(const HttpExchanges&) = delete;

    void start(HttpTransfer transfer, TransferDone done);
    // What curl says about a handle. False: it is none of these.
    bool on_ended(void* easy, int code);
    // Hands what may begin now to curl. Those that ended are appended.
    void advance(TransferEnds& ends);
    std::size_t active() const;

private:
    struct Exchange;
    struct Host {
        std::size_t under_way = 0;
        std::deque<std::unique_ptr<Exchange>> queue;
    };

    std::size_t under_way_max(std::string_view origin) const;
    void begin(std::unique_ptr<Exchange> exchange);
    TransferResult result_of(Exchange& exchange, int code) const;

    void* multi_;
    const TransportOptions options_;
    std::map<std::string, Host, std::less<>> hosts_;  // by origin; only those with something to do
    std::unordered_map<void*, std::unique_ptr<Exchange>> under_way_;
    std::vector<EasyHandle> spare_;
    TransferEnds ended_;
};

}  // namespace standby::notify
