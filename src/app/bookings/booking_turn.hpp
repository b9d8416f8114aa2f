// One list's turn with its booking system: how each offer stands, what is next for it, and what
// came of that. What is asked for is kept before it is sent, and what came of it before it is told,
// so that a crash in between is made good at the next turn.
#pragma once

#include "app/bookings/booking_plan.hpp"
#include "app/bookings/booking_record.hpp"
#include "app/bookings/breaker.hpp"
#include "app/runtime/ask_engine.hpp"
#include "app/service/log.hpp"
#include "base/guarded.hpp"
#include "engine/ports/booking_system.hpp"
#include "engine/ports/booking_systems.hpp"
#include "engine/ports/clock.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

// What is booked is looked at over there so often, at most so many in a turn.
inline constexpr Duration booked_look_every = std::chrono::minutes{5};
inline constexpr std::size_t booked_looks_max = 10;

struct BookingServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Gateway& gateway;
    const engine::Clock& clock;
    Log& log;
};

// What a node knows of one booking system between its turns.
struct BookingMemory {
    bool is_loaded = false;
    std::uint64_t mark = 0;
    BookingProgress progress;
    std::map<std::uint32_t, BookingRecord> records;  // by the offer's number
    std::map<std::uint32_t, Time> looked_at;         // of those that are booked
};

// Counted since the server started, for whoever watches it.
struct BookingFigures {
    std::atomic<std::uint64_t> booked = 0;
    std::atomic<std::uint64_t> taken = 0;
    std::atomic<std::uint64_t> given_up = 0;
    std::atomic<std::uint64_t> asked = 0;
    std::atomic<std::uint64_t> failed = 0;  // of what was asked
};

class BookingTurn {
public:
    BookingTurn(BookingServices& services, engine::BookingSystem& system,
                const engine::Connection& connection, engine::BookingSystemKind kind,
                BookingMemory& memory, Guarded<Breaker>& breaker, BookingFigures& figures,
                const std::atomic<bool>& is_stopping)
        : services_(services),
          system_(system),
          connection_(connection),
          kind_(kind),
          memory_(memory),
          breaker_(breaker),
          figures_(figures),
          is_stopping_(is_stopping) {}

    // Both are false when the store or the list could not be reached, or another node was faster.
    // Asks whether the address and the token are right.
    bool check();
    bool go_on();
    // When there is something to do again, without anything new on the list. Nothing: never.
    std::optional<Time> next() const { return next_; }

private:
    struct Facts {
        OfferSeen seen;
        std::uint32_t entry = 0;
        std::uint32_t quantity = 1;
        std::optional<Time> starts_at;
        std::optional<core::Slot> slot;
    };
    struct ListView {
        bool is_external = false;
        std::string time_zone;
        std::map<std::uint32_t, Facts> offers;
    };
    using Known = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // offers and entries

    static ListView view_of(const core::ResourceState& state, const Known& known);
    static Facts facts_of(const core::ResourceState& state, core::OfferNumber number,
                          const core::Offer& offer);
    static OfferSeen seen_of(const core::ResourceState& state, core::OfferNumber number,
                             core::Ticket entry);

    bool load();
    bool save();
    void put(const BookingRecord& record);
    std::optional<ListView> look();
    void meet(const ListView& view);
    std::vector<std::uint32_t> in_order(const ListView& view) const;
    // False: enough for this turn.
    bool carry_on(std::uint32_t offer, const Facts& facts);
    bool take(BookingPlan plan, const Facts& facts);
    bool ask(const BookingPlan& plan, const Facts& facts);
    bool report(const BookingPlan& plan, const Facts& facts);
    bool look_at_booked(const ListView& view);
    bool may_ask();
    bool has_not_let_go(const BookingRecord& wants, bool counts_doubt) const;
    bool is_in_our_own_way(const BookingPlan& plan) const;
    engine::BookingResult<engine::BookingView> send(const BookingPlan& plan, const Facts& facts);
    std::optional<engine::BookingOrder> order_of(const BookingRecord& record, bool has_guest);
    void note_answer(const std::optional<engine::BookingProblem>& problem);
    void count(const BookingRecord& before, const BookingRecord& after);
    bool tell_steps(BookingRecord& record);
    std::string reference_of(const BookingRecord& record) const;
    void add_card(std::string_view kind, const BookingRecord& record);
    Telling telling(std::string key) const;
    void note_next(Time at);
    BookingAbility ability() const;

    BookingServices& services_;
    engine::BookingSystem& system_;
    const engine::Connection& connection_;
    engine::BookingSystemKind kind_;
    BookingMemory& memory_;
    Guarded<Breaker>& breaker_;
    BookingFigures& figures_;
    const std::atomic<bool>& is_stopping_;
    std::string time_zone_;
    std::map<std::string, std::string> put_;
    std::set<std::string> dropped_;
    std::vector<engine::ConnectionCard> cards_;
    bool is_changed_ = false;  // of the progress
    std::optional<Time> next_;
};

}  // namespace standby::app
