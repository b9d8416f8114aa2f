// Who brought whom, for ever: a friend counts once for a referrer, nobody counts for whom they
// brought themselves, and whoever was found to be fraud counts for nobody. People are known by keys
// that stay the same however an address is spelled, and one person may have several of them.
#pragma once

#include "core/model/ids.hpp"

#include <cstddef>
#include <span>
#include <unordered_map>
#include <unordered_set>

namespace standby::core {

class Friends {
public:
    // False: it was so already.
    bool count(ContactKey friend_key, ContactKey referrer);
    bool bar(ContactKey key);

    [[nodiscard]] bool has_counted(ContactKey friend_key, ContactKey referrer) const;
    [[nodiscard]] bool is_barred(ContactKey key) const { return barred_.contains(key); }
    // Whether the second were brought by the first, directly or through others; looked for over
    // `limits::referral_generations_max` generations.
    [[nodiscard]] bool have_brought(std::span<const ContactKey> first,
                                    std::span<const ContactKey> second) const;
    // Whether a friend with these keys may count for a referrer with those.
    [[nodiscard]] bool may_count(std::span<const ContactKey> friend_keys,
                                 std::span<const ContactKey> referrer_keys) const;

    // In no particular order: visit(friend, referrer), and visit(key).
    template <class Visit>
    void for_each_counted(Visit&& visit) const {
        for (const auto& [friend_key, referrer] : referrers_) {
            visit(friend_key, referrer);
        }
    }
    template <class Visit>
    void for_each_barred(Visit&& visit) const {
        for (const ContactKey key : barred_) {
            visit(key);
        }
    }

private:
    std::unordered_multimap<ContactKey, ContactKey> referrers_;  // by friend
    std::unordered_set<ContactKey> barred_;
};

}  // namespace standby::core
