#include "engine/history/stats.hpp"

#include "base/case_fold.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace standby::engine {
namespace {

// The share that owners are told how to reach.
constexpr double share_wanted = 0.6;
// Fewer places than this say nothing about how many people it takes.
constexpr std::uint64_t fits_to_go_by = 20;
constexpr std::uint32_t people_max = 100;

std::optional<double> ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? std::nullopt
                      : std::optional(static_cast<double>(part) / static_cast<double>(whole));
}

std::optional<double> share(std::uint64_t part, std::uint64_t whole) {
    const auto exact = ratio(part, whole);
    return exact ? std::optional(std::min(1.0, *exact)) : std::nullopt;
}

Revenue revenue_of(const Cell& cell, Figure figure) {
    Revenue revenue;
    for (const core::Money& money : cell.money(figure)) {
        revenue[money.currency] = money.amount;
    }
    return revenue;
}

DayFigures day_figures(DayNumber day, const Cell& cell) {
    DayFigures figures;
    figures.day = std::chrono::local_days{std::chrono::days{day}};
    figures.joins = cell.count(Figure::Joins);
    figures.left = cell.count(Figure::Left);
    figures.freed = cell.count(Figure::DayFreed);
    figures.filled = cell.count(Figure::DayFilled);
    figures.offers = cell.count(Figure::DayOffers);
    figures.accepted = cell.count(Figure::DayAccepted);
    figures.declined = cell.count(Figure::DayDeclined);
    figures.expired = cell.count(Figure::DayExpired);
    figures.no_shows = cell.count(Figure::NoShows);
    if (const auto times = cell.timing(Figure::DayToFill)) {
        figures.median_to_fill = times->median;
    }
    figures.revenue = revenue_of(cell, Figure::DayRevenue);
    return figures;
}

template <std::size_t size>
std::array<Taken, size> taken_by(const Cell& cell, Figure offers, Figure accepted) {
    std::array<Taken, size> taken{};
    for (std::size_t step = 0; step < size; ++step) {
        taken[step] = {.offers = cell.count(offers, step), .accepted = cell.count(accepted, step)};
    }
    return taken;
}

Taken taken_over(const Cell& cell, TellingChannel channel) {
    const auto detail = static_cast<std::uint64_t>(channel);
    return {.offers = cell.count(Figure::ChannelOffers, detail),
            .accepted = cell.count(Figure::ChannelAccepted, detail)};
}

ResponseFigures response_of(const Cell& cell) {
    ResponseFigures response{.asked = cell.count(Figure::Asked),
                             .steps = {},
                             .window = cell.timing(Figure::Window),
                             .late_filled = cell.count(Figure::LateFilled)};
    for (std::size_t step = 0; step <= answer_steps.size(); ++step) {
        response.steps.push_back({.until = step < answer_steps.size()
                                               ? std::optional<Duration>(answer_steps[step])
                                               : std::nullopt,
                                  .yes = cell.count(Figure::YesAfter, step),
                                  .no = cell.count(Figure::NoAfter, step),
                                  .late_yes = cell.count(Figure::LateYesAfter, step),
                                  .ran_out = cell.count(Figure::RanOutAfter, step)});
    }
    return response;
}

std::optional<FitFigures> fits_of(const Cell& cell, const std::optional<double>& filled) {
    const std::uint64_t counted = cell.count(Figure::FitsCounted);
    if (counted < fits_to_go_by || !filled || *filled <= 0 || *filled >= 1) {
        return std::nullopt;
    }
    FitFigures fits{.people = static_cast<double>(cell.count(Figure::Fits)) /
                              static_cast<double>(counted),
                    .filled = *filled,
                    .wanted = 0,
                    .wanted_filled = share_wanted};
    fits.wanted = people_for_share(fits.people, fits.filled, share_wanted);
    return fits;
}

void add_name(std::vector<std::string>& names, const std::string& name) {
    if (!name.empty() && !has_name(names, name)) {
        names.push_back(name);
        std::ranges::sort(names);
    }
}

