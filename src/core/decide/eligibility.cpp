#include "core/decide/eligibility.hpp"

#include "base/assert.hpp"
#include "core/state/presence.hpp"

#include <algorithm>
#include <array>

namespace standby::core {
namespace {

// The keys of names, each once.
std::vector<KeyNumber> keys_of(const std::vector<NameNumber>& names, const Names& known) {
    std::vector<KeyNumber> keys;
    keys.reserve(names.size());
    for (const NameNumber name : names) {
        if (std::ranges::find(keys, known.key(name)) == keys.end()) {
            keys.push_back(known.key(name));
        }
    }
    return keys;
}

bool within_price(const std::optional<Money>& ceiling, const std::optional<Money>& price) {
    return !ceiling || !price ||
           (ceiling->currency == price->currency && price->amount <= ceiling->amount);
}

}  // namespace

std::string_view name_of(Check check) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"none", "not_waiting", "service", "staff", "place", "earliest", "latest", "weekly",
         "notice", "price", "time_to_answer", "party_size", "already_offered", "sitting_out",
         "group_has_offer", "group_holds_place", "no_places", "stepped_aside", "set_aside"});
    static_assert(names.size() == static_cast<std::size_t>(Check::SetAside) + 1);
    return names[static_cast<std::size_t>(check)];
}

Vacancy vacancy_of(const ResourceState& state, const Opening& opening) {
    return {.opening = &opening,
            .starts_at = opening.slot.starts_at,
            .duration = opening.slot.duration,
            .services = keys_of(opening.services, state.names),
            .staff = keys_of(opening.staff, state.names),
            .places = keys_of(opening.places, state.names),
            .blank_is_any = opening.slot.blank_is_any,
            .price = opening.slot.price ? opening.slot.price : state.rules.payment,
            .cutoff = cutoff_of(state, opening)};
}

Vacancy vacancy_of_places(const ResourceState& state) {
    return {.starts_at = state.settings.starts_at,
            .price = state.rules.payment,
            .cutoff = cutoff_of(state)};
}

const Zone& zone_of(const ResourceState& state, NameNumber time_zone, const ZoneBook& zones) {
    if (time_zone != Names::none) {
        if (const Zone* zone = zones.find(state.names.text(time_zone))) {
            return *zone;
        }
    }
    if (const Zone* zone = zones.find(state.settings.time_zone)) {
        return *zone;
    }
    return *zones.find("UTC");
}

Evaluation::Evaluation(const ResourceState& state, const Vacancy& vacancy, const Context& context)
    : state_(state), vacancy_(vacancy), context_(context), memo_(state.profiles.size(), unknown) {
    if (vacancy.starts_at) {
        const Zone& zone = zone_of(state, Names::none, *context.zones);
        const auto local = zone.to_local(*vacancy.starts_at);
        const auto days = std::chrono::floor<std::chrono::days>(local);
        const std::chrono::weekday weekday{days};
        const auto minutes = std::chrono::floor<std::chrono::minutes>(local - days) +
                             std::chrono::days{weekday.iso_encoding() - 1};
        start_minute_of_week_ = static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::minutes>(minutes).count());
    }
}

bool Evaluation::weekly_fits(const std::vector<WeeklyWindow>& weekly) const {
    if (weekly.empty() || !start_minute_of_week_) {
        return true;
    }
    const auto length = std::chrono::ceil<std::chrono::minutes>(vacancy_.duration).count();
    return weekly_covers(weekly, *start_minute_of_week_, static_cast<std::uint32_t>(length));
}

bool Evaluation::suits(NameOf of, NameNumber wanted, const std::vector<KeyNumber>& given,
                       const Profile& profile) const {
    if (wanted == Names::none) {
        return true;
    }
    if (given.empty()) {
        return vacancy_.blank_is_any;
    }
    const auto is_given = [&](NameNumber name) {
        return std::ranges::find(given, state_.names.key(name)) != given.end();
    };
    return is_given(wanted) || std::ranges::any_of(profile.or_names, [&](const OrName& name) {
               return name.of == of && is_given(name.number);
           });
}

Check Evaluation::check_description(const Profile& profile) const {
    if (!suits(NameOf::Service, profile.service, vacancy_.services, profile)) {
        return Check::Service;
    }
    if (!suits(NameOf::Staff, profile.staff, vacancy_.staff, profile)) {
        return Check::Staff;
    }
    if (!suits(NameOf::Place, profile.place, vacancy_.places, profile)) {
        return Check::Place;
    }
    if (profile.earliest && vacancy_.starts_at && *vacancy_.starts_at < *profile.earliest) {
        return Check::Earliest;
    }
    if (profile.latest && vacancy_.starts_at && *vacancy_.starts_at > *profile.latest) {
        return Check::Latest;
    }
    if (!weekly_fits(profile.weekly)) {
        return Check::Weekly;
    }
    return Check::None;
}

Check Evaluation::check_price(const Profile& profile) const {
    return within_price(profile.max_price, vacancy_.price) ? Check::None : Check::Price;
}

Check Evaluation::judge_profile(ProfileNumber number) {
    const Profile& profile = state_.profiles.at(number);
    Check result = check_description(profile);
    if (result == Check::None && vacancy_.starts_at &&
        *vacancy_.starts_at - context_.now < profile.min_notice) {
        result = Check::Notice;
    }
    if (result == Check::None) {
        result = check_price(profile);
    }
    if (result == Check::None && !instant_yes_applies(profile) && !window_for(profile).enough) {
        result = Check::TimeToAnswer;
    }
    memo_[number] = static_cast<std::uint8_t>(result);
    return result;
}

