// A function that can wait: it is written from top to bottom, gives its thread back while it waits,
// and goes on where the answer arrives. It begins when it is awaited; whoever awaits it goes on
// when it has ended, without growing the stack. ADR 25 says why, and what it costs.
#pragma once

#include "base/assert.hpp"

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace standby::http {

template <class T>
class [[nodiscard]] Task {
public:
    struct promise_type {
        struct Ending {
            bool await_ready() const noexcept { return false; }
            std::coroutine_handle<>
            await_suspend(std::coroutine_handle<promise_type> ended) const noexcept {
                return ended.promise().waiting;
            }
            void await_resume() const noexcept {}
        };

        Task get_return_object() {
            return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() const noexcept { return {}; }
        Ending final_suspend() const noexcept { return {}; }
        void return_value(T result) { value.emplace(std::move(result)); }
        // Adapters catch at their edges; what arrives here is a defect.
        [[noreturn]] void unhandled_exception() noexcept { std::terminate(); }

        std::optional<T> value;
        std::coroutine_handle<> waiting;
    };

    Task(Task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    Task& operator=(Task&&) = delete;
    ~Task() {
        if (coroutine_) {
            coroutine_.destroy();
        }
    }

    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) noexcept {
        coroutine_.promise().waiting = waiting;
        return coroutine_;
    }
    T await_resume() {
        ASSERT(coroutine_.promise().value);
        return *std::move(coroutine_.promise().value);
    }

private:
    explicit Task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}

    std::coroutine_handle<promise_type> coroutine_;
};

// The outermost of a chain: begins at once and owns itself. Every callback that it waits for is
// called exactly once, also when the server stops, so it always comes to its end.
struct SelfOwned {
    struct promise_type {
        SelfOwned get_return_object() const noexcept { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        [[noreturn]] void unhandled_exception() noexcept { std::terminate(); }
    };
};

}  // namespace standby::http
