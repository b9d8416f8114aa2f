// standby_load: puts load on a server over HTTP, with one thread and as little work per request as
// possible, because it shares the machine with the server that it measures.
#include "bench/load/arguments.hpp"
#include "bench/load/poller.hpp"
#include "bench/load/runs.hpp"

#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdio>
#include <variant>

namespace {

// As many sockets as the system allows without asking.
void raise_socket_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
}

// Lets waits end on time; by default the kernel may round them up by 50 microseconds.
void wake_up_on_time() {
    ::prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);
}

}  // namespace

int main(int argument_count, char** arguments) {
    namespace load = standby::bench::load;
    const load::Arguments options = load::read_arguments(argument_count, arguments);
    raise_socket_limit();
    wake_up_on_time();
    load::watch_for_stop_signals();
    const load::RunResult result =
        std::visit([](const auto& chosen) { return load::run(chosen); }, options);
    if (!result) {
        fmt::print(stderr, "standby_load: {}\n", result.error());
        return 1;
    }
    fmt::print("{}\n", *result);
    return std::fflush(stdout) == 0 ? 0 : 1;
}
