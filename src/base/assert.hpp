// Assertions that stay on in every build. They are for programmer errors only: a state that
// correct code cannot reach. Bad input is answered with a Result, never with an assertion.
// Stopping at once is safer than writing a wrong decision to the log.
#pragma once

namespace standby {

// Prints the expression and its place to stderr, then aborts. Called by the macros below.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line) noexcept;

}  // namespace standby

// Aborts with the expression and its place unless the condition holds. The condition is evaluated
// exactly once. An expression of type void, so that constexpr functions can use it.
#define ASSERT(...)                                                                                \
    (__builtin_expect(static_cast<bool>(__VA_ARGS__), 1)                                           \
         ? static_cast<void>(0)                                                                    \
         : ::standby::assertion_failed(#__VA_ARGS__, __FILE__, __LINE__))

// Marks a place that correct code never reaches, for example after a switch over all enumerators.
#define UNREACHABLE() ::standby::assertion_failed("UNREACHABLE()", __FILE__, __LINE__)
