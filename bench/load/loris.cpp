// The slow loris: sockets that send a valid request one byte at a time and never come to its end,
// to occupy the server. One that the server closes is opened again at once.
#include "bench/load/poller.hpp"
#include "bench/load/runs.hpp"
#include "bench/load/socket.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>
#include <vector>

namespace standby::bench::load {
namespace {

constexpr Nanoseconds wait_max = 50 * nanoseconds_per_millisecond;
// Bytes are due so often that they are sent by the handful.
constexpr Nanoseconds wait_min = nanoseconds_per_millisecond;
constexpr Nanoseconds ready_timeout = 120 * nanoseconds_per_second;

struct SlowSocket {
    int socket = -1;
    bool is_connected = false;
    std::size_t sent = 0;
};

class LorisRun {
public:
    LorisRun(const LorisOptions& options, const Address& address)
        : options_(options),
          address_(address),
          sockets_(options.common.connections),
          header_(fmt::format("GET /v1/resources HTTP/1.1\r\nHost: {}\r\nX-Slow: ",
                              options.common.address)) {}

    ~LorisRun() {
        for (SlowSocket& slow : sockets_) {
            close(slow);
        }
    }
    LorisRun(const LorisRun&) = delete;
    LorisRun& operator=(const LorisRun&) = delete;

    RunResult run() {
        const Nanoseconds start = monotonic_now();
        while (connected_ < sockets_.size()) {
            open_due(start);
            if (error_ == 0 && (is_stop_requested() || monotonic_now() > start + ready_timeout)) {
                error_ = ETIMEDOUT;
            }
            if (error_ != 0) {
                return std::unexpected(connect_complaint(options_.common.address, error_));
            }
            turn(nanoseconds_per_millisecond);
        }
        is_ready_ = true;
        fmt::print(stderr, "ready\n");
        std::fflush(stderr);
        trickle();
        return fmt::format(R"({{"opened":{},"closed_by_server":{},"open_at_end":{},"refused":{},)"
                           R"("bytes_sent":{},"client_cpu_seconds":{:.3f}}})",
                           opened_, closed_by_server_, connected_, refused_, bytes_sent_,
                           cpu_seconds());
    }

private:
    // Opens as many sockets as the rate allows until now.
    void open_due(Nanoseconds start) {
        const double allowed = to_seconds(monotonic_now() - start) * options_.connect_rate + 1;
        while (begun_ < sockets_.size() && static_cast<double>(begun_) < allowed && error_ == 0) {
            connect(sockets_[begun_++]);
        }
    }

    // The sockets take turns, at equal distances, so that each gets its byte once an interval.
    void trickle() {
        const Nanoseconds start = monotonic_now();
        const Nanoseconds deadline = start + from_seconds(options_.common.seconds);
        const double gap = options_.interval_ms * static_cast<double>(nanoseconds_per_millisecond) /
                           static_cast<double>(sockets_.size());
        std::uint64_t step = 0;
        for (;;) {
            const Nanoseconds now = monotonic_now();
            if (now >= deadline || is_stop_requested()) {
                return;
            }
            const auto due_at = [&] {
                return start + static_cast<Nanoseconds>(gap * static_cast<double>(step));
            };
            for (; due_at() <= now; ++step) {
                send_byte(sockets_[step % sockets_.size()]);
            }
            turn(std::clamp(std::min(deadline, due_at()) - now, wait_min, wait_max));
        }
    }

    void turn(Nanoseconds wait) {
        poller_.wait(wait, [this](void* tag, std::uint32_t events) {
            handle(*static_cast<SlowSocket*>(tag), events);
        });
    }

    void connect(SlowSocket& slow) {
        const auto made = begin_connecting(address_);
        if (!made) {
            refuse(made.error());
            return;
        }
        slow = {.socket = *made};
        poller_.add(*made, &slow);
    }

    // Before all are open, this ends the run; later the socket is tried again when its turn comes.
    void refuse(int error) {
        ++refused_;
        error_ = is_ready_ ? 0 : error;
    }

    void handle(SlowSocket& slow, std::uint32_t events) {
        if (slow.socket < 0) {
            return;
        }
        if (!slow.is_connected) {
            if (const int error = connect_error(slow.socket); error != 0) {
                close(slow);
                refuse(error);
                return;
            }
            if ((events & EPOLLOUT) == 0) {
                return;
            }
            slow.is_connected = true;
            ++opened_;
            ++connected_;
        }
        if (Poller::is_end(events)) {
            reopen(slow);
        } else if ((events & EPOLLIN) != 0) {
            discard(slow);
        }
    }

    // Throws away what the server says.
    void discard(const SlowSocket& slow) const {
        std::array<char, 4096> buffer{};
        while (::recv(slow.socket, buffer.data(), buffer.size(), 0) > 0) {
        }
    }

    void send_byte(SlowSocket& slow) {
        if (slow.socket < 0) {
            connect(slow);
            return;
        }
        if (!slow.is_connected) {
            return;
        }
        const char byte = slow.sent < header_.size() ? header_[slow.sent] : 'a';
        const ssize_t sent = ::send(slow.socket, &byte, 1, MSG_NOSIGNAL);
        if (sent == 1) {
            ++slow.sent;
            ++bytes_sent_;
        } else if (errno != EAGAIN && errno != EINTR) {
            reopen(slow);
        }
    }

    void reopen(SlowSocket& slow) {
        ++closed_by_server_;
        close(slow);
        connect(slow);
    }

    void close(SlowSocket& slow) {
        if (slow.socket >= 0) {
            ::close(slow.socket);
            connected_ -= slow.is_connected ? 1U : 0U;
        }
        slow = {};
    }

    const LorisOptions& options_;
    Address address_;
    std::vector<SlowSocket> sockets_;
    std::string header_;
    Poller poller_;
    bool is_ready_ = false;
    int error_ = 0;
    std::size_t begun_ = 0;
    std::size_t connected_ = 0;
    std::uint64_t opened_ = 0;
    std::uint64_t closed_by_server_ = 0;
    std::uint64_t refused_ = 0;
    std::uint64_t bytes_sent_ = 0;
};

}  // namespace

RunResult run(const LorisOptions& options) {
    const Address address = TRY(Address::parse(options.common.address));
    LorisRun loris(options, address);
    return loris.run();
}

}  // namespace standby::bench::load
