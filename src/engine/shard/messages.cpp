// One overload per kind of event that somebody has to hear of.
#include "engine/shard/messages.hpp"

#include "core/model/name_table.hpp"

#include <array>
#include <variant>

namespace standby::engine {
namespace {

using core::EntryState;
using core::Event;

constexpr std::array<std::string_view, 14> kind_names{
    "none",        "waitlisted",    "verify",          "confirmed", "offer",
    "reminder",    "offer_expired", "offer_withdrawn", "cancelled", "status_link",
    "handed_back", "nobody_fits",   "refund",          "release"};
constexpr std::array<std::string_view, 4> outbox_state_names{"pending", "claimed", "done", "dead"};

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
std::optional<MessageKind> kind_for(const Event&, const core::OfferMade& body) {
    return body.instant ? std::nullopt : std::optional{MessageKind::Offer};
}
std::optional<MessageKind> kind_for(const Event&, const core::OfferReminded&) {
    return MessageKind::Reminder;
}
std::optional<MessageKind> kind_for(const Event&, const core::OfferAccepted&) {
    return MessageKind::Confirmed;
}
std::optional<MessageKind> kind_for(const Event&, const core::OfferEnded& body) {
    switch (body.outcome) {
    case core::OfferState::Expired:
        return MessageKind::OfferExpired;
    case core::OfferState::Withdrawn:
        return MessageKind::OfferWithdrawn;
    default:
        return std::nullopt;
    }
}
std::optional<MessageKind> kind_for(const Event& event, const core::EntryEnded&) {
    const bool lost_a_place = static_cast<EntryState>(event.from) == EntryState::Accepted &&
                              (static_cast<EntryState>(event.to) == EntryState::Cancelled ||
                               static_cast<EntryState>(event.to) == EntryState::Removed);
    return lost_a_place ? std::optional{MessageKind::Cancelled} : std::nullopt;
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

}  // namespace

void append_messages(core::ResourceNumber resource, const Event& event,
                     std::vector<OutboxRow>& outbox) {
    const auto kind =
        std::visit([&](const auto& body) { return kind_for(event, body); }, event.body);
    if (!kind) {
        return;
    }
    const auto* made = std::get_if<core::OfferMade>(&event.body);
    outbox.push_back({.resource = resource,
                      .event = event.number,
                      .kind = *kind,
                      .entry = event.entry,
                      .offer = event.offer,
                      .opening = event.opening,
                      .due_at = made != nullptr ? made->send_at : event.at});
}

std::string_view name_of(MessageKind kind) {
    return core::look_up(kind_names, kind);
}

std::string_view name_of(OutboxState state) {
    return core::look_up(outbox_state_names, state);
}

}  // namespace standby::engine
