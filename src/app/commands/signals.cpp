#include "app/commands/signals.hpp"

#include "app/commands/console.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace standby::app {
namespace {

extern "C" void end_at_once(int /*signal*/) {
    ::_exit(exit_failed);
}

}  // namespace

StopSignals::StopSignals() {
    sigemptyset(&held_back_);
    sigaddset(&held_back_, SIGTERM);
    sigaddset(&held_back_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &held_back_, &before_);
    // Writing to a client that has gone is an error like any other.
    std::signal(SIGPIPE, SIG_IGN);
}

StopSignals::~StopSignals() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void StopSignals::wait() {
    int signal = 0;
    while (sigwait(&held_back_, &signal) != 0) {
    }
}

bool StopSignals::wait_for(Duration duration) {
    using std::chrono::duration_cast;
    const auto seconds = duration_cast<std::chrono::seconds>(duration);
    const auto rest = duration_cast<std::chrono::nanoseconds>(duration - seconds);
    timespec limit{};
    limit.tv_sec = static_cast<std::time_t>(seconds.count());
    limit.tv_nsec = static_cast<long>(rest.count());
    return sigtimedwait(&held_back_, nullptr, &limit) > 0;
}

void StopSignals::end_at_once_on_the_next() {
    std::signal(SIGTERM, end_at_once);
    std::signal(SIGINT, end_at_once);
    pthread_sigmask(SIG_UNBLOCK, &held_back_, nullptr);
}

}  // namespace standby::app
