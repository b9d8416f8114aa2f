#include "intake/sandbox/sandbox.hpp"

#include "intake/sandbox/frames.hpp"
#include "intake/sandbox/reader.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

namespace standby::intake {
namespace {

using Clock = std::chrono::steady_clock;

std::unexpected<ReaderError> failed(ReaderProblem problem, std::string words) {
    return std::unexpected(ReaderError{problem, std::move(words)});
}

class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    int number() const { return number_; }
    void close() {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }

private:
    int number_;
};

// The child: killed and buried when this goes, if it has not been before.
class Child {
public:
    explicit Child(pid_t process) : process_(process) {}
    ~Child() { end(); }
    Child(Child&& other) noexcept : process_(std::exchange(other.process_, -1)) {}
    Child& operator=(Child&&) = delete;

    // How it ended; kills it unless it has ended by itself.
    int end() {
        if (process_ <= 0) {
            return status_;
        }
        // It is ours until it was waited for, so that nobody else can have its number.
        ::kill(process_, SIGKILL);
        while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
        }
        process_ = -1;
        return status_;
    }

private:
    pid_t process_;
    int status_ = 0;
};

struct Spawned {
    Child child;
    Descriptor connection;
};

// What is inherited is little: one socket, no environment, no other files, no signals held back.
struct SpawnSettings {
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};

    explicit SpawnSettings(int socket) {
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
        ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
        ::posix_spawnattr_init(&attributes);
        sigset_t none;
        sigset_t all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &all);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSettings() {
        ::posix_spawn_file_actions_destroy(&files);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
};

Result<Spawned, ReaderError> spawn(const std::string& program, std::string_view job,
                                   const ReaderLimits& limits) {
    int both[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0) {
        return failed(ReaderProblem::Unavailable,
                      fmt::format("a reader could not be started: {}", std::strerror(errno)));
    }
    Descriptor ours(both[0]);
    const Descriptor theirs(both[1]);
    const SpawnSettings settings(theirs.number());
    std::string arguments[] = {"standby", std::string(reader_command), std::string(job),
                               std::to_string(limits.memory_bytes_max),
                               std::to_string(limits.time_max.count())};
    char* argument_values[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(),
                               arguments[3].data(), arguments[4].data(), nullptr};
    char* environment[] = {nullptr};
    pid_t process = -1;
    const int error = ::posix_spawn(&process, program.c_str(), &settings.files,
                                    &settings.attributes, argument_values, environment);
    if (error != 0) {
        return failed(ReaderProblem::Unavailable,
                      fmt::format("a reader could not be started: {}", std::strerror(error)));
    }
    ::fcntl(ours.number(), F_SETFL, O_NONBLOCK);
    return Spawned{Child(process), std::move(ours)};
}

// Waits for the socket until the deadline. False: it has passed.
bool wait_for(int socket, short events, Clock::time_point deadline) {
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) {
            return false;
        }
        pollfd one{.fd = socket, .events = events, .revents = 0};
        const int ready = ::poll(&one, 1, static_cast<int>(left.count()));
        if (ready > 0) {
            return true;
        }
        if (ready < 0 && errno != EINTR) {
            return true;  // the next call will say what is wrong
        }
    }
}

enum class Exchanged : std::uint8_t { Done, Ended, TooSlow };

Exchanged send_all(int socket, std::string_view bytes, Clock::time_point deadline) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN) {
            if (!wait_for(socket, POLLOUT, deadline)) {
                return Exchanged::TooSlow;
            }
        } else if (errno != EINTR) {
            return Exchanged::Ended;
        }
    }
    return Exchanged::Done;
}

Exchanged send_frame(int socket, FrameKind kind, std::string_view bytes,
                     Clock::time_point deadline) {
    const FrameHead head = frame_head(kind, bytes.size());
    const Exchanged done = send_all(socket, {head.data(), head.size()}, deadline);
    return done == Exchanged::Done ? send_all(socket, bytes, deadline) : done;
}

Exchanged receive(int socket, char* to, std::size_t size, Clock::time_point deadline) {
    while (size > 0) {
        const ssize_t got = ::recv(socket, to, size, 0);
        if (got > 0) {
            to += got;
            size -= static_cast<std::size_t>(got);
        } else if (got == 0) {
            return Exchanged::Ended;
        } else if (errno == EAGAIN) {
            if (!wait_for(socket, POLLIN, deadline)) {
                return Exchanged::TooSlow;
            }
        } else if (errno != EINTR) {
            return Exchanged::Ended;
        }
    }
    return Exchanged::Done;
}

// One run of one child.
class Conversation {
public:
    Conversation(Spawned spawned, const ReaderLimits& limits, Clock::time_point deadline)
        : child_(std::move(spawned.child)),
          connection_(std::move(spawned.connection)),
          limits_(limits),
          deadline_(deadline) {}

    Result<ReaderAnswer, ReaderError> run(std::string_view options, std::string_view bytes);

private:
    struct Frame {
        FrameKind kind = FrameKind::Answer;
        std::string bytes;
    };
    Result<Frame, ReaderError> next_frame();
    ReaderError error_of(Exchanged outcome);

    Child child_;
    Descriptor connection_;
    const ReaderLimits& limits_;
    Clock::time_point deadline_;
};

ReaderError too_slow(const ReaderLimits& limits) {
    return {ReaderProblem::TooSlow,
            fmt::format("the file could not be read within {} s", limits.time_max.count())};
}

