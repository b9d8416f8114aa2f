#include "core/decide/choose.hpp"

#include "core/model/limits.hpp"

#include <algorithm>
#include <bit>

namespace standby::core {
namespace {

bool passes(Check check, Aside aside) {
    return check == Check::None || (check == Check::SteppedAside && aside == Aside::Asked);
}

// The question a scan of the line asks at each place: is its wish met, and does `accept(entry)` say
// yes. Wishes are looked up, not compared, and 64 places at a time where they stand close.
template <class Accept>
class PlaceQuestion {
public:
    PlaceQuestion(const ResourceState& state, Evaluation& evaluation, Accept& accept)
        : state_(state),
          evaluation_(evaluation),
          accept_(accept),
          known_(evaluation.known_checks()) {}

    bool operator()(Ticket place) {
        // The row of a redrawn place carries its entry's profile too.
        const ProfileNumber profile = state_.entries.profile(place);
        return evaluation_.check_profile(profile) == Check::None &&
               accept_(entry_at(state_, place));
    }

    // Keeps the places whose wish is met or was not looked at yet.
    std::uint64_t filter(Ticket first, std::uint64_t places) const {
        static_assert(EntryTable::chunk_size % 64 == 0);
        const ProfileNumber* profiles =
            state_.entries.chunk(first).profile.data() + EntryTable::offset(first);
        std::uint64_t kept = 0;
        if (places == ~std::uint64_t{0}) {
            for (unsigned bit = 0; bit < 64; ++bit) {
                kept |= std::uint64_t{may_fit(profiles[bit])} << bit;
            }
            return kept;
        }
        for (std::uint64_t rest = places; rest != 0; rest &= rest - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(rest));
            kept |= std::uint64_t{may_fit(profiles[bit])} << bit;
        }
        return kept;
    }

private:
    bool may_fit(ProfileNumber profile) const {
        static_assert(static_cast<std::uint8_t>(Check::None) == 0 && Evaluation::unknown == 0xFF);
        return static_cast<std::uint8_t>(known_[profile] + 1) <= 1;
    }

    const ResourceState& state_;
    Evaluation& evaluation_;
    Accept& accept_;
    const std::uint8_t* known_;
};

template <class Accept>
std::optional<LinePlace> scan(const ResourceState& state, const Line& line, Evaluation& evaluation,
                              Accept accept) {
    return line.find_first(PlaceQuestion{state, evaluation, accept});
}

// The lines of those who may want the slot: one per service that it suits and that of those who
// take any; or everybody, in one line, where it suits them all. Each with its key.
void for_each_line(const ResourceState& state, const Vacancy& vacancy, auto see) {
    if (vacancy.services.empty() && vacancy.blank_is_any) {
        see(state.lines.whole, Names::none);
        return;
    }
    const auto find = [&](KeyNumber wanted) {
        const auto line = state.lines.by_service.find(wanted);
        if (line != state.lines.by_service.end()) {
            see(line->second, wanted);
        }
    };
    find(Names::none);
    for (const KeyNumber service : vacancy.services) {
        find(service);
    }
}

// Whoever would take several services that the slot suits is in several lines; this is the first.
bool is_first_line(const ResourceState& state, const Vacancy& vacancy, Ticket entry,
                   KeyNumber line) {
    const Profile& profile = state.profiles.at(state.entries.profile(entry));
    if (profile.or_names.empty() || vacancy.services.size() < 2) {
        return true;
    }
    const std::vector<KeyNumber> wanted = service_keys(profile, state.names);
    const auto first = std::ranges::find_if(vacancy.services, [&](KeyNumber service) {
        return std::ranges::find(wanted, service) != wanted.end();
    });
    return first == vacancy.services.end() || *first == line;
}

}  // namespace

Ticket first_eligible(const ResourceState& state, Evaluation& evaluation, Aside aside) {
    std::optional<LinePlace> first;
    for_each_line(state, evaluation.vacancy(), [&](const Line& line, KeyNumber) {
        const auto found = scan(state, line, evaluation, [&](Ticket entry) {
            return passes(evaluation.check_entry(entry), aside);
        });
        if (found && (!first || *found < *first)) {
            first = found;
        }
    });
    return first ? entry_at(state, first->ticket()) : 0;
}

Ticket first_eligible_of(const ResourceState& state, Evaluation& evaluation,
                         const std::vector<Ticket>& candidates, Aside aside) {
    std::optional<LinePlace> first;
    for (const Ticket entry : candidates) {
        if (state.entries.state(entry) != EntryState::Waiting ||
            !passes(evaluation.check(entry), aside)) {
            continue;
        }
        const LinePlace place = place_in_line(state, entry);
        if (!first || place < *first) {
            first = place;
        }
    }
    return first ? entry_at(state, first->ticket()) : 0;
}

Chosen choose_party(const ResourceState& state, Evaluation& evaluation, std::uint64_t available,
                    Aside aside) {
    Chosen chosen;
    const auto found = scan(state, state.lines.whole, evaluation, [&](Ticket entry) {
        if (!passes(evaluation.check_entry(entry), aside)) {
            return false;
        }
        if (state.entries.party_size(entry) <= available) {
            return true;
        }
        if (state.rules.party == PartyPolicy::Strict ||
            mark_of(state, entry).passes >= state.rules.max_passes) {
            chosen.blocked_by = entry;
            return true;
        }
        chosen.passed.push_back(entry);
        return false;
    });
    if (found && chosen.blocked_by == 0) {
        chosen.entry = entry_at(state, found->ticket());
    }
    return chosen;
}

Chosen choose_party(const ResourceState& state, Evaluation& evaluation, std::uint64_t available) {
    Chosen chosen = choose_party(state, evaluation, available, Aside::Left);
    if (chosen.entry == 0 && chosen.blocked_by == 0) {
        chosen = choose_party(state, evaluation, available, Aside::Asked);
    }
    return chosen;
}

std::uint32_t people_who_fit(const ResourceState& state, Evaluation& evaluation, Ticket asked) {
    const Vacancy& vacancy = evaluation.vacancy();
    std::uint32_t people = 1;
    for_each_line(state, vacancy, [&](const Line& line, KeyNumber key) {
        scan(state, line, evaluation, [&](Ticket entry) {
            const bool counts = people < limits::people_counted_max && entry != asked &&
                                is_first_line(state, vacancy, entry, key) &&
                                evaluation.check_entry(entry) == Check::None;
            people += counts ? 1U : 0U;
            return people >= limits::people_counted_max;
        });
    });
    return people;
}

bool wave_is_full(const ResourceState& state, Time now) {
    const Rules& rules = state.rules;
    return rules.wave_size != 0 && state.wave_offers >= rules.wave_size &&
           now < state.wave_started + rules.wave_interval;
}

}  // namespace standby::core
