// The booking systems to which the places of lists belong: how each is set up, what staff see of
// it, and what the API asks of whoever looks after them.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/booking_system.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

inline constexpr std::size_t booking_url_bytes_max = 2'000;
inline constexpr std::size_t booking_token_bytes_max = 1'000;

struct BookingSettings {
    BookingSystemKind kind = BookingSystemKind::Http;
    std::string url;              // Cal.com: empty is where its makers run it
    std::int64_t event_type = 0;  // Cal.com: what is booked; 0: the one called like the service
    friend bool operator==(const BookingSettings&, const BookingSettings&) = default;
};

// What is typed in. An empty token is the one that is kept.
struct BookingSetup {
    BookingSettings settings;
    std::string token;
};

// Closed: it is asked. Open: it has failed so often that it is left alone for a while. HalfOpen:
// one question will tell.
enum class BreakerState : std::uint8_t { Closed, HalfOpen, Open };
std::string_view name_of(BreakerState state);  // "half_open"

// Something that only staff can sort out.
struct BookingCard {
    std::uint64_t number = 0;
    std::string kind;  // "given_up", "refused", "missing", "left"
    core::EntryId entry;
    core::OfferId offer;
    std::optional<BookingProblem> problem;
    Time made_at{};
};

struct BookingStatus {
    BreakerState breaker = BreakerState::Closed;
    std::optional<Time> asked_again_at;     // open: until then it is left alone
    std::optional<BookingProblem> problem;  // of the last answer; none: it was fine
    std::optional<Time> answered_at;
    std::optional<Time> failed_at;
    // Of the last 24 hours: bookings after a yes, and those that came to nothing.
    std::uint64_t booked = 0;
    std::uint64_t taken = 0;      // somebody was faster
    std::uint64_t given_up = 0;   // no answer in time, or refused
    std::uint64_t under_way = 0;  // holds, bookings and cancellations that are not answered yet
    std::vector<BookingCard> cards;
};

struct ConnectedBookings {
    core::ResourceNumber resource;
    AccountNumber account;
    BookingSettings settings;
    bool is_locked = false;  // sealed with a key that this server does not have
    Time created_at{};
    Time changed_at{};
    BookingStatus status;
};

struct TestedBookings {
    std::optional<BookingProblem> problem;  // none: it works
};

// For whoever watches the server: one per list that this node looks after.
struct WatchedBookings {
    core::ResourceNumber resource;
    BookingSystemKind kind = BookingSystemKind::Http;
    BreakerState breaker = BreakerState::Closed;
};

enum class BookingSetupError : std::uint8_t {
    NoKey,         // the key that seals tokens cannot be read or made
    KeyNotShared,  // other nodes could not read what this one would seal
    NoToken,       // there is none to keep, or it belongs to another address
    Unavailable,
};

// All calls may come from any thread. Those with a registry wait for the store.
class BookingSystems {
public:
    virtual ~BookingSystems() = default;

    virtual Result<std::optional<ConnectedBookings>, StoreError>
    find(Registry& registry, core::ResourceNumber list) = 0;
    virtual Result<void, BookingSetupError> save(Registry& registry, AccountNumber account,
                                                 core::ResourceNumber list,
                                                 const BookingSetup& setup, Time now) = 0;
    // What is booked stays booked, and what is held runs out. False: there was none.
    virtual Result<bool, StoreError> remove(Registry& registry, AccountNumber account,
                                            core::ResourceNumber list, Time now) = 0;
    // Staff have seen to all cards of the list.
    virtual Result<void, StoreError> settle(Registry& registry, AccountNumber account,
                                            core::ResourceNumber list, Time now) = 0;
    // What is wrong with an address, before anybody asks there: the end of a sentence that begins
    // with "url".
    virtual std::optional<std::string> problem_of_url(const std::string& url) const = 0;
    // Asks without changing anything. `done` is called exactly once, later on another thread, or
    // at once with nothing when too much is under way.
    virtual void test(AccountNumber account, core::ResourceNumber list, BookingSetup setup,
                      std::function<void(std::optional<TestedBookings>)> done) = 0;
};

}  // namespace standby::engine