bool Evaluation::instant_yes_applies(const Profile& profile) const {
    if (!state_.rules.instant_yes || !profile.instant_yes || state_.rules.payment) {
        return false;
    }
    const InstantYes& terms = *profile.instant_yes;
    const bool notice =
        !vacancy_.starts_at || *vacancy_.starts_at - context_.now >= terms.min_notice;
    return notice && within_price(terms.max_price, vacancy_.price) && weekly_fits(terms.weekly);
}

Duration Evaluation::window_at_least(const Profile& profile) const {
    if (vacancy_.opening == nullptr) {
        return long_enough_to_pay(state_.rules, state_.rules.claim_window);
    }
    return shortest_window(state_.rules,
                           answer_window(context_.answer_window, profile.by_text).length);
}

bool Evaluation::has_any_hour() const {
    return vacancy_.opening != nullptr && vacancy_.opening->slot.any_hour;
}

WindowPlan Evaluation::window_for(const Profile& profile) {
    // Most guests live where the one before does.
    const WindowKey key{profile.time_zone, profile.by_text};
    if (last_window_ >= windows_.size() || windows_[last_window_].first != key) {
        auto known = std::ranges::lower_bound(windows_, key, {},
                                              [](const auto& window) { return window.first; });
        if (known == windows_.end() || known->first != key) {
            const Zone& zone = zone_of(state_, profile.time_zone, *context_.zones);
            known = windows_.emplace(known, key,
                                     plan_window(state_.rules, zone,
                                                 {.now = context_.now,
                                                  .cutoff = vacancy_.cutoff,
                                                  .length = window_at_least(profile),
                                                  .any_hour = has_any_hour()}));
        }
        last_window_ = static_cast<std::size_t>(known - windows_.begin());
    }
    return windows_[last_window_].second;
}

bool Evaluation::party_fits(Ticket entry) const {
    const std::uint32_t party = state_.entries.party_size(entry);
    if (vacancy_.opening != nullptr) {
        const Slot& slot = vacancy_.opening->slot;
        return party >= slot.size_min && party <= slot.size_max;
    }
    return state_.settings.inventory == Inventory::External || party <= state_.settings.capacity;
}

Check Evaluation::check_party(Ticket entry) const {
    if (party_fits(entry)) {
        return Check::None;
    }
    const bool has_none = vacancy_.opening == nullptr && state_.settings.capacity == 0;
    return has_none ? Check::NoPlaces : Check::PartySize;
}

Check Evaluation::check_late_yes(Ticket entry) {
    const Check wants = check_profile(state_.entries.profile(entry));
    if (wants != Check::None && (wants != Check::TimeToAnswer || state_.rules.payment)) {
        return wants;
    }
    const Check party = check_party(entry);
    return party != Check::None ? party : check_group(entry);
}

Check Evaluation::check_entry(Ticket entry) const {
    if (const Check party = check_party(entry); party != Check::None) {
        return party;
    }
    if ((state_.entries.flags(entry) & entry_flags::marked) == 0) {
        return Check::None;
    }
    if (vacancy_.opening != nullptr) {
        if (std::ranges::find(vacancy_.opening->tried, entry) != vacancy_.opening->tried.end()) {
            return Check::AlreadyOffered;
        }
    } else if (mark_of(state_, entry).sits_out > state_.places.releases()) {
        return Check::SittingOut;
    }
    if (const Check group = check_group(entry); group != Check::None) {
        return group;
    }
    if (is_set_aside(state_, entry)) {
        return Check::SetAside;
    }
    return stepped_aside(entry) ? Check::SteppedAside : Check::None;
}

bool Evaluation::stepped_aside(Ticket entry) const {
    if (vacancy_.opening != nullptr) {
        return std::ranges::find(vacancy_.opening->aside, entry) != vacancy_.opening->aside.end();
    }
    return mark_of(state_, entry).steps_aside > state_.places.releases();
}

Check Evaluation::check_group(Ticket entry) const {
    const GroupKey group = mark_of(state_, entry).group;
    if (group == GroupKey{}) {
        return Check::None;
    }
    const std::vector<Ticket>& members = state_.groups.at(group);
    const auto is_asked = [&](Ticket member) {
        const EntryState state = state_.entries.state(member);
        return member != entry && (state == EntryState::Offered || state == EntryState::Confirming);
    };
    if (std::ranges::any_of(members, is_asked)) {
        return Check::GroupHasOffer;
    }
    const bool wants_earlier = state_.profiles.at(state_.entries.profile(entry)).move_up;
    const auto is_no_move_up = [&](Ticket member) {
        if (member == entry || state_.entries.state(member) != EntryState::Accepted) {
            return false;
        }
        const auto held = state_.openings.find(mark_of(state_, member).opening);
        return !wants_earlier || vacancy_.opening == nullptr || held == state_.openings.end() ||
               vacancy_.opening->slot.starts_at >= held->second.slot.starts_at;
    };
    return std::ranges::any_of(members, is_no_move_up) ? Check::GroupHoldsPlace : Check::None;
}

}  // namespace standby::core
