// Who may be offered what: the checks of the decisions page, one after the other.
#include "base/assert.hpp"
#include "sim/model/naive_fields.hpp"
#include "sim/model/naive_resource.hpp"

#include <algorithm>
#include <string>

namespace standby::sim {
namespace {

constexpr std::uint32_t week_minutes = 7 * 24 * 60;

// One of what is wanted is one of what is there. What the slot leaves blank is anything or nothing.
// Names are compared as they stand: this is asked for everybody, all the time.
bool names_fit(const std::string& wanted, const std::vector<std::string>& or_wanted,
               const std::string& offered, const std::vector<std::string>& or_offered,
               bool blank_is_any) {
    if (wanted.empty()) {
        return true;
    }
    if (offered.empty() && or_offered.empty()) {
        return blank_is_any;
    }
    const auto is_offered = [&](const std::string& name) {
        return (!offered.empty() && is_same_name(name, offered)) ||
               std::ranges::any_of(
                   or_offered, [&](const std::string& other) { return is_same_name(name, other); });
    };
    return is_offered(wanted) || std::ranges::any_of(or_wanted, is_offered);
}

bool price_fits(const std::optional<Money>& ceiling, const std::optional<Money>& price) {
    return !ceiling || !price ||
           (ceiling->currency == price->currency && price->amount <= ceiling->amount);
}

// Walks the slot from window to window: it is inside when it can be walked to its end. That is the
// same as lying inside one window once touching windows count as one.
bool weekly_fits(const std::vector<WeeklyWindow>& windows, std::uint32_t start,
                 std::uint32_t length) {
    if (windows.empty()) {
        return true;
    }
    std::uint32_t walked = 0;
    do {
        const std::uint32_t minute = (start + walked) % week_minutes;
        std::uint32_t reach = 0;
        for (const WeeklyWindow& window : windows) {
            const std::uint32_t into = (minute + week_minutes - window.from_minute) % week_minutes;
            if (into < window.length_minutes) {
                reach = std::max(reach, window.length_minutes - into);
            }
        }
        if (reach == 0) {
            return false;
        }
        walked += reach;
    } while (walked < std::min(length, week_minutes));
    return true;
}

std::uint32_t minutes_of(Duration duration) {
    return static_cast<std::uint32_t>(std::chrono::ceil<std::chrono::minutes>(duration).count());
}

}  // namespace

const Zone& NaiveResource::zone_of(const NaiveEntry& entry) const {
    const std::string& own = entry.wants.time_zone;
    const Zone* zone = zones_->find(own.empty() ? state_.settings.time_zone : own);
    ASSERT(zone != nullptr);
    return *zone;
}

NaivePlace NaiveResource::place_of(const NaiveOpening* opening) const {
    NaivePlace place{.opening = opening};
    if (opening != nullptr) {
        place.starts_at = opening->slot.starts_at;
        place.price = opening->slot.price ? opening->slot.price : state_.rules.payment;
        place.duration = opening->slot.duration;
        place.any_hour = opening->slot.any_hour;
    } else {
        place.starts_at = state_.settings.starts_at;
        place.price = state_.rules.payment;
    }
    if (place.starts_at) {
        place.cutoff = *place.starts_at - state_.rules.cutoff;
    }
    return place;
}

bool NaiveResource::instant_yes_applies(const NaiveEntry& entry, const NaivePlace& place,
                                        Time now) const {
    if (!state_.rules.instant_yes || state_.rules.payment || !entry.wants.instant_yes) {
        return false;
    }
    const InstantYes& terms = *entry.wants.instant_yes;
    if (place.starts_at) {
        const Zone* zone = zones_->find(state_.settings.time_zone);
        if (*place.starts_at - now < terms.min_notice ||
            !weekly_fits(terms.weekly, naive_minute_of_week(*zone, *place.starts_at),
                         minutes_of(place.duration))) {
            return false;
        }
    }
    return price_fits(terms.max_price, place.price);
}

std::string_view NaiveResource::failed_wish(const NaiveEntry& entry, const NaivePlace& place,
                                            Time now) const {
    const Wants& wants = entry.wants;
    // Counted places have no service, staff or place, so whoever names one does not fit.
    static const Slot counted;
    const Slot& slot = place.opening != nullptr ? place.opening->slot : counted;
    const auto fits = [&](const std::string& wanted, const std::vector<std::string>& or_wanted,
                          const std::string& offered, const std::vector<std::string>& or_offered) {
        return names_fit(wanted, or_wanted, offered, or_offered, slot.blank_is_any);
    };
    if (!fits(wants.service, wants.or_services, slot.service, slot.service_names)) {
        return "service";
    }
    if (!fits(wants.staff, wants.or_staff, slot.staff, slot.staff_names)) {
        return "staff";
    }
    if (!fits(wants.place, wants.or_places, slot.place, slot.place_names)) {
        return "place";
    }
    if (place.starts_at) {
        if (wants.earliest && *place.starts_at < *wants.earliest) {
            return "earliest";
        }
        if (wants.latest && *place.starts_at > *wants.latest) {
            return "latest";
        }
        const Zone* zone = zones_->find(state_.settings.time_zone);
        if (!weekly_fits(wants.weekly, naive_minute_of_week(*zone, *place.starts_at),
                         minutes_of(place.duration))) {
            return "weekly";
        }
        if (*place.starts_at - now < wants.min_notice) {
            return "notice";
        }
    }
    if (!price_fits(wants.max_price, place.price)) {
        return "price";
    }
    if (place.cutoff && !instant_yes_applies(entry, place, now) &&
        !naive_time_to_answer(shortest_window(entry),
                              naive_window(state_.rules, zone_of(entry), now, place.cutoff,
                                           shortest_window(entry), place.any_hour))) {
        return "time_to_answer";
    }
    return {};
}

std::string_view NaiveResource::failed_standing(const NaiveEntry& entry,
                                                const NaivePlace& place) const {
    if (const std::string_view failed = failed_party(entry, place); !failed.empty()) {
        return failed;
    }
    if (place.opening != nullptr) {
        if (std::ranges::find(entry.offered, place.opening->number) != entry.offered.end()) {
            return "already_offered";
        }
    } else if (entry.sits_out_at && *entry.sits_out_at == state_.releases) {
        return "sitting_out";
    }
    return failed_group(entry, place);
}

std::string_view NaiveResource::failed_party(const NaiveEntry& entry,
                                             const NaivePlace& place) const {
    if (place.opening != nullptr) {
        const Slot& slot = place.opening->slot;
        return entry.party_size < slot.size_min || entry.party_size > slot.size_max
                   ? "party_size"
                   : std::string_view{};
    }
    if (state_.settings.inventory == Inventory::Internal &&
        entry.party_size > state_.settings.capacity) {
        return state_.settings.capacity == 0 ? "no_places" : "party_size";
    }
    return {};
}

// Could not be told of such a place: asked when nobody else can be.
bool NaiveResource::stands_aside(const NaiveEntry& entry, const NaivePlace& place) const {
    if (place.opening != nullptr) {
        return std::ranges::find(entry.aside, place.opening->number) != entry.aside.end();
    }
    return entry.aside_at && *entry.aside_at == state_.releases;
}

bool NaiveResource::is_eligible(const NaiveEntry& entry, const NaivePlace& place, Time now,
                                Asking asking) const {
    const std::string_view failed = failed_check(entry, place, now);
    return failed.empty() || (failed == "stepped_aside" && asking == Asking::Everybody);
}

std::string_view NaiveResource::failed_group(const NaiveEntry& entry,
                                             const NaivePlace& place) const {
    if (entry.group == GroupKey{}) {
        return {};
    }
    const auto others_where = [&](auto condition) {
        return std::ranges::any_of(state_.entries, [&](const NaiveEntry& other) {
            return other.ticket != entry.ticket && other.group == entry.group && condition(other);
        });
    };
    if (others_where([](const NaiveEntry& other) {
            return other.state == EntryState::Offered || other.state == EntryState::Confirming;
        })) {
        return "group_has_offer";
    }
    if (others_where([&](const NaiveEntry& other) {
            if (other.state != EntryState::Accepted) {
                return false;
            }
            const NaiveOpening* held = find_opening(other.opening);
            return !entry.wants.move_up || place.opening == nullptr || held == nullptr ||
                   place.opening->slot.starts_at >= held->slot.starts_at;
        })) {
        return "group_holds_place";
    }
    return {};
}

std::string_view NaiveResource::failed_check(const NaiveEntry& entry, const NaivePlace& place,
                                             Time now) const {
    std::string_view failed = failed_wish(entry, place, now);
    if (failed.empty()) {
        failed = failed_standing(entry, place);
    }
    if (failed.empty() && entry.set_aside &&
        (entry.at_own_wish || state_.rules.ping_after > Duration{0})) {
        failed = "set_aside";
    }
    return failed.empty() && stands_aside(entry, place) ? "stepped_aside" : failed;
}

}  // namespace standby::sim
