#include "intake/sandbox/lock_in.hpp"

#include <fmt/core.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <utility>

namespace standby::intake {
namespace {

// Sanitizers reserve terabytes of addresses, so their builds do without this limit.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limits_memory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool limits_memory = false;
#else
constexpr bool limits_memory = true;
#endif
#else
constexpr bool limits_memory = true;
#endif

std::unexpected<std::string> refused(std::string_view what, int error) {
    return std::unexpected(fmt::format("{}: {}", what, std::strerror(error)));
}

std::size_t mapped_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t pages = 0;
    file >> pages;
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

Result<void, std::string> limit(decltype(RLIMIT_AS) what, std::string_view name, rlim_t most) {
    const rlimit both{.rlim_cur = most, .rlim_max = most};
    if (::setrlimit(what, &both) != 0) {
        return refused(fmt::format("setrlimit {}", name), errno);
    }
    return {};
}

struct ReleaseFilter {
    void operator()(void* filter) const { seccomp_release(filter); }
};

// Memory, but none that could be made into a program.
int allow_memory(scmp_filter_ctx filter) {
    constexpr unsigned protection = 2;  // the argument of both
    int failed = 0;
    for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)}) {
        const scmp_arg_cmp runs_nothing = SCMP_CMP(protection, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
        failed |= seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &runs_nothing);
    }
    for (const int call : {SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk), SCMP_SYS(madvise)}) {
        failed |= seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 0, nullptr);
    }
    return failed;
}

// Nothing of this is done, and whoever asks is told so.
int refuse_politely(scmp_filter_ctx filter, int descriptor) {
    int failed = 0;
    for (const int call :
         {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(access), SCMP_SYS(faccessat),
          SCMP_SYS(faccessat2), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat),
          SCMP_SYS(statx), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd)}) {
        failed |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(ENOENT), call, 0, nullptr);
    }
    for (const int call : {SCMP_SYS(fstat), SCMP_SYS(lseek), SCMP_SYS(close), SCMP_SYS(ioctl),
                           SCMP_SYS(fcntl), SCMP_SYS(writev)}) {
        failed |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EBADF), call, 0, nullptr);
    }
    for (const int call : {SCMP_SYS(read), SCMP_SYS(write)}) {
        const scmp_arg_cmp is_not_ours =
            SCMP_CMP(0, SCMP_CMP_NE, static_cast<scmp_datum_t>(descriptor));
        failed |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EBADF), call, 1, &is_not_ours);
    }
    // Without threads, libraries do their work in this one.
    for (const int call : {SCMP_SYS(clone), SCMP_SYS(sysinfo), SCMP_SYS(sched_getaffinity),
                           SCMP_SYS(sched_setaffinity), SCMP_SYS(prlimit64), SCMP_SYS(uname),
                           SCMP_SYS(set_mempolicy), SCMP_SYS(get_mempolicy)}) {
        failed |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EAGAIN), call, 0, nullptr);
    }
    for (const int call : {SCMP_SYS(clone3), SCMP_SYS(rseq), SCMP_SYS(membarrier)}) {
        failed |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0, nullptr);
    }
    return failed;
}

Result<void, std::string> filter_calls(int descriptor, OnForbidden on_forbidden) {
    const std::unique_ptr<void, ReleaseFilter> filter(seccomp_init(SCMP_ACT_KILL_PROCESS));
    if (filter == nullptr) {
        return refused("seccomp", ENOMEM);
    }
    int failed = allow_memory(filter.get());
    for (const int call : {SCMP_SYS(read), SCMP_SYS(write)}) {
        const scmp_arg_cmp is_ours =
            SCMP_CMP(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(descriptor));
        failed |= seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, call, 1, &is_ours);
    }
    // To end, to look at the clock, and what the C library does within the process. A process that
    // is alone may wait for nobody but itself.
    for (const int call :
         {SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(clock_gettime), SCMP_SYS(getrandom),
          SCMP_SYS(futex), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(sched_yield),
          SCMP_SYS(getpid), SCMP_SYS(gettid)}) {
        failed |= seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, call, 0, nullptr);
    }
    if (on_forbidden == OnForbidden::NothingThere) {
        failed |= refuse_politely(filter.get(), descriptor);
    }
    if (failed != 0) {
        return refused("seccomp", EINVAL);
    }
    if (const int result = seccomp_load(filter.get()); result != 0) {
        return refused("seccomp", -result);
    }
    return {};
}

}  // namespace

Result<void, std::string> lock_in(int descriptor, std::size_t memory_bytes,
                                  std::chrono::seconds time, OnForbidden on_forbidden) {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return refused("no new privileges", errno);
    }
    // Nobody but the superuser may look into it, and it leaves nothing behind.
    if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) {
        return refused("not dumpable", errno);
    }
    if (limits_memory) {
        TRY(limit(RLIMIT_AS, "memory", mapped_bytes() + memory_bytes));
    }
    TRY(limit(RLIMIT_CPU, "processor time", static_cast<rlim_t>(time.count()) + 1));
    TRY(limit(RLIMIT_FSIZE, "file size", 0));
    TRY(limit(RLIMIT_CORE, "core", 0));
    TRY(limit(RLIMIT_NPROC, "processes", 0));
    TRY(limit(RLIMIT_NOFILE, "files", 0));
    return filter_calls(descriptor, on_forbidden);
}

}  // namespace standby::intake
