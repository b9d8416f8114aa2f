// Data that several threads share, reachable only while its lock is held. Forgetting to lock is
// then not a race but an error of the compiler.
#pragma once

#include <concepts>
#include <functional>
#include <mutex>
#include <utility>

namespace standby {

template <class T>
class Guarded {
public:
    Guarded()
        requires std::default_initializable<T>
    = default;
    explicit Guarded(T value) : value_(std::move(value)) {}
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;

    // Calls `use` with the data while the lock is held, and returns its result as a value, so that
    // no reference to the data gets out by accident. `use` must not call back into this object and
    // must not wait for anything.
    template <std::invocable<T&> Use>
    auto with(Use&& use) {
        const std::scoped_lock lock(mutex_);
        return std::invoke(std::forward<Use>(use), value_);
    }
    template <std::invocable<const T&> Use>
    auto with(Use&& use) const {
        const std::scoped_lock lock(mutex_);
        return std::invoke(std::forward<Use>(use), value_);
    }

    // A copy of the data as it is at one moment.
    [[nodiscard]] T copy() const
        requires std::copy_constructible<T>
    {
        const std::scoped_lock lock(mutex_);
        return value_;
    }

    // Puts new data in place of the old, which is returned, so that it is destroyed without the
    // lock.
    T exchange(T value) {
        const std::scoped_lock lock(mutex_);
        return std::exchange(value_, std::move(value));
    }

private:
    mutable std::mutex mutex_;
    T value_{};
};

}  // namespace standby
