// Staff are told when mails, or texts, reach nobody, and when they do again. The outbox itself
// remembers who was told what, so it does not matter which node finds out, nor whether it was
// started again meanwhile.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace standby::engine {

// A house hears of an outage of a channel at most once in this time, however often it comes and
// goes.
inline constexpr Duration outage_pause = std::chrono::hours{1};

// The `event` of a message about an outage: nodes that find out in the same hour mean the same one.
// The word that it is over has the number of the word that it is about.
std::uint64_t outage_number(Channel channel, Time at);
Channel channel_of_outage(std::uint64_t number);

// What houses know of one channel.
class ToldOutages {
public:
    static Result<ToldOutages, StoreError> read(Store& store, Channel channel, Time now);

    // Told that it is down, and not yet that it is back.
    bool knows(AccountNumber account) const;
    // When the house may be told of another outage; nothing: it was told of none of late.
    std::optional<Time> next_word(AccountNumber account) const;
    // The outages that houses know of, each with its number.
    std::map<AccountNumber, std::uint64_t> known() const;

private:
    struct Word {
        std::uint64_t number = 0;
        Time at{};
    };
    std::map<AccountNumber, Word> last_;
    std::set<std::pair<AccountNumber, std::uint64_t>> over_;
};

// Puts the word that the channel is down into the house's outbox. False: it is there.
Result<bool, StoreError> queue_outage(Store& store, AccountNumber account, Channel channel,
                                      Time now);
// Tells all houses that know of an outage that it is over; how many.
Result<std::size_t, StoreError> queue_return(Store& store, Channel channel, Time now);

}  // namespace standby::engine
