#include "app/service/open_files.hpp"

#include <sys/resource.h>

namespace standby::app {

std::optional<std::uint64_t> open_files_max() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return std::nullopt;
    }
    return limit.rlim_max;
}

std::optional<std::uint64_t> raise_open_files_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return std::nullopt;
    }
    rlimit raised{.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
    return ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

}  // namespace standby::app
