// Two lines, and how many are past them.
#include "http/routes/turns.hpp"

#include "base/assert.hpp"

#include <algorithm>

namespace standby::http {

// One stranger with many connections takes a few places, not all.
bool Turns::has_room(const Lines& lines, const Visitor& visitor) const {
    if (visitor.is_known) {
        return lines.known.size() < limits_.waiting_max;
    }
    const auto own = std::ranges::count(lines.strangers, visitor.client, &Waiting::client);
    return lines.strangers.size() < limits_.waiting_max &&
           static_cast<std::size_t>(own) < limits_.waiting_per_client_max;
}

bool Turns::enter(const Visitor& visitor, std::coroutine_handle<> waiting, bool& is_refused) {
    return lines_.with([&](Lines& lines) {
        if (lines.running < limits_.at_a_time_max) {
            ++lines.running;
            return false;
        }
        is_refused = !has_room(lines, visitor);
        if (!is_refused) {
            (visitor.is_known ? lines.known : lines.strangers).push_back({visitor.client, waiting});
        }
        return !is_refused;
    });
}

void Turns::end() {
    const auto next = lines_.with([](Lines& lines) -> std::coroutine_handle<> {
        ASSERT(lines.running > 0);
        std::deque<Waiting>& line = lines.known.empty() ? lines.strangers : lines.known;
        if (line.empty()) {
            --lines.running;
            return nullptr;
        }
        const std::coroutine_handle<> first = line.front().handle;
        line.pop_front();
        return first;
    });
    if (next) {
        next.resume();
    }
}

}  // namespace standby::http
