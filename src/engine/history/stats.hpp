// What became of a list's places and offers, as people are told: figures of all time or of some
// days, of everything or of one service or one member of staff. Counted in engine/history/rollup.
#pragma once

#include "engine/history/rollup/rollup.hpp"
#include "engine/history/spread.hpp"
#include "engine/ports/late_looks.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
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

struct ChannelFigures {
    Taken mail;
    Taken sms;
    Taken whatsapp;
    Taken page;  // no message left: the guest saw it, or had said yes before
    friend bool operator==(const ChannelFigures&, const ChannelFigures&) = default;
};

// Answers by the time since the message left. All counts are of `asked`: offers with a question
// that were answered or ran out.
struct ResponseFigures {
    struct Step {
        std::optional<Duration> until;  // nothing: whenever later
        std::uint64_t yes = 0;
        std::uint64_t no = 0;
        std::uint64_t late_yes = 0;  // said after the window
        std::uint64_t ran_out = 0;   // the window ended then
        friend bool operator==(const Step&, const Step&) = default;
    };
    std::uint64_t asked = 0;
    std::vector<Step> steps;
    std::optional<Timing> window;   // how long guests had
    std::uint64_t late_filled = 0;  // late yeses that got the place after all
    std::uint64_t yes() const;
    std::uint64_t late_yes() const;
    std::uint64_t ran_out() const;
    // Yeses that came after the window and got nothing, of all yeses; nothing without any.
    std::optional<double> lost_share() const;
    friend bool operator==(const ResponseFigures&, const ResponseFigures&) = default;
};

// How much a share would grow if more people fitted each place.
struct FitFigures {
    double people = 0;         // who fit a place when it is first offered, on average
    double filled = 0;         // of the places of which that is known
    std::uint32_t wanted = 0;  // so many would have to fit
    double wanted_filled = 0;  // for this share
    friend bool operator==(const FitFigures&, const FitFigures&) = default;
};

// How often guests opened the page of an offer after it had run out, by late_look_spans: each time
// one did, so it is no share of anything.
using LateLookFigures = std::array<std::uint64_t, late_look_spans.size()>;

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
    std::array<std::uint64_t, static_cast<std::size_t>(last_place_end) + 1> ends{};
    std::optional<Timing> time_to_fill;    // from freed to accepted
    std::optional<Timing> time_to_answer;  // from sent, or else made, to a yes or a no
    std::optional<Timing> freed_to_offered;
    std::optional<Timing> offered_to_told;
    std::optional<Timing> told_to_answered;
    // Of the list itself, not of a service or of staff: nothing where these are asked for.
    bool is_of_list = true;
    std::uint64_t joins = 0;
    std::uint64_t left = 0;
    std::uint64_t no_shows = 0;
    std::uint64_t attended = 0;
    std::uint64_t waiting = 0;           // now
    std::optional<double> no_show_rate;  // of those of whom it is known whether they came
    // Entries that wait for each place of the capacity, or for each slot freed in the days asked
    // for; nothing where there is no place.
    std::optional<double> waiting_per_place;
    std::uint64_t cancellations = 0;
    std::uint64_t late_cancellations = 0;
    std::uint64_t ran_out_opened = 0;    // as far as is known
    std::uint64_t ran_out_unopened = 0;  // likewise
    LateLookFigures late_looks{};        // on these days; of the list, like the joins
    Revenue revenue;                     // of what was freed and filled from the line
    ResponseFigures response;
    std::array<Taken, 24> by_hour{};  // by the local hour at which the offer was made
    std::array<Taken, notice_steps.size() + 2> by_notice{};  // the last: there is no start
    std::array<Taken, window_steps.size() + 1> by_window{};
    ChannelFigures by_channel;
    std::optional<FitFigures> fits;
    std::vector<DayFigures> by_day;  // oldest first, without gaps
    std::vector<std::string> services;
    std::vector<std::string> staff;
    std::uint64_t as_of = 0;         // the last event counted
    std::optional<Time> kept_since;  // what happened before is not counted; nothing: all is
    friend bool operator==(const Stats&, const Stats&) = default;
};

struct StatsQuestion {
    // Of places that came free and offers that were made from this day to that; nothing: ever.
    std::optional<std::pair<DayNumber, DayNumber>> range;
    // The days that are told one by one.
    DayNumber first_day = 0;
    DayNumber last_day = -1;
    std::string service;  // empty: all
    std::string staff;    // likewise
};
// What of the counted is asked about. Those of several lists can be added up.
struct Selection {
    Cell whole;
    std::map<DayNumber, Cell> days;
    std::uint64_t waiting = 0;
    std::uint64_t places = 0;   // that these wait for
    bool has_openings = false;  // slots are among it
    bool is_of_list = true;
    std::uint64_t as_of = 0;
    std::optional<Time> since;
    std::vector<std::string> services;  // each once, whatever the case of its letters, sorted
    std::vector<std::string> staff;
    LateLookFigures late_looks{};  // no event tells them, so they are added from elsewhere

    void add(const Selection& other);
    void add(std::span<const LateLookCount> looks);
};
Selection select(const Counted& counted, const StatsQuestion& question);
// Whether openings of the list ever had this name, and as what.
bool has_name(const std::vector<std::string>& names, const std::string& name);

Stats make_stats(const Selection& selection, const StatsQuestion& question);

// How many have to fit each place for this share, if whoever fits says yes as often as now.
std::uint32_t people_for_share(double people, double filled, double wanted);

}  // namespace standby::engine
