// A discrete-time hazard, in three steps: how much more or less than published this house's guests
// answer by each medium, when they do so, and how that differs by notice and hour. Each step is
// shrunk towards the one before, so that a bin or a circumstance with few offers says little.
#include "engine/whatif/response_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace standby::engine::whatif {
namespace {

// What the step before counts for: as many answers (a level), as many people (a bin).
constexpr double level_answers = 4;
constexpr double level_answers_of_cell = 8;
constexpr double bin_people = 60;
constexpr double hazard_max = 0.95;
// Published figures differ from house to house by about this much.
constexpr double published_spread = 0.35;
// What was seen within windows says that much less of what comes after them.
constexpr double later_spread = 0.08;

Circumstances cell_of(std::size_t medium, std::size_t notice, std::size_t hour) {
    return {.medium = static_cast<Medium>(medium), .notice_band = notice, .hour_band = hour};
}

template <class Use>
void for_each_cell(std::size_t medium, Use&& use) {
    for (std::size_t notice = 0; notice < notice_bands; ++notice) {
        for (std::size_t hour = 0; hour < hour_bands; ++hour) {
            use(cell_of(medium, notice, hour));
        }
    }
}

void add_counts(Evidence::Counts& sum, const Evidence::Counts& more) {
    for (std::size_t bin = 0; bin < curve_bins; ++bin) {
        sum.at_risk[bin] += more.at_risk[bin];
        sum.yes[bin] += more.yes[bin];
        sum.no[bin] += more.no[bin];
    }
    sum.offers += more.offers;
}

double sum_of(const Bins& bins) {
    double sum = 0;
    for (const double value : bins) {
        sum += value;
    }
    return sum;
}

double expected(const Bins& at_risk, const Bins& hazard) {
    double sum = 0;
    for (std::size_t bin = 0; bin < curve_bins; ++bin) {
        sum += at_risk[bin] * hazard[bin];
    }
    return sum;
}

double level_of(double seen, double expected, double weight) {
    return (seen + weight) / (expected + weight);
}

void scale(Bins& hazard, double level) {
    for (double& value : hazard) {
        value = std::min(hazard_max, value * level);
    }
}

// Where people were listened to, what was seen; elsewhere what was there before.
void shape(Bins& hazard, const Bins& seen, const Bins& at_risk, const Curve& before) {
    for (std::size_t bin = 0; bin < curve_bins; ++bin) {
        const Duration begin = bin == 0 ? Duration{0} : end_of_bin(bin - 1);
        const double people = bin_people * (1 - before.yes_by(begin) - before.no_by(begin));
        if (people + at_risk[bin] > 0) {
            hazard[bin] =
                std::min(hazard_max, (seen[bin] + people * hazard[bin]) / (at_risk[bin] + people));
        }
    }
}

}  // namespace

std::size_t notice_band(std::optional<Duration> notice) {
    constexpr std::array limits{Duration{std::chrono::hours{2}}, Duration{std::chrono::hours{12}},
                                Duration{std::chrono::days{3}}};
    return static_cast<std::size_t>(
        std::ranges::count_if(limits, [&](Duration limit) { return !notice || *notice >= limit; }));
}

std::size_t hour_band(unsigned local_hour) {
    constexpr std::array limits{8U, 12U, 17U, 21U};
    const auto passed =
        std::ranges::count_if(limits, [&](unsigned at) { return local_hour >= at; });
    // From 21 o'clock to 8 it is one night.
    return static_cast<std::size_t>(passed) % hour_bands;
}

std::size_t Evidence::index_of(const Circumstances& when) {
    return (static_cast<std::size_t>(when.medium) * notice_bands + when.notice_band) * hour_bands +
           when.hour_band;
}

void Evidence::add(const AskedOffer& offer) {
    Counts& counts = counts_[index_of(offer.when)];
    const bool is_answered = offer.reply.answer != Answer::None;
    const Duration until = is_answered ? offer.reply.after : offer.listened;
    const std::size_t last = bin_of(until);
    for (std::size_t bin = 0; bin < last; ++bin) {
        counts.at_risk[bin] += 1;
    }
    if (is_answered) {
        counts.at_risk[last] += 1;
        (offer.reply.answer == Answer::Yes ? counts.yes : counts.no)[last] += 1;
    } else {
        const Duration begin = last == 0 ? Duration{0} : end_of_bin(last - 1);
        counts.at_risk[last] +=
            std::clamp(static_cast<double>((until - begin).count()) /
                           static_cast<double>((end_of_bin(last) - begin).count()),
                       0.0, 1.0);
    }
    counts.offers += 1;
}

