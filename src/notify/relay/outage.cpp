// Staff hear of it when a channel reaches nobody, by every other way there is, within a minute of
// the first failure; and when it works again.
#include "engine/outbox/outages.hpp"
#include "notify/relay/relay.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;

// A hiccup is over by then: the channel was tried again, more than once.
constexpr Duration sure_after = std::chrono::seconds{20};
// However long it took to notice, staff hear of it within a minute of the first failure.
constexpr Duration late_after = std::chrono::seconds{45};
// It may work for a moment only.
constexpr Duration back_after = std::chrono::seconds{30};
constexpr Duration trouble_pause = std::chrono::seconds{1};
constexpr std::size_t held_up_max = 100'000;

// Whether there is any way but this one.
bool can_hear(const engine::House& house, Channel down, const Ways& ways) {
    const bool by_text = down != Channel::Sms && ways.sms && !house.staff_phone.empty();
    const bool by_mail = down != Channel::Mail && ways.mail && !house.staff_email.empty();
    return by_text || by_mail || !house.webhook_url.empty();
}

}  // namespace

// Whose message does not get out, by the only way there is for it.
void Relay::note_held_up(Channel channel, std::uint64_t message, engine::AccountNumber account,
                         Time now) {
    if (channel == Channel::Webhook) {
        return;
    }
    Outage& outage = channels_.at(channel).outage;
    if (outage.held_up.size() < held_up_max) {
        outage.held_up.insert_or_assign(message, account);
    }
    const bool is_new = outage.houses.emplace(account, false).second;
    if (is_new && outage.sure_at) {
        const Time at = std::max(now, *outage.sure_at);
        outage.tell_at = std::min(outage.tell_at.value_or(at), at);
    }
}

// It needs no channel any more.
void Relay::note_ended(std::uint64_t message) {
    for (auto& [channel, state] : channels_) {
        state.outage.held_up.erase(message);
    }
}

void Relay::begin_outage(Channel channel, Time now) {
    if (channel == Channel::Webhook) {
        return;
    }
    Outage& outage = channels_.at(channel).outage;
    const Time first = outage.failing_since.value_or(now);
    outage.sure_at = std::max(now, std::min(now + sure_after, first + late_after));
    outage.tell_at = outage.sure_at;
    outage.back_at.reset();
}

void Relay::end_outage(Channel channel, Time now) {
    if (channel == Channel::Webhook) {
        return;
    }
    Outage& outage = channels_.at(channel).outage;
    outage.waited.clear();
    for (const auto& [message, account] : outage.held_up) {
        ++outage.waited[account];
    }
    outage.held_up.clear();
    outage.houses.clear();
    outage.sure_at.reset();
    outage.tell_at.reset();
    outage.back_at = now + back_after;
}

// What an answer says about how long the channel has been failing.
void Relay::watch(Channel channel, SendOutcome outcome, Time now) {
    if (channel == Channel::Webhook) {
        return;
    }
    ChannelState& state = channels_.at(channel);
    Outage& outage = state.outage;
    const bool is_failure = outcome == SendOutcome::Unavailable || outcome == SendOutcome::Later;
    if (is_failure) {
        outage.failing_since = outage.failing_since.value_or(now);
        return;
    }
    outage.failing_since.reset();
    outage.put_off.clear();
    if (!state.breaker.is_open() && !outage.sure_at) {
        outage.held_up.clear();
        outage.houses.clear();
    }
    // What a process before this one has told may be untrue by now.
    if (!std::exchange(outage.has_answered, true) && !outage.back_at) {
        outage.back_at = now + back_after;
    }
}

bool Relay::tell_houses(Time now) {
    bool has_told = false;
    for (auto& [channel, state] : channels_) {
        Outage& outage = state.outage;
        if (outage.tell_at && now >= *outage.tell_at) {
            const auto next = tell_of_outage(channel, outage, now);
            outage.tell_at = next ? *next : std::optional{now + trouble_pause};
            has_told = true;
        }
        if (outage.back_at && now >= *outage.back_at) {
            const auto told = engine::queue_return(services_.store, channel, now);
            outage.back_at = told ? std::nullopt : std::optional{now + trouble_pause};
            is_woken_ = is_woken_ || (told && *told > 0);
            has_told = true;
        }
    }
    return has_told;
}

// When those may be told who were told of another one only just.
Result<std::optional<Time>, engine::StoreError> Relay::tell_of_outage(Channel channel,
                                                                      Outage& outage, Time now) {
    const auto told = TRY(engine::ToldOutages::read(services_.store, channel, now));
    std::optional<Time> later;
    for (auto& [account, is_done] : outage.houses) {
        if (is_done || told.knows(account)) {
            is_done = true;
            continue;
        }
        if (const auto next = told.next_word(account); next && *next > now) {
            later = std::min(later.value_or(*next), *next);
            continue;
        }
        const engine::House house = TRY(services_.registry.house(account));
        if (can_hear(house, channel, ways(now))) {
            TRY(engine::queue_outage(services_.store, account, channel, now));
            has_webhooks_ |= !house.webhook_url.empty();
            is_woken_ = true;
        }
        is_done = true;
    }
    return later;
}

std::optional<Time> Relay::next_word(Time now) const {
    std::optional<Time> next;
    for (const auto& [channel, state] : channels_) {
        for (const auto& at : {state.outage.tell_at, state.outage.back_at}) {
            if (at && *at > now) {
                next = std::min(next.value_or(*at), *at);
            }
        }
    }
    return next;
}

}  // namespace standby::notify
