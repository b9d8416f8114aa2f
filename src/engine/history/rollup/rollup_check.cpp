#include "engine/history/rollup/rollup_check.hpp"

#include "base/civil.hpp"
#include "engine/history/rollup/rollup.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace standby::engine {
namespace {

std::string day_text(DayNumber day) {
    const CivilDate date = civil_from_days(day);
    const auto padded = [](auto number, std::size_t size) {
        const std::string digits = std::to_string(number);
        return std::string(size - std::min(size, digits.size()), '0') + digits;
    };
    return padded(date.year, 4) + '-' + padded(date.month, 2) + '-' + padded(date.day, 2);
}

using Counts = std::map<std::uint64_t, std::int64_t>;

// Times in steps, so that it does not matter in how many portions they were kept.
std::map<Figure, Counts> figures_in(Cell cell, bool day_only) {
    cell.condense(0);
    std::map<Figure, Counts> figures;
    for (const auto& [key, count] : cell.sorted()) {
        const Figure figure = figure_of(key);
        if (is_of_events(figure) && (!day_only || is_of_the_day(figure))) {
            figures[figure][detail_of(key)] = count;
        }
    }
    return figures;
}

std::int64_t sum(const Counts& counts) {
    std::int64_t total = 0;
    for (const auto& [detail, count] : counts) {
        total += count;
    }
    return total;
}

}  // namespace

RollupCheck::RollupCheck(const StoredRollup& stored, FindZone find_zone)
    : stored_(stored), fold_({}, std::move(find_zone)) {
    if (!stored_.head || stored_.head->version != rollup_version) {
        return;
    }
    auto state = decode_rollup(stored_.head->data);
    if (!state) {
        complain(state.error());
        return;
    }
    kept_ = *std::move(state);
}

void RollupCheck::complain(std::string what) {
    if (findings_.size() < findings_max) {
        findings_.push_back(std::move(what));
    } else {
        ++unlisted_;
    }
}

void RollupCheck::begin(const core::ResourceState& state, std::optional<Time> since) {
    begins_after_ = state.last_event;
    last_ = state.last_event;
    if (is_usable()) {
        fold_.begin(state, since);
    }
}

void RollupCheck::add(const core::Event& event, const Sha256Digest& link) {
    last_ = event.number;
    if (is_usable() && event.number <= kept_->as_of) {
        fold_.add(event);
        link_ = link;
    }
}

void RollupCheck::compare(const std::string& when, const DayCells& kept, const DayCells& told,
                          bool day_only) {
    std::set<DimensionNumber> all;
    for (const auto& [about, cell] : kept) {
        all.insert(about);
    }
    for (const auto& [about, cell] : told) {
        all.insert(about);
    }
    const auto in = [](const DayCells& cells, DimensionNumber about) {
        const auto found = cells.find(about);
        return found == cells.end() ? Cell{} : found->second;
    };
    for (const DimensionNumber about : all) {
        auto figures = figures_in(in(kept, about), day_only);
        auto expected = figures_in(in(told, about), day_only);
        std::set<Figure> counted;
        for (const auto& [figure, counts] : figures) {
            counted.insert(figure);
        }
        for (const auto& [figure, counts] : expected) {
            counted.insert(figure);
        }
        for (const Figure figure : counted) {
            if (figures[figure] == expected[figure]) {
                continue;
            }
            const Dimension name = about < fold_.state().dimensions.size()
                                       ? fold_.state().dimensions[about]
                                       : Dimension{};
            const std::string of =
                name.service.empty() && name.staff.empty()
                    ? std::string{}
                    : " (" + (name.service.empty() ? name.staff : name.service) + ")";
            const std::int64_t kept_sum = sum(figures[figure]);
            const std::int64_t told_sum = sum(expected[figure]);
            const std::string words(words_of(figure));
            complain("the figures of " + when + of + ": " +
                     (kept_sum != told_sum
                          ? std::to_string(kept_sum) + " " + words +
                                " are kept, the events tell of " + std::to_string(told_sum)
                          : "the " + words + " are divided otherwise than the events tell"));
        }
    }
}

std::vector<std::string> RollupCheck::finish() {
    if (!is_usable() || kept_->as_of < begins_after_) {
        return findings_;
    }
    if (kept_->as_of > last_) {
        complain("the figures count up to event " + std::to_string(kept_->as_of) +
                 ", but the last one is " + std::to_string(last_));
        return findings_;
    }
    if (kept_->as_of > begins_after_ && kept_->link != link_) {
        complain("the figures were counted from another event " + std::to_string(kept_->as_of));
    }
    // With more trimmed since they were counted, the first day is known in part.
    const bool is_whole = kept_->since == fold_.state().since;
    const DayNumber first =
        is_whole || !fold_.state().since ? first_day_ever : fold_.day_at(*fold_.state().since) + 1;
    std::map<DayNumber, DayCells> kept;
    for (const RollupDay& day : stored_.days) {
        auto cells = decode_day(day.data);
        if (!cells) {
            complain("the figures of " + day_text(day.day) + " cannot be read");
            return findings_;
        }
        kept[day.day] = *std::move(cells);
    }
    std::set<DayNumber> days;
    for (const auto& [day, cells] : kept) {
        days.insert(day);
    }
    for (const auto& [day, cells] : fold_.days()) {
        days.insert(day);
    }
    for (const DayNumber day : days) {
        if (day >= first) {
            compare(day_text(day), kept[day], fold_.days()[day], !is_whole);
        }
    }
    if (is_whole) {
        compare("all days", kept_->totals, fold_.state().totals, false);
    }
    if (unlisted_ > 0) {
        findings_.push_back("and " + std::to_string(std::exchange(unlisted_, 0)) + " more figures");
    }
    return findings_;
}

}  // namespace standby::engine
