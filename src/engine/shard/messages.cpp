// One overload per kind of event that somebody has to hear of.
#include "engine/shard/messages.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <variant>

namespace standby::engine {
namespace {

using core::EntryState;
using core::Event;

// Where the entry stands after the event decides what its person is told.
std::optional<MessageKind> kind_of_arrival(const Event& event) {
    switch (static_cast<EntryState>(event.to)) {
    case EntryState::Unverified:
        return MessageKind::Verify;
    case EntryState::Waiting:
        return MessageKind::Waitlisted;
    case EntryState::Accepted:
        return MessageKind::Confirmed;
    default:
        return std::nullopt;
    }
}

std::optional<MessageKind> kind_of_move(core::Move move) {
    switch (move) {
    case core::Move::NoFit:
        return MessageKind::NobodyFits;
    case core::Move::HandBack:
        return MessageKind::HandedBack;
    default:
        return std::nullopt;
    }
}

// Who never heard of an offer is not told that it is over.
std::optional<MessageKind> kind_of_expiry(core::Reason reason) {
    switch (reason) {
    case core::Reason::NeverSent:
    case core::Reason::NotReachable:
    case core::Reason::Bounced:
    case core::Reason::Blocked:
        return std::nullopt;
    case core::Reason::BookingUnavailable:
    case core::Reason::BookingTimeout:
        return MessageKind::BookingGivenUp;
    default:
        return MessageKind::Expired;
    }
}

MessageKind kind_of_withdrawal(core::Reason reason) {
    switch (reason) {
    case core::Reason::EventCancelled:
        return MessageKind::EventCancelled;
    case core::Reason::TermsChanged:
        return MessageKind::TermsChanged;
    case core::Reason::BookingConflict:
        return MessageKind::BookingTaken;
    default:
        return MessageKind::Taken;
    }
}

template <class Body>
std::optional<MessageKind> kind_for(const Event&, const Body&) {
    return std::nullopt;
}
std::optional<MessageKind> kind_for(const Event& event, const core::EntryJoined&) {
    return kind_of_arrival(event);
}
std::optional<MessageKind> kind_for(const Event& event, const core::EntryVerified&) {
    return kind_of_arrival(event);
}
// Who has another address by now needs a link there; the old ones have ended.
std::optional<MessageKind> kind_for(const Event& event, const core::EntryUpdated& body) {
    const bool is_moved = body.link_epoch != 0 && !body.contacts_removed.empty();
    const bool is_unverified = static_cast<EntryState>(event.to) == EntryState::Unverified;
    if (event.reason == core::Reason::Transferred) {
        return MessageKind::Confirmed;
    }
    if (body.asks_proof || (is_moved && is_unverified)) {
        return MessageKind::Verify;
    }
    return is_moved ? std::optional{MessageKind::StatusLink} : std::nullopt;
}
std::optional<MessageKind> kind_for(const Event&, const core::OfferMade& body) {
    return body.instant ? std::nullopt : std::optional{MessageKind::Offer};
}
std::optional<MessageKind> kind_for(const Event&, const core::OfferReminded&) {
    return MessageKind::Reminder;
}
std::optional<MessageKind> kind_for(const Event&, const core::OfferAccepted&) {
    return MessageKind::Confirmed;
}
std::optional<MessageKind> kind_for(const Event& event, const core::OfferEnded& body) {
    switch (body.outcome) {
    case core::OfferState::Expired:
        return kind_of_expiry(event.reason);
    case core::OfferState::Withdrawn:
        return kind_of_withdrawal(event.reason);
    default:
        return std::nullopt;
    }
}
// Whoever merely typed an address does not hear of the end.
std::optional<MessageKind> kind_of_end(const Event& event) {
    const bool is_proven = static_cast<EntryState>(event.from) != EntryState::Unverified;
    switch (event.reason) {
    case core::Reason::EventCancelled:
        return is_proven ? std::optional{MessageKind::EventCancelled} : std::nullopt;
    case core::Reason::EventOver:
        return is_proven ? std::optional{MessageKind::EventOver} : std::nullopt;
    case core::Reason::ListClosed:
        return is_proven ? std::optional{MessageKind::ListClosed} : std::nullopt;
    default:
        return std::nullopt;
    }
}
std::optional<MessageKind> kind_for(const Event& event, const core::EntryEnded&) {
    if (const auto end = kind_of_end(event)) {
        return end;
    }
    if (event.reason == core::Reason::EventCancelled) {
        return std::nullopt;
    }
    const bool lost_a_place = static_cast<EntryState>(event.from) == EntryState::Accepted &&
                              (static_cast<EntryState>(event.to) == EntryState::Cancelled ||
                               static_cast<EntryState>(event.to) == EntryState::Removed);
    return lost_a_place ? std::optional{MessageKind::Cancelled} : std::nullopt;
}
std::optional<MessageKind> kind_for(const Event&, const core::EntryPinged&) {
    return MessageKind::StillThere;
}
// Of what was done with a guest's money, the guest hears.
std::optional<MessageKind> kind_for(const Event&, const core::OutsideStep& body) {
    if (body.system != core::OutsideSystem::Payment) {
        return std::nullopt;
    }
    switch (body.kind) {
    case core::OutsideStepKind::Confirmed:
        return MessageKind::PaymentReceipt;
    case core::OutsideStepKind::Released:
        return body.note == core::note_paid_too_late ? MessageKind::PaymentLate
                                                     : MessageKind::PaymentReleased;
    case core::OutsideStepKind::Refunded:
        return MessageKind::PaymentRefunded;
    default:
        return std::nullopt;
    }
}
std::optional<MessageKind> kind_for(const Event&, const core::OpeningMoved& body) {
    return kind_of_move(body.move);
}
std::optional<MessageKind> kind_for(const Event&, const core::PlacesIdled& body) {
    return kind_of_move(body.move);
}
std::optional<MessageKind> kind_for(const Event&, const core::CompensationDue& body) {
    return body.compensation == core::Compensation::Refund ? MessageKind::Refund
                                                           : MessageKind::Release;
}

// Whether the offer is for somebody who has a place already and waits for an earlier one.
bool is_move_up(const core::ResourceState& state, core::Ticket entry) {
    if (state.entries.state(entry) != EntryState::Offered ||
        !state.profiles.at(state.entries.profile(entry)).move_up) {
        return false;
    }
    const auto group = state.groups.find(core::mark_of(state, entry).group);
    return group != state.groups.end() &&
           std::ranges::any_of(group->second, [&](core::Ticket member) {
               return state.entries.state(member) == EntryState::Accepted;
           });
}

// Those who waited are told where the rules say so, and while it is news: a server that was away
// for days has nothing to tell about an event of last week.
bool is_worth_telling(const EndTerms& terms, const Event& event, MessageKind kind) {
    if (kind != MessageKind::EventOver && kind != MessageKind::ListClosed) {
        return true;
    }
    const bool is_old = kind == MessageKind::EventOver && terms.starts_at &&
                        event.at >= *terms.starts_at + end_is_news;
    return terms.tell_ends && !is_old;
}

// Whose offer no longer holds, and who gets another one in the same step, hears of both at once.
void drop_terms_changed(std::vector<OutboxRow>& outbox, const OutboxRow& offer) {
    const auto row = std::ranges::find_if(outbox.rbegin(), outbox.rend(), [&](const auto& before) {
        return before.kind == MessageKind::TermsChanged && before.resource == offer.resource &&
               before.entry == offer.entry;
    });
    if (row != outbox.rend()) {
        outbox.erase(std::next(row).base());
    }
}

std::optional<Time> start_of(const core::ResourceState& state, core::OpeningNumber opening) {
    const auto found = state.openings.find(opening);
    return found == state.openings.end() ? state.settings.starts_at
                                         : std::optional{found->second.slot.starts_at};
}

}  // namespace

EndTerms::EndTerms(const core::ResourceState& state)
    : starts_at(state.settings.starts_at), tell_ends(state.rules.tell_ends) {}

void EndTerms::follow(const Event& event) {
    if (const auto* created = std::get_if<core::ResourceCreated>(&event.body)) {
        starts_at = created->settings.starts_at;
        tell_ends = created->rules.tell_ends;
    } else if (const auto* moved = std::get_if<core::SettingsChanged>(&event.body)) {
        starts_at = moved->settings.starts_at;
    } else if (const auto* changed = std::get_if<core::RulesChanged>(&event.body)) {
        tell_ends = changed->rules.tell_ends;
    }
}

void append_messages(const core::ResourceState& state, EndTerms& terms, const Event& event,
                     std::vector<OutboxRow>& outbox) {
    terms.follow(event);
    const auto kind =
        std::visit([&](const auto& body) { return kind_for(event, body); }, event.body);
    if (!kind || !is_worth_telling(terms, event, *kind)) {
        return;
    }
    OutboxRow row{.resource = state.number,
                  .event = event.number,
                  .kind = *kind,
                  .entry = event.entry,
                  .offer = event.offer,
                  .opening = event.opening,
                  .due_at = event.at};
    if (const auto* made = std::get_if<core::OfferMade>(&event.body)) {
        const bool is_renewed = event.reason == core::Reason::TermsChanged;
        if (is_renewed) {
            drop_terms_changed(outbox, row);
        }
        row.kind = is_renewed                       ? MessageKind::OfferAnew
                   : is_move_up(state, event.entry) ? MessageKind::MoveUp
                                                    : MessageKind::Offer;
        row.due_at = made->send_at;
    }
    outbox.push_back(row);
    if (event.reason == core::Reason::Transferred) {
        OutboxRow farewell = row;
        farewell.kind = MessageKind::PassedOn;
        outbox.push_back(farewell);
    }
    const auto start = start_of(state, event.opening);
    if (*kind == MessageKind::Confirmed && start && *start > event.at) {
        row.kind = MessageKind::EventReminder;
        row.due_at = std::max(event.at, *start - event_reminder_max);
        outbox.push_back(row);
    }
}

}  // namespace standby::engine
