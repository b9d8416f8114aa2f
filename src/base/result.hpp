// A value or the reason why there is none, and the macros that pass a reason up to the caller.
// Expected failures travel as values so that every one is visible in a signature; nothing in the
// inner layers throws.
#pragma once

#include <expected>
#include <type_traits>
#include <utility>

namespace standby {

template <class T, class E>
using Result = std::expected<T, E>;

namespace detail {

// Returns by value, so that a TRY never yields a reference into its own dead temporary.
template <class T, class E>
constexpr T take_value(std::expected<T, E>& result) {
    if constexpr (!std::is_void_v<T>) {
        return *std::move(result);
    }
}

}  // namespace detail
}  // namespace standby

#define STANDBY_JOIN_EXPANDED(left, right) left##right
#define STANDBY_JOIN(left, right) STANDBY_JOIN_EXPANDED(left, right)

#define STANDBY_TRY(return_keyword, result, ...)                                                   \
    __extension__({                                                                                \
        auto result = (__VA_ARGS__);                                                               \
        if (!result.has_value()) [[unlikely]] {                                                    \
            return_keyword ::std::unexpected(::std::move(result).error());                         \
        }                                                                                          \
        ::standby::detail::take_value(result);                                                     \
    })

// Yields the value of a Result, or returns its error from the surrounding function, whose own
// Result must have an error type that the error converts to. A Result<void, E> makes it a
// statement: `TRY(check(input));`.
#define TRY(...) STANDBY_TRY(return, STANDBY_JOIN(try_result_, __COUNTER__), __VA_ARGS__)

// The same inside a coroutine, with co_return. Its argument must not contain a co_await, which
// g++ 12 cannot compile there: `auto reply = co_await call(); auto value = CO_TRY(reply);`. A
// named Result is copied; write `CO_TRY(std::move(reply))` for values that cannot be.
#define CO_TRY(...) STANDBY_TRY(co_return, STANDBY_JOIN(try_result_, __COUNTER__), __VA_ARGS__)
