// The frame of the naive reference: catch up, decide, settle; and the one place that writes events.
#include "sim/model/naive_resource.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <utility>

namespace standby::sim {

void NaiveResource::begin(const Context& context) {
    now_ = std::max(context.now, state_.last_at);
    actor_ = {};
    answer_window_ = context.answer_window;
    events_.clear();
    answer_ = {};
}

NaiveOutcome NaiveResource::run(const Command& command, const Context& context) {
    begin(context);
    step_timers();
    actor_ = context.actor;
    NaiveOutcome outcome;
    if (state_.status == ResourceStatus::None &&
        !std::holds_alternative<core::CreateResource>(command)) {
        outcome.refusal = RefusalCode::UnknownResource;
    } else {
        outcome.refusal = std::visit([this](const auto& body) { return decide(body); }, command);
    }
    actor_ = {};
    if (outcome.refusal) {
        answer_ = {};
    } else {
        settle();
    }
    outcome.events = std::exchange(events_, {});
    outcome.answer = answer_;
    return outcome;
}

std::vector<Event> NaiveResource::catch_up(const Context& context) {
    begin(context);
    step_timers();
    return std::exchange(events_, {});
}

void NaiveResource::step_timers() {
    for (auto due = next_timer(); due && due->at <= now_; due = next_timer()) {
        step_timer(*due);
        settle();
    }
    if (must_look_again()) {
        settle();
    }
    end_what_is_over();
    forget_the_unproven();
    ask_who_waited_long();
}

// Three things are no steps of their own, but change what may move: a full wave ends, the party
// that blocks the line loses its turn by time alone, and the patience with somebody who cannot be
// told is over.
bool NaiveResource::must_look_again() const {
    if (state_.status != ResourceStatus::Active || draw_pending()) {
        return false;
    }
    if (now_ <= looked_at_) {
        // A clock that was put back may be before a cutoff again.
        return now_ < looked_at_ && std::ranges::any_of(
                                        state_.offers,
                                        [](const auto& offer) {
                                            return offer.state == OfferState::Live &&
                                                   offer.patience_until.has_value();
                                        });
    }
    const bool patience_is_over = std::ranges::any_of(state_.offers, [&](const NaiveOffer& offer) {
        return offer.state == OfferState::Live && offer.patience_until &&
               *offer.patience_until <= now_;
    });
    if (patience_is_over) {
        return true;
    }
    if (wave_is_full(looked_at_)) {
        // Until it ends, only those who said yes before can have something come of it.
        if (!wave_is_full(now_) || !stands_for(OpeningNumber{})) {
            return !wave_is_full(now_);
        }
    }
    const auto has_lapsed = [&](const NaiveEntry* party) {
        return party != nullptr && !is_eligible(*party, place_of(nullptr), now_, Asking::Everybody);
    };
    return has_lapsed(blocking_party(looked_at_)) ||
           std::ranges::any_of(line(), [&](const NaiveEntry* entry) {
               return !entry->standing.empty() && entry->party_size <= free_places() &&
                      has_lapsed(gathering_ahead_of(*entry, looked_at_));
           });
}

void NaiveResource::settle() {
    looked_at_ = now_;
    for (NextMove move = next_move(now_); move.what != NextMove::What::Nothing;
         move = next_move(now_)) {
        make(move);
    }
}

void NaiveResource::emit(core::EventBody body, Reason reason, About about, Subject subject,
                         std::uint8_t to) {
    Event event;
    event.number = state_.last_number + 1;
    event.at = now_;
    event.actor = actor_;
    event.reason = reason;
    event.rules_version = state_.rules_version;
    event.entry = about.entry;
    event.offer = about.offer;
    event.opening = about.opening;
    event.subject = subject;
    event.to = to;
    event.body = std::move(body);
    switch (subject) {
    case Subject::Resource:
        event.from = static_cast<std::uint8_t>(state_.status);
        break;
    case Subject::Entry: {
        const NaiveEntry* entry = find_entry(about.entry);
        event.from = static_cast<std::uint8_t>(entry ? entry->state : EntryState::None);
        break;
    }
    case Subject::Opening: {
        const NaiveOpening* opening = find_opening(about.opening);
        event.from = static_cast<std::uint8_t>(opening ? opening->state : OpeningState::None);
        break;
    }
    }
    apply(event);
    // A change of rules is made under the rules that it brings.
    event.rules_version = state_.rules_version;
    events_.push_back(std::move(event));
}

void NaiveResource::emit_resource(core::EventBody body, Reason reason) {
    emit(std::move(body), reason, {}, Subject::Resource, static_cast<std::uint8_t>(state_.status));
}

void NaiveResource::emit_entry(core::EventBody body, Reason reason, About about, EntryState to) {
    emit(std::move(body), reason, about, Subject::Entry, static_cast<std::uint8_t>(to));
}

const NaiveEntry* NaiveResource::find_entry(Ticket ticket) const {
    const auto at = std::ranges::find(state_.entries, ticket, &NaiveEntry::ticket);
    return at == state_.entries.end() ? nullptr : &*at;
}

const NaiveOffer* NaiveResource::find_offer(OfferNumber number) const {
    const auto at = std::ranges::find(state_.offers, number, &NaiveOffer::number);
    return at == state_.offers.end() ? nullptr : &*at;
}

const NaiveOpening* NaiveResource::find_opening(OpeningNumber number) const {
    const auto at = std::ranges::find(state_.openings, number, &NaiveOpening::number);
    return at == state_.openings.end() ? nullptr : &*at;
}

NaiveEntry& NaiveResource::entry_ref(Ticket ticket) {
    const auto at = std::ranges::find(state_.entries, ticket, &NaiveEntry::ticket);
    ASSERT(at != state_.entries.end());
    return *at;
}

NaiveOffer& NaiveResource::offer_ref(OfferNumber number) {
    const auto at = std::ranges::find(state_.offers, number, &NaiveOffer::number);
    ASSERT(at != state_.offers.end());
    return *at;
}

NaiveOpening& NaiveResource::opening_ref(OpeningNumber number) {
    const auto at = std::ranges::find(state_.openings, number, &NaiveOpening::number);
    ASSERT(at != state_.openings.end());
    return *at;
}

}  // namespace standby::sim
