// Where a command writes to and asks. Commands get these instead of the process's own streams, so
// that every answer can be tested without starting a process.
#pragma once

#include "base/json/writer.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace standby::app {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;       // found problems, or could not do what was asked
inline constexpr int exit_unavailable = 2;  // could not start, or could not open the data
inline constexpr int exit_usage = 64;       // EX_USAGE in sysexits.h

enum class Style : std::uint8_t { Text, Json };

struct Console {
    std::ostream& output;
    std::ostream& errors;
    std::istream& input;
    bool asks = false;     // somebody sits there who can answer
    bool is_seen = false;  // the output goes to a terminal, not to a file or a collector of logs
};

// Why a command cannot go on. A sentence alone means that it could not do what was asked.
struct Complaint {
    Complaint(std::string what, int code = exit_failed)
        : sentence(std::move(what)), exit_code(code) {}

    std::string sentence;
    int exit_code;
};
// The exit code of a command that went on to its end, or what stopped it.
using Outcome = Result<int, Complaint>;

inline std::unexpected<Complaint> fail(std::string_view sentence, int exit_code = exit_failed) {
    return std::unexpected(Complaint(std::string(sentence), exit_code));
}

// The same result, whose error ends the command with this exit code.
template <class Value>
Result<Value, Complaint> or_exit(int exit_code, Result<Value, std::string> result) {
    if (!result) {
        return fail(result.error(), exit_code);
    }
    if constexpr (std::is_void_v<Value>) {
        return {};
    } else {
        return *std::move(result);
    }
}

// `standby: <sentence>` on the error stream. Returns the exit code.
int complain(Console& console, const Complaint& complaint);

// Asks whether to go on, where somebody can answer and what is written is text. The complaint says
// that nothing was done.
Result<void, Complaint> confirm(Console& console, Style style, std::string_view question,
                                std::string_view nothing_done);

// What `write` writes, on a line of its own.
template <class Write>
void print_json(std::ostream& output, Write&& write) {
    output << json_text(write) << '\n';
}
// The same of an object, whose members `write` writes.
template <class Write>
void print_object(std::ostream& output, Write&& write) {
    output << json_object(write) << '\n';
}

}  // namespace standby::app