std::uint64_t total(const std::vector<ResponseFigures::Step>& steps,
                    std::uint64_t ResponseFigures::Step::* figure) {
    std::uint64_t sum = 0;
    for (const ResponseFigures::Step& step : steps) {
        sum += step.*figure;
    }
    return sum;
}

}  // namespace

std::uint64_t ResponseFigures::yes() const {
    return total(steps, &Step::yes);
}
std::uint64_t ResponseFigures::late_yes() const {
    return total(steps, &Step::late_yes);
}
std::uint64_t ResponseFigures::ran_out() const {
    return total(steps, &Step::ran_out);
}
std::optional<double> ResponseFigures::lost_share() const {
    const std::uint64_t late = late_yes();
    return share(late - std::min(late, late_filled), yes() + late);
}

std::uint32_t people_for_share(double people, double filled, double wanted) {
    if (people <= 0 || filled <= 0 || filled >= 1) {
        return 0;
    }
    // Each of them leaves the place empty with the same chance.
    const double each = std::log(1 - filled) / people;
    const double needed = std::ceil(std::log(1 - wanted) / each - 1e-9);
    return static_cast<std::uint32_t>(std::clamp(needed, 1.0, double{people_max}));
}

bool has_name(const std::vector<std::string>& names, const std::string& name) {
    const std::string folded = case_folded(name);
    return std::ranges::any_of(names,
                               [&](const std::string& one) { return case_folded(one) == folded; });
}

void Selection::add(const Selection& other) {
    whole.merge(other.whole);
    for (const auto& [day, cell] : other.days) {
        days[day].merge(cell);
    }
    for (std::size_t span = 0; span < late_looks.size(); ++span) {
        late_looks[span] += other.late_looks[span];
    }
    waiting += other.waiting;
    places += other.places;
    has_openings = has_openings || other.has_openings;
    is_of_list = is_of_list && other.is_of_list;
    as_of += other.as_of;
    if (other.since && (!since || *since < *other.since)) {
        since = other.since;
    }
    for (const std::string& name : other.services) {
        add_name(services, name);
    }
    for (const std::string& name : other.staff) {
        add_name(staff, name);
    }
}

void Selection::add(std::span<const LateLookCount> looks) {
    for (const LateLookCount& one : looks) {
        late_looks[std::min(one.span, late_looks.size() - 1)] += one.count;
    }
}

Selection select(const Counted& counted, const StatsQuestion& question) {
    const RollupState& state = counted.state;
    const std::string service = case_folded(question.service);
    const std::string staff = case_folded(question.staff);
    Selection selection;
    std::vector<bool> is_asked;
    for (const Dimension& dimension : state.dimensions) {
        is_asked.push_back((service.empty() || case_folded(dimension.service) == service) &&
                           (staff.empty() || case_folded(dimension.staff) == staff));
        add_name(selection.services, dimension.service);
        add_name(selection.staff, dimension.staff);
    }
    const auto asked = [&](DimensionNumber about) {
        return about < is_asked.size() && is_asked[about];
    };
    const auto& range = question.range;
    for (const auto& [day, cells] : counted.days) {
        const bool is_told = day >= question.first_day && day <= question.last_day;
        for (const auto& [about, cell] : cells) {
            if (!asked(about)) {
                continue;
            }
            if (range && day >= range->first && day <= range->second) {
                selection.whole.merge(cell);
            }
            if (is_told) {
                selection.days[day].merge(cell);
            }
        }
    }
    for (const auto& [about, cell] : state.totals) {
        if (!range && asked(about)) {
            selection.whole.merge(cell);
        }
    }
    selection.is_of_list = service.empty() && staff.empty();
    selection.waiting = state.waiting;
    selection.has_openings = state.kind == core::Kind::Slots;
    selection.as_of = state.as_of;
    selection.since = state.since;
    if (selection.has_openings) {
        for (const auto& [day, cell] : selection.days) {
            selection.places += cell.count(Figure::DayFreed);
        }
    } else {
        const bool is_external = state.inventory == core::Inventory::External;
        selection.places = !is_external ? state.capacity
                           : state.kind == core::Kind::Access
                               ? std::min<std::uint64_t>(state.released, state.capacity)
                               : state.released;
    }
    return selection;
}

