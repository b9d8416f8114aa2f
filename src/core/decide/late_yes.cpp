#include "core/decide/late_yes.hpp"

#include "base/probe.hpp"
#include "core/decide/choose.hpp"
#include "core/decide/decide.hpp"
#include "core/decide/eligibility.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace standby::core {
namespace {

using Refused = std::optional<Refusal>;

Refusal refusal(RefusalCode code, std::string_view detail) {
    return {.code = code, .field = {}, .detail = detail};
}

// What the command names must be there at all, also to take a yes back.
Refused check_known(const ResourceState& state, const LateYes& command) {
    if (command.offer == OfferNumber{} || command.offer.value() >= state.offer_states.size()) {
        return refusal(RefusalCode::UnknownOffer, "There is no such offer.");
    }
    if (state.entries.state(command.entry) == EntryState::None) {
        return refusal(RefusalCode::UnknownEntry, "There is no such entry.");
    }
    const bool is_slot = command.opening != OpeningNumber{};
    if (is_slot == counts_places(state) || command.opening.value() >= state.opening_states.size()) {
        return refusal(RefusalCode::UnknownOpening, "There is no such opening.");
    }
    return std::nullopt;
}

Refused check_offer(OfferState offer) {
    switch (offer) {
    case OfferState::Declined:
        return refusal(RefusalCode::OfferDeclined, "The offer was declined.");
    case OfferState::Withdrawn:
        return refusal(RefusalCode::OfferWithdrawn, "The offer was withdrawn.");
    case OfferState::Accepted:
        return refusal(RefusalCode::AlreadyClaimed, "The offer has already been claimed.");
    case OfferState::Expired:
        return std::nullopt;
    default:
        return refusal(RefusalCode::OfferLive, "The offer is still open: accept it instead.");
    }
}

Refused check_entry(EntryState entry) {
    if (is_terminal(entry)) {
        return refusal(RefusalCode::EntryEnded, "The entry is no longer on the list.");
    }
    if (entry == EntryState::Accepted || entry == EntryState::Unverified) {
        return refusal(RefusalCode::EntryNotWaiting, "The entry is not waiting.");
    }
    return std::nullopt;
}

// Nothing comes of a yes to what starts sooner than the guest can come: it only gets later.
Refused check_notice(const ResourceState& state, const LateYes& command,
                     std::optional<Time> starts_at, Time now) {
    const Profile& profile = state.profiles.at(state.entries.profile(command.entry));
    if (starts_at && *starts_at - now < profile.min_notice) {
        return refusal(RefusalCode::NoticePassed,
                       "It starts sooner than the notice they asked for.");
    }
    return std::nullopt;
}

Refused check_opening(const ResourceState& state, const LateYes& command, Time now) {
    if (state.opening_states[command.opening.value()] == OpeningState::Booked) {
        return refusal(RefusalCode::OpeningTaken, "The slot is booked.");
    }
    const auto found = state.openings.find(command.opening);
    if (found == state.openings.end() || now >= cutoff_of(state, found->second)) {
        return refusal(RefusalCode::OpeningEnded, "The slot is no longer given away.");
    }
    const Opening& opening = found->second;
    const auto is_in = [&](const std::vector<Ticket>& tickets) {
        return std::ranges::find(tickets, command.entry) != tickets.end();
    };
    if (!is_in(opening.tried) && !is_in(opening.aside)) {
        return refusal(RefusalCode::UnknownOffer, "The slot was not offered to this entry.");
    }
    if (mark_of(state, command.entry).opening == command.opening) {
        return refusal(RefusalCode::OfferLive, "The slot is offered to them now: accept that.");
    }
    return check_notice(state, command, opening.slot.starts_at, now);
}

Refused check_places(const ResourceState& state, const LateYes& command, Time now) {
    if (has_begun(state, now)) {
        return refusal(RefusalCode::EventOver, "The event has begun.");
    }
    const std::optional<Time> cutoff = cutoff_of(state);
    if (cutoff && now >= *cutoff) {
        return refusal(RefusalCode::OpeningEnded, "Places are no longer given away.");
    }
    if (state.entries.state(command.entry) != EntryState::Waiting) {
        return refusal(RefusalCode::OfferLive, "A place is offered to them now: accept that.");
    }
    return check_notice(state, command, state.settings.starts_at, now);
}

}  // namespace

bool has_standing_yes(const ResourceState& state, Ticket entry, OpeningNumber opening) {
    const auto found = state.standing.find(entry);
    return found != state.standing.end() &&
           std::ranges::find(found->second, opening) != found->second.end();
}

Refused check_late_yes(const ResourceState& state, const LateYes& command, Time now) {
    if (Refused refused = check_known(state, command)) {
        return refused;
    }
    if (Refused refused = check_offer(state.offer_states[command.offer.value()])) {
        return refused;
    }
    if (Refused refused = check_entry(state.entries.state(command.entry))) {
        return refused;
    }
    if (!state.rules.late_yes) {
        return refusal(RefusalCode::LateYesOff, "Late answers aren't taken on this list.");
    }
    if (is_terminal(state.status)) {
        return refusal(RefusalCode::ResourceClosed, "The list is closed.");
    }
    return counts_places(state) ? check_places(state, command, now)
                                : check_opening(state, command, now);
}

