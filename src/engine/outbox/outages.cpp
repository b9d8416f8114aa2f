#include "engine/outbox/outages.hpp"

#include <utility>
#include <vector>

namespace standby::engine {
namespace {

constexpr std::uint64_t channels_max = 4;
static_assert(static_cast<std::uint64_t>(last_channel) <= channels_max);
// Whoever was told longer ago may be told again.
constexpr Duration memory = std::chrono::days{30};

}  // namespace

std::uint64_t outage_number(Channel channel, Time at) {
    const auto hours = std::chrono::floor<std::chrono::hours>(at.time_since_epoch()).count();
    return static_cast<std::uint64_t>(hours) * channels_max +
           static_cast<std::uint64_t>(channel) % channels_max;
}

Channel channel_of_outage(std::uint64_t number) {
    // The last channel came when there was room for it alone: it has the number that none has.
    const std::uint64_t channel = number % channels_max;
    return channel == 0 ? last_channel : static_cast<Channel>(channel);
}

Result<ToldOutages, StoreError> ToldOutages::read(Store& store, Channel channel, Time now) {
    const std::uint64_t oldest = outage_number(channel, now - memory);
    ToldOutages told;
    for (const OutboxListing& down :
         TRY(store.messages_to_houses(MessageKind::ChannelDown, oldest))) {
        if (channel_of_outage(down.row.event) != channel) {
            continue;
        }
        Word& last = told.last_[AccountNumber{down.row.entry}];
        if (down.row.event > last.number) {
            last = {down.row.event, down.row.due_at};
        }
    }
    for (const OutboxListing& back :
         TRY(store.messages_to_houses(MessageKind::ChannelBack, oldest))) {
        told.over_.emplace(AccountNumber{back.row.entry}, back.row.event);
    }
    return told;
}

bool ToldOutages::knows(AccountNumber account) const {
    const auto last = last_.find(account);
    return last != last_.end() && !over_.contains({account, last->second.number});
}

std::optional<Time> ToldOutages::next_word(AccountNumber account) const {
    const auto last = last_.find(account);
    return last == last_.end() ? std::nullopt : std::optional{last->second.at + outage_pause};
}

std::map<AccountNumber, std::uint64_t> ToldOutages::known() const {
    std::map<AccountNumber, std::uint64_t> known;
    for (const auto& [account, word] : last_) {
        if (knows(account)) {
            known.emplace(account, word.number);
        }
    }
    return known;
}

Result<bool, StoreError> queue_outage(Store& store, AccountNumber account, Channel channel,
                                      Time now) {
    return store.queue_message({.event = outage_number(channel, now),
                                .kind = MessageKind::ChannelDown,
                                .entry = account.value(),
                                .due_at = now});
}

Result<std::size_t, StoreError> queue_return(Store& store, Channel channel, Time now) {
    std::size_t count = 0;
    const ToldOutages told = TRY(ToldOutages::read(store, channel, now));
    for (const auto& [account, number] : told.known()) {
        const bool is_new = TRY(store.queue_message({.event = number,
                                                     .kind = MessageKind::ChannelBack,
                                                     .entry = account.value(),
                                                     .due_at = now}));
        count += is_new ? 1 : 0;
    }
    return count;
}

}  // namespace standby::engine
