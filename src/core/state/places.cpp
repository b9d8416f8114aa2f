#include "core/state/places.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <utility>

namespace standby::core {

Places::Places(Figures figures)
    : released_(figures.released),
      accepted_(figures.accepted),
      held_(figures.held),
      idle_(figures.idle),
      releases_(figures.releases),
      tried_(std::move(figures.tried)) {}

std::uint64_t Places::limit(const Settings& settings) const {
    if (settings.kind == Kind::Seats && settings.inventory == Inventory::Internal) {
        return settings.capacity;
    }
    return settings.kind == Kind::Access ? std::min<std::uint64_t>(released_, settings.capacity)
                                         : released_;
}

std::uint64_t Places::free(const Settings& settings) const {
    const std::uint64_t taken = accepted_ + held_;
    const std::uint64_t all = limit(settings);
    return all > taken ? all - taken : 0;
}

std::uint64_t Places::available(const Settings& settings, const Rules& rules) const {
    std::uint64_t available = free(settings);
    if (rules.max_offers == 0) {
        return available;
    }
    for (auto at = tried_.lower_bound(rules.max_offers); at != tried_.end(); ++at) {
        available -= std::min(available, at->second);
    }
    return available;
}

std::uint32_t Places::tries_for(std::uint64_t count, std::uint32_t tried_out) const {
    const auto end = end_of(tried_, tried_out);
    return count == 0 || end == tried_.begin() ? 1 : std::prev(end)->first + 1;
}

void Places::take(std::uint64_t count, std::uint32_t tried_out) {
    for (auto end = end_of(tried_, tried_out); count > 0 && end != tried_.begin();
         end = end_of(tried_, tried_out)) {
        const auto most = std::prev(end);
        const std::uint64_t taken = std::min(count, most->second);
        count -= taken;
        most->second -= taken;
        if (most->second == 0) {
            tried_.erase(most);
        }
    }
}

void Places::hold(std::uint64_t count, std::uint32_t tried_out) {
    take(count, tried_out);
    held_ += count;
}

void Places::accept_free(std::uint64_t count) {
    take(count, 0);
    accepted_ += count;
}

void Places::accept_held(std::uint64_t count) {
    ASSERT(held_ >= count);
    held_ -= count;
    accepted_ += count;
}

void Places::give_back(std::uint64_t count, std::uint32_t tries) {
    ASSERT(held_ >= count);
    held_ -= count;
    if (tries > 0 && count > 0) {
        tried_[tries] += count;
    }
}

void Places::vacate(std::uint64_t count) {
    ASSERT(accepted_ >= count);
    accepted_ -= count;
}

void Places::release(std::uint64_t count) {
    released_ += count;
}

void Places::lose(std::uint64_t count) {
    ASSERT(released_ >= count);
    released_ -= count;
}

void Places::settle(const Settings& settings) {
    const std::uint64_t now_free = free(settings);
    idle_ = std::min(idle_, now_free);
    std::uint64_t with_tries = 0;
    for (const auto& [tries, count] : tried_) {
        with_tries += count;
    }
    while (with_tries > now_free) {
        const auto fewest = tried_.begin();
        const std::uint64_t dropped = std::min(with_tries - now_free, fewest->second);
        with_tries -= dropped;
        fewest->second -= dropped;
        if (fewest->second == 0) {
            tried_.erase(fewest);
        }
    }
}

}  // namespace standby::core
