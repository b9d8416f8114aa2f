// A time is its milliseconds, or, with a mark in front, its bucket.
#include "engine/history/rollup/cell.hpp"

#include "base/assert.hpp"
#include "core/model/limits.hpp"
#include "engine/history/spread.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace standby::engine {
namespace {

constexpr std::uint64_t bucket_mark = std::uint64_t{1} << 47;
constexpr std::int64_t time_max_ms = (std::int64_t{1} << 46) - 1;

struct Named {
    Figure figure;
    std::string_view words;
};
constexpr Named names[] = {
    {Figure::Joins, "joins"},
    {Figure::Left, "guests who left"},
    {Figure::DayFreed, "places freed that day"},
    {Figure::DayFilled, "places filled that day"},
    {Figure::DayOffers, "offers made that day"},
    {Figure::DayAccepted, "offers accepted that day"},
    {Figure::DayDeclined, "offers declined that day"},
    {Figure::DayExpired, "offers expired that day"},
    {Figure::NoShows, "no-shows"},
    {Figure::Attended, "guests who came"},
    {Figure::DayToFill, "times to fill of that day"},
    {Figure::DayRevenue, "revenue recovered that day"},
    {Figure::Freed, "places freed"},
    {Figure::Outcome, "ends of places freed"},
    {Figure::ToFill, "times to fill"},
    {Figure::Revenue, "revenue recovered"},
    {Figure::FreedToOffered, "times until the first offer"},
    {Figure::HandedBack, "openings handed back"},
    {Figure::WalkIn, "openings left to walk-ins"},
    {Figure::Fits, "people who fitted"},
    {Figure::FitsCounted, "places whose people who fit were counted"},
    {Figure::Cancellations, "cancellations"},
    {Figure::LateCancellations, "late cancellations"},
    {Figure::Offers, "offers made"},
    {Figure::Accepted, "offers accepted"},
    {Figure::Declined, "offers declined"},
    {Figure::Expired, "offers expired"},
    {Figure::Withdrawn, "offers withdrawn"},
    {Figure::HourOffers, "offers by hour"},
    {Figure::HourAccepted, "offers accepted by hour"},
    {Figure::NoticeOffers, "offers by notice"},
    {Figure::NoticeAccepted, "offers accepted by notice"},
    {Figure::WindowOffers, "offers by window"},
    {Figure::WindowAccepted, "offers accepted by window"},
    {Figure::Asked, "guests asked"},
    {Figure::YesAfter, "yeses by time"},
    {Figure::NoAfter, "noes by time"},
    {Figure::LateYesAfter, "late yeses by time"},
    {Figure::RanOutAfter, "offers run out by time"},
    {Figure::ToAnswer, "times to answer"},
    {Figure::Window, "lengths of windows"},
    {Figure::LateFilled, "places filled by a late yes"},
    {Figure::ChannelOffers, "offers by channel"},
    {Figure::ChannelAccepted, "offers accepted by channel"},
    {Figure::OfferedToTold, "times until told"},
    {Figure::ToldToAnswered, "times from told to answered"},
    {Figure::RanOutOpened, "offers run out that were opened"},
    {Figure::RanOutUnopened, "offers run out that were not opened"},
};

bool is_time(Figure figure) {
    switch (figure) {
    case Figure::DayToFill:
    case Figure::ToFill:
    case Figure::FreedToOffered:
    case Figure::ToAnswer:
    case Figure::Window:
    case Figure::OfferedToTold:
    case Figure::ToldToAnswered:
        return true;
    default:
        return false;
    }
}

std::int64_t milliseconds_of(std::uint64_t detail) {
    return (detail & bucket_mark) != 0
               ? bucket_middle(static_cast<std::uint32_t>(detail & ~bucket_mark))
               : static_cast<std::int64_t>(detail);
}

std::int64_t saturated(std::int64_t one, std::int64_t other) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(one, other, &sum)) {
        return one < 0 ? INT64_MIN : INT64_MAX;
    }
    return sum;
}

}  // namespace

std::string_view words_of(Figure figure) {
    const auto found = std::ranges::find(names, figure, &Named::figure);
    return found == std::end(names) ? "a figure of a newer version" : found->words;
}

std::string_view name_of(PlaceEnd end) {
    switch (end) {
    case PlaceEnd::UnderWay:
        return "under_way";
    case PlaceEnd::Filled:
        return "filled";
    case PlaceEnd::StaffBooked:
        return "staff_booked";
    case PlaceEnd::NobodyFits:
        return "nobody_fits";
    case PlaceEnd::NoTime:
        return "no_time";
    case PlaceEnd::AllSaidNo:
        return "all_said_no";
    case PlaceEnd::NoAnswer:
        return "no_answer";
    case PlaceEnd::MaxOffers:
        return "max_offers";
    case PlaceEnd::TakenBack:
        return "taken_back";
    case PlaceEnd::ListCancelled:
        return "list_cancelled";
    }
    return "under_way";
}

