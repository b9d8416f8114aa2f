// Strangers' bytes are read in a child process without rights: this program starts itself again,
// the child gives up everything but reading its one socket and using memory, and only then gets the
// bytes. Whatever goes wrong in there (a crash, a bomb, an endless loop) is an error in words here.
#pragma once

#include "base/result.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace standby::intake {

struct ReaderLimits {
    std::size_t memory_bytes_max = 512 * 1024 * 1024;
    std::chrono::seconds time_max{30};
    std::size_t answer_bytes_max = 256 * 1024 * 1024;
};

enum class ReaderProblem : std::uint8_t {
    Unavailable,  // it can't be started here, or it can't give up its rights
    Busy,         // too many are at work
    Crashed,
    Forbidden,  // it tried what it may not, and was stopped
    OutOfMemory,
    TooSlow,
    TooLarge,  // what it answers
};

struct ReaderError {
    ReaderProblem problem = ReaderProblem::Crashed;
    std::string words;  // a sentence without its full stop
};

// What a job answered: what was asked for, or why not, both in the job's own form.
struct ReaderAnswer {
    bool is_refusal = false;
    std::string bytes;
};

class Sandbox {
public:
    struct Options {
        std::string program = "/proc/self/exe";
        std::size_t readers_max = 2;  // at the same time
    };

    Sandbox();
    explicit Sandbox(Options options);
    ~Sandbox();
    Sandbox(const Sandbox&) = delete;
    Sandbox& operator=(const Sandbox&) = delete;

    // Does the job of that name (reader.hpp) with these bytes, and waits for it: for a thread that
    // may wait. May be called by several threads.
    Result<ReaderAnswer, ReaderError> run(std::string_view job, std::string_view options,
                                          std::string_view bytes, const ReaderLimits& limits = {});

    // Whether a child here really can't do what it mustn't: a sentence that says what was tried, or
    // what is wrong. For `standby doctor`.
    Result<std::string, std::string> examine();

private:
    struct Gate;
    const Options options_;
    std::unique_ptr<Gate> gate_;
};

}  // namespace standby::intake
