// Counting what happens on a list, event by event: adds to the days on which things happened or
// began. Goes on from what was counted before, so nothing has to be counted twice.
#pragma once

#include "base/zone.hpp"
#include "core/state/resource_state.hpp"
#include "engine/history/rollup/rollup_state.hpp"

#include <functional>
#include <unordered_map>
#include <utility>

namespace standby::engine {

// What messages tell of an offer.
struct OfferTold {
    TellingChannel channel = TellingChannel::Page;
    std::optional<Time> at;      // when it arrived, or, where that is not known, left
    std::optional<bool> opened;  // nothing: not known
    friend bool operator==(const OfferTold&, const OfferTold&) = default;
};
using ToldOffers = std::unordered_map<core::OfferNumber, OfferTold>;

// The zone of that name; null when there is none.
using FindZone = std::function<const Zone*(std::string_view name)>;

// How an opening stands that nobody has, told by its state alone.
PlaceEnd end_of(core::OpeningState state);

class RollupFold {
public:
    // A cancellation is late when it comes less than this before the start.
    static constexpr Duration late_cancellation = std::chrono::hours{24};

    RollupFold(RollupState state, FindZone find_zone);

    // The resource as it was before the first event, unless that made it. Offers and openings that
    // were under way then count as made; of everything before nothing is known.
    void begin(const core::ResourceState& state, std::optional<Time> since);
    // What messages tell of the offers that the next events end. An offer without is counted by no
    // channel.
    void tell(ToldOffers told) { told_ = std::move(told); }
    // The next event.
    void add(const core::Event& event);

    const RollupState& state() const { return state_; }
    RollupState& state() { return state_; }
    // What was added, by day.
    std::map<DayNumber, DayCells>& days() { return days_; }
    const std::map<DayNumber, DayCells>& days() const { return days_; }

    DayNumber day_at(Time at) const;

private:
    void add_body(const core::Event&, const core::ResourceCreated&);
    void add_body(const core::Event&, const core::SettingsChanged&);
    void add_body(const core::Event&, const core::RulesChanged&);
    void add_body(const core::Event&, const core::StatusChanged&);
    void add_body(const core::Event&, const core::PlacesReleased&);
    void add_body(const core::Event&, const core::PlacesRevoked&);
    void add_body(const core::Event&, const core::PlacesIdled&);
    void add_body(const core::Event&, const core::EntryJoined&);
    void add_body(const core::Event&, const core::EntryVerified&);
    void add_body(const core::Event&, const core::EntryUpdated&);
    void add_body(const core::Event&, const core::EntryEnded&);
    void add_body(const core::Event&, const core::OfferMade&);
    void add_body(const core::Event&, const core::OfferSent&);
    void add_body(const core::Event&, const core::OfferClaimed&);
    void add_body(const core::Event&, const core::OfferAccepted&);
    void add_body(const core::Event&, const core::OfferEnded&);
    void add_body(const core::Event&, const core::OpeningAdded&);
    void add_body(const core::Event&, const core::OpeningMoved&);
    void add_body(const core::Event&, const core::StandingYes&);
    void add_body(const core::Event&, const auto&) {}

    // A cell of a day and the one of all days.
    struct Cells {
        Cell& day;
        Cell& total;
        void add(Figure figure, std::uint64_t detail = 0, std::int64_t count = 1) const;
        void add_time(Figure figure, Duration duration) const;
        void add_money(Figure figure, const core::Money& price, std::uint64_t count) const;
    };
    Cells cells(DayNumber day, DimensionNumber about);

    bool counts_places() const { return state_.kind != core::Kind::Slots; }
    std::uint64_t limit() const;
    void use(const core::Settings& settings);
    void turn_to(Time at);
    void sweep(Time now);
    DimensionNumber dimension_of(const core::Slot& slot);
    void set_end(OpeningUnderWay& opening, PlaceEnd end);
    void set_end(PlacesUnderWay& places, PlaceEnd end);
    void idle_places(std::uint64_t count, PlaceEnd end);
    void note_offered(const core::Event& event, const core::OfferMade& body);
    void free_places(Time at, std::uint64_t count);
    void fill_places(Time at, std::uint64_t count);
    void fill_opening(const core::Event& event);
    void note_cancellation(DayNumber day, DimensionNumber about, Time at,
                           std::optional<Time> starts_at);
    void answer(core::OfferNumber number, OfferUnderWay& offer, Time at, Figure how);
    void run_out(core::OfferNumber number, const OfferUnderWay& offer, Time at);
    void note_channel(core::OfferNumber number, const OfferUnderWay& offer, bool is_accepted);
    void leave(const core::Event& event);
    void set_party(core::Ticket entry, std::uint32_t size);
    std::uint32_t party_of(core::Ticket entry) const;

    RollupState state_;
    FindZone find_zone_;
    Zone zone_ = Zone::utc();
    std::map<DayNumber, DayCells> days_;
    std::map<std::pair<std::string, std::string>, DimensionNumber> known_dimensions_;
    ToldOffers told_;
    std::uint8_t hour_ = 0;  // of the event that is being added
};

}  // namespace standby::engine
