// One multi handle of curl for everything, and one place to wait.
#include "notify/transport/transport.hpp"

#include "notify/transport/curl_handle.hpp"
#include "notify/transport/http_exchanges.hpp"
#include "notify/transport/smtp_connections.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>
#include <variant>
#include <vector>

namespace standby::notify {
namespace {

SteadyTime now() {
    return std::chrono::steady_clock::now();
}

}  // namespace

struct Transport::Impl {
    explicit Impl(const TransportOptions& options)
        : multi(make_multi_handle(options)),
          smtp(multi.get(), options),
          http(multi.get(), options) {}

    void move_on(TransferEnds& ends) {
        int running = 0;
        curl_multi_perform(multi.get(), &running);
        int waiting = 0;
        while (const CURLMsg* message = curl_multi_info_read(multi.get(), &waiting)) {
            void* easy = message->easy_handle;
            const int code = message->data.result;
            if (!smtp.on_connected(easy, code, now())) {
                http.on_ended(easy, code);
            }
        }
        smtp.advance(now(), ends);
        http.advance(ends);
    }

    void wait(SteadyTime until) {
        until = smtp.next_deadline(until);
        sockets.clear();
        smtp.append_sockets(sockets);
        descriptors.clear();
        for (const SmtpConnections::Socket& socket : sockets) {
            descriptors.push_back({.fd = socket.descriptor,
                                   .events = static_cast<short>(
                                       socket.wants_to_write ? CURL_WAIT_POLLIN | CURL_WAIT_POLLOUT
                                                             : CURL_WAIT_POLLIN),
                                   .revents = 0});
        }
        const auto left = std::chrono::ceil<Duration>(until - now());
        const auto milliseconds = std::clamp<Duration::rep>(left.count(), 0, 60'000);
        curl_multi_poll(multi.get(), descriptors.data(), static_cast<unsigned>(descriptors.size()),
                        static_cast<int>(milliseconds), nullptr);
    }

    MultiHandle multi;  // outlives what is in it
    SmtpConnections smtp;
    HttpExchanges http;
    std::vector<SmtpConnections::Socket> sockets;
    std::vector<curl_waitfd> descriptors;
    std::atomic<bool> was_woken = false;
};

Transport::Transport(const TransportOptions& options) : impl_(std::make_unique<Impl>(options)) {}

Transport::~Transport() = default;

void Transport::start(Transfer transfer, std::function<void(TransferResult)> done) {
    if (auto* mail = std::get_if<SmtpTransfer>(&transfer)) {
        impl_->smtp.start(std::move(*mail), std::move(done));
    } else {
        impl_->http.start(std::get<HttpTransfer>(std::move(transfer)), std::move(done));
    }
}

std::size_t Transport::poll(Duration patience) {
    const SteadyTime until = now() + std::min<Duration>(patience, std::chrono::hours{1});
    TransferEnds ends;
    impl_->move_on(ends);
    while (ends.empty() && !impl_->was_woken.exchange(false) && now() < until) {
        impl_->wait(until);
        impl_->move_on(ends);
    }
    // What `done` starts is not looked at before the next poll.
    for (TransferEnd& end : ends) {
        end.done(std::move(end.result));
    }
    return ends.size();
}

void Transport::wake() {
    impl_->was_woken = true;
    curl_multi_wakeup(impl_->multi.get());
}

std::size_t Transport::active() const {
    return impl_->smtp.active() + impl_->http.active();
}

}  // namespace standby::notify
