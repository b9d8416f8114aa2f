// Draws a world. Half of them start shortly before some zone changes its clocks.
#include "sim/world/plan.hpp"

#include "core/model/limits.hpp"
#include "sim/world/draw_rules.hpp"

#include <chrono>

namespace standby::sim {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// Instants at which one of the zones changes its clocks, in seconds since 1970.
constexpr std::array<std::int64_t, 8> clock_changes_s{
    1743296400,  // 2025-03-30T01:00Z Berlin, forwards
    1761440400,  // 2025-10-26T01:00Z Berlin, back
    1741503600,  // 2025-03-09T07:00Z New York, forwards
    1762063200,  // 2025-11-02T06:00Z New York, back
    1743865200,  // 2025-04-05T15:00Z Lord Howe, back by half an hour
    1759591800,  // 2025-10-04T15:30Z Lord Howe, forwards by half an hour
    1325239200,  // 2011-12-30T10:00Z Apia, a day is skipped
    1735689600,  // 2025-01-01T00:00Z a new year
};

// How often each command is given, for a resource of the kind; in the order of core::Command.
struct Weights {
    std::array<std::uint32_t, std::variant_size_v<Command>> slots;
    std::array<std::uint32_t, std::variant_size_v<Command>> counted;
};
constexpr Weights usual_weights{
    // create, patch, pause, resume, close, join, verify, update, leave, remove, cancel, no_show,
    // attended, promote, release, open, withdraw, book, accept, decline, extend, sent,
    // undeliverable, booking, payment, cancel the event, late yes, still here,
    // set aside, unheard, step outside, revoke
    .slots = {1, 6, 2,  5,  0, 60, 10, 10, 8,  5, 8,  4, 3, 10, 0, 45,
              5, 5, 30, 20, 6, 60, 8,  25, 20, 0, 60, 8, 3, 3,  4,  0},
    .counted = {1, 8, 2,  5,  0, 60, 10, 10, 8,  5, 12, 5, 3, 10, 16, 0,
                0, 0, 30, 20, 6, 60, 8,  25, 20, 0, 40, 8, 3, 3,  4,  8},
};

Time draw_start(Prng& prng) {
    const std::int64_t change_s = pick(prng, clock_changes_s);
    if (percent(prng, 60)) {
        return Time{seconds{change_s}} - minutes{prng.between(0, 36 * 60)};
    }
    return Time{seconds{change_s}} + hours{prng.between(0, 24 * 300)} +
           Duration{prng.between(0, 3'599'999)};
}

FaultRates draw_faults(Prng& prng) {
    if (percent(prng, 20)) {
        return {};
    }
    const auto rate = [&](std::int64_t highest) {
        return static_cast<std::uint32_t>(prng.between(0, highest));
    };
    return {.repeated_command = rate(80),
            .stale_id = rate(100),
            .unknown_id = rate(20),
            .bad_value = rate(40),
            .wrong_kind = rate(15),
            .clock_back = rate(30),
            .clock_jump = rate(15)};
}

std::vector<PersonPlan> draw_people(Prng& prng, std::uint32_t crowd) {
    std::vector<PersonPlan> people(crowd + static_cast<std::size_t>(prng.between(4, 24)));
    std::uint64_t next_contact = 1;
    for (PersonPlan& person : people) {
        for (std::int64_t count = percent(prng, 70) ? 1 : prng.between(1, 3); count > 0; --count) {
            person.contacts.push_back(ContactKey{mix64(next_contact++)});
        }
        // Some are one and the same, with several spellings of an address.
        person.friend_keys = percent(prng, 20)
                                 ? people.front().friend_keys
                                 : std::vector{ContactKey{mix64(100'000 + next_contact)}};
        if (percent(prng, 20)) {
            person.friend_keys.push_back(ContactKey{mix64(100'000 + prng.below(next_contact))});
        }
        if (person.friend_keys.size() > core::limits::contacts_max) {
            person.friend_keys.resize(1);
        }
        if (percent(prng, 30)) {
            person.time_zone = pick(prng, zone_names);
        }
        person.by_text = percent(prng, 40);
    }
    return people;
}

}  // namespace

std::optional<Duration> answer_window_of(ResourceNumber resource) {
    return resource.value() % 2 == 0 ? std::optional<Duration>{seconds{450}} : std::nullopt;
}

ResourcePlan draw_resource(Prng& prng, ResourceNumber number, Time start) {
    ResourcePlan plan;
    plan.number = number;
    plan.settings = draw_settings(prng, start);
    plan.rules = draw_rules(prng, plan.settings.kind, start);
    plan.draw_seed = draw_sealed_seed(prng);
    plan.weights = plan.settings.kind == Kind::Slots ? usual_weights.slots : usual_weights.counted;
    for (std::uint32_t& weight : plan.weights) {
        weight = static_cast<std::uint32_t>(weight * prng.below(30));
    }
    if (percent(prng, 20)) {  // a closed resource is dull, so few are
        plan.weights[closing] = 12;
    }
    if (percent(prng, 10)) {
        plan.weights[cancelling] = 8;
    }
    return plan;
}

Plan draw_plan(Prng& prng) {
    Plan plan;
    plan.start = draw_start(prng);
    plan.usual_step = pick(
        prng, std::array<Duration, 5>{seconds{20}, minutes{2}, minutes{10}, hours{1}, hours{5}});
    const std::int64_t count = percent(prng, 60) ? 1 : prng.between(2, 4);
    for (std::int64_t index = 1; index <= count; ++index) {
        plan.resources.push_back(
            draw_resource(prng, ResourceNumber{static_cast<std::uint32_t>(index)}, plan.start));
    }
    // Long lines are slow to check naively, and most bugs need few people; but not all.
    if (prng.chance(1, 250)) {
        const bool is_huge = prng.chance(1, 8);
        plan.crowd =
            static_cast<std::uint32_t>(is_huge ? prng.between(2000, 3000) : prng.between(100, 600));
    }
    if (plan.is_crowded()) {
        for (ResourcePlan& resource : plan.resources) {
            resource.rules.set(&Rules::prove_within, Duration{0});
        }
    }
    plan.people = draw_people(prng, plan.crowd);
    plan.faults = draw_faults(prng);
    if (percent(prng, 40)) {
        plan.outage_from = plan.start + plan.usual_step * prng.between(0, 60);
        plan.outage_to = plan.outage_from + plan.usual_step * prng.between(1, 60);
    }
    return plan;
}

}  // namespace standby::sim
