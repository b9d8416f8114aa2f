#include "core/state/resource_state.hpp"

#include "core/order/draw.hpp"
#include "core/order/order_key.hpp"

#include <algorithm>

namespace standby::core {

std::string_view later_of(const ResourceState& state, RowName row) {
    if (state.later.empty()) {
        return {};
    }
    const auto found = state.later.find(row);
    return found == state.later.end() ? std::string_view{} : std::string_view{found->second};
}

void forget_later(ResourceState& state, RowName row) {
    if (!state.later.empty()) {
        state.later.erase(row);
    }
}

const Mark& mark_of(const ResourceState& state, Ticket entry) {
    static const Mark none;
    if ((state.entries.flags(entry) & entry_flags::marked) == 0) {
        return none;
    }
    const auto at = state.marks.find(entry);
    return at == state.marks.end() ? none : at->second;
}

std::uint32_t link_epoch(const ResourceState& state, Ticket entry) {
    const bool is_proven = (state.entries.flags(entry) & entry_flags::proven) != 0;
    return mark_of(state, entry).links | (is_proven ? 1U : 0U);
}

Ticket entry_at(const ResourceState& state, Ticket place) {
    if ((state.entries.flags(place) & entry_flags::alias) == 0) {
        return place;
    }
    return state.aliases.at(place);
}

LinePlace place_in_line(const ResourceState& state, Ticket entry) {
    OrderInput input{.ticket = entry,
                     .place = entry,
                     .tier = state.entries.tier(entry),
                     .points = state.entries.points(entry),
                     .joined_at = state.entries.joined_at(entry),
                     .by_time = state.by_time};
    if ((state.entries.flags(entry) & entry_flags::redrawn) != 0) {
        const Mark& mark = mark_of(state, entry);
        input.place = mark.place;
        input.joined_at = mark.place_since;
    }
    input.is_sealed = !state.draw_seed.empty();
    // Before the draw no lot is worked out, so that nothing can tell.
    if (const std::uint64_t participant = participant_of(state, entry);
        participant != 0 && state.drawn && input.is_sealed) {
        input.lot = lot_of(state.draw_seed, state.rules.draw_words, participant);
    }
    return order_key(state.rules, input);
}

std::uint32_t position_of(const ResourceState& state, Ticket entry) {
    const auto before = std::ranges::lower_bound(state.redraws, entry) - state.redraws.begin();
    return entry - static_cast<std::uint32_t>(before);
}

std::optional<Time> cutoff_of(const ResourceState& state) {
    if (!state.settings.starts_at) {
        return std::nullopt;
    }
    return *state.settings.starts_at - state.rules.cutoff;
}

Time cutoff_of(const ResourceState& state, const Opening& opening) {
    return opening.slot.starts_at - state.rules.cutoff;
}

Time end_of(const Slot& slot) {
    return slot.starts_at + slot.duration;
}

bool has_begun(const ResourceState& state, Time now) {
    return counts_places(state) && state.settings.starts_at && now >= *state.settings.starts_at;
}

std::optional<Time> next_waiting_over(const ResourceState& state) {
    const bool is_cancelled = state.status == ResourceStatus::Cancelled;
    if (state.lines.whole.empty() && state.unverified == 0 &&
        !(is_cancelled && state.accepted > 0)) {
        return std::nullopt;
    }
    if (is_terminal(state.status)) {
        return state.last_at;
    }
    return counts_places(state) ? state.settings.starts_at : std::nullopt;
}

std::optional<Time> next_over(const ResourceState& state) {
    const std::optional<Time> waiting = next_waiting_over(state);
    const std::optional<Time> booking = next_booking_over(state);
    return !waiting ? booking : !booking ? waiting : std::min(*waiting, *booking);
}

std::optional<Time> next_booking_over(const ResourceState& state) {
    if (state.status == ResourceStatus::Cancelled) {
        return std::nullopt;
    }
    if (!state.booked_until.empty()) {
        return state.booked_until.begin()->first;
    }
    if (state.settings.kind != Kind::Seats || state.accepted == 0 || !state.settings.starts_at) {
        return std::nullopt;
    }
    return *state.settings.starts_at + limits::event_length;
}

std::optional<Time> next_proof_over(const ResourceState& state) {
    if (state.unverified == 0 || state.rules.prove_within == Duration{0}) {
        return std::nullopt;
    }
    Time from = Time::max();
    if (state.first_unverified != 0) {
        from = state.entries.joined_at(state.first_unverified);
    }
    if (!state.proofs_held.empty()) {
        from = std::min(from, state.proofs_held.begin()->first);
    }
    return from + state.rules.prove_within;
}

bool is_over(const Opening& opening, Time now) {
    const bool left_to_staff =
        opening.state == OpeningState::HandedBack || opening.state == OpeningState::WalkIn;
    return left_to_staff && now >= end_of(opening.slot);
}

bool draw_pending(const ResourceState& state) {
    return state.rules.order == Order::Lottery && !state.drawn;
}

std::uint64_t participant_of(const ResourceState& state, Ticket entry) {
    return entry < state.participants.size() ? state.participants[entry] : 0;
}

bool counts_places(const ResourceState& state) {
    return state.settings.kind != Kind::Slots;
}

}  // namespace standby::core
