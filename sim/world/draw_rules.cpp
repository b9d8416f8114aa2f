// Few and small values, so that limits are met, parties collide and windows overlap.
#include "sim/world/draw_rules.hpp"

#include "sim/world/plan.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>

namespace standby::sim {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

Duration draw_claim_window(Prng& prng, Kind kind) {
    switch (prng.below(4)) {
    case 0:
        return seconds{prng.between(10, 90)};
    case 1:
        return minutes{prng.between(5, 30)};
    case 2:
        return hours{prng.between(1, 12)};
    default:
        return kind == Kind::Slots ? Duration{minutes{10}} : Duration{hours{prng.between(6, 72)}};
    }
}

std::optional<core::QuietHours> draw_quiet_hours(Prng& prng) {
    switch (prng.below(5)) {
    case 0:
        return std::nullopt;
    case 1:
        return core::QuietHours{};
    case 2:  // around the hours in which clocks change
        return core::QuietHours{static_cast<std::uint16_t>(prng.between(0, 2) * 60 + 30),
                                static_cast<std::uint16_t>(prng.between(3, 5) * 60)};
    case 3:  // by day
        return core::QuietHours{static_cast<std::uint16_t>(prng.between(8 * 60, 12 * 60)),
                                static_cast<std::uint16_t>(prng.between(13 * 60, 18 * 60))};
    default:
        return core::QuietHours{static_cast<std::uint16_t>(prng.between(19 * 60, 24 * 60 - 1)),
                                static_cast<std::uint16_t>(prng.between(5 * 60, 9 * 60))};
    }
}

AfterOffer draw_after(Prng& prng) {
    return static_cast<AfterOffer>(prng.below(3));
}

enum class StaffSeed { Always, Sometimes };
void draw_order(Prng& prng, RulesPatch& rules, Time now, StaffSeed seed) {
    const auto order = static_cast<Order>(prng.below(4));
    rules.set(&Rules::order, order);
    rules.set(&Rules::minutes_per_point,
              static_cast<std::uint32_t>(pick(prng, std::array{1, 7, 60, 24 * 60})));
    if (order == Order::Lottery) {
        const Duration until = percent(prng, 15) ? Duration{-minutes{prng.between(0, 90)}}
                                                 : Duration{minutes{prng.between(0, 24 * 60)}};
        rules.set(&Rules::draw_at, now + until);
        if (seed == StaffSeed::Always || percent(prng, 40)) {
            rules.set(&Rules::draw_seed, "seed-" + std::to_string(prng.below(1000)));
        }
        if (percent(prng, 30)) {
            rules.set(&Rules::draw_words, "words-" + std::to_string(prng.below(10)));
        }
    }
}

void draw_tries(Prng& prng, RulesPatch& rules) {
    rules.set(&Rules::max_offers,
              static_cast<std::uint32_t>(pick(prng, std::array{0, 0, 0, 1, 2, 3})));
    rules.set(&Rules::after_miss, draw_after(prng));
    rules.set(&Rules::after_decline, draw_after(prng));
    rules.set(&Rules::max_misses,
              static_cast<std::uint32_t>(pick(prng, std::array{0, 0, 1, 2, 3})));
}

void draw_crowd(Prng& prng, RulesPatch& rules) {
    rules.set(&Rules::party, percent(prng, 50) ? PartyPolicy::Fit : PartyPolicy::Strict);
    rules.set(&Rules::max_passes, static_cast<std::uint32_t>(prng.below(4)));
    if (percent(prng, 20)) {
        rules.set(&Rules::wave_size, static_cast<std::uint32_t>(prng.between(1, 3)));
        rules.set(&Rules::wave_interval, minutes{prng.between(1, 240)});
    }
    rules.set(&Rules::max_waiting,
              static_cast<std::uint32_t>(percent(prng, 20) ? prng.between(1, 8) : 0));
    rules.set(&Rules::verify_email, percent(prng, 25));
    rules.set(&Rules::prove_within,
              percent(prng, 30) ? Duration{0} : Duration{minutes{prng.between(1, 3000)}});
    if (percent(prng, 30)) {
        rules.set(&Rules::ping_after, days{percent(prng, 20) ? 0 : prng.between(1, 20)});
        rules.set(&Rules::ping_grace, days{prng.between(1, 12)});
    }
    if (percent(prng, 50)) {
        rules.set(&Rules::referral, {.points = static_cast<std::int32_t>(prng.below(8)),
                                     .cap = static_cast<std::int32_t>(prng.below(20))});
    }
}

void draw_times(Prng& prng, RulesPatch& rules, Kind kind) {
    rules.set(&Rules::claim_window, draw_claim_window(prng, kind));
    rules.set(&Rules::cutoff,
              percent(prng, 50) ? Duration{0} : Duration{minutes{prng.between(1, 300)}});
    rules.set(&Rules::quiet_hours, draw_quiet_hours(prng));
    rules.set(&Rules::urgent, percent(prng, 40));
    if (percent(prng, 40)) {
        rules.set(&Rules::patience, minutes{percent(prng, 20) ? 0 : prng.between(1, 240)});
    }
    const bool is_late = percent(prng, 60);
    const bool is_auto = kind == Kind::Slots && percent(prng, 50);
    rules.set(&Rules::late_yes, is_late);
    rules.set(&Rules::auto_window, is_auto);
    // With both, an offer is never open for longer.
    const std::int64_t latest = is_late && is_auto ? 9 : 180;
    rules.set(&Rules::reminder_after,
              percent(prng, 50) ? Duration{0} : Duration{minutes{prng.between(1, latest)}});
}

}  // namespace

