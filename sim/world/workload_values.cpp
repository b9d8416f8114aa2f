// Drawing wishes, slots, parties and contacts. Few different values, so that they often match.
#include "sim/world/draw_rules.hpp"
#include "sim/world/workload.hpp"

#include <array>
#include <chrono>

namespace standby::sim {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

// Written in more than one way; what they are the same as is in naive_name and in base/name_key.
constexpr std::array<const char*, 8> services{"",      "",       "cut",   "color",
                                              " Cut ", "Cöl-Ör", "COLOR", "hair cut"};
constexpr std::array<const char*, 6> staff{"", "", "ann", "bo", "Ann", "B ö"};
constexpr std::array<const char*, 6> places{"", "", "", "north", "south", "NORTH"};

// Further names, mostly none.
template <std::size_t Size>
std::vector<std::string> draw_further(Prng& prng, const std::array<const char*, Size>& names) {
    std::vector<std::string> further;
    while (further.size() < 4 && percent(prng, 15)) {
        const std::string name = pick(prng, names);
        if (!name.empty()) {
            further.push_back(name);
        }
    }
    return further;
}

Time on_the_minute(Time time) {
    return std::chrono::floor<minutes>(time);
}

}  // namespace

Wants Workload::draw_wants(const PersonPlan& person) {
    Wants wants;
    wants.time_zone = person.time_zone;
    wants.by_text = person.by_text;
    if (percent(prng_, 50)) {
        return wants;
    }
    const bool is_slots = resource_->settings.kind == Kind::Slots;
    if (is_slots || percent(prng_, 5)) {
        wants.service = pick(prng_, services);
        wants.staff = percent(prng_, 30) ? pick(prng_, staff) : "";
        wants.place = percent(prng_, 30) ? pick(prng_, places) : "";
        wants.or_services = draw_further(prng_, services);
        wants.or_staff = draw_further(prng_, staff);
        wants.or_places = draw_further(prng_, places);
    }
    if (percent(prng_, 15)) {
        wants.earliest = now_ + hours{prng_.between(0, 30)};
    }
    if (percent(prng_, 15)) {
        wants.latest = now_ + hours{prng_.between(31, 300)};
    }
    if (percent(prng_, 20)) {
        wants.weekly = draw_weekly(prng_);
    }
    if (percent(prng_, 30)) {
        wants.min_notice = minutes{prng_.between(0, is_slots ? 600 : 3000)};
    }
    if (percent(prng_, 20)) {
        wants.max_price = draw_price(prng_);
    }
    if (percent(prng_, 25)) {
        InstantYes terms;
        if (percent(prng_, 50)) {
            terms.min_notice = minutes{prng_.between(0, 300)};
        }
        terms.max_price = percent(prng_, 30) ? draw_price(prng_) : std::nullopt;
        terms.weekly = percent(prng_, 20) ? draw_weekly(prng_) : std::vector<WeeklyWindow>{};
        wants.instant_yes = terms;
    }
    wants.move_up = percent(prng_, is_slots ? 30 : 5);
    return wants;
}

Wants Workload::draw_bad_wants() {
    Wants wants;
    InstantYes terms;
    switch (prng_.below(14)) {
    case 0:
        wants.service = std::string(101, 'x');
        break;
    case 12:
        wants.or_services.assign(21, "cut");
        break;
    case 13:
        wants.or_staff = {"ann", percent(prng_, 50) ? std::string{} : std::string(101, 'x')};
        break;
    case 1:
        wants.staff = std::string(101, 'x');
        break;
    case 2:
        wants.place = std::string(101, 'x');
        break;
    case 3:
        wants.time_zone = "Mars/Olympus";
        break;
    case 4:
        wants.weekly.assign(51, {.from_minute = 0, .length_minutes = 60});
        break;
    case 5:
        wants.weekly = {{.from_minute = 7 * 24 * 60, .length_minutes = 60}};
        break;
    case 6:
        wants.min_notice = percent(prng_, 50) ? Duration{minutes{-1}} : Duration{days{367}};
        break;
    case 7:
        wants.max_price = Money{.amount = -1};
        break;
    case 8:
        wants.max_price = Money{.amount = 1'000'000'000'001};
        break;
    case 9:
        terms.min_notice = minutes{-1};
        wants.instant_yes = terms;
        break;
    case 10:
        terms.max_price = Money{.amount = -1};
        wants.instant_yes = terms;
        break;
    default:
        terms.weekly = {{.from_minute = 0, .length_minutes = 7 * 24 * 60 + 1}};
        wants.instant_yes = terms;
        break;
    }
    return wants;
}

Slot Workload::draw_slot() {
    Slot slot;
    slot.starts_at = on_the_minute(now_ + minutes{prng_.between(10, 60)});
    if (percent(prng_, 70)) {
        slot.starts_at += minutes{prng_.between(0, 4 * 24 * 60)};
    }
    if (percent(prng_, 3)) {
        slot.starts_at = on_the_minute(now_ - minutes{prng_.between(0, 60)});
    }
    slot.duration = minutes{prng_.between(1, 8) * 15};
    if (percent(prng_, 5)) {  // not on the minute
        slot.starts_at += Duration{prng_.between(1, 59'999)};
        slot.duration += Duration{prng_.between(1, 59'999)};
    }
    slot.service = pick(prng_, services);
    slot.staff = pick(prng_, staff);
    slot.place = pick(prng_, places);
    slot.service_names = draw_further(prng_, services);
    slot.staff_names = draw_further(prng_, staff);
    slot.place_names = draw_further(prng_, places);
    slot.blank_is_any = percent(prng_, 50);
    slot.any_hour = percent(prng_, 15);
    slot.size_max = static_cast<std::uint32_t>(prng_.between(1, 5));
    if (percent(prng_, 30)) {
        slot.size_min = static_cast<std::uint32_t>(prng_.between(1, slot.size_max));
    }
    slot.price = percent(prng_, 40) ? draw_price(prng_) : std::nullopt;
    if (fault(plan_->faults.bad_value)) {
        switch (prng_.below(8)) {
        case 7:
            slot.place_names.assign(101, "north");
            break;
        case 0:
            slot.size_max = slot.size_min - 1;
            break;
        case 3:
            slot.size_max = 201;
            break;
        case 4:
            slot.price = Money{.amount = -5};
            break;
        case 5:
            slot.service = std::string(101, 'x');
            break;
        case 1:
            slot.duration = days{32};
            break;
        case 2:
            slot.place = std::string(101, 'x');
            break;
        default:
            slot.duration = minutes{percent(prng_, 50) ? 0 : -15};
            break;
        }
    }
    return slot;
}

std::uint32_t Workload::draw_party() {
    if (fault(plan_->faults.bad_value)) {
        return percent(prng_, 50) ? 0 : 201;
    }
    return static_cast<std::uint32_t>(percent(prng_, 55) ? prng_.between(1, 2)
                                                         : prng_.between(1, 5));
}

std::vector<ContactKey> Workload::draw_contacts(const PersonPlan& person) {
    if (fault(plan_->faults.bad_value)) {
        return percent(prng_, 50) ? std::vector<ContactKey>{}
                                  : std::vector<ContactKey>(4, person.contacts.front());
    }
    return person.contacts;
}

}  // namespace standby::sim
