#include "core/decide/validate.hpp"

#include "core/model/limits.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::core {
namespace {

bool is_weekly(const std::vector<WeeklyWindow>& windows) {
    return windows.size() <= limits::weekly_windows_max &&
           std::ranges::all_of(windows, [](const WeeklyWindow& window) {
               return window.from_minute < minutes_per_week && window.length_minutes >= 1 &&
                      window.length_minutes <= minutes_per_week;
           });
}

bool is_price(const std::optional<Money>& price) {
    return !price || (price->amount >= 0 && price->amount <= limits::money_amount_max);
}

bool is_notice(Duration notice) {
    return notice >= Duration{0} && notice <= limits::rule_duration_max;
}

bool is_name(std::string_view name) {
    return name.size() <= limits::name_length_max;
}

bool are_names(const std::vector<std::string>& names, std::size_t count_max) {
    return names.size() <= count_max && std::ranges::all_of(names, [](const std::string& name) {
               return !name.empty() && is_name(name);
           });
}

constexpr std::string_view or_names_are =
    "must be at most 20 further names, each of 1 to 100 bytes";
constexpr std::string_view slot_names_are =
    "must be at most 100 further names, each of 1 to 100 bytes";

std::optional<Refusal> check_or_names(const Wants& wants) {
    if (!are_names(wants.or_services, limits::or_names_max)) {
        return invalid_field("wants.services", or_names_are);
    }
    if (!are_names(wants.or_staff, limits::or_names_max)) {
        return invalid_field("wants.staff_any", or_names_are);
    }
    if (!are_names(wants.or_places, limits::or_names_max)) {
        return invalid_field("wants.places", or_names_are);
    }
    return std::nullopt;
}

std::optional<Refusal> check_slot_names(const Slot& slot) {
    if (!are_names(slot.service_names, limits::slot_names_max)) {
        return invalid_field("services", slot_names_are);
    }
    if (!are_names(slot.staff_names, limits::slot_names_max)) {
        return invalid_field("staff_any", slot_names_are);
    }
    if (!are_names(slot.place_names, limits::slot_names_max)) {
        return invalid_field("places", slot_names_are);
    }
    return std::nullopt;
}

std::optional<Refusal> check_instant_yes(const InstantYes& terms) {
    if (!is_notice(terms.min_notice)) {
        return invalid_field("instant_yes.min_notice", "must be from 0 to 366 days");
    }
    if (!is_price(terms.max_price)) {
        return invalid_field("instant_yes.max_price", "must not be negative");
    }
    if (!is_weekly(terms.weekly)) {
        return invalid_field("instant_yes.weekly", "must be at most 50 windows within the week");
    }
    return std::nullopt;
}

}  // namespace

std::optional<Refusal> check_wants(const Wants& wants, const ZoneBook& zones) {
    if (!is_name(wants.service)) {
        return invalid_field("wants.service", "must be at most 100 bytes");
    }
    if (!is_name(wants.staff)) {
        return invalid_field("wants.staff", "must be at most 100 bytes");
    }
    if (!is_name(wants.place)) {
        return invalid_field("wants.place", "must be at most 100 bytes");
    }
    if (auto refusal = check_or_names(wants)) {
        return refusal;
    }
    if (wants.earliest && wants.latest && *wants.earliest > *wants.latest) {
        return invalid_field("wants.latest", "must not be before earliest");
    }
    if (!is_weekly(wants.weekly)) {
        return invalid_field("wants.weekly", "must be at most 50 windows within the week");
    }
    if (!is_notice(wants.min_notice)) {
        return invalid_field("wants.min_notice", "must be from 0 to 366 days");
    }
    if (!is_price(wants.max_price)) {
        return invalid_field("wants.max_price", "must not be negative");
    }
    if (!wants.time_zone.empty() && zones.find(wants.time_zone) == nullptr) {
        return invalid_field("time_zone", "must be the name of a time zone, such as Europe/Berlin");
    }
    return wants.instant_yes ? check_instant_yes(*wants.instant_yes) : std::nullopt;
}

std::optional<Refusal> check_slot(const Slot& slot, Time now) {
    if (slot.starts_at <= now) {
        return invalid_field("starts_at", "must be in the future");
    }
    if (slot.duration <= Duration{0} || slot.duration > limits::slot_duration_max) {
        return invalid_field("duration", "must be more than zero and at most 31 days");
    }
    if (!is_name(slot.service)) {
        return invalid_field("service", "must be at most 100 bytes");
    }
    if (!is_name(slot.staff)) {
        return invalid_field("staff", "must be at most 100 bytes");
    }
    if (!is_name(slot.place)) {
        return invalid_field("place", "must be at most 100 bytes");
    }
    if (auto refusal = check_slot_names(slot)) {
        return refusal;
    }
    if (slot.size_min < 1 || slot.size_min > slot.size_max ||
        slot.size_max > limits::party_size_max) {
        return invalid_field("size", "must be from 1 to 200, the minimum not above the maximum");
    }
    if (!is_price(slot.price)) {
        return invalid_field("price", "must not be negative");
    }
    return std::nullopt;
}

std::optional<Refusal> check_party_size(std::uint32_t party_size) {
    if (party_size < 1 || party_size > limits::party_size_max) {
        return invalid_field("party_size", "must be from 1 to 200");
    }
    return std::nullopt;
}

std::optional<Refusal> check_tier_and_points(std::uint8_t tier, std::int32_t points) {
    if (tier > limits::tier_max) {
        return invalid_field("tier", "must be from 0 to 200");
    }
    if (points < 0 || points > limits::points_max) {
        return invalid_field("points", "must be from 0 to 1000000");
    }
    return std::nullopt;
}

std::optional<Refusal> check_new_names(const Wants& wants, const Names& names, const Actor& actor) {
    const std::size_t room =
        actor.kind == ActorKind::Guest ? limits::guest_names_max : limits::names_max;
    std::size_t count = names.size();
    const std::size_t further =
        wants.or_services.size() + wants.or_staff.size() + wants.or_places.size();
    if (count + 3 + further <= room) {
        return std::nullopt;
    }
    // Time zones need no limit: there are only so many.
    std::vector<std::pair<std::string_view, std::string_view>> named{
        {"wants.service", wants.service},
        {"wants.staff", wants.staff},
        {"wants.place", wants.place}};
    for (const auto& [field, texts] : {std::pair{"wants.services", &wants.or_services},
                                       std::pair{"wants.staff_any", &wants.or_staff},
                                       std::pair{"wants.places", &wants.or_places}}) {
        for (const std::string& text : *texts) {
            named.emplace_back(field, text);
        }
    }
    std::set<std::string_view> added;
    for (const auto& [field, text] : named) {
        if (names.find(text) == Names::unknown && added.insert(text).second && ++count > room) {
            return invalid_field(field, no_new_names);
        }
    }
    return std::nullopt;
}

}  // namespace standby::core
