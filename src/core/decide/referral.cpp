#include "core/decide/referral.hpp"

#include "base/probe.hpp"

#include <algorithm>
#include <optional>

namespace standby::core {
namespace {

std::optional<EndedReferral> credit_of(const ResourceState& state, Ticket referred) {
    if (const auto row = state.referred.find(referred); row != state.referred.end()) {
        return row->second.credited
                   ? std::optional(EndedReferral{.referrer = row->second.referrer,
                                                 .raw_points = row->second.raw_points})
                   : std::nullopt;
    }
    const auto ended = state.ended_referrals.find(referred);
    return ended == state.ended_referrals.end() ? std::nullopt : std::optional(ended->second);
}

}  // namespace

std::vector<ContactKey> referrer_keys(const ResourceState& state, Ticket referrer,
                                      std::span<const ContactKey> known) {
    if (known.empty()) {
        return {ContactKey{entry_id(state.number, referrer).value()}};
    }
    return {known.begin(), known.end()};
}

void credit_referral(EventBuilder& builder, const Referred& row, Ticket referred) {
    const ResourceState& state = builder.state();
    const EntryState at = state.entries.state(row.referrer);
    if (row.referrer == 0 || !is_active(at)) {
        return;
    }
    if (!state.friends.may_count(row.friend_keys, row.referrer_keys)) {
        PROBE("a friend who was proven meanwhile counts no more");
        return;
    }
    const auto known = state.referrers.find(row.referrer);
    const Referrer ledger = known == state.referrers.end() ? Referrer{} : known->second;
    const std::int64_t raw = state.rules.referral.points;
    const std::int64_t sum =
        std::min<std::int64_t>(state.rules.referral.cap, ledger.raw_points + raw);
    const auto delta = static_cast<std::int32_t>(std::max<std::int64_t>(0, sum - ledger.points));
    if (delta < raw) {
        PROBE("a referral meets the cap");
    }
    builder.entry(row.referrer, at, at, Reason::Referral,
                  PointsChanged{.referred = referred,
                                .raw = static_cast<std::int32_t>(raw),
                                .delta = delta,
                                .friend_keys = row.friend_keys,
                                .referrer_keys = row.referrer_keys});
}

void reverse_referral(EventBuilder& builder, Ticket referred) {
    const ResourceState& state = builder.state();
    const std::optional<EndedReferral> credit = credit_of(state, referred);
    const auto known = state.referrers.find(credit ? credit->referrer : 0);
    if (!credit || known == state.referrers.end()) {
        return;
    }
    PROBE("a fraudulent referral is taken back");
    const Referrer& ledger = known->second;
    const std::int64_t sum =
        std::min<std::int64_t>(state.rules.referral.cap, ledger.raw_points - credit->raw_points);
    const auto delta = static_cast<std::int32_t>(std::min<std::int64_t>(0, sum - ledger.points));
    const EntryState at = state.entries.state(known->first);
    builder.entry(known->first, at, at, Reason::Fraud,
                  PointsChanged{.referred = referred, .raw = -credit->raw_points, .delta = delta});
}

void bar_friend(EventBuilder& builder, Ticket entry, std::span<const ContactKey> friend_keys) {
    const ResourceState& state = builder.state();
    EntryBarred body;
    const auto add = [&](ContactKey key) {
        if (!state.friends.is_barred(key) &&
            std::ranges::find(body.friend_keys, key) == body.friend_keys.end()) {
            body.friend_keys.push_back(key);
        }
    };
    std::ranges::for_each(friend_keys, add);
    if (const auto row = state.referred.find(entry); row != state.referred.end()) {
        std::ranges::for_each(row->second.friend_keys, add);
    }
    if (!body.friend_keys.empty()) {
        PROBE("a friend is kept from earning");
        const EntryState at = state.entries.state(entry);
        builder.entry(entry, at, at, Reason::Fraud, std::move(body));
    }
}

}  // namespace standby::core
