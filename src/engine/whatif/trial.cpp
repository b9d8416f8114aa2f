#include "engine/whatif/trial.hpp"

#include "core/state/rows.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine::whatif {
namespace {

using core::EntryState;
using core::OfferState;

// Who has said yes before and is asked to pay answers soon.
constexpr Duration standing_answer = std::chrono::minutes{1};
// What is early is looked at again after this.
constexpr Duration look_again = std::chrono::seconds{1};

bool is_about_a_place(MessageKind kind) {
    switch (kind) {
    case MessageKind::Confirmed:
    case MessageKind::Offer:
    case MessageKind::MoveUp:
    case MessageKind::OfferAnew:
    case MessageKind::Reminder:
    case MessageKind::Expired:
    case MessageKind::Taken:
    case MessageKind::BookingTaken:
    case MessageKind::BookingGivenUp:
    case MessageKind::TermsChanged:
        return true;
    default:
        return false;
    }
}

std::optional<Time> start_of(const core::ResourceState& state, core::OpeningNumber opening) {
    const auto found = state.openings.find(opening);
    return found == state.openings.end() ? state.settings.starts_at
                                         : std::optional{found->second.slot.starts_at};
}

std::optional<Time> cutoff_for(const core::ResourceState& state, core::OpeningNumber opening) {
    const auto found = state.openings.find(opening);
    return found == state.openings.end() ? core::cutoff_of(state)
                                         : std::optional{core::cutoff_of(state, found->second)};
}

}  // namespace

Trial::Trial(core::ResourceState& state, TrialOptions options)
    : state_(state),
      terms_(state),
      options_(std::move(options)),
      now_(state.last_at),
      capacity_(state.settings.capacity) {}

core::Context Trial::context(Time at, core::Actor actor) const {
    return {.now = at,
            .actor = actor,
            .zones = options_.zones,
            .answer_window = options_.answer_window};
}

void Trial::plan(Time at, Act act, core::OfferNumber offer) {
    due_.push({.at = at, .number = planned_++, .act = act, .offer = offer});
}

void Trial::pass_until(Time at) {
    while (true) {
        answer_questions();
        const std::optional<Time> core_due = core::next_due(state_);
        const bool has_act = !due_.empty() && due_.top().at <= at;
        const bool has_core = core_due && *core_due <= at;
        if (has_core && (!has_act || *core_due <= due_.top().at)) {
            now_ = std::max(now_, *core_due);
            note(core::catch_up(state_, context(now_)));
            const std::optional<Time> next = core::next_due(state_);
            if (next && *next <= now_) {
                now_ += look_again;
            }
        } else if (has_act) {
            const Due due = due_.top();
            due_.pop();
            act(due);
        } else {
            break;
        }
    }
    now_ = std::max(now_, at);
}

core::Outcome Trial::give(const core::Command& command, Time at, core::Actor actor) {
    pass_until(at);
    core::Outcome outcome = core::run(state_, command, context(now_, actor));
    note(outcome.events);
    return outcome;
}

void Trial::answer_questions() {
    for (const core::Ticket entry : std::exchange(still_here_, {})) {
        carry_out(core::StillHere{.entry = entry}, now_);
    }
}

void Trial::carry_out(const core::Command& command, Time at) {
    now_ = std::max(now_, at);
    note(core::run(state_, command, context(now_, {.kind = core::ActorKind::Guest, .id = 0}))
             .events);
}

void Trial::act(const Due& due) {
    const auto found = asked_.find(due.offer);
    if (found == asked_.end()) {
        return;
    }
    Asked& asked = found->second;
    switch (due.act) {
    case Act::Send:
        if (state_.offer_states[due.offer.value()] != OfferState::Live) {
            return;
        }
        if (asked.told.unreached != core::Undeliverable::None) {
            carry_out(core::ReportUndeliverable{due.offer, asked.told.unreached}, due.at);
            return;
        }
        asked.sent_at = due.at;
        if (asked.told.reply.answer != Answer::None) {
            plan(due.at + asked.told.reply.after, Act::Answer, due.offer);
        }
        carry_out(core::ReportSent{due.offer, due.at}, due.at);
        return;
    case Act::Answer:
        answer(due.offer, asked, due.at);
        return;
    case Act::Settle:
        settle_claim(due.offer, asked, due.at);
        return;
    }
}