std::optional<Money> draw_price(Prng& prng) {
    if (percent(prng, 50)) {
        return std::nullopt;
    }
    Money money{.amount = prng.between(1, 6) * 1000};
    if (percent(prng, 10)) {
        money.currency = {'U', 'S', 'D'};
    }
    return money;
}

std::vector<WeeklyWindow> draw_weekly(Prng& prng) {
    std::vector<WeeklyWindow> windows;
    for (std::uint64_t count = prng.between(1, 3); count > 0; --count) {
        const std::int64_t from =
            percent(prng, 80) ? prng.between(0, 7 * 24 - 1) * 60 : prng.between(0, 7 * 24 * 60 - 1);
        const std::int64_t length = percent(prng, 10) ? 7 * 24 * 60 : prng.between(1, 72) * 60;
        windows.push_back({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(length)});
        if (percent(prng, 30)) {  // one that touches
            const std::int64_t next = (from + length) % (7 * 24 * 60);
            windows.push_back({static_cast<std::uint16_t>(next),
                               static_cast<std::uint16_t>(prng.between(1, 24) * 60)});
        }
    }
    return windows;
}

Settings draw_settings(Prng& prng, Time start) {
    Settings settings;
    settings.kind = static_cast<Kind>(prng.below(3));
    settings.time_zone = pick(prng, zone_names);
    if (percent(prng, settings.kind == Kind::Access ? 3 : 25)) {
        settings.inventory = Inventory::External;
    }
    if (settings.kind == Kind::Slots) {
        return settings;
    }
    settings.capacity = static_cast<std::uint32_t>(prng.between(0, 9));
    if (percent(prng, 65)) {
        settings.starts_at = start + minutes{prng.between(30, 10 * 24 * 60)};
    }
    return settings;
}

RulesPatch draw_rules(Prng& prng, Kind kind, Time now) {
    RulesPatch rules;
    draw_order(prng, rules, now, StaffSeed::Always);
    if (percent(prng, 85)) {
        draw_times(prng, rules, kind);
    }
    if (percent(prng, 85)) {
        draw_tries(prng, rules);
    }
    if (percent(prng, 85)) {
        draw_crowd(prng, rules);
    }
    if (percent(prng, 20)) {
        rules.set(&Rules::payment, Money{.amount = prng.between(1, 6) * 1000});
    }
    rules.set(&Rules::instant_yes, percent(prng, 80));
    rules.set(&Rules::tell_ends, percent(prng, 80));
    rules.set(&Rules::transfer, percent(prng, 40));
    return rules;
}

RulesPatch draw_rules_change(Prng& prng, Kind kind, Time now) {
    RulesPatch rules;
    switch (prng.below(5)) {
    case 0:
        draw_order(prng, rules, now, StaffSeed::Sometimes);
        break;
    case 1:
        draw_times(prng, rules, kind);
        break;
    case 2:
        draw_tries(prng, rules);
        break;
    case 3:
        draw_crowd(prng, rules);
        break;
    default:
        rules.set(&Rules::payment, draw_price(prng));
        rules.set(&Rules::instant_yes, percent(prng, 60));
        rules.set(&Rules::transfer, percent(prng, 40));
        rules.set(&Rules::late_yes, percent(prng, 60));
        break;
    }
    return rules;
}

std::string draw_sealed_seed(Prng& prng) {
    if (percent(prng, 30)) {
        return {};
    }
    std::string seed;
    for (int part = 0; part < 4; ++part) {
        seed += fmt::format("{:016x}", prng.next());
    }
    return seed;
}

RulesPatch draw_bad_rules(Prng& prng) {
    RulesPatch rules;
    switch (prng.below(16)) {
    case 13:
        rules.set(&Rules::ping_after, percent(prng, 50) ? hours{23} : days{367});
        break;
    case 14:
        rules.set(&Rules::ping_grace, percent(prng, 50) ? hours{23} : days{61});
        break;
    case 15:
        rules.set(&Rules::late_yes, true);
        rules.set(&Rules::auto_window, true);
        rules.set(&Rules::reminder_after, minutes{prng.between(10, 600)});
        break;
    case 0:
        rules.set(&Rules::claim_window, seconds{prng.between(-5, 9)});
        break;
    case 6:
        rules.set(&Rules::reminder_after, days{367});
        rules.set(&Rules::prove_within, Duration{-1});
        break;
    case 7:
        if (percent(prng, 50)) {
            rules.set(&Rules::wave_interval, days{367});
        } else {
            rules.set(&Rules::ping_after, days{367});
        }
        break;
    case 8:
        rules.set(&Rules::quiet_hours, percent(prng, 50) ? core::QuietHours{24 * 60, 60}
                                                         : core::QuietHours{60, 24 * 60});
        break;
    case 9:
        rules.set(&Rules::order, Order::HeadStart);
        rules.set(&Rules::minutes_per_point, 0);
        break;
    case 10:
        rules.set(&Rules::referral, {.points = -1, .cap = 5});
        break;
    case 11:
        rules.set(&Rules::referral, {.points = 1, .cap = -1});
        break;
    case 12:
        rules.set(&Rules::draw_seed, std::string(65, 'x'));
        break;
    case 1:
        rules.set(&Rules::cutoff, days{367});
        break;
    case 2:
        rules.set(&Rules::wave_size, 2);
        rules.set(&Rules::wave_interval, Duration{0});
        break;
    case 3:
        rules.set(&Rules::quiet_hours, core::QuietHours{60, 60});
        break;
    case 4:
        rules.set(&Rules::order, Order::Lottery);
        rules.set(&Rules::draw_at, std::nullopt);
        break;
    default:
        rules.set(&Rules::payment, Money{.amount = 0});
        break;
    }
    return rules;
}

}  // namespace standby::sim
