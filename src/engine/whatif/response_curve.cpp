// Within a bin answers are spread evenly.
#include "engine/whatif/response_curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace standby::engine::whatif {
namespace {

using Edges = std::array<Duration, curve_bins>;

Edges make_edges() {
    constexpr double first_ms = 10'000;
    constexpr double last_ms = 14.0 * 24 * 3'600'000;
    Edges edges{};
    for (std::size_t bin = 0; bin < curve_bins; ++bin) {
        const double part = static_cast<double>(bin) / (curve_bins - 1);
        edges[bin] = Duration{std::llround(first_ms * std::pow(last_ms / first_ms, part))};
    }
    return edges;
}

const Edges& edges() {
    static const Edges made = make_edges();
    return made;
}

double as_number(Duration duration) {
    return static_cast<double>(duration.count());
}

Duration start_of_bin(std::size_t bin) {
    return bin == 0 ? Duration{0} : end_of_bin(bin - 1);
}

// How much of the bin has passed at that time, from 0 to 1.
double part_of_bin(std::size_t bin, Duration after) {
    const Duration begin = start_of_bin(bin);
    return std::clamp(as_number(after - begin) / as_number(end_of_bin(bin) - begin), 0.0, 1.0);
}

double answered_by(const Lognormal& answers, Duration after) {
    if (after <= Duration{0}) {
        return 0;
    }
    const double z = std::log(as_number(after) / as_number(answers.median)) / answers.sigma;
    return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

double up_to(const Bins& sums, Duration after) {
    const std::size_t bin = bin_of(after);
    const double before = bin == 0 ? 0 : sums[bin - 1];
    return before + (sums[bin] - before) * part_of_bin(bin, after);
}

}  // namespace

Duration end_of_bin(std::size_t bin) {
    return edges()[bin];
}

std::size_t bin_of(Duration after) {
    const auto at = std::ranges::lower_bound(edges(), after);
    return std::min<std::size_t>(static_cast<std::size_t>(at - edges().begin()), curve_bins - 1);
}

Hazards hazards_of(const Lognormal& answers) {
    Hazards hazards;
    double before = 0;
    for (std::size_t bin = 0; bin < curve_bins; ++bin) {
        const double after = answered_by(answers, end_of_bin(bin));
        const double left = 1 - (answers.yes_share + answers.no_share) * before;
        if (left > 0) {
            hazards.yes[bin] = std::min(1.0, answers.yes_share * (after - before) / left);
            hazards.no[bin] = std::min(1.0, answers.no_share * (after - before) / left);
        }
        before = after;
    }
    return hazards;
}

Curve::Curve(const Hazards& hazards) {
    double left = 1;
    double yes = 0;
    double no = 0;
    for (std::size_t bin = 0; bin < curve_bins; ++bin) {
        const double both = hazards.yes[bin] + hazards.no[bin];
        const double scale = both > 1 ? left / both : left;
        yes += scale * hazards.yes[bin];
        no += scale * hazards.no[bin];
        left = std::max(0.0, 1 - yes - no);
        yes_[bin] = yes;
        no_[bin] = no;
    }
}

double Curve::yes_by(Duration after) const {
    return up_to(yes_, after);
}

double Curve::no_by(Duration after) const {
    return up_to(no_, after);
}

Reply Curve::draw(Prng& random, Duration silent) const {
    const double gone = silent > Duration{0} ? yes_by(silent) + no_by(silent) : 0;
    const double point = gone + draw_unit(random) * (1 - gone);
    const double which = draw_unit(random);
    std::size_t low = 0;
    std::size_t high = curve_bins;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (yes_[middle] + no_[middle] > point) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    if (low == curve_bins) {
        return {};
    }
    const double yes_before = low == 0 ? 0 : yes_[low - 1];
    const double both_before = low == 0 ? 0 : yes_[low - 1] + no_[low - 1];
    const double both = yes_[low] + no_[low] - both_before;
    const Duration begin = start_of_bin(low);
    const double part = (point - both_before) / both;
    const auto into = Duration{std::llround(part * as_number(end_of_bin(low) - begin))};
    const bool is_yes = which * both < yes_[low] - yes_before;
    return {.answer = is_yes ? Answer::Yes : Answer::No, .after = std::max(silent, begin + into)};
}

Duration best_window(const Curve& curve) {
    constexpr Duration shortest = std::chrono::minutes{1};
    Duration best = shortest;
    double most = 0;
    for (std::size_t bin = 0; bin < curve_bins; ++bin) {
        const Duration window = end_of_bin(bin);
        if (window < shortest) {
            continue;
        }
        const double worth =
            -std::log1p(-std::min(0.999, curve.yes_by(window))) / as_number(window);
        if (worth > most) {
            most = worth;
            best = window;
        }
    }
    return best;
}

double draw_unit(Prng& random) {
    return static_cast<double>(random.next() >> 11U) * 0x1.0p-53;
}

double draw_normal(Prng& random) {
    const double radius = std::sqrt(-2 * std::log1p(-draw_unit(random)));
    return radius * std::cos(2 * std::numbers::pi * draw_unit(random));
}

}  // namespace standby::engine::whatif