void Trial::answer(core::OfferNumber offer, const Asked& asked, Time at) {
    const bool is_yes = asked.told.reply.answer == Answer::Yes;
    // What is due now comes first: an answer at the deadline is too late.
    now_ = std::max(now_, at);
    note(core::catch_up(state_, context(now_)));
    const OfferState stands = state_.offer_states[offer.value()];
    if (stands == OfferState::Live) {
        if (is_yes) {
            carry_out(core::Accept{offer}, at);
        } else {
            carry_out(core::Decline{offer}, at);
        }
    } else if (stands == OfferState::Expired && is_yes && state_.rules.late_yes) {
        carry_out(core::LateYes{.entry = asked.entry, .offer = offer, .opening = asked.opening},
                  at);
    }
}

void Trial::settle_claim(core::OfferNumber offer, const Asked& asked, Time at) {
    const auto found = state_.offers.find(offer);
    if (found == state_.offers.end() || found->second.state != OfferState::Confirming) {
        return;
    }
    const bool fails = asked.told.falls_through;
    if (found->second.awaiting == core::Awaiting::Payment) {
        carry_out(core::ReportPayment{offer, fails ? core::PaymentOutcome::Failed
                                                   : core::PaymentOutcome::Succeeded},
                  at);
    } else {
        carry_out(core::ReportBooking{offer, fails ? core::BookingOutcome::Unavailable
                                                   : core::BookingOutcome::Confirmed},
                  at);
    }
}

void Trial::note(const std::vector<core::Event>& events) {
    for (const core::Event& event : events) {
        if (on_event) {
            on_event(event);
        }
        std::visit([&](const auto& body) { note_body(event, body); }, event.body);
        count_messages(event);
    }
    core::forget_changes(state_);
}

void Trial::count_messages(const core::Event& event) {
    outbox_.clear();
    append_messages(state_, terms_, event, outbox_);
    tally_.messages += static_cast<std::uint64_t>(std::ranges::count_if(
        outbox_, [](const OutboxRow& row) { return is_about_a_place(row.kind); }));
}

void Trial::note_body(const core::Event& event, const core::OpeningAdded&) {
    ++tally_.freed;
    freed_.emplace(event.opening, event.at);
}

void Trial::note_body(const core::Event& event, const core::SettingsChanged& body) {
    if (body.settings.kind == core::Kind::Seats && body.settings.capacity > capacity_) {
        const std::uint32_t more = body.settings.capacity - capacity_;
        tally_.freed += more;
        freed_places_.insert(freed_places_.end(), more, event.at);
    }
    capacity_ = body.settings.capacity;
}

void Trial::note_body(const core::Event& event, const core::PlacesReleased& body) {
    tally_.freed += body.quantity;
    freed_places_.insert(freed_places_.end(), body.quantity, event.at);
}

void Trial::note_body(const core::Event& event, const core::EntryEnded&) {
    const bool gives_up = static_cast<EntryState>(event.from) == EntryState::Accepted &&
                          static_cast<EntryState>(event.to) != EntryState::Attended;
    // A slot that is given up opens again, which counts by itself.
    if (gives_up && core::counts_places(state_) &&
        state_.settings.inventory == core::Inventory::Internal) {
        ++tally_.freed;
        freed_places_.push_back(event.at);
    }
}

void Trial::note_body(const core::Event& event, const core::EntryPinged&) {
    if (!options_.is_here || options_.is_here(event.entry)) {
        still_here_.push_back(event.entry);
    }
}

