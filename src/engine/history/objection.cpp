// What each event needs to find in the state before it.
#include "engine/history/objection.hpp"

#include "base/enumerators.hpp"
#include "core/decide/validate.hpp"
#include "core/model/limits.hpp"
#include "core/rules/rules.hpp"

#include <algorithm>
#include <variant>

namespace standby::engine {
namespace {

using core::EntryState;
using core::Event;
using core::OfferState;
using core::OpeningState;
using core::ResourceState;
using core::ResourceStatus;

using Objection = std::optional<std::string>;

constexpr std::int64_t points_reach = std::int64_t{1} << 30;

bool is_within_reach(std::int64_t points) {
    return points >= -points_reach && points <= points_reach;
}

bool is_party(std::uint32_t size) {
    return size >= 1 && size <= core::limits::party_size_max;
}

// What is counted from it does not overflow.
bool is_near(Time time) {
    constexpr Duration reach = core::limits::time_reach;
    return time.time_since_epoch() >= -reach && time.time_since_epoch() <= reach;
}
bool is_near(const std::optional<Time>& time) {
    return !time || is_near(*time);
}

bool are_settings(const core::Settings& settings) {
    return settings.capacity <= core::limits::capacity_max && is_near(settings.starts_at);
}

bool are_rules(const core::Rules& rules) {
    return !core::check_rules(rules) && is_near(rules.draw_at);
}

bool is_weekly(const std::vector<core::WeeklyWindow>& windows) {
    return windows.size() <= core::limits::weekly_windows_max;
}

bool are_wants(const core::Wants& wants) {
    return is_weekly(wants.weekly) &&
           (!wants.instant_yes || is_weekly(wants.instant_yes->weekly)) &&
           is_near(wants.earliest) && is_near(wants.latest);
}

bool is_slot(const core::Slot& slot) {
    return !core::check_slot(slot, Time::min()) && is_near(slot.starts_at);
}

EntryState from_of(const Event& event) {
    return static_cast<EntryState>(event.from);
}
EntryState to_of(const Event& event) {
    return static_cast<EntryState>(event.to);
}

bool begins_waiting(const ResourceState& state, EntryState to) {
    return to == EntryState::Waiting || (to == EntryState::Accepted && core::counts_places(state));
}

Objection object(const ResourceState& state, const Event& event,
                 const core::ResourceCreated& body) {
    if (state.status != ResourceStatus::None) {
        return "the resource exists already";
    }
    if (event.to != static_cast<std::uint8_t>(ResourceStatus::Active) ||
        !are_settings(body.settings) || !are_rules(body.rules)) {
        return "the resource could not be created like this";
    }
    return std::nullopt;
}

Objection object(const ResourceState& state, const Event&, const core::SettingsChanged& body) {
    if (body.settings.kind != state.settings.kind ||
        body.settings.inventory != state.settings.inventory) {
        return "the kind of a resource does not change";
    }
    return are_settings(body.settings) ? std::nullopt : Objection{"the settings make no sense"};
}

Objection object(const ResourceState&, const Event&, const core::RulesChanged& body) {
    return are_rules(body.rules) ? std::nullopt : Objection{"the rules make no sense"};
}

Objection object(const ResourceState&, const Event& event, const core::StatusChanged&) {
    return event.to == static_cast<std::uint8_t>(ResourceStatus::None) ||
                   event.to >= enumerator_count<ResourceStatus>
               ? Objection{"a resource does not cease to exist"}
               : std::nullopt;
}

Objection object(const ResourceState& state, const Event&, const core::PlacesReleased&) {
    return core::counts_places(state) ? std::nullopt : Objection{"slots are not counted"};
}
Objection object(const ResourceState& state, const Event&, const core::PlacesRevoked& body) {
    return core::counts_places(state) && body.quantity <= state.places.released()
               ? std::nullopt
               : Objection{"there are not so many places to take back"};
}
Objection object(const ResourceState& state, const Event&, const core::PlacesIdled&) {
    return core::counts_places(state) ? std::nullopt : Objection{"slots are not counted"};
}

Objection object(const ResourceState& state, const Event& event, const core::EntryJoined& body) {
    if (event.entry != state.entries.last() + 1 || from_of(event) != EntryState::None) {
        return "the ticket is not the next one";
    }
    const EntryState to = to_of(event);
    if (!is_party(body.party_size) || body.tier > core::limits::tier_max || body.points < 0 ||
        body.points > points_reach || !are_wants(body.wants) ||
        (to != EntryState::Unverified && !begins_waiting(state, to))) {
        return "nobody could join like this";
    }
    if (body.referrer != 0 && !core::is_active(state.entries.state(body.referrer))) {
        return "the referrer is not on the list";
    }
    for (const core::Ticket other : {body.moving_up_from, body.beside}) {
        if (other == 0) {
            continue;
        }
        if (!core::is_active(state.entries.state(other))) {
            return "what it joins is not on the list";
        }
        const core::GroupKey held = core::mark_of(state, other).group;
        if (body.group == core::GroupKey{} || (held != core::GroupKey{} && held != body.group)) {
            return "what it joins is in another group";
        }
    }
    return std::nullopt;
}

Objection object(const ResourceState& state, const Event& event, const core::EntryVerified& body) {
    if (body.link_epoch > core::limits::link_epoch_max) {
        return "an entry has no such links";
    }
    return from_of(event) == EntryState::Unverified && begins_waiting(state, to_of(event))
               ? std::nullopt
               : Objection{"it was not to be verified"};
}

Objection object(const ResourceState& state, const Event& event, const core::EntryUpdated& body) {
    const EntryState at = from_of(event);
    if (!core::is_active(at) || event.to != event.from) {
        return "the entry is not on the list";
    }
    const bool may_change_party = at == EntryState::Waiting || at == EntryState::Unverified;
    if (!is_party(body.party_size) || body.tier > core::limits::tier_max ||
        !is_within_reach(body.points) || !are_wants(body.wants) ||
        body.link_epoch > core::limits::link_epoch_max ||
        (!may_change_party && body.party_size != state.entries.party_size(event.entry))) {
        return "the entry could not be changed like this";
    }
    return std::nullopt;
}

Objection object(const ResourceState& state, const Event& event, const core::EntryEnded&) {
    const EntryState from = from_of(event);
    const EntryState to = to_of(event);
    if (from == EntryState::Attended && to == EntryState::NoShow) {
        return std::nullopt;  // staff say so afterwards
    }
    if (!core::is_terminal(to) || (from != EntryState::Waiting && from != EntryState::Unverified &&
                                   from != EntryState::Accepted)) {
        return "the entry could not end like this";
    }
    const std::uint32_t party = state.entries.party_size(event.entry);
    const bool vacates = from == EntryState::Accepted && to != EntryState::Attended;
    if (vacates && core::counts_places(state) &&
        (state.places.accepted() < party ||
         (state.settings.inventory == core::Inventory::External &&
          state.places.released() < party))) {
        return "more places come free than were taken";
    }
    return std::nullopt;
}

Objection object(const ResourceState& state, const Event& event, const core::PointsChanged& body) {
    const auto row = state.referred.find(body.referred);
    const auto ended = state.ended_referrals.find(body.referred);
    const auto ledger = state.referrers.find(event.entry);
    const bool is_live = row != state.referred.end();
    const core::Ticket referrer = is_live                                ? row->second.referrer
                                  : ended != state.ended_referrals.end() ? ended->second.referrer
                                                                         : 0;
    if (!core::is_active(from_of(event)) || referrer != event.entry ||
        ledger == state.referrers.end()) {
        return "there is no such referral";
    }
    const bool takes_back = event.reason == core::Reason::Fraud;
    if (takes_back != (!is_live || row->second.credited) ||
        (takes_back ? ledger->second.credited : ledger->second.pending) == 0) {
        return "the referral was counted already, or never";
    }
    if (!is_within_reach(std::int64_t{state.entries.points(event.entry)} + body.delta) ||
        !is_within_reach(std::int64_t{ledger->second.points} + body.delta)) {
        return "the points are out of range";
    }
    return std::nullopt;
}

Objection object(const ResourceState&, const Event& event, const core::EntryBarred&) {
    return from_of(event) != EntryState::None && event.to == event.from
               ? std::nullopt
               : Objection{"nobody could be kept from earning like this"};
}

Objection object(const ResourceState& state, const Event& event, const core::StandingYes& body) {
    const EntryState at = from_of(event);
    const auto opening = state.openings.find(event.opening);
    const bool is_slots = !core::counts_places(state);
    if (event.to != event.from || !core::is_active(at) ||
        is_slots != (opening != state.openings.end())) {
        return "nobody could say yes to this";
    }
    const auto known = state.standing.find(event.entry);
    const bool stands = known != state.standing.end() &&
                        std::ranges::find(known->second, event.opening) != known->second.end();
    return stands != body.wanted ? std::nullopt : Objection{"this was said before"};
}
Objection object(const ResourceState&, const Event& event, const core::EntryPinged& body) {
    return from_of(event) == EntryState::Waiting && event.to == event.from && body.count > 0
               ? std::nullopt
               : Objection{"the entry does not wait"};
}
Objection object(const ResourceState&, const Event& event, const core::EntryPresence&) {
    return core::is_active(from_of(event)) && event.to == event.from
               ? std::nullopt
               : Objection{"the entry is not on the list"};
}

Objection object(const ResourceState&, const Event& event, const core::OutsideStep& body) {
    return from_of(event) != EntryState::None && event.to == event.from &&
                   body.system != core::OutsideSystem::None &&
                   body.kind != core::OutsideStepKind::None
               ? std::nullopt
               : Objection{"no step could be taken outside like this"};
}

Objection object(const ResourceState& state, const Event& event, const core::OfferMade& body) {
    if (event.offer.value() != state.offer_states.size()) {
        return "the offer is not the next one";
    }
    if (from_of(event) != EntryState::Waiting || to_of(event) != EntryState::Offered) {
        return "the entry does not wait";
    }
    const bool all_wait = std::ranges::all_of(body.passed, [&](core::Ticket passed) {
        return passed != event.entry && state.entries.state(passed) == EntryState::Waiting;
    });
    if (!all_wait || body.tries == 0 || !is_near(body.send_at) || !is_near(body.expires_at) ||
        body.window < Duration{0} || body.window > core::limits::time_reach) {
        return "nobody could be offered a place like this";
    }
    if (core::counts_places(state)) {
        return event.opening == core::OpeningNumber{} &&
                       body.places == state.entries.party_size(event.entry)
                   ? std::nullopt
                   : Objection{"the places are not those of the party"};
    }
    const auto opening = state.openings.find(event.opening);
    if (opening == state.openings.end() || opening->second.offer != core::OfferNumber{} ||
        opening->second.holder != 0) {
        return "the opening is not free";
    }
    return std::nullopt;
}

// What all events of an offer under way have in common.
Objection object_to_offer(const ResourceState& state, const Event& event) {
    const auto offer = state.offers.find(event.offer);
    if (offer == state.offers.end()) {
        return "the offer is not under way";
    }
    return offer->second.entry == event.entry && offer->second.opening == event.opening
               ? std::nullopt
               : Objection{"the offer is another one's"};
}

Objection object_to_unchanged_offer(const ResourceState& state, const Event& event) {
    return event.from == event.to ? object_to_offer(state, event)
                                  : Objection{"the entry does not change by this"};
}

Objection object(const ResourceState& state, const Event& event, const core::OfferSent& body) {
    return is_near(body.sent_at) && is_near(body.expires_at)
               ? object_to_unchanged_offer(state, event)
               : Objection{"its times are out of range"};
}
Objection object(const ResourceState& state, const Event& event, const core::OfferExtended& body) {
    return is_near(body.expires_at) ? object_to_unchanged_offer(state, event)
                                    : Objection{"its times are out of range"};
}
Objection object(const ResourceState& state, const Event& event, const core::OfferUnreached& body) {
    const bool is_unreached = body.cause != core::Undeliverable::None;
    if (!is_near(body.expires_at) || is_unreached != body.patience_until.has_value() ||
        (body.patience_until && !is_near(*body.patience_until))) {
        return "its times are out of range";
    }
    if (to_of(event) != EntryState::Offered) {
        return "only a live offer can be unknown to its guest";
    }
    return object_to_unchanged_offer(state, event);
}
Objection object(const ResourceState& state, const Event& event, const core::OfferReminded&) {
    return object_to_unchanged_offer(state, event);
}

Objection object(const ResourceState& state, const Event& event, const core::OfferClaimed& body) {
    const bool is_booked_elsewhere = state.settings.inventory == core::Inventory::External;
    if (to_of(event) != EntryState::Confirming || body.awaiting == core::Awaiting::Nothing ||
        (body.awaiting == core::Awaiting::Booking && !is_booked_elsewhere) ||
        !is_near(body.expires_at)) {
        return "an offer is not claimed like this";
    }
    return object_to_offer(state, event);
}

Objection object(const ResourceState& state, const Event& event, const core::OfferAccepted&) {
    return to_of(event) == EntryState::Accepted ? object_to_offer(state, event)
                                                : Objection{"an offer is not accepted like this"};
}

Objection object(const ResourceState& state, const Event& event, const core::OfferEnded& body) {
    if (auto objection = object_to_offer(state, event)) {
        return objection;
    }
    const EntryState to = to_of(event);
    const bool back = body.new_place != 0;
    if (!core::is_terminal(body.outcome) || body.outcome == OfferState::Accepted ||
        (to != EntryState::Waiting && !core::is_terminal(to)) ||
        (back && (to != EntryState::Waiting || body.new_place != state.entries.last() + 1))) {
        return "an offer does not end like this";
    }
    if (event.reason == core::Reason::BookingConflict && core::counts_places(state) &&
        state.places.released() < state.offers.at(event.offer).places) {
        return "more places are gone than were released";
    }
    return std::nullopt;
}

Objection object(const ResourceState& state, const Event& event, const core::CompensationDue&) {
    return event.offer != core::OfferNumber{} && event.offer.value() < state.offer_states.size()
               ? std::nullopt
               : Objection{"there was no such offer"};
}

Objection object(const ResourceState& state, const Event& event, const core::OpeningAdded& body) {
    const auto to = static_cast<OpeningState>(event.to);
    if (core::counts_places(state) || event.opening.value() != state.opening_states.size()) {
        return "the opening is not the next one";
    }
    if ((to != OpeningState::Offering && to != OpeningState::WalkIn) || !is_slot(body.slot)) {
        return "a slot does not open like this";
    }
    return std::nullopt;
}

Objection object(const ResourceState& state, const Event& event, const core::OpeningMoved&) {
    const auto opening = state.openings.find(event.opening);
    if (opening == state.openings.end() ||
        opening->second.state != static_cast<OpeningState>(event.from) ||
        opening->second.offer != core::OfferNumber{} || opening->second.holder != 0) {
        return "the opening is not free";
    }
    switch (static_cast<OpeningState>(event.to)) {
    case OpeningState::Open:
        return state.unclaimed.contains(event.opening) ? std::nullopt
                                                       : Objection{"the opening is not free"};
    case OpeningState::HandedBack:
    case OpeningState::Withdrawn:
    case OpeningState::Booked:
        return std::nullopt;
    default:
        return "an opening does not move like this";
    }
}

Objection object(const ResourceState&, const Event&, const auto&) {
    return std::nullopt;
}

template <class Body, class... Others>
constexpr bool is_one_of = (std::is_same_v<Body, Others> || ...);

// Whose states an event of this type tells.
template <class Body>
constexpr core::Subject subject_of(const Body&) {
    if constexpr (is_one_of<Body, core::OpeningAdded, core::OpeningMoved>) {
        return core::Subject::Opening;
    } else if constexpr (is_one_of<Body, core::ResourceCreated, core::SettingsChanged,
                                   core::RulesChanged, core::StatusChanged, core::CutoffReached,
                                   core::LotteryDrawn, core::PlacesReleased, core::PlacesIdled,
                                   core::PlacesRevoked,
                                   core::CompensationDue>) {
        return core::Subject::Resource;
    } else {
        return core::Subject::Entry;
    }
}

}  // namespace

std::optional<std::string> objection_to(const ResourceState& state, const Event& event) {
    if (event.number != state.last_event + 1) {
        return "its number is not the next one";
    }
    if (event.at < state.last_at) {
        return "it is earlier than the one before";
    }
    if (!is_near(event.at)) {
        return "its time is out of range";
    }
    const bool creates = std::holds_alternative<core::ResourceCreated>(event.body);
    if (creates != (state.status == ResourceStatus::None)) {
        return "a resource begins with its creation";
    }
    if (event.subject !=
        std::visit([](const auto& body) { return subject_of(body); }, event.body)) {
        return "its states are those of something else";
    }
    if (event.subject == core::Subject::Resource &&
        event.from != static_cast<std::uint8_t>(state.status)) {
        return "the resource has another status";
    }
    const bool joins = std::holds_alternative<core::EntryJoined>(event.body);
    if (event.subject == core::Subject::Entry && !joins &&
        from_of(event) != state.entries.state(event.entry)) {
        return "the entry is in another state";
    }
    return std::visit([&](const auto& body) { return object(state, event, body); }, event.body);
}

}  // namespace standby::engine
