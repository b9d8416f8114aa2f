// What staff write to guests of a list: one text for many. The messages of the outbox (kind
// StaffMessage) point to it with its number as their `event`, so that the words are stored once.
// They may name people: they go when the messages of the account do, and with a guest whom alone
// they were written to (Store::erase).
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::engine {

// Whoever has stolen a session can't flood guests: so many in a day to one guest of a list, and so
// many guests in a day for one account.
inline constexpr std::size_t staff_messages_per_guest_max = 3;
inline constexpr std::size_t staff_messages_per_account_max = 2'000;
inline constexpr Duration staff_messages_span = std::chrono::hours{24};

struct StaffMessage {
    std::uint64_t number = 0;  // given by the registry; none comes again
    AccountNumber account;
    core::ResourceNumber resource;
    Time made_at{};
    RequestKey request;  // of the Idempotency-Key; zeros: it came without one
    std::uint64_t request_digest = 0;
    std::vector<core::Ticket> guests;  // whom it is for, each once
    std::string subject;               // may be empty
    std::string text;                  // empty: the words are gone
    friend bool operator==(const StaffMessage&, const StaffMessage&) = default;
};

// Who of those whom a message is for gets it.
struct AdmittedMessage {
    std::uint64_t number = 0;                 // 0: nobody does, or it was only asked
    std::vector<core::Ticket> guests;         // in the order given
    std::vector<core::Ticket> had_enough;     // were written to often enough today
    std::vector<core::Ticket> over_budget;    // the account's messages of today are used up
    std::uint64_t left = 0;                   // so many more may be written to today
    std::optional<std::uint64_t> digest_was;  // set: a request under the same key came before
    friend bool operator==(const AdmittedMessage&, const AdmittedMessage&) = default;
};

class StaffMessages {
public:
    virtual ~StaffMessages() = default;

    // Keeps the message for those whom it may go to; counted and kept in one step, so that many at
    // once don't get past the limits. Under a key that was used in the last day it gives what was
    // kept then.
    virtual Result<AdmittedMessage, StoreError> add_staff_message(const StaffMessage& message) = 0;
    // Who would get it; nothing is kept.
    virtual Result<AdmittedMessage, StoreError>
    room_for_staff_message(const StaffMessage& message) = 0;
    virtual Result<std::optional<StaffMessage>, StoreError> staff_message(std::uint64_t number) = 0;
    // Forgets those made before; of the newest one only the words, so that no number comes again.
    // Of one account, unless it is 0. Tells how many.
    virtual Result<std::uint64_t, StoreError> drop_staff_messages(Time before,
                                                                  AccountNumber account) = 0;
    // Takes away the words that were for this guest alone.
    virtual Result<void, StoreError> erase_staff_messages_to(core::EntryId entry) = 0;
};

}  // namespace standby::engine
