#include "intake/sandbox/reader.hpp"

#include "base/number.hpp"
#include "intake/sandbox/frames.hpp"
#include "intake/sandbox/lock_in.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace standby::intake {
namespace {

constexpr int connection = STDIN_FILENO;
constexpr int exit_usage = 64;
constexpr std::size_t arguments_count = 4;

bool write_all(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(connection, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool write_frame(FrameKind kind, std::string_view bytes) {
    const FrameHead head = frame_head(kind, bytes.size());
    return write_all({head.data(), head.size()}) && write_all(bytes);
}

bool read_all(char* to, std::size_t size) {
    while (size > 0) {
        const ssize_t got = ::read(connection, to, size);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        to += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

std::optional<std::string> read_frame(FrameKind expected) {
    FrameHead head{};
    if (!read_all(head.data(), head.size()) || kind_of(head) != expected) {
        return std::nullopt;
    }
    std::string bytes(static_cast<std::size_t>(size_of(head)), '\0');
    if (!read_all(bytes.data(), bytes.size())) {
        return std::nullopt;
    }
    return bytes;
}

// Libraries may throw; nothing that is thrown leaves this function.
void do_job(const ReaderJob& job) {
    try {
        auto options = read_frame(FrameKind::Options);
        auto bytes = options ? read_frame(FrameKind::Bytes) : std::nullopt;
        if (!bytes) {
            return;
        }
        const ReaderAnswer answer = job.run(*std::move(options), *std::move(bytes));
        write_frame(answer.is_refusal ? FrameKind::Refusal : FrameKind::Answer, answer.bytes);
    } catch (const std::bad_alloc&) {
        write_frame(FrameKind::OutOfMemory, "");
    }
}

bool is_socket(int descriptor) {
    struct stat found{};
    return ::fstat(descriptor, &found) == 0 && S_ISSOCK(found.st_mode);
}

}  // namespace

bool asks_for_reader(std::span<const std::string_view> arguments) {
    return arguments.size() == arguments_count && arguments[0] == reader_command;
}

int run_reader(std::span<const std::string_view> arguments, std::span<const ReaderJob> jobs) {
    const auto memory = parse_number<std::size_t>(arguments[2]);
    const auto seconds = parse_number<std::int64_t>(arguments[3]);
    const ReaderJob* wanted = nullptr;
    for (const ReaderJob& job : jobs) {
        wanted = job.name == arguments[1] ? &job : wanted;
    }
    // It is only ever started by ourselves, and never has anything to say to anyone else.
    if (wanted == nullptr || !memory || !seconds || !is_socket(connection)) {
        return exit_usage;
    }
    // Where no zone is named, the C library looks at its file whenever somebody asks for a time.
    ::setenv("TZ", "UTC0", 1);
    ::tzset();
    if (wanted->prepare != nullptr) {
        wanted->prepare();
    }
    if (const auto locked =
            lock_in(connection, *memory, std::chrono::seconds(*seconds), wanted->on_forbidden);
        !locked) {
        write_frame(FrameKind::NotLockedIn, locked.error());
        return EXIT_FAILURE;
    }
    if (write_frame(FrameKind::LockedIn, "")) {
        do_job(*wanted);
    }
    ::_exit(EXIT_SUCCESS);  // what would run at an orderly end may need more rights than there are
}

ReaderAnswer run_probe(std::string what, std::string bytes) {
    if (what == "echo") {
        return {.bytes = std::move(bytes)};
    }
    if (what == "open") {
        ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    } else if (what == "connect") {
        ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    } else if (what == "fork") {
        ::fork();
    } else if (what == "signal") {
        ::kill(::getppid(), 0);
    } else if (what == "write") {
        static_cast<void>(::write(STDERR_FILENO, "", 0));
    } else if (what == "crash") {
        __builtin_trap();
    } else if (what == "memory") {
        std::vector<std::string> all;
        while (true) {
            constexpr std::size_t piece = 16 * 1024 * 1024;
            all.emplace_back(piece, 'x');
        }
    } else if (what == "spin") {
        volatile bool goes_on = true;
        while (goes_on) {
        }
    }
    return {.is_refusal = true, .bytes = "was possible"};
}

}  // namespace standby::intake
