#include "core/audit/fits.hpp"

#include "core/decide/choose.hpp"
#include "core/model/limits.hpp"
#include "core/state/views.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <tuple>
#include <utility>

namespace standby::core {
namespace {

// Names need not be in use: such a key is nobody's.
std::vector<KeyNumber> keys_of(const std::string& first, const std::vector<std::string>& further,
                               const Names& names) {
    std::vector<KeyNumber> keys;
    const auto add = [&](const std::string& name) {
        const KeyNumber key = name.empty() ? Names::none : names.find_key(name);
        if (key != Names::none && std::ranges::find(keys, key) == keys.end()) {
            keys.push_back(key);
        }
    };
    add(first);
    for (const std::string& name : further) {
        add(name);
    }
    return keys;
}

// As vacancy_of, of a slot whose names the state need not know.
Vacancy imagined(const ResourceState& state, const Opening& opening) {
    const Slot& slot = opening.slot;
    return {.opening = &opening,
            .starts_at = slot.starts_at,
            .duration = slot.duration,
            .services = keys_of(slot.service, slot.service_names, state.names),
            .staff = keys_of(slot.staff, slot.staff_names, state.names),
            .places = keys_of(slot.place, slot.place_names, state.names),
            .blank_is_any = slot.blank_is_any,
            .price = slot.price ? slot.price : state.rules.payment,
            .cutoff = cutoff_of(state, opening)};
}

HeldUp held_up_by(const ResourceState& state, const Opening& opening, Time now) {
    if (state.status != ResourceStatus::Active) {
        return HeldUp::Paused;
    }
    if (draw_pending(state)) {
        return HeldUp::DrawPending;
    }
    if (now >= cutoff_of(state, opening)) {
        return HeldUp::Cutoff;
    }
    return wave_is_full(state, now) ? HeldUp::Wave : HeldUp::Nothing;
}

NameNumber wanted_name(Check check, const Profile& profile) {
    switch (check) {
    case Check::Service:
        return profile.service;
    case Check::Staff:
        return profile.staff;
    case Check::Place:
        return profile.place;
    default:
        return Names::none;
    }
}

// When one of the windows begins next on the same day; in the zone of the resource.
std::optional<Time> next_window(const std::vector<WeeklyWindow>& weekly, Time starts_at,
                                const Zone& zone) {
    constexpr std::uint32_t minutes_per_day = 24 * 60;
    const auto local = zone.to_local(starts_at);
    const auto midnight = std::chrono::floor<std::chrono::days>(local);
    const auto day = std::chrono::weekday{midnight}.iso_encoding() - 1;
    std::optional<std::uint32_t> first;
    for (const WeeklyWindow& window : weekly) {
        const auto from = std::chrono::minutes{window.from_minute % minutes_per_day};
        if (window.from_minute / minutes_per_day == day && midnight + from > local) {
            const std::uint32_t minute = window.from_minute % minutes_per_day;
            first = first ? std::min(*first, minute) : minute;
        }
    }
    if (!first) {
        return std::nullopt;
    }
    return zone.to_utc(midnight + std::chrono::minutes{*first});
}

// By check, by what is wanted.
using Reasons = std::map<std::pair<Check, KeyNumber>, Missed>;

class Look {
public:
    Look(const ResourceState& state, const Context& context, std::vector<Ticket> line)
        : state_(state),
          context_(context),
          zone_(zone_of(state, Names::none, *context.zones)),
          line_(std::move(line)) {}

    // Counts those who fit; `missed` gets the reasons of the others.
    std::uint32_t count(Evaluation& evaluation, Reasons* missed) {
        std::uint32_t fit = 0;
        for (const Ticket entry : line_) {
            const Check check = evaluation.check(entry);
            if (check == Check::None) {
                ++fit;
            } else if (missed != nullptr) {
                add(*missed, check, state_.profiles.at(state_.entries.profile(entry)), evaluation);
            }
        }
        return fit;
    }

    std::uint32_t count(const Vacancy& vacancy) {
        Evaluation evaluation{state_, vacancy, context_};
        return count(evaluation, nullptr);
    }

private:
    void add(Reasons& reasons, Check check, const Profile& profile, Evaluation& evaluation) const {
        const NameNumber name = wanted_name(check, profile);
        Missed& missed = reasons[{check, state_.names.key(name)}];
        if (missed.count == 0) {
            missed.check = check;
            missed.wanted = state_.names.text(name);
        }
        ++missed.count;
        const auto nearer = [&](std::optional<Time> time, auto better) {
            if (time) {
                missed.nearest = missed.nearest ? better(*missed.nearest, *time) : *time;
            }
        };
        const auto earlier = [](Time one, Time other) { return std::min(one, other); };
        const auto later = [](Time one, Time other) { return std::max(one, other); };
        if (check == Check::Earliest) {
            nearer(profile.earliest, earlier);
        } else if (check == Check::Latest) {
            nearer(profile.latest, later);
        } else if (check == Check::Weekly) {
            nearer(next_window(profile.weekly, *evaluation.vacancy().starts_at, zone_), earlier);
        } else if (check == Check::TimeToAnswer) {
            const Time send_at = evaluation.window_for(profile).send_at;
            nearer(send_at > context_.now ? std::optional(send_at) : std::nullopt, earlier);
        }
    }