void Cell::add_raw(std::uint64_t key, std::int64_t count) {
    if (count == 0) {
        return;
    }
    const auto [at, is_new] = counts_.try_emplace(key, count);
    if (!is_new) {
        at->second = saturated(at->second, count);
        if (at->second == 0) {
            counts_.erase(at);
        }
    }
}

void Cell::add(Figure figure, std::uint64_t detail, std::int64_t count) {
    add_raw(cell_key(figure, detail), count);
}

void Cell::add_time(Figure figure, Duration duration) {
    ASSERT(is_time(figure));
    add(figure,
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(duration.count(), 0, time_max_ms)));
}

void Cell::add_money(Figure figure, const core::Money& price, std::uint64_t count) {
    constexpr std::int64_t most = core::limits::money_amount_max;
    std::uint64_t detail = 0;
    for (const char letter : price.currency) {
        detail = detail << 8 | static_cast<unsigned char>(letter);
    }
    std::int64_t amount = 0;
    if (__builtin_mul_overflow(price.amount, static_cast<std::int64_t>(count), &amount)) {
        amount = most;
    }
    add(figure, detail, std::min(amount, most));
}

void Cell::merge(const Cell& other) {
    for (const auto& [key, count] : other.counts_) {
        add_raw(key, count);
    }
}

std::uint64_t Cell::count(Figure figure, std::uint64_t detail) const {
    const auto found = counts_.find(cell_key(figure, detail));
    return found == counts_.end() || found->second < 0 ? 0
                                                       : static_cast<std::uint64_t>(found->second);
}

std::optional<Timing> Cell::timing(Figure figure) const {
    std::map<std::int64_t, std::uint64_t> times;
    Timing timing;
    double sum = 0;
    for (const auto& [key, count] : counts_) {
        if (figure_of(key) == figure && count > 0) {
            const std::int64_t milliseconds = milliseconds_of(detail_of(key));
            times[milliseconds] += static_cast<std::uint64_t>(count);
            timing.count += static_cast<std::uint64_t>(count);
            sum += static_cast<double>(milliseconds) * static_cast<double>(count);
        }
    }
    if (timing.count == 0) {
        return std::nullopt;
    }
    const auto at = [&](std::uint64_t rank) {
        std::uint64_t seen = 0;
        for (const auto& [milliseconds, count] : times) {
            seen += count;
            if (seen >= rank) {
                return Duration{milliseconds};
            }
        }
        return Duration{times.rbegin()->first};
    };
    timing.mean = Duration{static_cast<std::int64_t>(sum / static_cast<double>(timing.count))};
    timing.median = at((timing.count + 1) / 2);
    timing.p90 = at((timing.count * 9 + 9) / 10);
    timing.p99 = at((timing.count * 99 + 99) / 100);
    return timing;
}

std::vector<core::Money> Cell::money(Figure figure) const {
    std::vector<core::Money> found;
    for (const auto& [key, amount] : sorted()) {
        if (figure_of(key) == figure && amount > 0) {
            const std::uint64_t detail = detail_of(key);
            core::Money money{.amount = std::min(amount, core::limits::money_amount_max)};
            money.currency = {static_cast<char>(detail >> 16 & 0xFF),
                              static_cast<char>(detail >> 8 & 0xFF),
                              static_cast<char>(detail & 0xFF)};
            found.push_back(money);
        }
    }
    return found;
}

void Cell::condense(std::size_t exact_max) {
    std::map<Figure, std::vector<std::pair<std::uint64_t, std::int64_t>>> exact;
    for (const auto& [key, count] : counts_) {
        if (is_time(figure_of(key)) && (detail_of(key) & bucket_mark) == 0) {
            exact[figure_of(key)].emplace_back(key, count);
        }
    }
    for (const auto& [figure, times] : exact) {
        if (times.size() <= exact_max) {
            continue;
        }
        for (const auto& [key, count] : times) {
            counts_.erase(key);
            add(figure, bucket_mark | duration_bucket(static_cast<std::int64_t>(detail_of(key))),
                count);
        }
    }
}

std::vector<std::pair<std::uint64_t, std::int64_t>> Cell::sorted() const {
    std::vector<std::pair<std::uint64_t, std::int64_t>> all(counts_.begin(), counts_.end());
    std::ranges::sort(all);
    return all;
}

}  // namespace standby::engine