Stats make_stats(const Selection& selection, const StatsQuestion& question) {
    const Cell& cell = selection.whole;
    Stats stats;
    stats.offers = {.made = cell.count(Figure::Offers),
                    .accepted = cell.count(Figure::Accepted),
                    .declined = cell.count(Figure::Declined),
                    .expired = cell.count(Figure::Expired),
                    .withdrawn = cell.count(Figure::Withdrawn),
                    .live = 0};
    const std::uint64_t ended = stats.offers.accepted + stats.offers.declined +
                                stats.offers.expired + stats.offers.withdrawn;
    stats.offers.live = stats.offers.made - std::min(stats.offers.made, ended);
    for (std::size_t end = 0; end < stats.ends.size(); ++end) {
        stats.ends[end] = cell.count(Figure::Outcome, end);
    }
    stats.places = {.freed = cell.count(Figure::Freed),
                    .filled = stats.ends[static_cast<std::size_t>(PlaceEnd::Filled)]};
    if (selection.has_openings) {
        stats.openings = {.freed = stats.places.freed,
                          .filled = stats.places.filled,
                          .handed_back = cell.count(Figure::HandedBack),
                          .walk_in = cell.count(Figure::WalkIn)};
    }
    stats.fill_rate = share(stats.places.filled, stats.places.freed);
    stats.time_to_fill = cell.timing(Figure::ToFill);
    stats.time_to_answer = cell.timing(Figure::ToAnswer);
    stats.freed_to_offered = cell.timing(Figure::FreedToOffered);
    stats.offered_to_told = cell.timing(Figure::OfferedToTold);
    stats.told_to_answered = cell.timing(Figure::ToldToAnswered);
    stats.is_of_list = selection.is_of_list;
    if (stats.is_of_list) {
        stats.joins = cell.count(Figure::Joins);
        stats.left = cell.count(Figure::Left);
        stats.no_shows = cell.count(Figure::NoShows);
        stats.attended = cell.count(Figure::Attended);
        stats.waiting = selection.waiting;
        stats.late_looks = selection.late_looks;
        stats.no_show_rate = ratio(stats.no_shows, stats.no_shows + stats.attended);
        stats.waiting_per_place = ratio(selection.waiting, selection.places);
    }
    stats.cancellations = cell.count(Figure::Cancellations);
    stats.late_cancellations = cell.count(Figure::LateCancellations);
    stats.ran_out_opened = cell.count(Figure::RanOutOpened);
    stats.ran_out_unopened = cell.count(Figure::RanOutUnopened);
    stats.revenue = revenue_of(cell, Figure::Revenue);
    stats.response = response_of(cell);
    stats.by_hour = taken_by<24>(cell, Figure::HourOffers, Figure::HourAccepted);
    stats.by_notice =
        taken_by<notice_steps.size() + 2>(cell, Figure::NoticeOffers, Figure::NoticeAccepted);
    stats.by_window =
        taken_by<window_steps.size() + 1>(cell, Figure::WindowOffers, Figure::WindowAccepted);
    stats.by_channel = {.mail = taken_over(cell, TellingChannel::Mail),
                        .sms = taken_over(cell, TellingChannel::Sms),
                        .whatsapp = taken_over(cell, TellingChannel::WhatsApp),
                        .page = taken_over(cell, TellingChannel::Page)};
    stats.fits = fits_of(cell, stats.fill_rate);
    const Cell nothing;
    for (DayNumber day = question.first_day; day <= question.last_day; ++day) {
        const auto found = selection.days.find(day);
        stats.by_day.push_back(
            day_figures(day, found == selection.days.end() ? nothing : found->second));
    }
    stats.services = selection.services;
    stats.staff = selection.staff;
    stats.as_of = selection.as_of;
    stats.kept_since = selection.since;
    return stats;
}

}  // namespace standby::engine
