// epoll, with timeouts in nanoseconds.
#include "bench/load/poller.hpp"

#include "base/assert.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace standby::bench::load {
namespace {

constexpr std::size_t events_max = 512;

volatile std::sig_atomic_t stop_requested = 0;

}  // namespace

Poller::Poller() : descriptor_(::epoll_create1(EPOLL_CLOEXEC)), events_(events_max) {
    ASSERT(descriptor_ >= 0);
}

Poller::~Poller() {
    ::close(descriptor_);
}

void Poller::add(int socket, void* tag) {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
    event.data.ptr = tag;
    const int result = ::epoll_ctl(descriptor_, EPOLL_CTL_ADD, socket, &event);
    ASSERT(result == 0);
}

int Poller::wait_for_events(Nanoseconds timeout) {
    timeout = std::max<Nanoseconds>(timeout, 0);
    const timespec wait{.tv_sec = timeout / nanoseconds_per_second,
                        .tv_nsec = timeout % nanoseconds_per_second};
    return std::max(0, ::epoll_pwait2(descriptor_, events_.data(), static_cast<int>(events_max),
                                      &wait, nullptr));
}

void watch_for_stop_signals() {
    struct sigaction action{};
    action.sa_handler = [](int) { stop_requested = 1; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

bool is_stop_requested() {
    return stop_requested != 0;
}

}  // namespace standby::bench::load
