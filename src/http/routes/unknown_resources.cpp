// A bounded table that forgets everything at once when it is full: it only saves work.
#include "http/routes/unknown_resources.hpp"

#include <utility>

namespace standby::http {

bool UnknownResources::contains(core::ResourceNumber resource, Instant now) const {
    return state_.with([&](const State& state) {
        const auto found = state.until.find(resource);
        return found != state.until.end() && now < found->second;
    });
}

UnknownResources::Admission UnknownResources::enter(Job job) {
    return state_.with([&](State& state) {
        if (state.looks < looks_max) {
            ++state.looks;
            return Admission::Now;
        }
        if (state.waiting.size() >= waiting_max) {
            return Admission::Refused;
        }
        state.waiting.push_back(std::move(job));
        return Admission::Later;
    });
}

std::optional<UnknownResources::Job> UnknownResources::next() {
    return state_.with([](State& state) -> std::optional<Job> {
        if (state.waiting.empty()) {
            --state.looks;
            return std::nullopt;
        }
        Job job = std::move(state.waiting.front());
        state.waiting.pop_front();
        return job;
    });
}

void UnknownResources::add(core::ResourceNumber resource, Instant now) {
    state_.with([&](State& state) {
        if (state.until.size() >= remembered_max) {
            state.until.clear();
        }
        state.until.insert_or_assign(resource, now + remembered_for);
    });
}

}  // namespace standby::http
