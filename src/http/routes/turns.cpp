// One line, and how many are past it.
#include "http/routes/turns.hpp"

#include "base/assert.hpp"

namespace standby::http {

bool Turns::enter(std::coroutine_handle<> waiting, bool& is_refused) {
    return line_.with([&](Line& line) {
        if (line.running < limits_.at_a_time_max) {
            ++line.running;
            return false;
        }
        is_refused = line.waiting.size() >= limits_.waiting_max;
        if (!is_refused) {
            line.waiting.push_back(waiting);
        }
        return !is_refused;
    });
}

void Turns::end() {
    const auto next = line_.with([](Line& line) -> std::coroutine_handle<> {
        ASSERT(line.running > 0);
        if (line.waiting.empty()) {
            --line.running;
            return nullptr;
        }
        const std::coroutine_handle<> first = line.waiting.front();
        line.waiting.pop_front();
        return first;
    });
    if (next) {
        next.resume();
    }
}

}  // namespace standby::http
