// Lets a few do something at a time; some wait for their turn, in order, and the rest is turned
// away.
#pragma once

#include "base/guarded.hpp"

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace standby::http {

class Turns {
public:
    struct Limits {
        std::size_t at_a_time_max = 1;
        std::size_t waiting_max = 0;
    };
    explicit Turns(const Limits& limits) : limits_(limits) {}

    // Whoever has it may go on; the next one does so, on this thread, when it is given up.
    class Turn {
    public:
        explicit Turn(Turns& turns) : turns_(&turns) {}
        Turn(Turn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)) {}
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        Turn& operator=(Turn&&) = delete;
        ~Turn() {
            if (turns_ != nullptr) {
                turns_->end();
            }
        }

    private:
        Turns* turns_;
    };

    // Nothing: too many are waiting.
    class Step {
    public:
        explicit Step(Turns& turns) : turns_(turns) {}
        bool await_ready() const { return false; }
        bool await_suspend(std::coroutine_handle<> waiting) {
            return turns_.enter(waiting, is_refused_);
        }
        std::optional<Turn> await_resume() {
            return is_refused_ ? std::nullopt : std::optional<Turn>(std::in_place, turns_);
        }

    private:
        Turns& turns_;
        bool is_refused_ = false;
    };
    [[nodiscard]] Step take() { return Step{*this}; }

private:
    // True: it waits, and is resumed.
    bool enter(std::coroutine_handle<> waiting, bool& is_refused);
    void end();

    struct Line {
        std::size_t running = 0;
        std::deque<std::coroutine_handle<>> waiting;
    };
    const Limits limits_;
    Guarded<Line> line_;
};

}  // namespace standby::http
