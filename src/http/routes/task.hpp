// A function that can wait: it is written from top to bottom, gives its thread back while it waits,
// and goes on where the answer arrives. It begins when it is awaited; whoever awaits it goes on
// when it has ended, without growing the stack. ADR 25 says why, and what it costs.
#pragma once

#include "base/assert.hpp"
#include "http/routes/frames.hpp"

#include <concepts>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace standby::http {

// Gives a coroutine its frame: in the space of the call that it is about, if that is its first
// argument and has room.
class FrameOfCall {
public:
    template <class Call, class... Others>
        requires requires(Call& call) { call.frames.take(std::size_t{}); }
    static void* operator new(std::size_t bytes, Call& call, Others&&...) {
        FrameSpace* space = &call.frames;
        void* frame = space->take(bytes + header_bytes);
        if (frame == nullptr) {
            space = nullptr;
            frame = ::operator new(bytes + header_bytes);
        }
        return behind_header(frame, space);
    }
    static void* operator new(std::size_t bytes) {
        return behind_header(::operator new(bytes + header_bytes), nullptr);
    }
    static void operator delete(void* frame, std::size_t bytes) {
        void* begin = static_cast<std::byte*>(frame) - header_bytes;
        FrameSpace* space = *static_cast<FrameSpace**>(begin);
        if (space == nullptr) {
            ::operator delete(begin);
        } else {
            space->give_back(begin, bytes + header_bytes);
        }
    }

private:
    static constexpr std::size_t header_bytes = alignof(std::max_align_t);
    static void* behind_header(void* begin, FrameSpace* space) {
        std::construct_at(static_cast<FrameSpace**>(begin), space);
        return static_cast<std::byte*>(begin) + header_bytes;
    }
};

template <class T>
class [[nodiscard]] Task {
public:
    struct promise_type : FrameOfCall {
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
        template <class Returned = T>
        void return_value(Returned&& result) {
            value.emplace(std::forward<Returned>(result));
        }
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
        static void* operator new(std::size_t bytes) { return FrameBlocks::take(bytes); }
        static void operator delete(void* frame, std::size_t bytes) {
            FrameBlocks::give_back(frame, bytes);
        }

        SelfOwned get_return_object() const noexcept { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        [[noreturn]] void unhandled_exception() noexcept { std::terminate(); }
    };
};

// g++ 12 destroys twice what a lambda in an awaited expression captured by value, so such lambdas
// must have nothing to destroy: they capture by reference, and plain values.
template <class Function>
inline constexpr bool is_awaitable_function = std::is_trivially_destructible_v<Function>;

// A function that is handed over in an awaited expression, to be kept.
template <class Signature>
class Handed : public std::function<Signature> {
public:
    template <class Function>
    Handed(Function&& given)  // NOLINT(google-explicit-constructor): stands for its argument
        : std::function<Signature>(std::forward<Function>(given)) {
        using Given = std::remove_cvref_t<Function>;
        static_assert(std::is_lvalue_reference_v<Function> || is_awaitable_function<Given> ||
                      std::derived_from<Given, std::function<Signature>>);
    }
};

}  // namespace standby::http
