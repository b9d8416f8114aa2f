// What is kept of message buses: how far the events of each account have come on each, and which
// messages of others could not be understood, for staff to see.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

// A message that came in and was put aside. It may be anybody's: of what it says only its id is
// kept.
struct RejectedMessage {
    std::uint64_t number = 0;  // given by the registry
    AccountNumber account;
    core::ResourceNumber resource;  // 0: it names none that there is
    std::string bus;                // "nats"
    std::string subject;
    std::string event_id;  // empty: it has none
    std::string reason;    // a sentence
    Time at{};
    friend bool operator==(const RejectedMessage&, const RejectedMessage&) = default;
};

class BusCursors {
public:
    virtual ~BusCursors() = default;

    // The position in the account's feed; 0 before the first. A bus is known by a name, "nats".
    virtual Result<std::uint64_t, StoreError> bus_cursor(std::string_view bus,
                                                         AccountNumber account) = 0;
    // One that is further back than what is kept already changes nothing.
    virtual Result<void, StoreError> keep_bus_cursor(std::string_view bus, AccountNumber account,
                                                     std::uint64_t position) = 0;

    // The oldest go when an account has more than `rejected_kept_max`.
    virtual Result<void, StoreError> add_rejected(const RejectedMessage& message) = 0;
    // Those that nobody has seen to, the newest first, at most `limit`.
    virtual Result<std::vector<RejectedMessage>, StoreError> rejected(AccountNumber account,
                                                                      std::size_t limit) = 0;
    // Staff have seen to all up to this one.
    virtual Result<void, StoreError> settle_rejected(AccountNumber account,
                                                     std::uint64_t number) = 0;
};

inline constexpr std::size_t rejected_kept_max = 200;

}  // namespace standby::engine
