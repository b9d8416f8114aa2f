#include "core/state/friends.hpp"

#include "core/model/limits.hpp"

#include <algorithm>
#include <vector>

namespace standby::core {
namespace {

bool share_one(std::span<const ContactKey> one, std::span<const ContactKey> other) {
    return std::ranges::find_first_of(one, other) != one.end();
}

}  // namespace

bool Friends::count(ContactKey friend_key, ContactKey referrer) {
    if (has_counted(friend_key, referrer)) {
        return false;
    }
    referrers_.emplace(friend_key, referrer);
    return true;
}

bool Friends::bar(ContactKey key) {
    return barred_.insert(key).second;
}

bool Friends::has_counted(ContactKey friend_key, ContactKey referrer) const {
    const auto [first, last] = referrers_.equal_range(friend_key);
    return std::any_of(first, last, [&](const auto& known) { return known.second == referrer; });
}

// From the second up to whoever brought them, a generation at a time, so that the answer does not
// depend on the order in memory.
bool Friends::have_brought(std::span<const ContactKey> first,
                           std::span<const ContactKey> second) const {
    std::unordered_set<ContactKey> met(second.begin(), second.end());
    std::vector<ContactKey> generation(met.begin(), met.end());
    for (std::size_t depth = 0; depth < limits::referral_generations_max && !generation.empty();
         ++depth) {
        std::vector<ContactKey> above;
        for (const ContactKey key : generation) {
            const auto [begin, end] = referrers_.equal_range(key);
            for (auto known = begin; known != end; ++known) {
                if (met.insert(known->second).second) {
                    above.push_back(known->second);
                }
            }
        }
        if (share_one(above, first)) {
            return true;
        }
        generation = std::move(above);
    }
    return false;
}

bool Friends::may_count(std::span<const ContactKey> friend_keys,
                        std::span<const ContactKey> referrer_keys) const {
    const auto is_out = [&](ContactKey key) { return is_barred(key); };
    if (share_one(friend_keys, referrer_keys) || std::ranges::any_of(friend_keys, is_out) ||
        std::ranges::any_of(referrer_keys, is_out)) {
        return false;
    }
    const bool has_met = std::ranges::any_of(friend_keys, [&](ContactKey one) {
        return std::ranges::any_of(referrer_keys,
                                   [&](ContactKey referrer) { return has_counted(one, referrer); });
    });
    return !has_met && !have_brought(friend_keys, referrer_keys);
}

}  // namespace standby::core
