// What was changed in a resource since its rows were last written: which rows to encode again, and
// the last rows of what has ended. Noting is an append to a vector, so that it costs a join next to
// nothing. It is no part of the resource's value.
#pragma once

#include "core/model/ids.hpp"
#include "core/model/states.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace standby::core {

// A row of a ticket, offer number or opening number as it is to be stored. Without data, only the
// state of the stored row changes.
struct RowChange {
    std::uint32_t number = 0;
    std::uint8_t state = 0;
    std::vector<std::byte> data;
    bool is_new = false;  // no row of this number was given out before
    friend bool operator==(const RowChange&, const RowChange&) = default;
};
// Contact keys of an entry that is still on the list. The stored list of an ended entry is not
// needed any more and may keep what it has.
struct ContactChange {
    Ticket entry = 0;
    ContactKey contact;
    bool added = true;
    friend bool operator==(const ContactChange&, const ContactChange&) = default;
};
// Small things that stay for good: an outside event that was seen (`key` is its EventKey, `value`
// the opening it made, or 0), and a compensation that was asked for (`key` is the offer's number
// times two plus the compensation). A friend who counted for a referrer (`friend_key`, and the
// friend's own key); a referral that counted, of an entry that has ended (its ticket, and
// `ended_referral`; 0: taken back); a friend found to be fraud (their key, and the ticket). An
// entry whose person an earlier version erased while it was on the list (its ticket); only the
// migration writes those. What a version can leave aside that does not know it has a kind from 128
// on: it stays stored as it is. A kind below that has to be known to decide.
inline constexpr std::uint8_t facts_left_aside = 128;
enum class FactKind : std::uint8_t {
    SeenEvent = 1,
    Compensated = 2,
    FriendCounted = 3,
    EndedReferral = 4,
    Barred = 5,
    ErasedOnList = 6,
};
struct Fact {
    FactKind kind = FactKind::SeenEvent;
    std::uint64_t key = 0;
    std::uint64_t value = 0;
    friend bool operator==(const Fact&, const Fact&) = default;
};
constexpr std::uint64_t compensation_key(OfferNumber offer, Compensation compensation) {
    return std::uint64_t{offer.value()} * 2 + static_cast<std::uint64_t>(compensation);
}
// One number for the two, from which each tells the other.
constexpr std::uint64_t pair_key(ContactKey one, std::uint64_t other) {
    return other ^ std::rotl(one.value(), 32);
}
constexpr std::uint64_t ended_referral(Ticket referrer, std::int32_t raw_points) {
    return std::uint64_t{referrer} << 32U | static_cast<std::uint32_t>(raw_points);
}

// The last of each kind when the changes began to be noted.
struct LastNumbers {
    Ticket entry = 0;
    OfferNumber offer;
    OpeningNumber opening;
};

// Numbers may be noted more than once, and also those of what has ended since.
struct Changes {
    bool any = false;  // at least one event was applied
    LastNumbers before;
    std::vector<Ticket> entries;
    std::vector<OfferNumber> offers;
    std::vector<OpeningNumber> openings;
    std::vector<ContactChange> contacts;
    std::vector<Fact> facts;
    std::vector<RowChange> last_entries;
    std::vector<RowChange> last_offers;
    std::vector<RowChange> last_openings;

    void note(Ticket entry) { append(entries, entry); }
    void note(OfferNumber offer) { append(offers, offer); }
    void note(OpeningNumber opening) { append(openings, opening); }

private:
    // The same thing is often changed several times in a row.
    template <class Number>
    static void append(std::vector<Number>& numbers, Number number) {
        if (numbers.empty() || numbers.back() != number) {
            numbers.push_back(number);
        }
    }
};

}  // namespace standby::core
