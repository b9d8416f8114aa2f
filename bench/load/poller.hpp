// Waits for any of thousands of sockets. Each is told of once when something changes (edge
// triggered), so nobody has to ask the kernel to stop telling, and a run needs one system call for
// a whole batch of answers.
#pragma once

#include "bench/load/clock.hpp"

#include <sys/epoll.h>

#include <vector>

namespace standby::bench::load {

class Poller {
public:
    Poller();
    ~Poller();
    Poller(const Poller&) = delete;
    Poller& operator=(const Poller&) = delete;

    // Watches a socket for everything. It is forgotten when it is closed.
    void add(int socket, void* tag);

    // Waits until some sockets changed, for at most so long, and calls handle(tag, events) for
    // each of them. Returns early when a signal arrives.
    template <class Handle>
    void wait(Nanoseconds timeout, Handle&& handle) {
        const int count = wait_for_events(timeout);
        for (int i = 0; i < count; ++i) {
            const epoll_event& event = events_[static_cast<std::size_t>(i)];
            handle(event.data.ptr, event.events);
        }
    }

    // True for events after which nothing more will arrive.
    static bool is_end(std::uint32_t events) {
        return (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    }

private:
    int wait_for_events(Nanoseconds timeout);

    int descriptor_;
    std::vector<epoll_event> events_;
};

// Ends a run early when the process is asked to end (SIGINT, SIGTERM), as if its time were over.
void watch_for_stop_signals();
[[nodiscard]] bool is_stop_requested();

}  // namespace standby::bench::load
