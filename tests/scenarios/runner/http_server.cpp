// Processes. A server never outlives the one who started it.
#include "tests/scenarios/runner/http_server.hpp"

#include "base/assert.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>
#include <vector>

namespace standby::scenarios {
namespace {

constexpr int exit_not_found = 127;

std::vector<std::string> command_line(const ServerSettings& settings, Time now) {
    std::vector<std::string> words{settings.binary,    "serve",
                                   "--listen",         "127.0.0.1:0",
                                   "--data-dir",       settings.data_folder,
                                   "--api-key",        settings.api_key,
                                   "--join-rate",      "0",
                                   "--told-elsewhere", "yes",
                                   "--public-url",     "http://standby.test",
                                   "--log-level",      "error",
                                   "--log-format",     "text",
                                   "--manual-clock",   format_time(now)};
    words.insert(words.end(), settings.flags.begin(), settings.flags.end());
    return words;
}

// Becomes the server. Between fork and exec only what is safe there.
[[noreturn]] void become(char* const* arguments, int output, pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() == parent && ::dup2(output, STDOUT_FILENO) >= 0) {
        ::execv(arguments[0], arguments);
    }
    ::_exit(exit_not_found);
}

}  // namespace

Result<void, std::string> HttpServer::start(const ServerSettings& settings, Time now) {
    TRY(launch(settings, now));
    return wait_until_it_listens();
}

Result<void, std::string> HttpServer::launch(const ServerSettings& settings, Time now) {
    ASSERT(process_ < 0);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return std::unexpected("there is no pipe to be had");
    }
    std::vector<std::string> words = command_line(settings, now);
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ == 0) {
        become(arguments.data(), ends[1], parent);
    }
    ::close(ends[1]);
    if (process_ < 0) {
        ::close(ends[0]);
        return std::unexpected("there is no process to be had");
    }
    output_ = ends[0];
    return {};
}

// It says so in a line, which is the moment to go on; when it fails, its output ends.
Result<void, std::string> HttpServer::wait_until_it_listens() {
    constexpr std::string_view announcement = "Standby listens on http://";
    std::string text;
    std::array<char, 256> buffer{};
    while (true) {
        const ssize_t size = ::read(output_, buffer.data(), buffer.size());
        if (size <= 0) {
            return std::unexpected(fmt::format("the server does not start; it says '{}'", text));
        }
        text.append(buffer.data(), static_cast<std::size_t>(size));
        const std::size_t begin = text.find(announcement);
        const std::size_t end = begin == std::string::npos ? begin : text.find('\n', begin);
        if (end != std::string::npos) {
            const std::size_t address = begin + announcement.size();
            address_ = text.substr(address, end - address);
            return {};
        }
    }
}

int HttpServer::reap() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    ::close(output_);
    output_ = -1;
    return status;
}

Result<void, std::string> HttpServer::stop() {
    if (process_ <= 0) {
        return std::unexpected("the server does not run");
    }
    ::kill(process_, SIGTERM);
    const int status = reap();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return std::unexpected(
            fmt::format("the server ended {} {} when it was asked to stop",
                        WIFEXITED(status) ? "with exit status" : "by signal",
                        WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status)));
    }
    return {};
}

void HttpServer::kill() {
    if (process_ > 0) {
        ::kill(process_, SIGKILL);
        reap();
    }
}

void HttpServer::pause() const {
    if (process_ > 0) {
        ::kill(process_, SIGSTOP);
    }
}

void HttpServer::resume() const {
    if (process_ > 0) {
        ::kill(process_, SIGCONT);
    }
}

}  // namespace standby::scenarios
