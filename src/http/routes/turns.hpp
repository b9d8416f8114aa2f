// Lets a few do something at a time; some wait for their turn, in order, and the rest is turned
// away. There are two lines: whoever is known goes first, and strangers cannot fill that line.
#pragma once

#include "base/guarded.hpp"
#include "http/limits/client_key.hpp"

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
        std::size_t waiting_max = 0;             // in each line
        std::size_t waiting_per_client_max = 2;  // in the line of strangers
    };
    explicit Turns(const Limits& limits) : limits_(limits) {}

    struct Visitor {
        bool is_known = false;
        ClientKey client{};
    };

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
        Step(Turns& turns, const Visitor& visitor) : turns_(turns), visitor_(visitor) {}
        bool await_ready() const { return false; }
        bool await_suspend(std::coroutine_handle<> waiting) {
            return turns_.enter(visitor_, waiting, is_refused_);
        }
        std::optional<Turn> await_resume() {
            return is_refused_ ? std::nullopt : std::optional<Turn>(std::in_place, turns_);
        }

    private:
        Turns& turns_;
        Visitor visitor_;
        bool is_refused_ = false;
    };
    [[nodiscard]] Step take(const Visitor& visitor) { return Step{*this, visitor}; }
    // Where all are alike.
    [[nodiscard]] Step take() { return take({.is_known = true}); }

private:
    struct Waiting {
        ClientKey client;
        std::coroutine_handle<> handle;
    };
    struct Lines {
        std::size_t running = 0;
        std::deque<Waiting> known;
        std::deque<Waiting> strangers;
    };
    // True: it waits, and is resumed.
    bool enter(const Visitor& visitor, std::coroutine_handle<> waiting, bool& is_refused);
    bool has_room(const Lines& lines, const Visitor& visitor) const;
    void end();

    const Limits limits_;
    Guarded<Lines> lines_;
};

}  // namespace standby::http