void Evidence::add(const Evidence& other) {
    for (std::size_t index = 0; index < counts_.size(); ++index) {
        add_counts(counts_[index], other.counts_[index]);
    }
}

std::uint64_t Evidence::offers() const {
    double sum = 0;
    for (const Counts& counts : counts_) {
        sum += counts.offers;
    }
    return static_cast<std::uint64_t>(std::llround(sum));
}

std::uint64_t Evidence::yes() const {
    double sum = 0;
    for (const Counts& counts : counts_) {
        sum += sum_of(counts.yes);
    }
    return static_cast<std::uint64_t>(std::llround(sum));
}

std::uint64_t Evidence::no() const {
    double sum = 0;
    for (const Counts& counts : counts_) {
        sum += sum_of(counts.no);
    }
    return static_cast<std::uint64_t>(std::llround(sum));
}

Lognormal published_answers(Medium medium) {
    const bool is_text = medium == Medium::Text;
    return {.yes_share = 0.11,
            .no_share = 0.20,
            .median = std::chrono::minutes{is_text ? 12 : 47},
            .sigma = is_text ? 1.5 : 1.8};
}

ResponseModel::ResponseModel() {
    for (std::size_t medium = 0; medium < medium_count; ++medium) {
        base_[medium] = hazards_of(published_answers(static_cast<Medium>(medium)));
    }
    yes_level_.fill(1);
    no_level_.fill(1);
    uncertain_.fill({published_spread, published_spread});
    build();
}

ResponseModel::ResponseModel(const Lognormal& answers) {
    base_.fill(hazards_of(answers));
    yes_level_.fill(1);
    no_level_.fill(1);
    has_too_little_ = false;
    build();
}

ResponseModel::ResponseModel(const Evidence& evidence) : ResponseModel() {
    offers_ = evidence.offers();
    has_too_little_ = offers_ < offers_to_go_by;
    if (has_too_little_) {
        return;
    }
    for (std::size_t medium = 0; medium < medium_count; ++medium) {
        Evidence::Counts all;
        for_each_cell(medium,
                      [&](const Circumstances& when) { add_counts(all, evidence.counts(when)); });
        if (all.offers == 0) {
            continue;
        }
        Hazards& base = base_[medium];
        scale(base.yes, level_of(sum_of(all.yes), expected(all.at_risk, base.yes), level_answers));
        scale(base.no, level_of(sum_of(all.no), expected(all.at_risk, base.no), level_answers));
        const Curve before(base);
        shape(base.yes, all.yes, all.at_risk, before);
        shape(base.no, all.no, all.at_risk, before);
        for_each_cell(medium, [&](const Circumstances& when) {
            const Evidence::Counts& cell = evidence.counts(when);
            yes_level_[index_of(when)] =
                level_of(sum_of(cell.yes), expected(cell.at_risk, base.yes), level_answers_of_cell);
            no_level_[index_of(when)] =
                level_of(sum_of(cell.no), expected(cell.at_risk, base.no), level_answers_of_cell);
        });
        const auto spread = [](double answers) {
            return std::sqrt(1 / (answers + level_answers) + later_spread * later_spread);
        };
        uncertain_[medium] = {.yes = spread(sum_of(all.yes)), .no = spread(sum_of(all.no))};
    }
    build();
}

std::size_t ResponseModel::index_of(const Circumstances& when) {
    return (static_cast<std::size_t>(when.medium) * notice_bands + when.notice_band) * hour_bands +
           when.hour_band;
}

void ResponseModel::build() {
    for (std::size_t medium = 0; medium < medium_count; ++medium) {
        overall_[medium] = Curve(base_[medium]);
        for_each_cell(medium, [&](const Circumstances& when) {
            const std::size_t index = index_of(when);
            Hazards hazards = base_[medium];
            scale(hazards.yes, yes_level_[index]);
            scale(hazards.no, no_level_[index]);
            cells_[index] = Curve(hazards);
        });
    }
}

ResponseModel ResponseModel::draw(Prng& random) const {
    ResponseModel drawn = *this;
    for (std::size_t medium = 0; medium < medium_count; ++medium) {
        const auto factor = [&](double spread) {
            return std::exp(spread * draw_normal(random) - spread * spread / 2);
        };
        scale(drawn.base_[medium].yes, factor(uncertain_[medium].yes));
        scale(drawn.base_[medium].no, factor(uncertain_[medium].no));
    }
    drawn.build();
    return drawn;
}

}  // namespace standby::engine::whatif