ReaderError Conversation::error_of(Exchanged outcome) {
    if (outcome == Exchanged::TooSlow) {
        return too_slow(limits_);
    }
    // It has hung up, which is the last thing that a process does: what follows is only how it
    // ended. A child that goes on without its socket is none that we want to wait for.
    const int status = child_.end();
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGXCPU) {
        return too_slow(limits_);
    }
    if (signal == SIGSYS) {
        return {ReaderProblem::Forbidden,
                "reading the file was stopped: it made the reader do what it may not"};
    }
    return {ReaderProblem::Crashed, "reading the file failed: its reader crashed over it"};
}

Result<Conversation::Frame, ReaderError> Conversation::next_frame() {
    FrameHead head{};
    if (const auto got = receive(connection_.number(), head.data(), head.size(), deadline_);
        got != Exchanged::Done) {
        return std::unexpected(error_of(got));
    }
    // What it says is not believed: the memory for it is taken as it comes.
    std::uint64_t left = size_of(head);
    if (left > limits_.answer_bytes_max) {
        return failed(ReaderProblem::TooLarge, "there is too much in the file");
    }
    Frame frame{.kind = kind_of(head), .bytes = {}};
    constexpr std::uint64_t piece_max = 4 * 1024 * 1024;
    while (left > 0) {
        const auto piece = static_cast<std::size_t>(std::min(left, piece_max));
        const std::size_t size = frame.bytes.size();
        frame.bytes.resize(size + piece);
        if (const auto got =
                receive(connection_.number(), frame.bytes.data() + size, piece, deadline_);
            got != Exchanged::Done) {
            return std::unexpected(error_of(got));
        }
        left -= piece;
    }
    return frame;
}

Result<ReaderAnswer, ReaderError> Conversation::run(std::string_view options,
                                                    std::string_view bytes) {
    const Frame greeting = TRY(next_frame());
    if (greeting.kind != FrameKind::LockedIn) {
        return failed(ReaderProblem::Unavailable,
                      fmt::format("files can't be read here: this system doesn't let a reader give "
                                  "up its rights ({}); standby doctor says more",
                                  greeting.bytes.substr(0, 200)));
    }
    for (const auto& [kind, part] :
         {std::pair(FrameKind::Options, options), std::pair(FrameKind::Bytes, bytes)}) {
        if (const auto sent = send_frame(connection_.number(), kind, part, deadline_);
            sent != Exchanged::Done) {
            return std::unexpected(error_of(sent));
        }
    }
    Frame answer = TRY(next_frame());
    if (answer.kind == FrameKind::OutOfMemory) {
        return failed(ReaderProblem::OutOfMemory, "reading the file takes more memory than it may");
    }
    if (answer.kind != FrameKind::Answer && answer.kind != FrameKind::Refusal) {
        return failed(ReaderProblem::Crashed, "reading the file failed: its reader went wrong");
    }
    return ReaderAnswer{.is_refusal = answer.kind == FrameKind::Refusal,
                        .bytes = std::move(answer.bytes)};
}

}  // namespace

// Lets so many readers work at a time.
struct Sandbox::Gate {
    std::mutex mutex;
    std::condition_variable freed;
    std::size_t free = 0;

    bool enter(Clock::time_point deadline) {
        std::unique_lock lock(mutex);
        if (!freed.wait_until(lock, deadline, [&] { return free > 0; })) {
            return false;
        }
        --free;
        return true;
    }
    void leave() {
        {
            const std::scoped_lock lock(mutex);
            ++free;
        }
        freed.notify_one();
    }
};

Sandbox::Sandbox() : Sandbox(Options{}) {}

Sandbox::Sandbox(Options options) : options_(std::move(options)), gate_(std::make_unique<Gate>()) {
    gate_->free = options_.readers_max;
}

Sandbox::~Sandbox() = default;

Result<ReaderAnswer, ReaderError> Sandbox::run(std::string_view job, std::string_view options,
                                               std::string_view bytes, const ReaderLimits& limits) {
    if (!gate_->enter(Clock::now() + limits.time_max)) {
        return failed(ReaderProblem::Busy, "too many files are being read: try again in a minute");
    }
    struct Leave {
        Gate& gate;
        ~Leave() { gate.leave(); }
    } leave{*gate_};
    const Clock::time_point deadline = Clock::now() + limits.time_max;
    Spawned spawned = TRY(spawn(options_.program, job, limits));
    return Conversation(std::move(spawned), limits, deadline).run(options, bytes);
}

Result<std::string, std::string> Sandbox::examine() {
    constexpr ReaderLimits limits{.memory_bytes_max = 64 * 1024 * 1024,
                                  .time_max = std::chrono::seconds(10)};
    const auto echo = run("probe", "echo", "hello", limits);
    if (!echo) {
        return std::unexpected(echo.error().words);
    }
    if (echo->is_refusal || echo->bytes != "hello") {
        return std::unexpected("a reader answers nonsense");
    }
    for (const std::string_view what : {"open", "connect", "fork", "signal", "write"}) {
        const auto tried = run("probe", what, "", limits);
        if (tried || tried.error().problem != ReaderProblem::Forbidden) {
            return std::unexpected(fmt::format("a reader could do what it mustn't: {}", what));
        }
    }
    return "files are read by a process that can't open files or connections, start programs or "
           "signal others";
}

}  // namespace standby::intake