void Trial::note_body(const core::Event& event, const core::OfferMade& body) {
    if (body.instant) {
        return;
    }
    const bool is_standing = event.reason == core::Reason::LateYes;
    Asked asked{.entry = event.entry,
                .opening = event.opening,
                .tries = body.tries,
                .places = body.places,
                .told = {},
                .sent_at = body.send_at,
                .cutoff = cutoff_for(state_, event.opening),
                .before = {}};
    if (is_standing) {
        asked.told.reply = {.answer = Answer::Yes, .after = standing_answer};
    } else {
        ++tally_.asked;
        asked.told = options_.ask(state_, {.entry = event.entry,
                                           .opening = event.opening,
                                           .send_at = body.send_at,
                                           .starts_at = start_of(state_, event.opening)});
        if (event.opening != core::OpeningNumber{}) {
            asked_for_[event.opening].push_back(event.offer);
        } else if (const auto chain = rolling_on_.find(body.tries - 1);
                   chain != rolling_on_.end()) {
            asked.before = std::move(chain->second);
            rolling_on_.erase(chain);
        }
    }
    plan(body.send_at + asked.told.sending, Act::Send, event.offer);
    asked_.insert_or_assign(event.offer, std::move(asked));
}

void Trial::note_body(const core::Event& event, const core::OfferClaimed&) {
    plan(event.at, Act::Settle, event.offer);
}

void Trial::note_body(const core::Event& event, const core::OfferEnded& body) {
    const auto found = asked_.find(event.offer);
    if (found == asked_.end() || event.opening != core::OpeningNumber{} ||
        body.outcome == OfferState::Withdrawn) {
        return;
    }
    std::vector<core::OfferNumber> chain = found->second.before;
    chain.push_back(event.offer);
    rolling_on_.emplace(found->second.tries, std::move(chain));
}

void Trial::note_body(const core::Event& event, const core::OfferAccepted&) {
    if (core::counts_places(state_)) {
        const auto found = asked_.find(event.offer);
        const std::uint32_t places = found == asked_.end() ? 1 : found->second.places;
        for (std::uint32_t place = 0; place < places && !freed_places_.empty(); ++place) {
            const Time freed_at = freed_places_.front();
            freed_places_.erase(freed_places_.begin());
            fill(event, freed_at);
        }
        return;
    }
    const auto freed = freed_.find(event.opening);
    if (freed != freed_.end()) {
        fill(event, freed->second);
        freed_.erase(freed);
    }
    asked_for_.erase(event.opening);
}

void Trial::fill(const core::Event& event, Time freed_at) {
    ++tally_.filled;
    tally_.to_fill.push_back(event.at - freed_at);
    tally_.in_order += is_in_order(event) ? 1U : 0U;
}

// Whether somebody who was asked and did not get it would have said yes before the cutoff.
bool Trial::is_kept_waiting(core::OfferNumber offer) const {
    const Asked& asked = asked_.at(offer);
    const EntryState stands = state_.entries.state(asked.entry);
    return asked.told.reply.answer == Answer::Yes &&
           asked.told.unreached == core::Undeliverable::None && core::is_active(stands) &&
           stands != EntryState::Accepted &&
           (!asked.cutoff || asked.sent_at + asked.told.reply.after < *asked.cutoff);
}

bool Trial::is_in_order(const core::Event& filling) const {
    if (filling.opening == core::OpeningNumber{}) {
        const auto found = asked_.find(filling.offer);
        return found == asked_.end() ||
               std::ranges::none_of(found->second.before, [&](core::OfferNumber offer) {
                   return is_kept_waiting(offer);
               });
    }
    const auto asked = asked_for_.find(filling.opening);
    if (asked == asked_for_.end()) {
        return true;
    }
    for (const core::OfferNumber offer : asked->second) {
        if (asked_.at(offer).entry == filling.entry) {
            return true;  // whoever was asked after them is behind
        }
        if (is_kept_waiting(offer)) {
            return false;
        }
    }
    return true;
}

}  // namespace standby::engine::whatif