Ticket first_ready(const ResourceState& state, const Opening& opening, const Context& context) {
    const auto waits = [&](Ticket entry) {
        return state.entries.state(entry) == EntryState::Waiting;
    };
    if (!state.rules.late_yes || std::ranges::none_of(opening.standing, waits) ||
        context.now >= cutoff_of(state, opening)) {
        return 0;
    }
    const Vacancy vacancy = vacancy_of(state, opening);
    Evaluation evaluation{state, vacancy, context};
    std::optional<LinePlace> first;
    for (const Ticket entry : opening.standing) {
        if (waits(entry) && evaluation.check_late_yes(entry) == Check::None) {
            const LinePlace place = place_in_line(state, entry);
            first = first ? std::min(*first, place) : place;
        }
    }
    return first ? entry_at(state, first->ticket()) : 0;
}

namespace {

// Whose yes to counted places stands, and who would get them if they were free now, unless the line
// stopped at a party after that.
struct Ready {
    LinePlace place;
    Ticket held_back_by = 0;
};

// What would be left to be offered if a party took its places: those that may not be offered again
// are taken first.
std::uint64_t left_after(std::uint64_t party, std::uint64_t free, std::uint64_t available) {
    const std::uint64_t others = free - available;
    return party > others ? available - (party - others) : available;
}

std::vector<Ready> all_ready(const ResourceState& state, const Places& places,
                             const Context& context) {
    std::vector<Ready> all;
    const std::optional<Time> cutoff = cutoff_of(state);
    const std::uint64_t free = places.free(state.settings);
    if (!state.rules.late_yes || state.standing.empty() || free == 0 || !counts_places(state) ||
        (cutoff && context.now >= *cutoff)) {
        return all;
    }
    const std::uint64_t available = places.available(state.settings, state.rules);
    const Vacancy vacancy = vacancy_of_places(state);
    Evaluation evaluation{state, vacancy, context};
    std::map<std::uint64_t, Ticket> stops_at;  // by what would be left
    for (const auto& [entry, openings] : state.standing) {
        const std::uint32_t party = state.entries.party_size(entry);
        if (party > free || state.entries.state(entry) != EntryState::Waiting ||
            evaluation.check_late_yes(entry) != Check::None) {
            continue;
        }
        const std::uint64_t left = left_after(party, free, available);
        const auto [known, is_new] = stops_at.try_emplace(left, Ticket{0});
        if (is_new && available > 0) {
            known->second = choose_party(state, evaluation, left).blocked_by;
        }
        const Ticket stop = known->second;
        const LinePlace place = place_in_line(state, entry);
        // One person waits for one place like everybody: nothing gathers for them.
        const bool is_held_back =
            stop != 0 && state.entries.party_size(stop) > 1 && place_in_line(state, stop) < place;
        all.push_back({.place = place, .held_back_by = is_held_back ? stop : 0});
    }
    return all;
}

}  // namespace

Ticket first_ready(const ResourceState& state, const Places& places, const Context& context) {
    std::optional<LinePlace> first;
    for (const Ready& one : all_ready(state, places, context)) {
        if (one.held_back_by != 0) {
            PROBE("places gather for a party although somebody behind it would take some");
        } else {
            first = first ? std::min(*first, one.place) : one.place;
        }
    }
    return first ? entry_at(state, first->ticket()) : 0;
}

std::vector<Ticket> held_back_by(const ResourceState& state, const Places& places,
                                 const Context& context) {
    std::vector<Ticket> parties;
    for (const Ready& one : all_ready(state, places, context)) {
        if (one.held_back_by != 0 &&
            std::ranges::find(parties, one.held_back_by) == parties.end()) {
            parties.push_back(one.held_back_by);
        }
    }
    return parties;
}

Decided decide_on(const ResourceState& state, const LateYes& command, const Context& context) {
    if (const Refused refused = check_known(state, command)) {
        return std::unexpected(*refused);
    }
    const bool stands = has_standing_yes(state, command.entry, command.opening);
    EventBuilder builder{state, context};
    Answer answer{.entry = command.entry,
                  .offer = command.offer,
                  .opening = command.opening,
                  .repeated = stands == command.wanted};
    if (command.wanted) {
        if (const Refused refused = check_late_yes(state, command, context.now)) {
            return std::unexpected(*refused);
        }
    }
    if (!answer.repeated) {
        if (command.wanted) {
            PROBE("somebody says yes too late");
        } else {
            PROBE("a late yes is taken back");
        }
        const EntryState at = state.entries.state(command.entry);
        Event& event = builder.entry(command.entry, at, at, Reason::Requested,
                                     StandingYes{.wanted = command.wanted});
        event.offer = command.offer;
        event.opening = command.opening;
    }
    return done(builder, answer);
}

}  // namespace standby::core