    const ResourceState& state_;
    const Context& context_;
    const Zone& zone_;
    std::vector<Ticket> line_;
};

bool has_missed(const Reasons& reasons, Check check) {
    return std::ranges::any_of(reasons,
                               [&](const auto& reason) { return reason.first.first == check; });
}

Widened widened_by(const Opening& opening, const Vacancy& vacancy, const Reasons& reasons,
                   Look& look) {
    Widened widened;
    const auto without = [&](Check check, std::vector<KeyNumber> Vacancy::* names) {
        if ((vacancy.*names).empty() || !has_missed(reasons, check)) {
            return std::optional<std::uint32_t>{};
        }
        Vacancy wider = vacancy;
        (wider.*names).clear();
        wider.blank_is_any = true;
        return std::optional(look.count(wider));
    };
    widened.service = without(Check::Service, &Vacancy::services);
    widened.staff = without(Check::Staff, &Vacancy::staff);
    widened.place = without(Check::Place, &Vacancy::places);
    if (has_missed(reasons, Check::PartySize)) {
        Opening roomy = opening;
        roomy.slot.size_min = 1;
        roomy.slot.size_max = limits::party_size_max;
        Vacancy wider = vacancy;
        wider.opening = &roomy;
        widened.size = look.count(wider);
    }
    return widened;
}

// Some could be told later, which is too late.
bool is_held_up_by_the_hour(const std::vector<Missed>& missed) {
    return std::ranges::any_of(missed, [](const Missed& reason) {
        return reason.check == Check::TimeToAnswer && reason.nearest;
    });
}

std::vector<Missed> in_order(Reasons reasons) {
    std::vector<Missed> missed;
    for (auto& [key, reason] : reasons) {
        missed.push_back(std::move(reason));
    }
    std::ranges::sort(missed, [](const Missed& one, const Missed& other) {
        return std::tuple(other.count, one.check, std::string_view(one.wanted)) <
               std::tuple(one.count, other.check, std::string_view(other.wanted));
    });
    missed.resize(std::min(missed.size(), misses_max));
    return missed;
}

}  // namespace

std::string_view name_of(HeldUp held_up) {
    static constexpr auto names =
        std::to_array<std::string_view>({"nothing", "paused", "draw_pending", "cutoff", "wave"});
    static_assert(names.size() == static_cast<std::size_t>(HeldUp::Wave) + 1);
    return names[static_cast<std::size_t>(held_up)];
}

Fits fits_of(const ResourceState& state, const Opening& opening, const Context& context) {
    Fits fits{.held_up = held_up_by(state, opening, context.now),
              .send_at = context.now,
              .waiting = counts_of(state).waiting};
    const Vacancy vacancy = imagined(state, opening);
    Evaluation evaluation{state, vacancy, context};
    Look look{state, context, page_of_line(state, 1, fits_looked_at_max)};
    Reasons reasons;
    fits.fit = look.count(evaluation, &reasons);
    fits.looked_at = std::min<std::uint64_t>(fits.waiting, fits_looked_at_max);
    fits.widened = widened_by(opening, vacancy, reasons, look);
    fits.missed = in_order(std::move(reasons));
    if (fits.held_up == HeldUp::Nothing) {
        fits.first = first_eligible(state, evaluation, Aside::Left);
        if (fits.first == 0 && !opening.aside.empty()) {
            fits.first = first_eligible(state, evaluation, Aside::Asked);
        }
    }
    if (fits.first != 0) {
        const Profile& profile = state.profiles.at(state.entries.profile(fits.first));
        fits.first_is_instant = evaluation.instant_yes_applies(profile);
        fits.send_at = evaluation.window_for(profile).send_at;
    }
    if (fits.send_at > context.now || is_held_up_by_the_hour(fits.missed)) {
        Opening prompt = opening;
        prompt.slot.any_hour = true;
        Vacancy now = vacancy;
        now.opening = &prompt;
        fits.widened.any_hour = look.count(now);
    }
    return fits;
}

}  // namespace standby::core
