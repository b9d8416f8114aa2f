// Who fits a free place. One evaluation answers for one place at one moment; offers, rolling on and
// explanations all ask it, so what is explained is what was decided.
#pragma once

#include "core/rules/window.hpp"
#include "core/run.hpp"
#include "core/state/resource_state.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::core {

// In the order in which they are made; the first that fails is the answer.
enum class Check : std::uint8_t {
    None,  // eligible
    NotWaiting,
    Service,
    Staff,
    Place,
    Earliest,
    Latest,
    Weekly,
    Notice,
    Price,
    TimeToAnswer,
    PartySize,
    AlreadyOffered,
    SittingOut,
    GroupHasOffer,
    GroupHoldsPlace,
    NoPlaces,      // there are none at all, for nobody
    SteppedAside,  // is asked when nobody else can be
    SetAside,      // has not answered two questions whether they still want it
};
std::string_view name_of(Check check);

// What is to be given away: a described slot, or one of the counted places.
struct Vacancy {
    const Opening* opening = nullptr;  // null for counted places
    std::optional<Time> starts_at;
    Duration duration{0};
    std::vector<KeyNumber> services;  // that it suits, each once; so below
    std::vector<KeyNumber> staff;
    std::vector<KeyNumber> places;
    bool blank_is_any = false;  // where there is none of them, it suits everybody
    std::optional<Money> price;
    std::optional<Time> cutoff;
};
Vacancy vacancy_of(const ResourceState& state, const Opening& opening);
Vacancy vacancy_of_places(const ResourceState& state);

class Evaluation {
public:
    // The state and the context must outlive the evaluation and not change meanwhile.
    Evaluation(const ResourceState& state, const Vacancy& vacancy, const Context& context);

    const Vacancy& vacancy() const { return vacancy_; }

    // All checks but that the entry waits.
    Check check(Ticket entry) {
        const Check wants = check_profile(state_.entries.profile(entry));
        return wants != Check::None ? wants : check_entry(entry);
    }

    // The checks that depend on the wants only; made once per distinct wish.
    Check check_profile(ProfileNumber profile) {
        const std::uint8_t known = memo_[profile];
        return known != unknown ? static_cast<Check>(known) : judge_profile(profile);
    }
    // What check_profile has found so far, by profile number; `unknown` where it was not asked.
    // For scans over many entries; the pointer stays valid as long as the evaluation.
    static constexpr std::uint8_t unknown = 0xFF;
    const std::uint8_t* known_checks() const { return memo_.data(); }

    // Those that count for whoever has said yes already: they were asked, so nothing that is about
    // asking them counts; time to answer is needed only where something is to be paid.
    Check check_late_yes(Ticket entry);

    // The checks that depend on the entry itself.
    Check check_entry(Ticket entry) const;

    // The checks on what the slot is, without those on time and price: for offers by hand.
    Check check_description(const Profile& profile) const;
    Check check_price(const Profile& profile) const;
    Check check_group(Ticket entry) const;
    bool party_fits(Ticket entry) const;

    // Whether this entry said yes in advance to just this.
    bool instant_yes_applies(const Profile& profile) const;
    // The window of an offer made now. Where it comes from the time left: the shortest there is, so
    // that who fits doesn't depend on how many do.
    WindowPlan window_for(const Profile& profile);

private:
    Check judge_profile(ProfileNumber profile);
    Duration window_at_least(const Profile& profile) const;
    bool has_any_hour() const;
    Check check_party(Ticket entry) const;
    bool stepped_aside(Ticket entry) const;
    bool suits(NameOf of, NameNumber wanted, const std::vector<KeyNumber>& given,
               const Profile& profile) const;
    bool weekly_fits(const std::vector<WeeklyWindow>& weekly) const;

    const ResourceState& state_;
    const Vacancy& vacancy_;
    const Context& context_;
    std::vector<std::uint8_t> memo_;  // by profile
    // By the time zone and whether they are told by text, ascending.
    using WindowKey = std::pair<NameNumber, bool>;
    std::vector<std::pair<WindowKey, WindowPlan>> windows_;
    std::size_t last_window_ = 0;
    std::optional<std::uint32_t> start_minute_of_week_;  // in the resource's zone
};

// The zone a guest lives in: the named one, else the resource's, else UTC.
const Zone& zone_of(const ResourceState& state, NameNumber time_zone, const ZoneBook& zones);

}  // namespace standby::core
