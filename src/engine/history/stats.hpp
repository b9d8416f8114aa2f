// What became of a resource's places and offers, counted from its events, as a whole and day by
// day. The memory this takes depends on what is on the list now and on the days asked for, not on
// the length of the history.
#pragma once

#include "base/zone.hpp"
#include "core/model/event.hpp"
#include "core/state/resource_state.hpp"
#include "engine/history/spread.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace standby::engine {

// What was earned, by currency, in minor units.
using Revenue = std::map<std::array<char, 3>, std::int64_t>;

// How many offers of some sort there were, and how many of these were accepted.
struct Taken {
    std::uint64_t offers = 0;
    std::uint64_t accepted = 0;
    friend bool operator==(const Taken&, const Taken&) = default;
};

// What happened on one day of the resource's own calendar.
struct DayFigures {
    std::chrono::local_days day{};
    std::uint64_t joins = 0;
    std::uint64_t left = 0;
    std::uint64_t freed = 0;
    std::uint64_t filled = 0;
    std::uint64_t offers = 0;
    std::uint64_t accepted = 0;
    std::uint64_t declined = 0;
    std::uint64_t expired = 0;
    std::uint64_t no_shows = 0;
    std::optional<Duration> median_to_fill;  // of what was filled on this day
    Revenue revenue;
    friend bool operator==(const DayFigures&, const DayFigures&) = default;
};

struct Stats {
    struct Offers {
        std::uint64_t made = 0;
        std::uint64_t accepted = 0;
        std::uint64_t declined = 0;
        std::uint64_t expired = 0;
        std::uint64_t withdrawn = 0;
        std::uint64_t live = 0;  // live or confirming
        friend bool operator==(const Offers&, const Offers&) = default;
    };
    struct Openings {
        std::uint64_t freed = 0;   // every opening there was
        std::uint64_t filled = 0;  // by somebody from the line
        std::uint64_t handed_back = 0;
        std::uint64_t walk_in = 0;  // came too late to be offered
        friend bool operator==(const Openings&, const Openings&) = default;
    };
    struct Places {
        std::uint64_t freed = 0;   // released, vacated, or added; not those there from the start
        std::uint64_t filled = 0;  // of these
        friend bool operator==(const Places&, const Places&) = default;
    };
    Offers offers;
    std::optional<Openings> openings;  // slots only
    Places places;                     // for slots the same as the openings
    std::optional<double> fill_rate;   // filled of freed, from 0 to 1; nothing when none was freed
    std::optional<Spread> time_to_fill;    // from freed to accepted
    std::optional<Spread> time_to_answer;  // from sent, or else made, to a yes or a no
    std::uint64_t joins = 0;
    std::uint64_t left = 0;
    std::uint64_t no_shows = 0;
    std::uint64_t attended = 0;
    std::optional<double> no_show_rate;  // of those of whom it is known whether they came
    // Entries that wait for each place of the capacity, or for each slot freed in the days asked
    // for; nothing where there is no place.
    std::optional<double> waiting_per_place;
    Revenue revenue;                  // of what was freed and filled from the line
    std::array<Taken, 24> by_hour{};  // by the local hour at which the offer was made
    std::vector<DayFigures> by_day;   // oldest first, without gaps, the last one is today
    std::uint64_t as_of = 0;          // the last event counted
    friend bool operator==(const Stats&, const Stats&) = default;
};

struct StatsOptions {
    Zone zone = Zone::utc();  // of the resource
    Time now{};
    std::uint32_t days = 0;  // how far the days go back, today included
};

class StatsFold {
public:
    explicit StatsFold(StatsOptions options = {});

    // The resource as it was before the first event, unless that made it. Offers and openings that
    // were under way then count as made; of everything before nothing is known.
    void begin(const core::ResourceState& state);
    // The events of one resource, in order, from there on.
    void add(const core::Event& event);
    Stats result() const;

private:
    struct OpenOffer {
        Time asked_at{};
        bool answered = false;  // or never asked
        std::uint32_t places = 0;
        std::size_t hour = 0;  // at which it was made
    };
    struct Opened {
        Time at{};
        std::optional<core::Money> price;
    };
    struct Day {
        DayFigures figures;
        SpreadFold to_fill;
    };
    struct FreedPlaces {
        Time at{};
        std::uint64_t count = 0;
    };

    void add_body(const core::Event&, const core::ResourceCreated&);
    void add_body(const core::Event&, const core::SettingsChanged&);
    void add_body(const core::Event&, const core::RulesChanged&);
    void add_body(const core::Event&, const core::PlacesReleased&);
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
    void add_body(const core::Event&, const auto&) {}

    bool counts_places() const { return settings_.kind != core::Kind::Slots; }
    std::uint64_t limit() const;
    DayFigures& today() { return days_[day_].figures; }
    void turn_to(Time at);
    void earn(const std::optional<core::Money>& price, std::uint64_t count);
    void note_fill(Duration took);
    std::optional<double> waiting_per_place(const Stats& stats) const;
    void free_places(Time at, std::uint64_t count);
    void fill_places(Time at, std::uint64_t count);
    void answer(core::OfferNumber offer, Time at);
    void leave(const core::Event& event);
    void set_party(core::Ticket entry, std::uint32_t size);
    std::uint32_t party_of(core::Ticket entry) const;

    Stats stats_;
    Stats::Openings openings_;
    core::Settings settings_;
    std::optional<core::Money> payment_;
    std::uint64_t waiting_ = 0;
    std::uint64_t released_ = 0;
    std::uint64_t offers_ended_ = 0;
    std::unordered_map<core::OfferNumber, OpenOffer> offers_;
    std::map<core::OpeningNumber, Opened> opened_;             // those that may still be filled
    std::deque<FreedPlaces> freed_;                            // not filled so far, oldest first
    std::unordered_map<core::Ticket, std::uint32_t> parties_;  // those on the list that are not 1
    SpreadFold to_fill_;
    SpreadFold to_answer_;
    Zone zone_;
    std::chrono::local_days first_day_{};
    std::vector<Day> days_;  // the last one is for all that is not asked for
    std::size_t day_ = 0;    // of the event that is being added
    std::size_t hour_ = 0;   // of the same
};

}  // namespace standby::engine
