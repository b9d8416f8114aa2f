// Figures as they are kept: a bag of counters, each known by what it counts and a detail of that,
// such as an hour. Everything adds up, so days make months, and services make a list.
#pragma once

#include "base/time.hpp"
#include "core/model/wants.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace standby::engine {

// What is counted. These numbers are stored: none is ever changed or used again.
enum class Figure : std::uint16_t {
    // On the day on which it happened.
    Joins = 1,
    Left = 2,
    DayFreed = 3,
    DayFilled = 4,
    DayOffers = 5,
    DayAccepted = 6,
    DayDeclined = 7,
    DayExpired = 8,
    NoShows = 9,
    Attended = 10,
    DayToFill = 11,   // a time
    DayRevenue = 12,  // money

    // On the day on which the place came free, whenever its end came.
    Freed = 20,
    Outcome = 21,         // by PlaceEnd
    ToFill = 22,          // a time
    Revenue = 23,         // money
    FreedToOffered = 24,  // a time
    HandedBack = 25,
    WalkIn = 26,
    Fits = 27,         // people who fitted when the place was first offered, added up
    FitsCounted = 28,  // places of which that is known
    Cancellations = 29,
    LateCancellations = 30,

    // On the day on which the offer was made, whenever its end came.
    Offers = 40,
    Accepted = 41,
    Declined = 42,
    Expired = 43,
    Withdrawn = 44,
    HourOffers = 45,  // by the local hour
    HourAccepted = 46,
    NoticeOffers = 47,  // by NoticeStep
    NoticeAccepted = 48,
    WindowOffers = 49,  // by WindowStep
    WindowAccepted = 50,
    Asked = 51,     // offers with a question that got an answer or ran out
    YesAfter = 52,  // by AnswerStep since the message left
    NoAfter = 53,
    LateYesAfter = 54,
    RanOutAfter = 55,
    ToAnswer = 56,  // a time
    Window = 57,    // a time: how long guests had
    LateFilled = 58,

    // The same, as far as messages tell; these are forgotten after a while.
    ChannelOffers = 70,  // by TellingChannel
    ChannelAccepted = 71,
    OfferedToTold = 72,   // a time
    ToldToAnswered = 73,  // a time
    RanOutOpened = 74,
    RanOutUnopened = 75,
};
// "offers accepted", for sentences about figures that differ.
std::string_view words_of(Figure figure);
// Whether events alone tell it.
constexpr bool is_of_events(Figure figure) {
    return figure < Figure::ChannelOffers;
}
// Whether it happened on the day itself, rather than to what began then.
constexpr bool is_of_the_day(Figure figure) {
    return figure < Figure::Freed;
}

// What became of a place that came free. The numbers are stored.
enum class PlaceEnd : std::uint8_t {
    UnderWay = 0,
    Filled = 1,        // by somebody from the line
    StaffBooked = 2,   // by staff themselves
    NobodyFits = 3,    // nobody on the list fitted
    NoTime = 4,        // too late to ask, or to ask anybody else
    AllSaidNo = 5,     // everybody who fitted was asked and said no
    NoAnswer = 6,      // everybody who fitted was asked, and some did not answer
    MaxOffers = 7,     // as many were asked as the rules allow
    TakenBack = 8,     // by staff, or by a booking system
    ListCancelled = 9  // the event was called off
};
inline constexpr PlaceEnd last_place_end = PlaceEnd::ListCancelled;
std::string_view name_of(PlaceEnd end);  // "nobody_fits"

enum class TellingChannel : std::uint8_t { Page = 0, Mail = 1, Sms = 2, WhatsApp = 3 };

// Bounds of the steps, each step up to and including its bound; what is longer is in a last one.
inline constexpr std::array answer_steps{
    std::chrono::minutes{1},    std::chrono::minutes{2},   std::chrono::minutes{3},
    std::chrono::minutes{5},    std::chrono::minutes{7},   std::chrono::minutes{10},
    std::chrono::minutes{15},   std::chrono::minutes{20},  std::chrono::minutes{30},
    std::chrono::minutes{45},   std::chrono::minutes{60},  std::chrono::minutes{90},
    std::chrono::minutes{120},  std::chrono::minutes{180}, std::chrono::minutes{240},
    std::chrono::minutes{360},  std::chrono::minutes{480}, std::chrono::minutes{720},
    std::chrono::minutes{1440}, std::chrono::minutes{2880}};
inline constexpr std::array notice_steps{std::chrono::hours{1},      std::chrono::hours{3},
                                         std::chrono::hours{12},     std::chrono::hours{24},
                                         std::chrono::hours{3 * 24}, std::chrono::hours{7 * 24}};
inline constexpr std::array window_steps{std::chrono::minutes{3},   std::chrono::minutes{5},
                                         std::chrono::minutes{10},  std::chrono::minutes{20},
                                         std::chrono::minutes{60},  std::chrono::minutes{360},
                                         std::chrono::minutes{1440}};
template <class Steps>
std::uint64_t step_of(const Steps& steps, Duration length) {
    std::uint64_t step = 0;
    while (step < steps.size() && length > steps[step]) {
        ++step;
    }
    return step;
}

// Times that were counted, and how often each.
struct Timing {
    std::uint64_t count = 0;
    Duration mean{0};
    Duration median{0};
    Duration p90{0};
    Duration p99{0};
    friend bool operator==(const Timing&, const Timing&) = default;
};

class Cell {
public:
    void add(Figure figure, std::uint64_t detail = 0, std::int64_t count = 1);
    // Negative durations count as zero.
    void add_time(Figure figure, Duration duration);
    // A sum stays within what an amount may be.
    void add_money(Figure figure, const core::Money& price, std::uint64_t count);
    void merge(const Cell& other);
    void add_raw(std::uint64_t key, std::int64_t count);

    // Never less than none.
    std::uint64_t count(Figure figure, std::uint64_t detail = 0) const;
    std::optional<Timing> timing(Figure figure) const;
    std::vector<core::Money> money(Figure figure) const;  // by currency
    bool is_empty() const { return counts_.empty(); }

    // Times in steps of about a hundredth where a figure has more different ones than this.
    void condense(std::size_t exact_max);
    // In the order of keys, for storing and comparing.
    std::vector<std::pair<std::uint64_t, std::int64_t>> sorted() const;
    friend bool operator==(const Cell&, const Cell&) = default;

private:
    std::unordered_map<std::uint64_t, std::int64_t> counts_;  // none is 0
};

constexpr std::uint64_t cell_key(Figure figure, std::uint64_t detail) {
    return (static_cast<std::uint64_t>(figure) << 48) | detail;
}
constexpr Figure figure_of(std::uint64_t key) {
    return static_cast<Figure>(key >> 48);
}
constexpr std::uint64_t detail_of(std::uint64_t key) {
    return key & ((std::uint64_t{1} << 48) - 1);
}

}  // namespace standby::engine
