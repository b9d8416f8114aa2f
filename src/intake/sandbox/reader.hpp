// The child's side of the sandbox: gives up its rights, then does one job. A new kind of job is one
// more row in the table that the program hands over; what its options and its answer mean is its
// own affair.
#pragma once

#include "intake/sandbox/lock_in.hpp"
#include "intake/sandbox/sandbox.hpp"

#include <span>
#include <string>
#include <string_view>

namespace standby::intake {

// The first argument with which the program starts itself.
inline constexpr std::string_view reader_command = "reader";

struct ReaderJob {
    std::string_view name;
    ReaderAnswer (*run)(std::string options, std::string bytes);
    // Opens what the job needs, before any byte of a stranger is here and the rights are gone. May
    // be null.
    void (*prepare)() = nullptr;
    OnForbidden on_forbidden = OnForbidden::Killed;
};

// Whether the arguments behind the program's name ask for this.
[[nodiscard]] bool asks_for_reader(std::span<const std::string_view> arguments);

// The exit code. Ends the process when it is told to do what it may not.
int run_reader(std::span<const std::string_view> arguments, std::span<const ReaderJob> jobs);

// Tries what must not be possible; Sandbox::examine and tests ask for it.
ReaderAnswer run_probe(std::string what, std::string bytes);

}  // namespace standby::intake
