// Points for bringing friends, and what fraud does to them.
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace standby::sim {

// Nobody counts for themselves, twice for the same referrer, or for whom they brought, be it by
// way of others. Fraud counts for nobody, and nobody counts for fraud.
bool NaiveResource::friend_counts(const std::vector<ContactKey>& friend_keys,
                                  const std::vector<ContactKey>& referrer_keys) const {
    const std::set<ContactKey> barred{state_.barred.begin(), state_.barred.end()};
    const auto overlap = [](const std::set<ContactKey>& known,
                            const std::vector<ContactKey>& keys) {
        return std::ranges::any_of(keys, [&](ContactKey key) { return known.contains(key); });
    };
    const std::set<ContactKey> referrer{referrer_keys.begin(), referrer_keys.end()};
    const std::set<ContactKey> newcomer{friend_keys.begin(), friend_keys.end()};
    if (overlap(barred, friend_keys) || overlap(barred, referrer_keys) ||
        overlap(referrer, friend_keys)) {
        return false;
    }
    std::set<ContactKey> above = referrer;  // and all who brought them
    for (std::size_t before = 0; before != above.size();) {
        before = above.size();
        for (const NaiveFriendship& friendship : state_.friendships) {
            if (overlap(above, friendship.friend_keys)) {
                above.insert(friendship.referrer_keys.begin(), friendship.referrer_keys.end());
            }
        }
    }
    return !overlap(above, friend_keys) &&
           std::ranges::none_of(state_.friendships, [&](const NaiveFriendship& friendship) {
               return overlap(newcomer, friendship.friend_keys) &&
                      overlap(referrer, friendship.referrer_keys);
           });
}

void NaiveResource::credit_referrer(Ticket referred) {
    const NaiveEntry& brought = *find_entry(referred);
    const NaiveEntry* entry = find_entry(brought.referrer);
    if (entry == nullptr || !core::is_active(entry->state) ||
        !friend_counts(brought.friend_keys, brought.referrer_keys)) {
        return;
    }
    const std::int32_t raw = state_.rules.referral.points;
    std::int64_t sum = raw;
    for (const NaiveCredit& credit : entry->credits) {
        sum += credit.raw;
    }
    const std::int64_t held = std::min<std::int64_t>(sum, state_.rules.referral.cap);
    const auto delta =
        static_cast<std::int32_t>(std::max<std::int64_t>(0, held - entry->referral_points));
    emit_entry(core::PointsChanged{.referred = referred,
                                   .raw = raw,
                                   .delta = delta,
                                   .friend_keys = brought.friend_keys,
                                   .referrer_keys = brought.referrer_keys},
               Reason::Referral, {.entry = entry->ticket}, entry->state);
}

void NaiveResource::reverse_referral(const NaiveEntry& removed) {
    const NaiveEntry* entry = find_entry(removed.referrer);
    if (entry == nullptr || !core::is_active(entry->state)) {
        return;
    }
    const auto row = std::ranges::find(entry->credits, removed.ticket, &NaiveCredit::referred);
    if (row == entry->credits.end()) {
        return;
    }
    std::int64_t sum = -std::int64_t{row->raw};
    for (const NaiveCredit& credit : entry->credits) {
        sum += credit.raw;
    }
    const std::int64_t held = std::min<std::int64_t>(sum, state_.rules.referral.cap);
    const auto delta =
        static_cast<std::int32_t>(std::min<std::int64_t>(0, held - entry->referral_points));
    emit_entry(core::PointsChanged{.referred = removed.ticket, .raw = -row->raw, .delta = delta},
               Reason::Fraud, {.entry = entry->ticket}, entry->state);
}

void NaiveResource::bar_friend(const core::RemoveEntry& command) {
    const NaiveEntry& entry = *find_entry(command.entry);
    std::vector<ContactKey> keys = command.friend_keys;
    if (core::is_active(entry.state)) {
        keys.insert(keys.end(), entry.friend_keys.begin(), entry.friend_keys.end());
    }
    std::vector<ContactKey> news;
    for (const ContactKey key : keys) {
        if (std::ranges::find(state_.barred, key) == state_.barred.end() &&
            std::ranges::find(news, key) == news.end()) {
            news.push_back(key);
        }
    }
    if (!news.empty()) {
        emit_entry(core::EntryBarred{.friend_keys = news}, Reason::Fraud, {.entry = command.entry},
                   entry.state);
    }
}

}  // namespace standby::sim
