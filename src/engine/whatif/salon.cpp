// Each opening is a world of its own, so that none learns from another and any part of them can be
// played on another thread.
#include "engine/whatif/salon.hpp"

#include "base/assert.hpp"
#include "core/model/command.hpp"
#include "engine/whatif/trial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace standby::engine::whatif {
namespace {

// A Monday in the morning.
constexpr Time opens_at =
    std::chrono::sys_days{std::chrono::year{2026} / 11 / 16} + std::chrono::hours{9};
constexpr Duration soon = std::chrono::hours{2};
constexpr core::Actor staff{.kind = core::ActorKind::Staff, .id = 0};

Duration draw_notice(const Notices& notices, Prng& random) {
    if (!notices.recorded.empty()) {
        return notices.recorded[random.below(notices.recorded.size())];
    }
    const auto low = static_cast<double>(notices.shortest.count());
    const auto high = static_cast<double>(notices.longest.count());
    return Duration{std::llround(low * std::pow(high / low, draw_unit(random)))};
}

core::ResourceState new_list(const core::Rules& rules, const core::ZoneBook& zones) {
    core::ResourceState state(core::ResourceNumber{1});
    core::CreateResource create;
    core::for_each_rule(
        [&](std::string_view, auto member) { create.rules.set(member, rules.*member); });
    const core::Outcome outcome =
        core::run(state, create, {.now = opens_at, .actor = staff, .zones = &zones});
    ASSERT(!outcome.refusal);
    return state;
}

core::Join person(std::uint32_t number, bool says_yes_before) {
    core::Join join;
    join.contacts = {core::ContactKey{number}};
    if (says_yes_before) {
        join.wants.instant_yes = core::InstantYes{};
    }
    return join;
}

}  // namespace

Salon usual_salon() {
    Salon salon;
    salon.rules = core::default_rules(core::Kind::Slots);
    salon.rules.quiet_hours = std::nullopt;
    return salon;
}

Lognormal usual_answers() {
    return published_answers(Medium::Text);
}

SalonTally play_salon(const Salon& salon, const ResponseModel& model, std::uint64_t seed,
                      std::uint32_t first, std::uint32_t count) {
    const core::ZoneBook zones;
    const core::ResourceState empty = new_list(salon.rules, zones);
    SalonTally sum;
    for (std::uint32_t number = first; number < first + count; ++number) {
        Prng random(mix64(seed ^ mix64(number)));
        const Duration notice = draw_notice(salon.notices, random);
        const Circumstances when{.notice_band = notice_band(notice), .hour_band = hour_band(9)};
        const Curve& curve = model.curve(when);
        core::ResourceState state = empty;
        Trial trial(state,
                    {.zones = &zones,
                     .ask =
                         [&](const core::ResourceState&, const Question& asked) {
                             Prng own(mix64(seed ^ mix64(number) ^ mix64(asked.entry << 1U)));
                             return Told{.reply = curve.draw(own)};
                         },
                     .answer_window = salon.answer_window});
        for (std::uint32_t each = 1; each <= salon.people_who_fit; ++each) {
            trial.give(person(each, draw_unit(random) < salon.instant_yes_share), opens_at, staff);
        }
        core::OpenSlot open;
        open.slot.starts_at = opens_at + salon.rules.cutoff + notice;
        open.slot.duration = std::chrono::hours{1};
        trial.give(open, opens_at, staff);
        trial.pass_until(open.slot.starts_at);
        const Tally& tally = trial.tally();
        sum.all.freed += tally.freed;
        sum.all.filled += tally.filled;
        sum.all.asked += tally.asked;
        sum.all.messages += tally.messages;
        sum.all.in_order += tally.in_order;
        sum.all.to_fill.insert(sum.all.to_fill.end(), tally.to_fill.begin(), tally.to_fill.end());
        if (notice <= soon) {
            sum.freed_soon += tally.freed;
            sum.filled_soon += tally.filled;
        }
    }
    return sum;
}

SalonFigures summarise(const std::vector<SalonTally>& tallies) {
    Tally sum;
    SalonTally both;
    for (const SalonTally& tally : tallies) {
        sum.freed += tally.all.freed;
        sum.filled += tally.all.filled;
        sum.asked += tally.all.asked;
        sum.messages += tally.all.messages;
        sum.in_order += tally.all.in_order;
        sum.to_fill.insert(sum.to_fill.end(), tally.all.to_fill.begin(), tally.all.to_fill.end());
        both.freed_soon += tally.freed_soon;
        both.filled_soon += tally.filled_soon;
    }
    SalonFigures figures{.all = summarise(std::vector<Tally>{std::move(sum)})};
    if (figures.all.freed > 0) {
        const double share = figures.all.filled;
        const double error =
            1.96 * std::sqrt(share * (1 - share) / static_cast<double>(figures.all.freed));
        figures.all.interval = {std::max(0.0, share - error), std::min(1.0, share + error)};
    }
    if (both.freed_soon > 0) {
        figures.filled_soon =
            static_cast<double>(both.filled_soon) / static_cast<double>(both.freed_soon);
    }
    return figures;
}

SalonFigures play_salon(const Salon& salon, const ResponseModel& model, std::uint64_t seed) {
    return summarise({play_salon(salon, model, seed, 0, salon.openings)});
}

}  // namespace standby::engine::whatif
