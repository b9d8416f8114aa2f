// A disk that fails on demand. Preloaded into the server (LD_PRELOAD), it stands between it and the
// system for every write, sync and truncation of the files whose paths begin with
// STANDBY_DISK_PREFIX. What it shall do is read, call by call, from the file STANDBY_DISK_CONTROL,
// which the test has mapped too: tests/e2e/harness/disk.py. Knows nothing else of the server.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

enum Kind : std::int64_t { Write = 1, Sync = 2, Truncate = 4 };

// The whole control file. The test writes the first six fields, the shim the last two.
struct Control {
    std::atomic<std::int64_t> kinds;       // a sum of Kind: which calls count, and may fail
    std::atomic<std::int64_t> first;       // calls with numbers from this one on fail; 0: none
    std::atomic<std::int64_t> last;        // up to and with this one
    std::atomic<std::int64_t> error;       // the errno they fail with
    std::atomic<std::int64_t> torn_bytes;  // the first of them, if it writes more, writes so much
    std::atomic<std::int64_t> sync_delay_ms;  // every sync takes so much longer
    std::atomic<std::int64_t> calls;          // how many counted so far
    std::atomic<std::int64_t> failed;         // how many failed or wrote less than they should
};
static_assert(sizeof(Control) == 64 && std::atomic<std::int64_t>::is_always_lock_free);

// Before the constructor below has run, nothing is under control.
constinit Control* control = nullptr;
constinit std::array<char, 1024> prefix_text{};
constinit std::size_t prefix_size = 0;

__attribute__((constructor)) void take_control() {
    const char* path = std::getenv("STANDBY_DISK_CONTROL");
    const char* prefix = std::getenv("STANDBY_DISK_PREFIX");
    if (path == nullptr || prefix == nullptr || std::strlen(prefix) >= prefix_text.size()) {
        return;
    }
    prefix_size = std::strlen(prefix);
    std::memcpy(prefix_text.data(), prefix, prefix_size);
    const int file = ::open(path, O_RDWR | O_CLOEXEC);
    void* mapped = ::mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || mapped == MAP_FAILED) {
        std::fputs("disk_shim: STANDBY_DISK_CONTROL cannot be mapped\n", stderr);
        std::_Exit(1);
    }
    ::close(file);
    control = static_cast<Control*>(mapped);
}

bool is_ours(int file) {
    std::array<char, 32> link{};
    std::array<char, 1024> path{};
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", file);
    const ssize_t size = ::readlink(link.data(), path.data(), path.size());
    return size > 0 && std::string_view(path.data(), static_cast<std::size_t>(size))
                           .starts_with(std::string_view(prefix_text.data(), prefix_size));
}

enum class Fate { Works, Torn, Fails };

// Counts the call and says what becomes of it. When it fails, errno says how.
Fate fate_of(Kind kind, int file) {
    if (control == nullptr || (control->kinds & kind) == 0 || !is_ours(file)) {
        return Fate::Works;
    }
    const std::int64_t number = ++control->calls;
    const std::int64_t first = control->first;
    if (first == 0 || number < first || number > control->last) {
        return Fate::Works;
    }
    ++control->failed;
    if (kind == Write && number == first && control->torn_bytes > 0) {
        return Fate::Torn;
    }
    errno = static_cast<int>(control->error);
    return Fate::Fails;
}

// A torn write ends within the first piece.
ssize_t write_pieces(int file, const iovec* pieces, int count, const off64_t* offset) {
    const Fate fate = fate_of(Write, file);
    if (fate == Fate::Fails) {
        return -1;
    }
    iovec torn{};
    if (fate == Fate::Torn && count > 0) {
        torn = *pieces;
        torn.iov_len = std::min(torn.iov_len, static_cast<std::size_t>(control->torn_bytes));
        pieces = &torn;
        count = 1;
    }
    return offset == nullptr ? ::syscall(SYS_writev, file, pieces, count)
                             : ::syscall(SYS_pwritev, file, pieces, count, *offset, 0);
}

ssize_t write_one(int file, const void* data, std::size_t size, const off64_t* offset) {
    const iovec piece{.iov_base = const_cast<void*>(data), .iov_len = size};
    return write_pieces(file, &piece, 1, offset);
}

int sync(long call, int file) {
    if (control != nullptr && control->sync_delay_ms > 0 && is_ours(file)) {
        const std::int64_t delay_ms = control->sync_delay_ms;
        const timespec delay{.tv_sec = delay_ms / 1000, .tv_nsec = delay_ms % 1000 * 1'000'000};
        // tidy: allow sleep because a slow disk is what this pretends to be
        ::nanosleep(&delay, nullptr);
    }
    return fate_of(Sync, file) == Fate::Works ? static_cast<int>(::syscall(call, file)) : -1;
}

int truncate(int file, off64_t size) {
    return fate_of(Truncate, file) == Fate::Works
               ? static_cast<int>(::syscall(SYS_ftruncate, file, size))
               : -1;
}

}  // namespace

// The names that the C library has for them. Each goes to the system directly, which is the same
// under every sanitizer.
extern "C" {

ssize_t write(int file, const void* data, std::size_t size) {
    return write_one(file, data, size, nullptr);
}

ssize_t pwrite(int file, const void* data, std::size_t size, off_t offset) {
    return write_one(file, data, size, &offset);
}

ssize_t pwrite64(int file, const void* data, std::size_t size, off64_t offset) {
    return write_one(file, data, size, &offset);
}

ssize_t writev(int file, const iovec* pieces, int count) {
    return write_pieces(file, pieces, count, nullptr);
}

ssize_t pwritev(int file, const iovec* pieces, int count, off_t offset) {
    return write_pieces(file, pieces, count, &offset);
}

ssize_t pwritev64(int file, const iovec* pieces, int count, off64_t offset) {
    return write_pieces(file, pieces, count, &offset);
}

int fsync(int file) {
    return sync(SYS_fsync, file);
}

int fdatasync(int file) {
    return sync(SYS_fdatasync, file);
}

int ftruncate(int file, off_t size) noexcept {
    return truncate(file, size);
}

int ftruncate64(int file, off64_t size) noexcept {
    return truncate(file, size);
}
}
