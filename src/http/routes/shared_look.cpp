// One look at a time.
#include "http/routes/shared_look.hpp"

#include <utility>

namespace standby::http {

SharedLook::Admission SharedLook::ask(Instant now, Then then) {
    return state_.with([&](State& state) {
        if (state.is_looking && state.waiting.size() < waiting_max) {
            state.waiting.push_back(std::move(then));
            return Admission::Joined;
        }
        while (state.in_a_row > 0 && now - state.forgotten_at >= interval_) {
            --state.in_a_row;
            state.forgotten_at += interval_;
        }
        if (state.is_looking || state.in_a_row == in_a_row_max) {
            return Admission::TooSoon;
        }
        if (state.in_a_row++ == 0) {
            state.forgotten_at = now;
        }
        state.is_looking = true;
        state.waiting.push_back(std::move(then));
        return Admission::Begin;
    });
}

std::vector<SharedLook::Then> SharedLook::end() {
    return state_.with([](State& state) {
        state.is_looking = false;
        return std::exchange(state.waiting, {});
    });
}

}  // namespace standby::http
