// Where a command writes to and asks. Commands get these instead of the process's own streams, so
// that every answer can be tested without starting a process.
#pragma once

#include <iosfwd>
#include <string_view>

namespace standby::app {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;       // found problems, or could not do what was asked
inline constexpr int exit_unavailable = 2;  // could not start, or could not open the data
inline constexpr int exit_usage = 64;       // EX_USAGE in sysexits.h

struct Console {
    std::ostream& output;
    std::ostream& errors;
    std::istream& input;
    bool asks = false;  // somebody sits there who can answer
};

// `standby: <sentence>` on the error stream. Returns the exit code it is given.
int complain(Console& console, std::string_view sentence, int exit_code);

}  // namespace standby::app
